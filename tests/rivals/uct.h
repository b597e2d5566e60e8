/* SPDX-License-Identifier: MIT */
/* A rival to measure ours against: plain UCT (Kocsis and Szepesvari 2006) over the contract, for
 * every game. UCB1 in the tree, one node added per playout, random playouts to the end of the game.
 * Its budget is counted in playout moves; or it has a time. Nothing of src/ai is used. */
#ifndef CONCENTRIC_RIVALS_UCT_H
#define CONCENTRIC_RIVALS_UCT_H

#include "base/rng.h"
#include "core/history.h"

enum { UCT_MOVES = 1000000, UCT_PLIES_MAX = 512 };

typedef struct UctLimits {
    uint64_t moves;      /* of playouts; 0: no limit */
    double time_ms;      /* 0: no limit */
    double (*now)(void); /* milliseconds, for time_ms */
    double explore;      /* the factor of UCB1's square root; wins are 1, draws 1/2 */
} UctLimits;

typedef struct UctNode {
    Move move;
    uint32_t first, count; /* its children in the pool; count 0: not expanded */
    uint32_t visits;
    float sum; /* for the player who moved here */
} UctNode;

typedef struct Uct {
    UctNode *pool;
    size_t used, capacity;
    Move *scratch;
    Rng rng;
    uint64_t playouts, playout_moves; /* of the last decision */
} Uct;

bool uct_open(Uct *uct, const Game *game, size_t nodes, uint64_t seed);
void uct_close(Uct *uct);

/* The move that was visited most; 0 only if there is none. */
Move uct_think(Uct *uct, const Game *game, const Pos *root, const UctLimits *limits);

#endif
