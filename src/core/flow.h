/* SPDX-License-Identifier: MIT */
/* Batches that let the solver work with little random access to memory (docs/adr/0041). The idea:
 * a turn changes the men of the mover, and what it takes. Group the positions of a sector in blocks
 * by the set that does not move; then all positions from which turns lead to one position, or to
 * one position before something is taken, lie in one block of some kilobytes.
 *
 * A note says something of a position after the mover's men have moved: what the position is worth,
 * for the positions that it can come from. Its number is block << bits | offset, the block being
 * the one of those positions, so notes can be gathered by blocks before they are read. */
#ifndef CONCENTRIC_CORE_FLOW_H
#define CONCENTRIC_CORE_FLOW_H

#include "core/solvable.h"

typedef uint32_t FlowNote;

enum {
    FLOW_KINDS = 3,        /* kinds of turns that a note can be meant for: quiet, taking 1, 2 */
    FLOW_PARENTS_MAX = 64, /* positions that one note concerns */
    FLOW_TURNED_MAX = 16,  /* notes of one entry */
    FLOW_INSIDE_MAX = 63,  /* moves of one entry that stay in the stage */
    FLOW_RUN_MAX = 128,    /* positions of one call of announce */
};

typedef struct FlowShape {
    uint32_t blocks, size;         /* entry = block * size + offset */
    uint32_t bits;                 /* of the offset of a note for this sector */
    uint32_t sibling;              /* the sector of the stage that moves lead to and come from */
    bool inside;                   /* are there moves that stay in the stage? */
    uint32_t sources, source_size; /* what announce goes through */
} FlowShape;

/* A note with the value of the position after the best choice of what is taken, for its side to
 * move (the enemy of the player whose turn it was). */
typedef struct FlowTold {
    FlowNote note;
    Worth worth;
    uint16_t kind;
} FlowTold;

typedef struct Flow {
    void (*shape)(const void *tables, uint32_t sector, FlowShape *out);
    /* The number of moves that stay in the stage, for every entry of a block. */
    void (*begin)(const void *tables, uint32_t sector, uint32_t block, uint8_t *out);
    /* Notes on the positions that moves of the sector lead to outside of the stage, those numbered
     * first .. first + count - 1 (count at most FLOW_RUN_MAX) of a source. `values` are by sector.
     * Room for FLOW_TURNED_MAX * FLOW_KINDS * count; returns how many. */
    int (*announce)(const void *tables, uint32_t sector, uint32_t source, uint32_t first, int count,
                    Worth *const *values, FlowTold *out);
    /* The notes for the sibling on entries of the sector; an entry that stands for the same
     * position as an earlier one has none. Room for FLOW_TURNED_MAX * count; returns how many. */
    int (*turn)(const void *tables, uint32_t sector, const uint32_t *entries, int count,
                FlowNote *out);
    /* The entries of the sector from which a turn of the note's kind leads where the note says;
     * each[i] of them for note i. Room for FLOW_PARENTS_MAX * count; returns how many. */
    int (*parents)(const void *tables, uint32_t sector, const FlowNote *notes, const uint8_t *kinds,
                   int count, uint32_t *out, uint8_t *each);
} Flow;

#endif
