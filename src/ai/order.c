/* SPDX-License-Identifier: MIT */
/* The order of moves: the table's move, gains by the game's own rating, killers, the move that
 * refuted the same move elsewhere, history; moves that the game says lose something come last. */
#include "ai/inner.h"

#include <string.h>

enum {
    CHOSEN_MAX = 24, /* moves of a list that are chosen by their order */
    GAIN_LEAST = 50, /* what is worth looking at beyond the horizon */
};

static int32_t order_of(const Search *s, const SearchFrame *f, Move move, int32_t rate,
                        Move counter)
{
    uint32_t print = move_print(move);
    if (print == f->table_print)
        return ORDER_TABLE;
    if (rate > 0)
        return ORDER_GAIN + rate;
    if (move == f->killer[0])
        return ORDER_KILLER + 2;
    if (move == f->killer[1])
        return ORDER_KILLER + 1;
    if (move == counter)
        return ORDER_KILLER;
    if (rate < 0)
        return ORDER_LOSS + rate;
    return s->history[f->pos.turn & 1][print_bucket(print)];
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
    if (s->level.miss)
        f->count = level_notice(&s->level, s->limits.seed, f->pos.key, ply, f->moves, f->order,
                                f->count);
    Move counter = before ? s->counter[print_bucket(move_print(before))] : 0;
    for (int i = 0; i < f->count; i++)
        f->order[i] = order_of(s, f, f->moves[i], f->order[i], counter);
}

void order_gains(const Search *s, SearchFrame *f)
{
    int n = 0;
    rate_moves(s, f);
    for (int i = 0; i < f->count; i++) {
        if (f->order[i] < GAIN_LEAST)
            continue;
        f->moves[n] = f->moves[i];
        f->order[n++] = ORDER_GAIN + f->order[i];
    }
    f->count = n;
}

int order_keep_gains(SearchFrame *f)
{
    int n = 0;
    for (int i = 0; i < f->count; i++) {
        if (f->order[i] < ORDER_GAIN)
            continue;
        f->moves[n] = f->moves[i];
        f->order[n++] = f->order[i];
    }
    return f->count = n;
}

bool order_choose(SearchFrame *f)
{
    if (f->next >= f->count)
        return false;
    if (f->sorted)
        return true;
    int top = f->next;
    for (int i = f->next + 1; i < f->count; i++)
        if (f->order[i] > f->order[top])
            top = i;
    f->sorted = f->next + 1 >= CHOSEN_MAX;
    Move move = f->moves[top];
    int32_t order = f->order[top];
    f->moves[top] = f->moves[f->next];
    f->order[top] = f->order[f->next];
    f->moves[f->next] = move;
    f->order[f->next] = order;
    return true;
}

/* Towards the top by a part of what is missing, so that scores stay bounded and old ones fade. */
static void nudge(int32_t *score, int32_t by)
{
    int32_t size = by < 0 ? -by : by;
    *score += by - (int32_t)((int64_t)*score * size / HISTORY_TOP);
}

void order_reward(Search *s, SearchFrame *f, Move before)
{
    Move move = f->moves[f->next];
    int32_t *history = s->history[f->pos.turn & 1];
    int32_t by = f->depth * f->depth * 64;
    if (by > HISTORY_TOP / 8)
        by = HISTORY_TOP / 8;
    if (f->order[f->next] >= ORDER_GAIN && f->order[f->next] < ORDER_TABLE)
        return; /* a gain comes first anyway */
    if (f->killer[0] != move) {
        f->killer[1] = f->killer[0];
        f->killer[0] = move;
    }
    if (before)
        s->counter[print_bucket(move_print(before))] = move;
    nudge(&history[print_bucket(move_print(move))], by);
    for (int i = 0; i < f->next && i < CHOSEN_MAX; i++)
        if (f->order[i] < ORDER_GAIN)
            nudge(&history[print_bucket(move_print(f->moves[i]))], -by);
}
