/* SPDX-License-Identifier: MIT */
/* What ranks (exchange.h) do that one process does alone: they share out a stage's blocks, send
 * what is for each other, and rank 0 reads and writes the files for all, so that no other rank
 * needs a disk. A rank has of each sector a run of blocks, the share of their number: exits of a
 * source read the block of the same number in other sectors (core/flow.h), so a rank that goes
 * through its share of the sources reads only what it has. Arrays of values have the size of the
 * sector on every rank, and memory only where the rank writes. */
#ifndef CONCENTRIC_SOLVE_SPREAD_H
#define CONCENTRIC_SOLVE_SPREAD_H

#include "solve/queue.h"
#include "solve/solve.h"

/* Queues of all threads, with lists for ranks behind those of the rank's own buckets. */
typedef struct Spread {
    Exchange *exchange;
    Queue *queue[WORKERS_MAX];
    int threads;
    uint32_t buckets;            /* own ones */
    uint32_t first, down, shift; /* bucket = ((word >> down) - first) >> shift */
    ExchangeUse use;
    bool inside;   /* kind of stage, for the tally */
    uint32_t next; /* thread whose lists the next batch goes to */
    bool failed;
} Spread;
/* Empties the lists for ranks on all ranks. False if there was no memory for what came. */
bool spread_swap(Spread *spread);

/* Do all ranks want to solve the same in the same way? */
bool spread_begin(const SolveRun *run, uint64_t rules, char *why);

/* The entries of a sector that this rank has. */
Share spread_entries(const SolveRun *run, const void *tables, uint32_t sector);
/* The most entries that any rank has. */
uint64_t spread_most(const SolveRun *run, const void *tables, uint32_t sector);

/* Counts of this rank's entries become those of all. */
void spread_counts(Exchange *exchange, FormatHeader *header);
/* Each rank's entries of a sector, out of the file that rank 0 has, for the stage of another one.
 * Without `values` there was no memory for them, which is told to all. */
bool spread_load(const SolveRun *run, const void *tables, uint32_t sector, const char *name,
                 uint32_t stage_sector, Worth *values, char *why);
/* Writes the file of a sector at rank 0, as store_write does; counts are those of all ranks. */
bool spread_write(const SolveRun *run, const void *tables, uint32_t sector, FormatHeader *header,
                  Worth *values, char *why);

#endif
