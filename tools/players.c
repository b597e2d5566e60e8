/* SPDX-License-Identifier: MIT */
/* Beginners, see players.h. */
#include "players.h"

enum { EQUALS = 64 }; /* more than the men of any one move: a greater gain is told apart below it */

const char *const beginner_names[BEGINNERS] = {"random", "greedy", "careful"};

static int of_event(const Event *event, int us)
{
    switch (event->kind) {
    case EVENT_TAKEN:
    case EVENT_TURNED:
    case EVENT_STACKED:
        return 1;
    case EVENT_ENTHRONED:
        return 2;
    case EVENT_SCORED:
        return event->player == us ? event->number : -event->number;
    default:
        return 0;
    }
}

int beginner_gain(const Game *game, const Pos *pos, Move move)
{
    Event events[EVENTS_MAX];
    Pos next;
    int us = pos->turn, gain = 0;
    game->apply(game, pos, move, &next);
    Winner winner = game->ops->outcome(game, &next).winner;
    if (winner == WINNER_P1 || winner == WINNER_P2)
        return (winner == WINNER_P2) == us ? GAIN_WIN : -GAIN_WIN;
    int n = game->ops->events(game, pos, move, events);
    for (int i = 0; i < n; i++)
        gain += of_event(&events[i], us);
    return gain;
}

/* The most that the enemy gains by one move after this one. Only moves that the game rates as gains
 * are looked at: a beginner does not see a win by stalemate coming. */
static int best_answer(const Game *game, const Pos *pos, Move move, Move *room, int32_t *rates)
{
    Pos next;
    int most = 0;
    game->apply(game, pos, move, &next);
    if (next.turn == pos->turn)
        return 0;
    int count = game->moves(game, &next, room);
    if (game->rate)
        game->rate(game, &next, room, count, rates);
    for (int i = 0; i < count; i++) {
        if (game->rate && rates[i] <= 0)
            continue;
        int gain = beginner_gain(game, &next, room[i]);
        most = gain > most ? gain : most;
    }
    return most;
}

Move beginner_move(Beginner who, const Game *game, const Pos *pos, Rng *rng, Move *room,
                   int32_t *rates)
{
    int count = game->moves(game, pos, room), best = 0;
    uint32_t equals = 0;
    Move chosen = 0;
    if (who == BEGINNER_RANDOM)
        return room[rng_below(rng, (uint32_t)count)];
    for (int i = 0; i < count; i++) {
        int gain = beginner_gain(game, pos, room[i]), value = EQUALS * gain;
        if (who == BEGINNER_CAREFUL && gain < GAIN_WIN)
            value += gain - EQUALS * best_answer(game, pos, room[i], room + game->moves_max, rates);
        if (!equals || value > best)
            equals = 0;
        if (equals && value < best)
            continue;
        best = value;
        if (rng_below(rng, ++equals) == 0)
            chosen = room[i];
    }
    return chosen;
}
