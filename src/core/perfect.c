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

static bool judge_replies(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch,
                          PerfectMove *out)
{
    int count = game->moves(game, pos, scratch);
    out->replies = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        Pos next;
        Known known;
        game->apply(game, pos, scratch[i], &next);
        if (!perfect_known(game, &next, oracle, &known))
            return false;
        out->losing += seen_by(pos->turn, &next, known).value < 0;
    }
    return true;
}

int perfect_judge(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch,
                  PerfectMove *out)
{
    int count = game->moves(game, pos, scratch);
    for (int i = 0; i < count; i++) {
        Pos next;
        Known known;
        game->apply(game, pos, scratch[i], &next);
        if (!perfect_known(game, &next, oracle, &known))
            return -1;
        out[i] = (PerfectMove){.move = scratch[i], .known = seen_by(pos->turn, &next, known)};
        if (known.value == 0 && next.turn != pos->turn &&
            !judge_replies(game, &next, oracle, scratch + game->moves_max, &out[i]))
            return -1;
    }
    return count;
}

static bool is_better(const PerfectMove *a, const PerfectMove *b)
{
    if (a->known.value != b->known.value)
        return a->known.value > b->known.value;
    if (a->known.value > 0)
        return a->known.plies < b->known.plies;
    if (a->known.value < 0)
        return a->known.plies > b->known.plies;
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
