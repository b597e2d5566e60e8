/* SPDX-License-Identifier: MIT */
/* What is known for certain about a position, and who is asked for it. Search and front ends get an
 * Oracle from app, which makes it from a database (src/solve); they never see where it comes from.
 */
#ifndef CONCENTRIC_CORE_KNOWN_H
#define CONCENTRIC_CORE_KNOWN_H

#include "core/types.h"

typedef struct Known {
    int value; /* for the side to move: -1 lost, 0 drawn, 1 won */
    int plies; /* until the game is over with best play; -1 if it is drawn or not known */
} Known;

typedef struct Oracle {
    /* False if nothing is known of the position. Called from many threads at once. */
    bool (*ask)(void *context, const Pos *pos, Known *out);
    void *context;
} Oracle;

#endif
