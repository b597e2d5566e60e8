/* SPDX-License-Identifier: MIT */
/* What a game offers so that a small database of its values can be made from a large one
 * (docs/adr/0081): which positions are kept, and what a predictor of values sees of a position.
 *
 * Thinning has levels. At level 0 every position is kept; the higher the level, the fewer are, and
 * the longer the search from the others. At every level each line of play from a position that is
 * covered reaches, after a few plies, a kept position or the end of the game. The last levels cover
 * openings alone (docs/adr/0089). */
#ifndef CONCENTRIC_CORE_THIN_H
#define CONCENTRIC_CORE_THIN_H

#include "core/solvable.h"

enum { THIN_SEEN_MAX = 32, THIN_INPUTS_MAX = 1024, THIN_LEVEL_MAX = 15 };

typedef struct Thin {
    uint32_t levels;
    /* May positions of the sector be asked for? Not all at a level for openings. */
    bool (*covers)(const void *tables, uint32_t sector, uint32_t level);
    /* May a position of the sector be kept? */
    bool (*holds)(const void *tables, uint32_t sector, uint32_t level);
    /* Is a position that has a number kept? The same for all its images. */
    bool (*keeps)(const void *tables, const Pos *pos, uint32_t level);
    /* What the predictor sees: numbers below `inputs`, as many for every position; returns how
     * many. The caller hands in the position as unrank gives it. */
    uint32_t inputs;
    int (*see)(const void *tables, const Pos *pos, uint16_t out[THIN_SEEN_MAX]);
} Thin;

#endif
