/* SPDX-License-Identifier: MIT */
/* Plain UCT, see uct.h. A node's children are made all at once when it is visited for the second
 * time; those not tried yet come before the others, in random order. When the pool is full the tree
 * grows no more. */
#include "rivals/uct.h"

#include <math.h>
#include <stdlib.h>

bool uct_open(Uct *uct, const Game *game, size_t nodes, uint64_t seed)
{
    *uct = (Uct){.capacity = nodes, .rng = {seed}};
    uct->pool = malloc(nodes * sizeof *uct->pool);
    uct->scratch = malloc(game->moves_max * sizeof *uct->scratch);
    return uct->pool && uct->scratch;
}

void uct_close(Uct *uct)
{
    free(uct->pool);
    free(uct->scratch);
}

static double value_of(const Game *game, const Pos *pos, int player)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    if (winner != WINNER_P1 && winner != WINNER_P2)
        return 0.5;
    return (winner == WINNER_P2) == player ? 1 : 0;
}

static void expand(Uct *uct, const Game *game, const Pos *pos, UctNode *node)
{
    if (uct->used + game->moves_max > uct->capacity)
        return;
    int n = game->moves(game, pos, uct->scratch);
    node->first = (uint32_t)uct->used;
    node->count = (uint32_t)n;
    uct->used += (size_t)n;
    for (int i = 0; i < n; i++) {
        int j = i + (int)rng_below(&uct->rng, (uint32_t)(n - i));
        Move move = uct->scratch[j];
        uct->scratch[j] = uct->scratch[i];
        uct->pool[node->first + (uint32_t)i] = (UctNode){.move = move};
    }
}

/* UCB1; the first child that was never tried, if there is one. */
static UctNode *choose(const Uct *uct, const UctNode *node, double explore)
{
    UctNode *child = uct->pool + node->first, *best = child;
    double log_visits = log(node->visits), top = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        if (!child[i].visits)
            return &child[i];
        double visits = child[i].visits;
        double score = child[i].sum / visits + explore * sqrt(log_visits / visits);
        if (score > top) {
            top = score;
            best = &child[i];
        }
    }
    return best;
}

/* A random game from pos[0]; pos has room for two. The result is for player 0. */
static double playout(Uct *uct, const Game *game, Pos *pos)
{
    Move move;
    int at = 0, plies = 0;
    while (plies < 2000 && game_pick(game, &pos[at], (uint32_t)(rng_next(&uct->rng) >> 32),
                                     uct->scratch, &move) > 0) {
        game->apply(game, &pos[at], move, &pos[!at]);
        at = !at;
        plies++;
    }
    uct->playouts++;
    uct->playout_moves += (uint64_t)plies;
    return value_of(game, &pos[at], 0);
}

static void simulate(Uct *uct, const Game *game, const Pos *root, double explore)
{
    UctNode *path[UCT_PLIES_MAX + 1];
    int mover[UCT_PLIES_MAX + 1], length = 1;
    Pos pos[2] = {*root};
    path[0] = uct->pool;
    mover[0] = 0;
    for (;;) {
        UctNode *node = path[length - 1];
        if (!node->count && (node->visits || length == 1))
            expand(uct, game, &pos[0], node);
        if (!node->count || length > UCT_PLIES_MAX)
            break;
        UctNode *child = choose(uct, node, explore);
        mover[length] = pos[0].turn;
        path[length++] = child;
        game->apply(game, &pos[0], child->move, &pos[1]);
        pos[0] = pos[1];
        if (!child->visits)
            break;
    }
    double value = playout(uct, game, pos);
    for (int i = 0; i < length; i++) {
        path[i]->visits++;
        path[i]->sum += (float)(mover[i] ? 1 - value : value);
    }
}

Move uct_think(Uct *uct, const Game *game, const Pos *root, const UctLimits *limits)
{
    double began = limits->time_ms > 0 ? limits->now() : 0;
    uct->pool[0] = (UctNode){0};
    uct->used = 1;
    uct->playouts = uct->playout_moves = 0;
    do {
        simulate(uct, game, root, limits->explore);
        if (limits->moves &&
            (uct->playout_moves >= limits->moves || uct->playouts >= limits->moves))
            break; /* at the end of a game a playout has no moves */
    } while (limits->time_ms <= 0 || limits->now() - began < limits->time_ms);
    const UctNode *child = uct->pool + uct->pool[0].first;
    uint32_t best = 0;
    for (uint32_t i = 1; i < uct->pool[0].count; i++)
        if (child[i].visits > child[best].visits)
            best = i;
    return uct->pool[0].count ? child[best].move : 0;
}
