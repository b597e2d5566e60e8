/* SPDX-License-Identifier: MIT */
/* Brute force, see brute.h: sweeps over all positions, one for every ply of distance, until a sweep
 * decides nothing. */
#include "brute/brute.h"

#include <stdlib.h>

enum { UNDECIDED = -2, DRAWN = -1 };

typedef struct Node {
    Pos pos;
    uint32_t first, moves; /* into next */
    int plies;             /* or UNDECIDED; DRAWN by the rules */
    int value;             /* for the side to move */
} Node;

struct Brute {
    const Game *game;
    Node *node;
    size_t count, most, slots;
    uint32_t *slot; /* by key: node + 1 */
    uint32_t *next;
    size_t edges, room;
    Move *moves;
};

void brute_free(Brute *b)
{
    if (!b)
        return;
    free(b->node);
    free(b->slot);
    free(b->next);
    free(b->moves);
    free(b);
}

static bool make(Brute *b, const Game *game, size_t most)
{
    b->game = game;
    b->most = most;
    b->slots = 1;
    while (b->slots < 2 * most)
        b->slots *= 2;
    b->node = malloc(most * sizeof *b->node);
    b->slot = calloc(b->slots, sizeof *b->slot);
    b->moves = malloc(game->moves_max * sizeof *b->moves);
    return b->node && b->slot && b->moves;
}

/* The number of the position, a new one if need be; most if there is no room. */
static size_t find(Brute *b, const Pos *pos)
{
    size_t i = pos->key & (b->slots - 1);
    while (b->slot[i] && b->node[b->slot[i] - 1].pos.key != pos->key)
        i = (i + 1) & (b->slots - 1);
    if (b->slot[i])
        return b->slot[i] - 1;
    if (b->count == b->most)
        return b->most;
    b->node[b->count] = (Node){.pos = *pos, .plies = UNDECIDED};
    b->slot[i] = (uint32_t)++b->count;
    return b->count - 1;
}

static bool add_edge(Brute *b, size_t to)
{
    if (b->edges == b->room) {
        b->room = 2 * b->room + 4096;
        uint32_t *more = realloc(b->next, b->room * sizeof *more);
        if (!more)
            return false;
        b->next = more;
    }
    b->next[b->edges++] = (uint32_t)to;
    return true;
}

static bool expand(Brute *b, size_t i)
{
    Pos pos = b->node[i].pos, next;
    Winner winner = b->game->ops->outcome(b->game, &pos).winner;
    b->node[i].first = (uint32_t)b->edges;
    if (winner != WINNER_NONE) {
        int mine = winner == (pos.turn ? WINNER_P2 : WINNER_P1);
        b->node[i].value = winner == WINNER_DRAW ? 0 : mine ? 1 : -1;
        b->node[i].plies = winner == WINNER_DRAW ? DRAWN : 0;
        return true;
    }
    int count = b->game->moves(b->game, &pos, b->moves);
    for (int m = 0; m < count; m++) {
        b->game->apply(b->game, &pos, b->moves[m], &next);
        size_t to = find(b, &next);
        if (to == b->most || !add_edge(b, to))
            return false;
    }
    b->node[i].moves = (uint32_t)count;
    return true;
}

/* Can the node be decided in this ply? Everything decided so far has fewer plies. */
static bool decide(const Brute *b, Node *node, int ply)
{
    uint32_t won = 0;
    for (uint32_t m = 0; m < node->moves; m++) {
        const Node *next = &b->node[b->next[node->first + m]];
        if (next->plies < 0 || next->plies >= ply)
            continue;
        if (next->value < 0) {
            node->value = 1;
            node->plies = ply;
            return true;
        }
        won += next->value > 0;
    }
    if (won < node->moves)
        return false;
    node->value = -1;
    node->plies = ply;
    return true;
}

static void sweep(Brute *b)
{
    size_t decided = 1;
    for (int ply = 1; decided; ply++) {
        decided = 0;
        for (size_t i = 0; i < b->count; i++)
            if (b->node[i].plies == UNDECIDED)
                decided += decide(b, &b->node[i], ply);
    }
}

Brute *brute_solve(const Game *game, const Pos *roots, size_t count, size_t most)
{
    Brute *b = calloc(1, sizeof *b);
    bool good = b && make(b, game, most);
    for (size_t i = 0; good && i < count; i++)
        good = find(b, &roots[i]) != most;
    for (size_t i = 0; good && i < b->count; i++)
        good = expand(b, i);
    if (!good) {
        brute_free(b);
        return NULL;
    }
    sweep(b);
    return b;
}

size_t brute_count(const Brute *brute)
{
    return brute->count;
}

const Pos *brute_at(const Brute *brute, size_t i, Known *out)
{
    const Node *node = &brute->node[i];
    *out = node->plies >= 0 ? (Known){node->value, node->plies} : (Known){0, -1};
    return &node->pos;
}

Known brute_search(const Game *game, const Pos *pos, int depth, Move *arena)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    if (winner != WINNER_NONE) {
        bool mine = winner == (pos->turn ? WINNER_P2 : WINNER_P1);
        return winner == WINNER_DRAW ? (Known){0, -1} : (Known){mine ? 1 : -1, 0};
    }
    Known best = {-1, 0};
    int count = depth > 0 ? game->moves(game, pos, arena) : 0;
    if (!count)
        return (Known){0, -1};
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, arena[i], &next);
        Known known = brute_search(game, &next, depth - 1, arena + game->moves_max);
        known = (Known){-known.value, known.plies + 1};
        bool better = known.value > best.value ||
                      (known.value == best.value && known.value > 0 && known.plies < best.plies) ||
                      (known.value < 0 && best.value < 0 && known.plies > best.plies);
        if (better)
            best = known;
    }
    return best.value ? best : (Known){0, -1};
}
