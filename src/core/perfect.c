/* SPDX-License-Identifier: MIT */
/* Perfect play, see perfect.h. */
#include "core/perfect.h"

bool perfect_known(const Game *game, const Pos *pos, const Oracle *oracle, Known *out)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    if (winner == WINNER_NONE)
        return oracle->ask(oracle->context, pos, out);
    bool won = winner == (pos->turn ? WINNER_P2 : WINNER_P1);
    *out = winner == WINNER_DRAW ? (Known){0, -1} : (Known){won ? 1 : -1, 0};
    return true;
}

/* A position's value as the side `turn`, which moved there, sees it. */
static Known seen_by(int turn, const Pos *next, Known known)
{
    if (known.plies >= 0)
        known.plies++;
    if (next->turn != turn)
        known.value = -known.value;
    return known;
}

/* `next` is the position that the move leads to. */
static bool judge_move(const Game *game, const Pos *pos, const Oracle *oracle, Move move, Pos *next,
                       Known *out)
{
    game->apply(game, pos, move, next);
    if (!perfect_known(game, next, oracle, out))
        return false;
    *out = seen_by(pos->turn, next, *out);
    return true;
}

bool perfect_move(const Game *game, const Pos *pos, const Oracle *oracle, Move move, Known *out)
{
    Pos next;
    return judge_move(game, pos, oracle, move, &next, out);
}

/* Plies as unsigned numbers, so that those that are not known are the most. */
bool perfect_is_better(const Known *a, const Known *b)
{
    if (a->value != b->value)
        return a->value > b->value;
    return a->value > 0 ? (unsigned)a->plies < (unsigned)b->plies
                        : a->value < 0 && (unsigned)a->plies > (unsigned)b->plies;
}

static bool judge_replies(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch,
                          PerfectMove *out)
{
    int count = game->moves(game, pos, scratch);
    out->replies = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        Known known;
        if (!perfect_move(game, pos, oracle, scratch[i], &known))
            return false;
        out->losing += known.value < 0;
    }
    return true;
}

int perfect_judge(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch,
                  PerfectMove *out)
{
    int count = game->moves(game, pos, scratch);
    for (int i = 0; i < count; i++) {
        Pos next;
        out[i] = (PerfectMove){.move = scratch[i]};
        if (!judge_move(game, pos, oracle, scratch[i], &next, &out[i].known))
            return -1;
        if (out[i].known.value == 0 && next.turn != pos->turn &&
            !judge_replies(game, &next, oracle, scratch + game->moves_max, &out[i]))
            return -1;
    }
    return count;
}

static bool is_better(const PerfectMove *a, const PerfectMove *b)
{
    if (a->known.value || b->known.value)
        return perfect_is_better(&a->known, &b->known);
    return (uint64_t)a->losing * b->replies > (uint64_t)b->losing * a->replies;
}

int perfect_best(const PerfectMove *moves, int count)
{
    int best = count > 0 ? 0 : -1;
    for (int i = 1; i < count; i++)
        if (is_better(&moves[i], &moves[best]))
            best = i;
    return best;
}

void perfect_sort(PerfectMove *moves, int count)
{
    for (int i = 1; i < count; i++) {
        PerfectMove move = moves[i];
        int at = i;
        for (; at > 0 && is_better(&move, &moves[at - 1]); at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

/* The best move of a position that is won or lost; false if some move is not known. */
static bool step(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch,
                 PerfectMove *best, Pos *after)
{
    int count = game->moves(game, pos, scratch);
    for (int i = 0; i < count; i++) {
        PerfectMove move = {.move = scratch[i]};
        Pos next;
        if (!judge_move(game, pos, oracle, move.move, &next, &move.known))
            return false;
        if (i == 0 || is_better(&move, best)) {
            *best = move;
            *after = next;
        }
    }
    return count > 0;
}

int perfect_follow(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch, Move *out,
                   int most)
{
    Pos at = *pos, next;
    PerfectMove best;
    int n = 0;
    while (n < most && step(game, &at, oracle, scratch, &best, &next) && best.known.value &&
           best.known.plies >= 0) {
        out[n++] = best.move;
        at = next;
    }
    return n;
}
