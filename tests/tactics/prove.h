/* SPDX-License-Identifier: MIT */
/* Proves tactical positions by trying everything. It knows the contract of a game (moves, apply,
 * outcome, events) and nothing of evaluations or of the search that it is to judge. */
#ifndef CONCENTRIC_TESTS_PROVE_H
#define CONCENTRIC_TESTS_PROVE_H

#include "core/game.h"

/* What is to be forced: a move with one of these events, or the win of the game, which is never
 * less. The goal "win" has no events. */
typedef struct Goal {
    const char *name;
    uint32_t events; /* bit per EventKind */
} Goal;

/* NULL if there is no goal of that name: win, frame, mill, trap. */
const Goal *goal_find(const char *name);

enum { PROVER_PLIES_MAX = 31 };

typedef struct Proof Proof;

typedef struct Prover {
    const Game *game;
    const Goal *goal;
    int who;             /* the player who wants it */
    uint64_t made, most; /* moves made, and the most allowed; 0: no limit */
    bool spent;          /* that was too few: answers mean nothing */
    uint32_t serial;     /* tells what is remembered of this question from other ones' */
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
/* And if this move of the one who wants it comes first? */
bool prover_keeps(Prover *p, const Pos *pos, Move move, int plies);

#endif
