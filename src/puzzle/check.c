/* SPDX-License-Identifier: MIT */
/* Is a puzzle what it says? The other path to the truth: nothing is remembered, nothing comes from
 * a search or from what made the puzzle. A goal that the line reaches is proved by enumeration of
 * moves; else the values of all moves are asked for, and each is computed again from the values
 * after it. */
#include "puzzle/puzzle.h"

#include <stdlib.h>

typedef struct Check {
    const Game *game;
    const Goal *goal;
    const Oracle *oracle;
    int who;
    uint64_t made, most;
    Move *lists;                     /* moves_max for every ply */
    Move first[PUZZLE_LINE_MAX + 3]; /* by plies left: tried first, as it was the answer before */
} Check;

static Move *list_at(const Check *c, int number)
{
    return c->lists + (size_t)number * c->game->moves_max;
}

/* --- By enumeration ------------------------------------------------------------------------------
 */

static bool is_spent(const Check *c)
{
    return c->most && c->made >= c->most;
}

static bool is_forced(Check *c, const Pos *pos, int plies);

static bool leads_there(Check *c, const Pos *pos, Move move, int plies)
{
    Pos next;
    if (plies <= 0)
        return false;
    c->made++;
    if (goal_is_met(c->goal, c->game, pos, move, c->who))
        return true;
    c->game->apply(c->game, pos, move, &next);
    return is_forced(c, &next, plies - 1);
}

static bool is_forced(Check *c, const Pos *pos, int plies)
{
    if (goal_is_won(c->game, pos, c->who))
        return true;
    if (plies <= 0 || is_spent(c))
        return false;
    Move *list = list_at(c, plies), first = c->first[plies];
    int count = c->game->moves(c->game, pos, list);
    bool mine = pos->turn == c->who;
    for (int i = 1; i < count; i++)
        if (list[i] == first) {
            list[i] = list[0];
            list[0] = first;
        }
    for (int i = 0; i < count; i++)
        if (leads_there(c, pos, list[i], plies) == mine) {
            c->first[plies] = list[i];
            return mine;
        }
    return count > 0 && !mine;
}

static bool refuse_move(const Check *c, const Pos *pos, Move move, const char *says, int i,
                        char *why)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    c->game->ops->write_move(c->game, pos, move, &s);
    return refuse(why, "at move %d of the line, %s %s", i + 1, text, says);
}

static bool check_solver(Check *c, const Line *line, int i, char *why)
{
    const Pos *pos = &line->pos[i];
    int left = line->length - i, count = c->game->moves(c->game, pos, list_at(c, left + 1));
    if (!leads_there(c, pos, line->move[i], left))
        return refuse_move(c, pos, line->move[i], "does not force the goal in time", i, why);
    for (int m = 0; m < count; m++) {
        Move move = list_at(c, left + 1)[m];
        if (move != line->move[i] && leads_there(c, pos, move, left))
            return refuse_move(c, pos, move, "forces the goal as soon", i, why);
    }
    return true;
}

static bool check_by_enumeration(Check *c, const Line *line, char *why)
{
    for (int i = 0; i < line->length; i++) {
        const Pos *pos = &line->pos[i];
        bool good = true;
        if (pos->turn == c->who)
            good = check_solver(c, line, i, why);
        else if (is_forced(c, &line->pos[i + 1], line->length - i - 2))
            good = refuse_move(c, pos, line->move[i], "is not the longest defence", i, why);
        if (is_spent(c))
            return refuse(why, "it takes more than %llu moves to check",
                          (unsigned long long)c->most);
        if (!good)
            return false;
    }
    return true;
}

/* --- By known values -----------------------------------------------------------------------------
 */

/* The value for `who`, as stored. */
static bool ask(const Check *c, const Pos *pos, Known *out)
{
    Winner winner = c->game->ops->outcome(c->game, pos).winner;
    *out = (Known){0, winner == WINNER_DRAW ? -1 : 0};
    if (winner == WINNER_NONE) {
        if (!c->oracle->ask(c->oracle->context, pos, out))
            return false;
        out->value = pos->turn == c->who ? out->value : -out->value;
    } else if (winner != WINNER_DRAW) {
        out->value = winner == (c->who ? WINNER_P2 : WINNER_P1) ? 1 : -1;
    }
    return true;
}

