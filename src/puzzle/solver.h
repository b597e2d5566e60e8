/* SPDX-License-Identifier: MIT */
/* A search with memory of its own, and one thread: what makes and judges puzzles asks it often and
 * about little. With an empty table and a limit on nodes its answers are the same everywhere. */
#ifndef CONCENTRIC_PUZZLE_SOLVER_H
#define CONCENTRIC_PUZZLE_SOLVER_H

#include "ai/search.h"

typedef struct Solver {
    SearchMemory memory;
    Search search;
} Solver;

/* NULL if there is no memory. */
Solver *solver_open(const Game *game);
void solver_close(Solver *solver);
/* Searches with an empty table; the answer is in solver->search. */
void solver_think(Solver *solver, const History *history, SearchLimits limits);
/* The same for a position without a past. */
void solver_think_pos(Solver *solver, const Game *game, const Pos *pos, SearchLimits limits);

#endif
