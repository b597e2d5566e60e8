/* SPDX-License-Identifier: MIT */
/* Move ordering: the transposition table's move, noisy moves by the game's own rating, killers, the
 * counter-move, quiet moves by history; moves that the game says lose something come last. */
#include "ai/inner.h"

#include <string.h>

enum {
    PICKED_MAX = 24,  /* moves of a list that are picked by their scores; the rest as they stand */
    NOISY_LEAST = 50, /* rating from which on quiescence searches a move */
};

/* The special moves of a node. */
typedef struct Special {
    uint32_t tt_hash;
    Move killer[2], counter;
} Special;

/* Branches only where they hardly ever go the other way: gains and losses come in any order. */
static int32_t order_of(const int32_t *history, const Special *special, Move move, int32_t rate)
{
    uint32_t hash = move_hash(move);
    int32_t order = history[history_index(hash)];
    order = rate < 0 ? ORDER_LOSING + rate : order;
    if (move == special->counter)
        order = ORDER_KILLER;
    if (move == special->killer[1])
        order = ORDER_KILLER + 1;
    if (move == special->killer[0])
        order = ORDER_KILLER + 2;
    order = rate > 0 ? ORDER_NOISY + rate : order;
    return hash == special->tt_hash ? ORDER_TT : order;
}

static void rate_moves(const Search *s, SearchFrame *f)
{
    if (s->game->rate)
        s->game->rate(s->game, &f->pos, f->moves, f->count, f->order);
    else
        memset(f->order, 0, (size_t)f->count * sizeof *f->order);
}

void order_moves(const Search *s, SearchFrame *f, int ply, Move before)
{
    rate_moves(s, f);
    if (s->level.blur)
        f->count = level_notice(&s->level, s->limits.seed, f->pos.key, ply, f->moves, f->order,
                                f->count);
    const int32_t *history = s->history[f->pos.turn & 1];
    Special special = {f->tt_move_hash,
                       {f->killer[0], f->killer[1]},
                       before ? s->counter[history_index(move_hash(before))] : 0};
    for (int i = 0; i < f->count; i++)
        f->order[i] = order_of(history, &special, f->moves[i], f->order[i]);
}

void order_noisy(const Search *s, SearchFrame *f)
{
    int n = 0;
    rate_moves(s, f);
    for (int i = 0; i < f->count; i++) {
        if (f->order[i] < NOISY_LEAST)
            continue;
        f->moves[n] = f->moves[i];
        f->order[n++] = ORDER_NOISY + f->order[i];
    }
    f->count = n;
}

int order_keep_noisy(SearchFrame *f)
{
    int n = 0;
    for (int i = 0; i < f->count; i++) {
        if (f->order[i] < ORDER_NOISY)
            continue;
        f->moves[n] = f->moves[i];
        f->order[n++] = f->order[i];
    }
    return f->count = n;
}

bool order_pick(SearchFrame *f, int at)
{
    if (at >= f->count)
        return false;
    if (f->sorted || at < f->picked)
        return true;
    int32_t most = f->order[at];
    for (int i = at + 1; i < f->count; i++) /* without branches: several at a time */
        most = f->order[i] > most ? f->order[i] : most;
    int top = at;
    while (f->order[top] != most)
        top++;
    f->picked = at + 1;
    f->sorted = at + 1 >= PICKED_MAX;
    Move move = f->moves[top];
    int32_t order = f->order[top];
    f->moves[top] = f->moves[at];
    f->order[top] = f->order[at];
    f->moves[at] = move;
    f->order[at] = order;
    return true;
}

/* History gravity: moves the score towards its limit by a part of the distance, so that scores stay
 * bounded and old ones fade. */
static void add_history(int32_t *score, int32_t by)
{
    int32_t size = by < 0 ? -by : by;
    *score += by - (int32_t)((int64_t)*score * size / HISTORY_MAX);
}

void order_cutoff(Search *s, SearchFrame *f, Move before)
{
    Move move = f->moves[f->next];
    int32_t *history = s->history[f->pos.turn & 1];
    int32_t by = f->depth * f->depth * 64;
    if (by > HISTORY_MAX / 8)
        by = HISTORY_MAX / 8;
    if (f->order[f->next] >= ORDER_NOISY && f->order[f->next] < ORDER_TT)
        return; /* a noisy move comes first anyway */
    if (f->killer[0] != move) {
        f->killer[1] = f->killer[0];
        f->killer[0] = move;
    }
    if (before)
        s->counter[history_index(move_hash(before))] = move;
    add_history(&history[history_index(move_hash(move))], by);
    for (int i = 0; i < f->next && i < PICKED_MAX; i++)
        if (f->order[i] < ORDER_NOISY)
            add_history(&history[history_index(move_hash(f->moves[i]))], -by);
}
