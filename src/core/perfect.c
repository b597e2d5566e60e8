/* SPDX-License-Identifier: MIT */
/* Perfect play, see perfect.h. */
#include "core/perfect.h"

#include "base/bits.h"

bool perfect_known(const Game *game, const Pos *pos, const Oracle *oracle, Known *out)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    if (winner == WINNER_NONE)
        return oracle->ask && oracle->ask(oracle->context, pos, out);
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

/* `next` is the position that the move leads to. The past is not looked at. */
static bool look_ahead(const Game *game, const Pos *pos, const Oracle *oracle, Move move, Pos *next,
                       Known *out)
{
    game->apply(game, pos, move, next);
    if (!perfect_known(game, next, oracle, out))
        return false;
    *out = seen_by(pos->turn, next, *out);
    return true;
}

/* May the side to move draw by repetition? */
static bool can_repeat(const Judge *judge, const Pos *pos)
{
    const Game *game = judge->game;
    int count = judge->past.seen && game->repeats ? game->moves(game, pos, judge->scratch) : 0;
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, judge->scratch[i], &next);
        if (past_draws(&judge->past, game, &next))
            return true;
    }
    return false;
}

Again perfect_again(const Judge *judge, const Pos *pos, Move move)
{
    Pos next;
    judge->game->apply(judge->game, pos, move, &next);
    return past_draws(&judge->past, judge->game, &next)         ? AGAIN_NOW
           : next.turn != pos->turn && can_repeat(judge, &next) ? AGAIN_NEXT
                                                                : AGAIN_NEVER;
}

static bool judge_move(const Judge *judge, const Pos *pos, Move move, Pos *next, bool *repeats,
                       Known *out)
{
    const Game *game = judge->game;
    bool known = look_ahead(game, pos, &judge->oracle, move, next, out);
    *repeats = past_draws(&judge->past, game, next) ||
               (known && out->value > 0 && next->turn != pos->turn && can_repeat(judge, next));
    if (*repeats)
        *out = (Known){0, -1};
    return known || *repeats;
}

bool perfect_move(const Judge *judge, const Pos *pos, Move move, Known *out)
{
    Pos next;
    bool repeats;
    return judge_move(judge, pos, move, &next, &repeats, out);
}

bool perfect_of(const Judge *judge, const Pos *pos, const Move *moves, int count, Known *out)
{
    for (int i = 0; i < count; i++) {
        Known known;
        if (!perfect_move(judge, pos, moves[i], &known))
            return false;
        if (!i || perfect_is_better(&known, out))
            *out = known;
    }
    return count > 0;
}

bool perfect_here(const Judge *judge, const Pos *pos, Move *list, Known *out)
{
    int count = judge->past.seen ? judge->game->moves(judge->game, pos, list) : 0;
    return perfect_of(judge, pos, list, count, out) ||
           perfect_known(judge->game, pos, &judge->oracle, out);
}

/* Plies as unsigned numbers, so that those that are not known are the most. */
bool perfect_is_better(const Known *a, const Known *b)
{
    if (a->value != b->value)
        return a->value > b->value;
    return a->value > 0 ? (unsigned)a->plies < (unsigned)b->plies
                        : a->value < 0 && (unsigned)a->plies > (unsigned)b->plies;
}

/* How many replies are mistakes: give the enemy less than `worth`, which is what they have. A
 * repeated position draws at once; else only what is known counts. */
static void judge_replies(const Judge *judge, const Pos *pos, int worth, PerfectMove *out)
{
    const Game *game = judge->game;
    int count = game->moves(game, pos, judge->scratch);
    out->replies = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        Known known;
        Pos next;
        if (!look_ahead(game, pos, &judge->oracle, judge->scratch[i], &next, &known)) {
            out->losing = out->replies = 0;
            return;
        }
        if (past_draws(&judge->past, game, &next))
            known.value = 0;
        out->losing += known.value < worth;
    }
}

/* Where all is lost, the moves that hold out longest are told apart by the mistakes they invite. */
static void judge_losses(const Judge *judge, const Pos *pos, PerfectMove *moves, int count)
{
    int best = perfect_best(moves, count);
    if (best < 0 || moves[best].known.value >= 0)
        return;
    int plies = moves[best].known.plies;
    for (int i = 0; i < count; i++) {
        Pos next;
        judge->game->apply(judge->game, pos, moves[i].move, &next);
        if (moves[i].known.plies == plies && next.turn != pos->turn)
            judge_replies(judge, &next, 1, &moves[i]);
    }
}

/* A draw that ends the game sets no traps any more. */
int perfect_judge(const Judge *judge, const Pos *pos, Move *list, PerfectMove *out)
{
    int count = judge->game->moves(judge->game, pos, list);
    for (int i = 0; i < count; i++) {
        Pos next;
        bool repeats;
        out[i] = (PerfectMove){.move = list[i]};
        if (!judge_move(judge, pos, list[i], &next, &repeats, &out[i].known))
            return -1;
        if (out[i].known.value == 0 && next.turn != pos->turn && !repeats)
            judge_replies(judge, &next, 0, &out[i]);
    }
    judge_losses(judge, pos, out, count);
    return count;
}

static bool is_better(const PerfectMove *a, const PerfectMove *b)
{
    if (perfect_is_better(&a->known, &b->known) || perfect_is_better(&b->known, &a->known))
        return perfect_is_better(&a->known, &b->known);
    return (uint64_t)a->losing * (b->replies ? b->replies : 1) >
           (uint64_t)b->losing * (a->replies ? a->replies : 1);
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

void perfect_vary(PerfectMove *moves, int count, uint64_t seed)
{
    int equal = 1;
    while (equal < count && !is_better(&moves[0], &moves[equal]))
        equal++;
    int at = count > 0 ? (int)(bits_mix(seed) % (unsigned)equal) : 0;
    if (!at)
        return;
    PerfectMove first = moves[0];
    moves[0] = moves[at];
    moves[at] = first;
}

/* The best move of a position that is won or lost; false if some move is not known. */
static bool step(const Game *game, const Pos *pos, const Oracle *oracle, Move *scratch,
                 PerfectMove *best, Pos *after)
{
    int count = game->moves(game, pos, scratch);
    for (int i = 0; i < count; i++) {
        PerfectMove move = {.move = scratch[i]};
        Pos next;
        if (!look_ahead(game, pos, oracle, move.move, &next, &move.known))
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
