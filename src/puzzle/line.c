/* SPDX-License-Identifier: MIT */
/* Lines of puzzles: one move for the solver, the longest defence for the other side. Of several
 * longest defences one is taken after which the solver's next move is the only one again. */
#include "core/perfect.h"
#include "puzzle/make.h"

static Move *list_at(const Liner *l, int number)
{
    return l->lists + (size_t)number * l->game->moves_max;
}

static void add_move(Liner *l, Move move)
{
    int n = l->line.length++;
    l->line.move[n] = move;
    l->game->apply(l->game, &l->line.pos[n], move, &l->line.pos[n + 1]);
}

/* --- By proof
 * -------------------------------------------------------------------------------------
 */

static bool prove_from_here(Liner *l, int plies);

static bool prove_solver(Liner *l, int plies)
{
    int n = l->line.length, count;
    const Pos *pos = &l->line.pos[n];
    Move *list = list_at(l, n), only = 0;
    count = l->game->moves(l->game, pos, list);
    for (int i = 0; i < count; i++) {
        if (!prover_keeps(l->prover, pos, list[i], plies))
            continue;
        if (only)
            return false;
        only = list[i];
    }
    if (!only || l->prover->spent)
        return false;
    add_move(l, only);
    return plies == 1 || prove_from_here(l, plies - 1);
}

static bool prove_answer(Liner *l, int plies)
{
    int n = l->line.length;
    Move *list = list_at(l, n);
    int count = l->game->moves(l->game, &l->line.pos[n], list);
    int first = count ? (int)rng_below(l->rng, (uint32_t)count) : 0;
    for (int i = 0; i < count; i++) {
        l->line.length = n;
        add_move(l, list[(first + i) % count]);
        if (!prover_forced(l->prover, &l->line.pos[n + 1], plies - 2) &&
            prove_from_here(l, plies - 1))
            return true;
        if (l->prover->spent)
            return false;
    }
    return false;
}

static bool prove_from_here(Liner *l, int plies)
{
    if (plies <= 0)
        return false;
    return l->line.pos[l->line.length].turn == l->prover->who ? prove_solver(l, plies)
                                                              : prove_answer(l, plies);
}

bool liner_prove(Liner *l, const Pos *pos, int plies)
{
    l->line.length = 0;
    l->line.pos[0] = *pos;
    return plies <= PUZZLE_LINE_MAX && prove_from_here(l, plies) && !l->prover->spent;
}

/* --- By known values
 * ------------------------------------------------------------------------------
 */

static Judge judge_of(const Liner *l)
{
    return (Judge){.game = l->game, .oracle = l->oracle, .scratch = list_at(l, PUZZLE_LINE_MAX)};
}

/* The only move that keeps the value of a won or drawn position; 0 if there are several. */
static Move only_move(const Liner *l, const Pos *pos, Move *list, int *value)
{
    Judge judge = judge_of(l);
    int count = l->game->moves(l->game, pos, list), best = -1, good = 0;
    Move only = 0;
    for (int i = 0; i < count; i++) {
        Known known;
        if (!perfect_move(&judge, pos, list[i], &known))
            return 0;
        if (known.value > best || (known.value == best && best >= 0)) {
            good = known.value > best ? 1 : good + 1;
            best = known.value;
            only = list[i];
        }
    }
    *value = best;
    return good == 1 && count > 1 && best >= 0 ? only : 0;
}

static bool has_stood(const Liner *l, const Pos *pos)
{
    for (int i = 0; i < l->line.length; i++)
        if (game_text_key(l->game, &l->line.pos[i]) == game_text_key(l->game, pos))
            return true;
    return false;
}

/* An answer that keeps what can be kept, a win away as long as can be, after which the next move is
 * the only one again; 0 if there is none. */
static Move find_answer(const Liner *l, const Pos *pos, Move *list, Move *next_list, int value)
{
    Judge judge = judge_of(l);
    Known best;
    int count = l->game->moves(l->game, pos, list);
    if (!perfect_of(&judge, pos, list, count, &best) || best.value != -value)
        return 0;
    int first = (int)rng_below(l->rng, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        Move move = list[(first + i) % count];
        Known known;
        Pos next;
        int worth;
        if (!perfect_move(&judge, pos, move, &known) || perfect_is_better(&best, &known))
            continue;
        l->game->apply(l->game, pos, move, &next);
        if (!has_stood(l, &next) && only_move(l, &next, next_list, &worth) && worth == value)
            return move;
    }
    return 0;
}

bool liner_know(Liner *l, const Pos *pos, int most, int *value)
{
    Move *list = list_at(l, 0), *next_list = list_at(l, 1);
    l->line.length = 0;
    l->line.pos[0] = *pos;
    for (;;) {
        int worth;
        Move move = only_move(l, &l->line.pos[l->line.length], list, &worth);
        if (!move)
            return false;
        if (!l->line.length)
            *value = worth;
        add_move(l, move);
        const Pos *here = &l->line.pos[l->line.length];
        if (l->line.length + 2 > most ||
            l->game->ops->outcome(l->game, here).winner != WINNER_NONE ||
            here->turn == l->line.pos[0].turn)
            return true;
        move = find_answer(l, here, list, next_list, *value);
        if (!move)
            return true;
        add_move(l, move);
    }
}
