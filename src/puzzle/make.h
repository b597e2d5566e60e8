/* SPDX-License-Identifier: MIT */
/* Makes puzzles: positions of weak games, looked at one by one. Where values are known (an oracle),
 * a puzzle is a position in which one move alone keeps the win or the draw; elsewhere one in which
 * one move alone forces a goal within some plies, proved by trying everything (prove.h). The same
 * seed gives the same puzzles. */
#ifndef CONCENTRIC_PUZZLE_MAKE_H
#define CONCENTRIC_PUZZLE_MAKE_H

#include "ai/search.h"
#include "base/rng.h"
#include "puzzle/prove.h"
#include "puzzle/puzzle.h"
#include "puzzle/solver.h"

/* line.c: builds lines. */
typedef struct Liner {
    const Game *game;
    Prover *prover;
    Oracle oracle;
    Rng *rng;
    Line line;
    Move *lists; /* moves_max for every move of a line, and one more */
} Liner;

/* The line from pos by which the goal that the prover was asked about is forced in just `plies`
 * plies; false if some move in it would not be the only one, or the prover has spent its moves. */
bool liner_prove(Liner *l, const Pos *pos, int plies);
/* The line from pos by known values as far as each move of the side to move is the only one that
 * keeps the value; false if the first is not, or the position is lost or not known. *value is 1 or
 * 0. */
bool liner_know(Liner *l, const Pos *pos, int most, int *value);

/* theme.c: what the line shows. The prover still knows the question where one was asked; it is NULL
 * where values are known. */
uint32_t themes_of(Liner *l, const Goal *goal, Prover *prover);

/* level.c */
/* The lowest level that plays the solver's moves of the line in four of five seeds; LEVEL_MAX if
 * none of those below does. */
int level_that_solves(Solver *solver, const Game *game, const Line *line);

typedef struct Maker Maker;

/* NULL if there is no memory. The oracle may be empty; game and oracle must outlive the maker. */
Maker *maker_open(const Game *game, const Oracle *oracle, uint64_t seed);
void maker_close(Maker *maker);
/* The next puzzle, checked; false if no more is found in a great number of games. */
bool maker_next(Maker *maker, Puzzle *out);

/* What the maker has done so far. */
typedef struct MakerCounts {
    uint64_t games, positions, candidates, not_unique, too_dear, unchecked, misleading, again;
} MakerCounts;
const MakerCounts *maker_counts(const Maker *maker);

#endif
