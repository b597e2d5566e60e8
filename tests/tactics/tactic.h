/* SPDX-License-Identifier: MIT */
/* The tables of tactical positions (README.md beside this file) and the search that is to solve
 * them, as test_tactics and tools/tactics share them. */
#ifndef CONCENTRIC_TESTS_TACTIC_H
#define CONCENTRIC_TESTS_TACTIC_H

#include "ai/search.h"
#include "tactics/prove.h"

#include <stdio.h>

/* One line of a table. */
typedef struct Tactic {
    char variant[VARIANT_TEXT_MAX];
    char text[POSITION_TEXT_MAX];
    const Goal *goal;
    int plies;
    uint64_t nodes;
} Tactic;

/* False if the line is none. */
bool tactic_read(const char *line, Tactic *out);
void tactic_write(const Tactic *tactic, FILE *out);

/* A search with memory of its own. */
typedef struct Solver {
    SearchMemory memory;
    Search search;
} Solver;

/* NULL if there is no memory. */
Solver *solver_open(const Game *game);
void solver_close(Solver *solver);
/* Searches the position with an empty table and one thread; the answer is in solver->search. */
void solver_think(Solver *solver, const History *history, SearchLimits limits);
/* The same for a position without a past. */
void solver_think_pos(Solver *solver, const Game *game, const Pos *pos, SearchLimits limits);

#endif
