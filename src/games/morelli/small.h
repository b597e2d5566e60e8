/* SPDX-License-Identifier: MIT */
/* The 7 x 7 board in one word: file x, rank y (both from 0) is bit 8 x + y, rank 7 stays empty, so
 * eight steps are eight constant shifts here too:
 *
 *        -7  +1  +9        the bands: outer (24 cells), middle (16), inner (8 about the throne)
 *        -8   .  +8
 *        -9  -1  +7
 */
#ifndef CONCENTRIC_GAMES_MORELLI_SMALL_H
#define CONCENTRIC_GAMES_MORELLI_SMALL_H

#include "games/morelli/morelli.h"

/* A board from its files, each with rank y as bit y. */
#define SMALL_FILES(a, b, c, d, e, f, g)                                                           \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 |              \
     (uint64_t)(e) << 32 | (uint64_t)(f) << 40 | (uint64_t)(g) << 48)
#define SMALL_OUTER  SMALL_FILES(0x7f, 0x41, 0x41, 0x41, 0x41, 0x41, 0x7f)
#define SMALL_MIDDLE SMALL_FILES(0, 0x3e, 0x22, 0x22, 0x22, 0x3e, 0)
#define SMALL_INNER  SMALL_FILES(0, 0, 0x1c, 0x14, 0x1c, 0, 0)
#define SMALL_THRONE SMALL_FILES(0, 0, 0, 0x08, 0, 0, 0)

/* Cells of the 13 x 13 board, of which the small one is the middle, as a small board: its files
 * begin at bits 45, 59, ..., 129. */
static inline uint64_t small_of(const uint64_t *word)
{
    uint64_t low = word[0] >> 45 | word[1] << 19, high = word[1] >> 51 | word[2] << 13;
    return (low & SMALL_FILES(0x7f, 0, 0, 0, 0, 0, 0)) |
           (low >> 6 & SMALL_FILES(0, 0x7f, 0, 0, 0, 0, 0)) |
           (low >> 12 & SMALL_FILES(0, 0, 0x7f, 0, 0, 0, 0)) |
           (low >> 18 & SMALL_FILES(0, 0, 0, 0x7f, 0, 0, 0)) |
           (low >> 24 & SMALL_FILES(0, 0, 0, 0, 0x7f, 0, 0)) |
           (high << 40 & SMALL_FILES(0, 0, 0, 0, 0, 0x7f, 0)) |
           (high << 34 & SMALL_FILES(0, 0, 0, 0, 0, 0, 0x7f));
}

/* The cell of a bit. */
static inline int small_cell(int bit)
{
    return morelli_cell((MORELLI_SIDE - 7) / 2 + (bit >> 3), (MORELLI_SIDE - 7) / 2 + (bit & 7));
}

/* The set one step on in direction d of morelli_step. */
static inline uint64_t small_shift(uint64_t set, int d)
{
    static const int8_t steps[MORELLI_DIRECTIONS] = {-9, -8, -7, -1, 1, 7, 8, 9};
    return steps[d] > 0 ? set << steps[d] : set >> -steps[d];
}

#endif
