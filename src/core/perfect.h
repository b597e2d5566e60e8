/* SPDX-License-Identifier: MIT */
/* Perfect play by an Oracle: what every legal move is worth, and which one to play. The fastest
 * win, else a draw, among draws the one that sets most traps (after which the largest share of the
 * replies loses), else the longest loss. */
#ifndef CONCENTRIC_CORE_PERFECT_H
#define CONCENTRIC_CORE_PERFECT_H

#include "core/game.h"
#include "core/known.h"

typedef struct PerfectMove {
    Move move;
    Known known;              /* for the side that makes the move; plies count it */
    uint32_t losing, replies; /* of the enemy's replies to a drawing move; 0 of 0 otherwise */
} PerfectMove;

/* What is known of a position, the end of the game included; the oracle need not know ends. */
bool perfect_known(const Game *game, const Pos *pos, const Oracle *oracle, Known *out);

/* What a legal move is worth, for the side that makes it; its plies count the move. */
bool perfect_move(const Game *game, const Pos *pos, const Oracle *oracle, Move move, Known *out);
/* Is a better for the side that both are about? Sooner wins, later losses. */
bool perfect_is_better(const Known *a, const Known *b);

/* Judges every legal move, in the order of moves(). `out` has room for moves_max, `scratch` for
 * 2 * moves_max. Returns how many, or -1 if something is not known. */
int perfect_judge(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch,
                  PerfectMove *out);

/* The best of them; -1 if there are none. Of equals the first. A win or loss whose plies are not
 * known counts as a long one. */
int perfect_best(const PerfectMove *moves, int count);
/* The best first, equals in their order. */
void perfect_sort(PerfectMove *moves, int count);

/* Best play from a position that is won or lost in a known number of plies, to the end of the game
 * or for `most` plies; shorter where that is not known any more. `scratch` has room for moves_max.
 * Returns how many moves. */
int perfect_follow(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch, Move *out,
                   int most);

#endif
