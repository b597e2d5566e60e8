/* SPDX-License-Identifier: MIT */
/* Proves that a goal is forced, by trying everything. It knows the contract of a game (moves,
 * apply, outcome, events) and nothing of evaluations or of the search that it may be to judge. */
#ifndef CONCENTRIC_PUZZLE_PROVE_H
#define CONCENTRIC_PUZZLE_PROVE_H

#include "puzzle/goal.h"

enum { PROVER_PLIES_MAX = 31 };

typedef struct Proof Proof;

typedef struct Prover {
    const Game *game;
    const Goal *goal;
    int who;                           /* the player who wants it */
    uint64_t made, most;               /* moves made, and the most allowed; 0: no limit */
    bool spent;                        /* that was too few: answers mean nothing */
    uint32_t serial;                   /* tells what is remembered of this question from others' */
    Move killer[PROVER_PLIES_MAX + 1]; /* by plies left: what decided a position last time */
    Proof *memo;
    Move *moves; /* `room` of them: moves_max for every ply */
    size_t room;
} Prover;

/* False if there is no memory. */
bool prover_open(Prover *p);
void prover_close(Prover *p);
/* A new question: the goal for the side to move in pos. The game stays open until the next one. */
void prover_ask(Prover *p, const Game *game, const Goal *goal, const Pos *pos);
/* Is the goal reached from pos within so many plies, whatever the other side does? */
bool prover_forced(Prover *p, const Pos *pos, int plies);
/* And if this move comes first? */
bool prover_keeps(Prover *p, const Pos *pos, Move move, int plies);

#endif
