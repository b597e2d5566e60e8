/* SPDX-License-Identifier: MIT */
/* Retrograde analysis in batches, with little random access to memory (docs/adr/0041). The idea: a
 * turn changes the men of the mover, and what it takes. Group the positions of a sector in blocks
 * by the set that does not move; then all predecessors of one position, or of one position before
 * something is taken, lie in one block of some kilobytes.
 *
 * An update is a message from a position that has been decided to its predecessors. It names the
 * position as it is after the mover's men have moved: block << bits | offset, where the block is
 * the one of the predecessors, so updates can be gathered by block before they are applied. */
#ifndef CONCENTRIC_CORE_FLOW_H
#define CONCENTRIC_CORE_FLOW_H

#include "core/solvable.h"

typedef uint32_t FlowUpdate;

enum {
    FLOW_KINDS = 3,             /* kinds of turns that an update is for: quiet, taking 1, 2 */
    FLOW_PREDECESSORS_MAX = 64, /* of one update */
    FLOW_UPDATES_MAX = 16,      /* of one entry */
    FLOW_INSIDE_MAX = 63,       /* moves of one entry that stay in the stage */
    FLOW_RUN_MAX = 128,         /* positions of one call of exits */
};

typedef struct FlowShape {
    uint32_t blocks, size;         /* entry = block * size + offset */
    uint32_t bits;                 /* of the offset of an update for this sector */
    uint32_t sibling;              /* the sector of the stage that moves lead to and come from */
    bool inside;                   /* are there moves that stay in the stage? */
    uint32_t sources, source_size; /* what exits goes through */
} FlowShape;

/* An update for turns that leave the stage, whose values are known: with the value after the best
 * choice of what is taken, for the side to move then (the opponent of the player who moved). */
typedef struct FlowExit {
    FlowUpdate update;
    Worth worth;
    uint16_t kind;
} FlowExit;

typedef struct Flow {
    void (*shape)(const void *tables, uint32_t sector, FlowShape *out);
    /* A table for `predecessors` that is made for the work on one sector, for free(); NULL if there
     * is no memory. */
    void *(*prepare)(const void *tables, uint32_t sector);
    /* The number of moves that stay in the stage, for every entry of a block. */
    void (*count_inside)(const void *tables, uint32_t sector, uint32_t block, uint8_t *out);
    /* Updates from the positions outside of the stage that moves of the sector lead to, those
     * numbered first .. first + count - 1 (count at most FLOW_RUN_MAX) of a source. `values` are by
     * sector; of lower sectors only the block with the source's number is read, and they have as
     * many blocks as there are sources (so ranks can share them out, solve/spread.h). Room for
     * FLOW_UPDATES_MAX * FLOW_KINDS * count; returns how many. */
    int (*exits)(const void *tables, uint32_t sector, uint32_t source, uint32_t first, int count,
                 Worth *const *values, FlowExit *out);
    /* The updates from entries of the sector to the sibling; an entry that stands for the same
     * position as an earlier one has none. Room for FLOW_UPDATES_MAX * count; returns how many. */
    int (*updates)(const void *tables, uint32_t sector, const uint32_t *entries, int count,
                   FlowUpdate *out);
    /* The entries of the sector from which a turn of the given kind leads to the update's position;
     * each[i] of them for update i. Room for FLOW_PREDECESSORS_MAX * count; returns how many. */
    int (*predecessors)(const void *tables, const void *prepared, uint32_t sector,
                        const FlowUpdate *updates, const uint8_t *kinds, int count, uint32_t *out,
                        uint8_t *each);
} Flow;

#endif
