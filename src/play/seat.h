/* SPDX-License-Identifier: MIT */
/* Who sits at a table. A seat (0 or 1) is a party through all games of a table; a side is what it
 * plays in one game, player 1 or player 2 of the contract. */
#ifndef CONCENTRIC_PLAY_SEAT_H
#define CONCENTRIC_PLAY_SEAT_H

#include "base/str.h"
#include "core/types.h"

enum {
    SEAT_NAME_MAX = 64, /* bytes, NUL included */
    SEAT_TEXT_MAX = SEAT_NAME_MAX + 32,
    SEAT_TIME_MS_MAX = 3600000,
};

typedef enum SeatKind {
    SEAT_EMPTY,
    SEAT_PERSON,   /* at this screen */
    SEAT_COMPUTER, /* our own search, at a level or for a time a move */
    SEAT_ENGINE,   /* another program */
    SEAT_REMOTE,   /* somebody over the network */
} SeatKind;
const char *seat_kind_name(SeatKind kind);

typedef struct Seat {
    SeatKind kind;
    int level;                /* of the computer, 1 to LEVEL_MAX; 0: by time, or a teacher */
    bool perfect;             /* by solved values; `level` plays where there are none */
    bool teacher;             /* keeps the game close (ai/teacher.h); no level, no time */
    int time_ms;              /* of the computer for a move, where it has no level */
    char name[SEAT_NAME_MAX]; /* of a person, an engine, somebody remote; may be empty */
} Seat;

/* "empty", "person", "person Anna", "computer level 4", "computer 2000 ms", "computer perfect",
 * "computer teacher", "engine NAME", "remote NAME". */
void seat_write(const Seat *seat, Str *out);
/* False with a reason in why. */
bool seat_read(const char *text, Lang lang, Seat *out, char *why);

extern const Seat seat_teacher;

/* Is this a name that may be shown: UTF-8 of at most SEAT_NAME_MAX - 1 bytes, no control
 * characters, nothing that steers the direction of writing, no space at its ends? "" is one. */
bool seat_name_is_good(const char *name);
/* May somebody call themselves so now: a good name with something to see in it, or ""? Games that
 * are kept may have names without. */
bool seat_name_shows(const char *name);

/* In a player's tag of a record: as above, but a bare name for a person. */
void seat_write_tag(const Seat *seat, Str *out);
void seat_read_tag(const char *text, Seat *out);

static inline bool seat_is_computer(const Seat *seat)
{
    return seat->kind == SEAT_COMPUTER;
}

#endif
