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

#include "base/lanes.h"
#include "core/solvable.h"

typedef uint32_t FlowUpdate;

enum {
    FLOW_KINDS = 3,             /* kinds of turns that an update is for: quiet, taking 1, 2 */
    FLOW_PREDECESSORS_MAX = 64, /* of one update */
    FLOW_UPDATES_MAX = 16,      /* of one entry */
    FLOW_INSIDE_MAX = 63,       /* moves of one entry that stay in the stage */
    FLOW_RUN_MAX = 16,          /* positions of one call of exits, beside each source */
};

/* How good a turn is for who makes it, in ten bits, the smallest the best: (p - 1) / 2 for a win in
 * p plies, a draw, 1023 - p / 2 for a loss in p plies; the turn itself counts. Players alternate,
 * so wins take an odd number of plies. */
typedef uint16_t Grade;
enum { GRADE_BITS = 10, GRADE_NONE = 1023, GRADE_DRAW = 511, GRADE_PLIES_MAX = 1022 };

/* The longest value after a turn that has a grade. */
enum { GRADE_WORTH_MAX = 2 * GRADE_PLIES_MAX };

/* Of a turn that leads to this value for the opponent, who is to move then. */
static inline Grade grade_before(Worth after)
{
    Grade half = after >> 2, lost = (Grade)(GRADE_NONE - half);
    Grade decided = after & 1 ? half : lost;
    return after ? decided : GRADE_DRAW;
}

/* The value of a position whose best turn this is. */
static inline Worth grade_worth(Grade grade)
{
    Worth won = (Worth)(4 * grade + 4), lost = (Worth)(4 * (GRADE_NONE - grade) + 1);
    Worth decided = grade < GRADE_DRAW ? won : lost;
    return grade == GRADE_DRAW ? WORTH_DRAW : decided;
}

static inline int grade_plies(Grade grade)
{
    return grade < GRADE_DRAW ? 2 * grade + 1 : 2 * (GRADE_NONE - grade);
}

typedef struct FlowShape {
    uint32_t blocks, size;         /* entry = block * size + offset */
    uint32_t bits;                 /* of the offset of an update for this sector */
    uint32_t arrivals;             /* different offsets of updates for a block */
    uint32_t sibling;              /* the sector of the stage that moves lead to and come from */
    bool inside;                   /* are there moves that stay in the stage? */
    uint32_t sources, source_size; /* what exits goes through */
    size_t prepared;               /* bytes of what `prepare` makes */
    size_t scratch;                /* bytes that a thread needs for begin and exits */
} FlowShape;

/* An update for turns that leave the stage, whose values are known: the grade of each kind of turn,
 * with the best choice of what is taken, at GRADE_BITS times its number; GRADE_NONE for none. */
typedef struct FlowExit {
    FlowUpdate update;
    uint32_t grades;
} FlowExit;

static inline Grade flow_grade(uint32_t grades, int kind)
{
    return (Grade)(grades >> (GRADE_BITS * kind) & GRADE_NONE);
}

typedef struct Flow {
    void (*shape)(const void *tables, uint32_t sector, FlowShape *out);
    /* Tables that are made for the work on one sector, for free(); NULL if there is no memory. */
    void *(*prepare)(const void *tables, uint32_t sector);
    /* Takes up so many sources (at most LANES), to list the positions outside of the stage
     * that moves of the sector lead to. `values` are by sector; of lower sectors only the blocks
     * with the sources' numbers are read, and they have as many blocks as there are sources (so
     * ranks can share them out, solve/spread.h). False if a value is beyond GRADE_WORTH_MAX. */
    bool (*begin)(const void *tables, uint32_t sector, uint32_t source, int count,
                  Worth *const *values, void *scratch);
    /* Updates from those positions, the ones numbered first .. first + count - 1 (count at most
     * FLOW_RUN_MAX) of each source. Room for FLOW_UPDATES_MAX * LANES * count; returns how
     * many. */
    int (*exits)(const void *tables, const void *prepared, uint32_t sector, void *scratch,
                 uint32_t first, int count, FlowExit *out);
    /* Where all turns leave the stage: the best grade of every entry of so many blocks (at most
     * LANES), best[entry][lane], from grades[offset of an update][lane], of which each is
     * there once or is all ones. */
    void (*gather)(const void *tables, const void *prepared, uint32_t sector, uint32_t block,
                   int count, const uint32_t *grades, Grade *best);
    /* What follows is for stages with moves inside. The number of moves that stay in the stage, for
     * every entry of a block. */
    void (*count_inside)(const void *tables, uint32_t sector, uint32_t block, uint8_t *out);
    /* The updates from entries of the sector to the sibling; an entry that stands for the same
     * position as an earlier one has none. Room for FLOW_UPDATES_MAX * count; returns how many. */
    int (*updates)(const void *tables, uint32_t sector, const uint32_t *entries, int count,
                   FlowUpdate *out);
    /* The entries of the sector from which a turn of the given kind leads to the updates'
     * positions; each[i] of them for update i. Room for FLOW_PREDECESSORS_MAX * count; returns how
     * many. */
    int (*predecessors)(const void *tables, uint32_t sector, const FlowUpdate *updates, int kind,
                        int count, uint32_t *out, uint8_t *each);
} Flow;

#endif
