/* SPDX-License-Identifier: MIT */
/* What a move is worth, and perfect play by it: the fastest win, else a draw, among draws the one
 * that sets most traps (after which the largest share of the replies loses), else the longest loss,
 * and of equally long ones that after which the smallest share of the replies wins. Search,
 * terminal, page and command line all ask here.
 *
 * Databases do not know the history of a game, but a position that occurs for the third time is a
 * draw. On the way of the fastest win no position occurs again, because the distance falls with
 * every move; but some may have occurred before. So a move that makes a draw by repetition, or wins
 * but lets the opponent make one, counts as a draw. */
#ifndef CONCENTRIC_CORE_PERFECT_H
#define CONCENTRIC_CORE_PERFECT_H

#include "core/known.h"
#include "core/past.h"

/* What moves are judged by: known values of positions, and the positions of the game so far. */
typedef struct Judge {
    const Game *game;
    Oracle oracle;
    Past past;     /* nothing in it: each position is judged as if a game began there */
    Move *scratch; /* room for moves_max */
} Judge;

typedef struct PerfectMove {
    Move move;
    Known known; /* for the side that makes the move; plies count it */
    /* Of the enemy's replies, those that are mistakes: to a drawing move, that lose; where all is
     * lost, to the moves that hold out longest, that do not win. 0 of 0 otherwise, and where one is
     * not known. */
    uint32_t losing, replies;
} PerfectMove;

/* What is known of a position, the end of the game included; the oracle need not know ends. */
bool perfect_known(const Game *game, const Pos *pos, const Oracle *oracle, Known *out);

/* What a legal move is worth, for the side that makes it; its plies count the move. */
bool perfect_move(const Judge *judge, const Pos *pos, Move move, Known *out);
/* Does a legal move draw by repetition, or let the enemy do so? For who has values elsewhere. */
typedef enum Again { AGAIN_NEVER, AGAIN_NOW, AGAIN_NEXT } Again;
Again perfect_again(const Judge *judge, const Pos *pos, Move move);
/* The best of these legal moves; false if there are none, or one is not known. The list is not the
 * judge's scratch. */
bool perfect_of(const Judge *judge, const Pos *pos, const Move *moves, int count, Known *out);
/* Is a better for the side that both are about? Sooner wins, later losses. */
bool perfect_is_better(const Known *a, const Known *b);

/* Judges every legal move, in the order of moves(). `list` and `out` have room for moves_max.
 * Returns how many, or -1 if one is not known. */
int perfect_judge(const Judge *judge, const Pos *pos, Move *list, PerfectMove *out);
/* What the position is worth in this game: as the best of its moves, or as perfect_known says where
 * not all of them are known. `list` has room for moves_max. */
bool perfect_here(const Judge *judge, const Pos *pos, Move *list, Known *out);

/* The best of them; -1 if there are none. Of equals the first. A win or loss whose plies are not
 * known counts as a long one. */
int perfect_best(const PerfectMove *moves, int count);
/* The best first, equals in their order. */
void perfect_sort(PerfectMove *moves, int count);

/* Of the best of a sorted list one by the seed comes to its head: nobody learns one way by heart.
 */
void perfect_vary(PerfectMove *moves, int count, uint64_t seed);

/* Best play from a position that is won or lost in a known number of plies, to the end of the game
 * or for `most` plies; shorter where that is not known any more. `scratch` has room for moves_max.
 * Returns how many moves. */
int perfect_follow(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch, Move *out,
                   int most);

#endif
