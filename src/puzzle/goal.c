/* SPDX-License-Identifier: MIT */
/* The table of goals, see goal.h. */
#include "puzzle/goal.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

const Goal goals[GOAL_COUNT] = {
    [GOAL_WIN] = {"win", 0, 0, false},
    [GOAL_DRAW] = {"draw", 0, 0, false},
    [GOAL_MILL] = {"mill", 1u << EVENT_TAKEN | 1u << EVENT_TURNED | 1u << EVENT_STACKED,
                   1u << EVENT_LINE, false},
    [GOAL_FRAME] = {"frame", 1u << EVENT_ENTHRONED, 1u << EVENT_FRAME, false},
    [GOAL_TRAP] = {"trap", 1u << EVENT_SCORED, 1u << EVENT_SCORED, false},
    [GOAL_KRAKEN] = {"kraken", 1u << EVENT_TRAPPED, 1u << EVENT_SCORED, true},
};

const Goal *goal_find(const char *name)
{
    for (size_t i = 0; i < GOAL_COUNT; i++)
        if (strcmp(goals[i].name, name) == 0)
            return &goals[i];
    return NULL;
}

bool goal_is_met(const Goal *goal, const Game *game, const Pos *pos, Move move, int who)
{
    Event events[EVENTS_MAX];
    if (pos->turn != who || !goal->events)
        return false;
    int count = game->ops->events(game, pos, move, events);
    for (int i = 0; i < count; i++)
        if (goal->events >> events[i].kind & 1 && events[i].player == who &&
            (!goal->monster || game->pieces[events[i].piece].form == FORM_MONSTER))
            return true;
    return false;
}

bool goal_is_won(const Game *game, const Pos *pos, int who)
{
    return game->ops->outcome(game, pos).winner == (who ? WINNER_P2 : WINNER_P1);
}

static uint32_t events_of_game(const Game *game, uint64_t seed, Move *moves)
{
    enum { PLIES = 400 };
    Rng rng = {seed};
    Event events[EVENTS_MAX];
    uint32_t seen = 0;
    Pos pos, next;
    game->ops->start(game, seed, &pos);
    for (int ply = 0; ply < PLIES; ply++) {
        Move move;
        if (!game_pick(game, &pos, (uint32_t)rng_next(&rng), moves, &move))
            break;
        int count = game->ops->events(game, &pos, move, events);
        for (int i = 0; i < count; i++)
            seen |= 1u << events[i].kind;
        game->apply(game, &pos, move, &next);
        pos = next;
    }
    return seen;
}

static bool has_monster(const Game *game)
{
    for (int i = 1; i < game->piece_count; i++)
        if (game->pieces[i].form == FORM_MONSTER)
            return true;
    return false;
}

uint32_t goals_of(const Game *game)
{
    enum { GAMES = 40 };
    Move *moves = malloc(game->moves_max * sizeof *moves);
    uint32_t seen = 0, out = 0;
    for (uint64_t i = 0; moves && i < GAMES; i++)
        seen |= events_of_game(game, i, moves);
    for (int k = 0; moves && k < GOAL_COUNT; k++)
        if (k != GOAL_DRAW && (seen & goals[k].needs) == goals[k].needs &&
            (!goals[k].monster || has_monster(game)))
            out |= 1u << k;
    free(moves);
    return out;
}