/* The value for `who`, as stored and as the best that the side to move can get. */
static bool value_of(const Check *c, const Pos *pos, Move *list, Known *out, char *why)
{
    int best = -2, sign = pos->turn == c->who ? 1 : -1;
    int count = c->game->moves(c->game, pos, list);
    if (!ask(c, pos, out))
        return refuse(why, "the database does not know a position of it");
    for (int i = 0; i < count; i++) {
        Known known;
        Pos next;
        c->game->apply(c->game, pos, list[i], &next);
        if (!ask(c, &next, &known))
            return refuse(why, "the database does not know a position of it");
        best = sign * known.value > best ? sign * known.value : best;
    }
    return !count || sign * best == out->value ||
           refuse(why, "the database contradicts itself here");
}

static bool check_known_step(const Check *c, const Line *line, int i, int value, char *why)
{
    const Pos *pos = &line->pos[i];
    Move *list = list_at(c, 0), *below = list_at(c, 1);
    int count = c->game->moves(c->game, pos, list);
    bool mine = pos->turn == c->who;
    Known played;
    if (!value_of(c, &line->pos[i + 1], below, &played, why))
        return false;
    if (played.value != value)
        return refuse_move(c, pos, line->move[i],
                           mine ? "gives the value away" : "is not the best defence", i, why);
    for (int m = 0; m < count; m++) {
        Known known;
        Pos next;
        if (list[m] == line->move[i])
            continue;
        c->game->apply(c->game, pos, list[m], &next);
        if (!value_of(c, &next, below, &known, why))
            return false;
        if (mine && known.value >= value)
            return refuse_move(c, pos, list[m], "keeps the value too", i, why);
        if (!mine && value > 0 && known.plies > played.plies)
            return refuse_move(c, pos, list[m], "defends longer", i, why);
    }
    return true;
}

static bool check_by_values(const Check *c, const Line *line, char *why)
{
    int value = goal_kind(c->goal) == GOAL_WIN;
    Known known;
    if (!value_of(c, &line->pos[0], list_at(c, 0), &known, why))
        return false;
    if (known.value != value)
        return refuse(why, "its position is %s, not %s",
                      known.value ? known.value > 0 ? "won" : "lost" : "drawn",
                      value ? "won" : "drawn");
    for (int i = 0; i < line->length; i++)
        if (!check_known_step(c, line, i, value, why))
            return false;
    return true;
}

/* --- Which of them -------------------------------------------------------------------------------
 */

/* After how many moves the line reaches the goal; 0 if it does not. */
static int reached_after(const Check *c, const Line *line)
{
    for (int i = 0; i < line->length; i++)
        if (goal_is_met(c->goal, c->game, &line->pos[i], line->move[i], c->who) ||
            goal_is_won(c->game, &line->pos[i + 1], c->who))
            return i + 1;
    return 0;
}

static bool check_line(Check *c, const Line *line, char *why)
{
    GoalKind kind = goal_kind(c->goal);
    int reached = kind == GOAL_DRAW ? 0 : reached_after(c, line);
    if (reached && reached < line->length)
        return refuse(why, "the goal is reached before the end of the line");
    int last = line->length - 1;
    if (reached && c->goal->events &&
        !goal_is_met(c->goal, c->game, &line->pos[last], line->move[last], c->who))
        return refuse(why, "the line ends with a win, not with its goal");
    if (reached)
        return check_by_enumeration(c, line, why);
    if (kind != GOAL_WIN && kind != GOAL_DRAW)
        return refuse(why, "the line does not reach the goal");
    if (!c->oracle || !c->oracle->ask)
        return refuse(why, "only a database of %s can tell: give one with --db DIR", c->game->id);
    return check_by_values(c, line, why);
}

bool puzzle_check(const Puzzle *puzzle, const Game *game, const Oracle *oracle, uint64_t most,
                  char *why)
{
    Line line;
    if (!puzzle_line(puzzle, game, &line, why))
        return false;
    Check c = {.game = game,
               .goal = puzzle->goal,
               .oracle = oracle,
               .who = line.pos[0].turn,
               .most = most,
               .lists = malloc((PUZZLE_LINE_MAX + 3) * (size_t)game->moves_max * sizeof(Move))};
    bool good = c.lists ? check_line(&c, &line, why) : refuse(why, "out of memory");
    free(c.lists);
    return good;
}
