/* SPDX-License-Identifier: MIT */
/* Values forward in batches, for the verifier: every value again, from the values of the moves,
 * with little random access to memory and none of the solver's batches (docs/adr/0092).
 *
 * Between a move and what it takes stands an *arrival*: the mover's men as they have moved, the
 * enemy's before anything is taken. Arrivals are grouped in sources by the men that have moved: all
 * that can follow from a source lies in one block of each successor sector. An entry is judged by
 * the arrivals of its moves, and the arrivals of all entries of a block are fetched once. */
#ifndef CONCENTRIC_CORE_FORWARD_H
#define CONCENTRIC_CORE_FORWARD_H

#include "core/solvable.h"

#include <stddef.h>

/* What a position is worth to the player who has just moved: more is better. */
typedef uint16_t Merit;
enum { MERIT_NONE = 0, MERIT_DRAW = 0x8000, MERIT_MOST = 0xffff };

/* `worth` is the one of the side to move now: to have it lost soon is best, won soon is worst. */
static inline Merit merit_of(Worth worth)
{
    if (worth == WORTH_DRAW)
        return MERIT_DRAW;
    return (Merit)(worth_is_won(worth) ? worth_plies(worth) : MERIT_MOST - worth_plies(worth));
}

/* The value of a position whose best move has this merit (not MERIT_NONE). */
static inline Worth merit_worth_before(Merit best)
{
    if (best == MERIT_DRAW)
        return WORTH_DRAW;
    return best > MERIT_DRAW ? worth_of(MERIT_MOST - best + 1, 1) : worth_of(best + 1, 0);
}

typedef struct ForwardShape {
    uint32_t blocks, size;         /* entry = block * size + offset */
    uint32_t sources, source_size; /* arrival = source * source_size + offset */
    uint32_t kinds;                /* merits of an arrival: by how much the move takes */
    size_t scratch;                /* bytes that judge works in */
} ForwardShape;

typedef struct Forward {
    void (*shape)(const void *tables, uint32_t sector, ForwardShape *out);
    /* The merits of all arrivals of a source, source_size * kinds. `values` are by sector. False if
     * those of a sector that moves lead to are not there. */
    bool (*arrive)(const void *tables, uint32_t sector, uint32_t source, Worth *const *values,
                   Merit *out);
    /* The values of all entries of a block, from the arrivals of all sources. */
    void (*judge)(const void *tables, uint32_t sector, uint32_t block, const Merit *arrivals,
                  void *scratch, Worth *out);
} Forward;

#endif
