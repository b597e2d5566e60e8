/* SPDX-License-Identifier: MIT */
/* How many positions of a database are won or lost in how many plies. */
#ifndef CONCENTRIC_SOLVE_DISTANCES_H
#define CONCENTRIC_SOLVE_DISTANCES_H

#include "solve/store.h"

/* The values of one sector, counted up to symmetry. */
enum { DISTANCE_WORTHS = 1 << 16 };
typedef struct SectorDistances {
    const char *name;
    uint64_t count[DISTANCE_WORTHS]; /* by Worth */
    int plies;                       /* of the longest win or loss; -1 if all are drawn */
    Pos longest;                     /* the first such position */
} SectorDistances;

/* Reads every file of a directory once; sectors without a file are passed over. */
typedef struct DistanceRun {
    const Game *game;
    const char *dir;
    Workers workers;
    void (*tell)(void *context, const SectorDistances *sector);
    void *context;
    uint32_t files, missing; /* out */
} DistanceRun;
bool distances_run(DistanceRun *run, char *why);

#endif
