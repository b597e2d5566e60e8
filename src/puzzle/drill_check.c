/* SPDX-License-Identifier: MIT */
/* Is a drill what it says? The other path to the truth: what the oracle says of the position and of
 * those one move away is not believed but computed again from the values after them. */
#include "puzzle/drill.h"

#include "core/refuse.h"

#include <stdlib.h>
#include <string.h>

typedef struct Check {
    const Game *game;
    const Oracle *oracle;
    Move *lists; /* moves_max for each of two plies */
} Check;

/* Value and plies by the end of the game, or by the oracle. */
static bool look_up(const Check *c, const Pos *pos, Known *out)
{
    Winner winner = c->game->ops->outcome(c->game, pos).winner;
    if (winner == WINNER_NONE)
        return c->oracle->ask && c->oracle->ask(c->oracle->context, pos, out);
    *out = winner == WINNER_DRAW                       ? (Known){0, -1}
           : (winner == WINNER_P1) == (pos->turn == 0) ? (Known){1, 0}
                                                       : (Known){-1, 0};
    return true;
}

/* What a position is worth to `who`, from what is one ply on. */
static Known turned(Known known, const Pos *pos, int who)
{
    int sign = pos->turn == who ? 1 : -1;
    return (Known){sign * known.value, known.value ? known.plies + 1 : -1};
}

static bool is_less(Known a, Known b)
{
    if (a.value != b.value)
        return a.value < b.value;
    return a.value > 0 ? a.plies > b.plies : a.value < 0 && a.plies < b.plies;
}

/* The value of a position as the best of its moves, `depth` plies of them by enumeration. */
static bool compute(const Check *c, const Pos *pos, int depth, Known *out)
{
    if (!depth || c->game->ops->outcome(c->game, pos).winner != WINNER_NONE)
        return look_up(c, pos, out);
    Move *list = c->lists + (size_t)(depth - 1) * c->game->moves_max;
    int count = c->game->moves(c->game, pos, list);
    for (int i = 0; i < count; i++) {
        Pos next;
        Known known;
        c->game->apply(c->game, pos, list[i], &next);
        if (!compute(c, &next, depth - 1, &known))
            return false;
        known = turned(known, &next, pos->turn);
        if (!i || is_less(*out, known))
            *out = known;
    }
    return count > 0;
}

static bool check_position(const Drill *d, const Game *game, Pos *pos, char *why)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    if (!game->ops->read_pos(game, d->position, LANG_EN, pos, why))
        return false;
    game->ops->write_pos(game, pos, &s);
    if (strcmp(text, d->position) != 0)
        return refuse(why, "its position is written %s", text);
    return game->ops->outcome(game, pos).winner == WINNER_NONE || refuse(why, "its game is over");
}

/* The moves of the position: how many keep what it is worth. */
static bool check_moves(const Drill *d, const Check *c, const Pos *pos, Known best, char *why)
{
    Move *list = c->lists + c->game->moves_max;
    int count = c->game->moves(c->game, pos, list), keep = 0;
    for (int i = 0; i < count; i++) {
        Pos next;
        Known known, said;
        c->game->apply(c->game, pos, list[i], &next);
        if (!compute(c, &next, 1, &known) || !look_up(c, &next, &said))
            return refuse(why, "the value of a move of it is not known");
        if (known.value != said.value || known.plies != said.plies)
            return refuse(why, "the database contradicts itself after move %d", i + 1);
        known = turned(known, &next, pos->turn);
        keep += known.value == best.value && (best.value >= 0 || known.plies == best.plies);
    }
    if (count != d->moves || keep != d->keep)
        return refuse(why, "%d of %d moves keep the value, not %d of %d", keep, count, d->keep,
                      d->moves);
    return true;
}

static bool check_claim(const Drill *d, Known best, char *why)
{
    static const int values[DRILL_KINDS] = {[DRILL_WIN] = 1, [DRILL_HOLD] = 0, [DRILL_DEFEND] = -1};
    int plies = best.value ? best.plies : 0;
    if (best.value != values[d->kind])
        return refuse(why, "its value is %d, so it is no %s", best.value,
                      drill_kind_names[d->kind]);
    if (plies != d->plies)
        return refuse(why, "it ends in %d plies, not in %d", plies, d->plies);
    bool fits = d->kind == DRILL_WIN    ? d->goal == 0
                : d->kind == DRILL_HOLD ? d->goal == DRILL_HOLD_MOVES
                                        : d->goal > 0 && d->goal <= plies / 2;
    return fits || refuse(why, "its goal of %d moves does not fit", d->goal);
}

bool drill_check(const Drill *d, const Game *game, const Oracle *oracle, char *why)
{
    Check c = {game, oracle, malloc(2 * (size_t)game->moves_max * sizeof(Move))};
    Pos pos;
    Known best;
    bool good = c.lists ? check_position(d, game, &pos, why) : refuse(why, "out of memory");
    good = good && (compute(&c, &pos, 2, &best) || refuse(why, "its value is not known"));
    good = good && check_claim(d, best, why) && check_moves(d, &c, &pos, best, why);
    free(c.lists);
    return good;
}
