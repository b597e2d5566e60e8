/* SPDX-License-Identifier: MIT */
/* What a run needs before anything is solved: the memory of the stage that needs the most, and the
 * disk for the files that are not there yet. */
#ifndef CONCENTRIC_SOLVE_PLAN_H
#define CONCENTRIC_SOLVE_PLAN_H

#include "solve/solve.h"

typedef struct SolvePlan {
    uint32_t sectors; /* still to be solved */
    uint64_t entries;
    uint64_t memory; /* bytes of the stage that needs the most, */
    uint32_t most;   /* the first sector of that stage */
    uint64_t disk;   /* bytes */
} SolvePlan;

/* Bytes of a sector's values that this process has in memory. */
uint64_t plan_values(const SolveRun *run, const void *tables, const Sector *sector, uint32_t s);
/* Bytes that a stage needs: values of it and of its successors, and what the method needs. Of the
 * stage only run, tables, first, count and sector are looked at. */
uint64_t plan_stage(const Stage *stage);
/* Bytes of a file with so many entries: more than was measured for any variant. */
uint64_t plan_disk(const SolveRun *run, uint64_t entries);
/* For all stages of the run that have a sector which is not done (NULL: none is). */
SolvePlan plan_make(const SolveRun *run, const void *tables, const Sector *sector, uint32_t sectors,
                    const bool *done);
/* Does what is left fit the memory that is allowed and the disk of run->dir? False with a reason
 * that names what would do. */
bool plan_fits(const SolveRun *run, const Sector *sector, const SolvePlan *plan, char *why);

#endif
