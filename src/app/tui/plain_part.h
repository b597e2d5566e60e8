/* SPDX-License-Identifier: MIT */
/* What the files of the plain game share among themselves. */
#ifndef CONCENTRIC_APP_TUI_PLAIN_PART_H
#define CONCENTRIC_APP_TUI_PLAIN_PART_H

#include "app/tui/tui.h"

enum { PLAIN_LINE_BYTES = 1024 };

typedef struct Plain {
    Host *host;
    bool terminal; /* somebody types */
    bool ascii;    /* the board is drawn with nothing else */
    bool leave, refused;
    char bytes[PLAIN_LINE_BYTES];
    size_t length;
    bool too_long; /* the rest of this line is dropped */
    bool at_end;
    bool told; /* the result of the game that is on */
} Plain;

/* plain.c: the next line, or NULL when there is none; waits for it unless told to leave. */
char *plain_line(Plain *plain, char *out);

/* plain_menu.c: asks what to play, and how; opens it. False if the input ends before, or somebody
 * leaves. */
bool plain_ask(Plain *plain);

#endif
