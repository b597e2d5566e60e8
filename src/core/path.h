/* SPDX-License-Identifier: MIT */
/* From clicks to a move. A front end keeps the points clicked so far; path_narrow says which
 * points some legal move continues with, and which move, if any, is complete. Points whose role
 * names a set (men to take) may come in any order. This one function serves mouse, touch, keyboard,
 * terminal and screen reader, and none of them knows a rule. */
#ifndef CONCENTRIC_CORE_PATH_H
#define CONCENTRIC_CORE_PATH_H

#include "core/game.h"

typedef struct Narrow {
    PointSet next;    /* the points that may be clicked now */
    uint32_t roles;   /* bit r: some of them in role r */
    uint32_t matches; /* legal moves that go on from, or end at, the clicks so far */
    Move complete;    /* the move that the clicks spell in full, 0 if none */
    Move only;        /* the one move left if matches is 1, else 0 */
} Narrow;

/* `scratch` has room for moves_max moves; afterwards it begins with those that match. */
Narrow path_narrow(const Game *game, const Pos *pos, const Point *clicks, int count, Move *scratch);

#endif
