/* SPDX-License-Identifier: MIT */
/* The Universal Game Interface, the rules half: lines in, lines out. No files, no sockets: the
 * host hands in lines and gets bytes to write. A bad line answers `error: ...` and changes nothing.
 * docs/formats.md describes every command. */
#ifndef CONCENTRIC_PROTO_UGI_H
#define CONCENTRIC_PROTO_UGI_H

#include "core/match.h"

enum { UGI_LINE_MAX = 1 << 20 }; /* bytes of one line, its end not counted */

typedef struct UgiHost {
    const Family *const *families;
    size_t family_count;
    const char *first_variant;
    /* Sends bytes to the other side; they may be part of a line. */
    void (*write)(void *context, const char *bytes, size_t count);
    /* Draws the position for `print`: any number of lines. May be NULL. */
    void (*draw)(void *context, const Match *match);
    void *context;
} UgiHost;

typedef struct Ugi {
    UgiHost host;
    Game *game;
    Match match;
    Move *moves;   /* room for game->moves_max */
    uint64_t seed; /* which random set-up `startpos` is */
} Ugi;

/* False with a reason if there is no memory or no such variant. */
bool ugi_begin(Ugi *ugi, const UgiHost *host, char *why);
void ugi_end(Ugi *ugi);

/* Handles one line without its end. It is cut up in place. False after `quit`. */
bool ugi_line(Ugi *ugi, char *line, size_t length);

/* Answers a line that was too long to be read: an error, nothing else. */
void ugi_line_too_long(Ugi *ugi);

#endif
