/* SPDX-License-Identifier: MIT */
/* A learnt evaluation (docs/adr/0090): a game whose positions can be judged by tables of numbers
 * says how. The numbers come from a file (ai/net.h) that the caller of a search may have or not;
 * without it Game.evaluate judges. */
#ifndef CONCENTRIC_CORE_LEARNT_H
#define CONCENTRIC_CORE_LEARNT_H

#include "core/types.h"

struct Game;

enum { LEARNT_PLACES_MAX = 16 };

typedef struct Learnable {
    uint32_t layout; /* what the values of a file mean; a file of another layout is refused */
    uint32_t values; /* that a file has, in one part for each phase; the last value of a part is */
    uint32_t phases; /* 1, or 0 where nothing was learnt: there Game.evaluate judges */
    uint32_t bytes;  /* of the tables */
    uint32_t unit;   /* the score is this times the sum of the values at the places */
    /* Makes the tables. Places that are each other's images share a value of the file. */
    void (*unpack)(const int8_t *values, void *tables);
    /* Hot: as Game.evaluate. */
    int (*evaluate)(const struct Game *game, const void *tables, const Pos *pos);
    /* For training, not in the page: the bytes of the tables that evaluate adds up. */
    int (*places)(const void *tables, const Pos *pos, uint32_t out[LEARNT_PLACES_MAX]);
} Learnable;

#endif
