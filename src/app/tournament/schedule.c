/* SPDX-License-Identifier: MIT */
/* Pairs and openings, see schedule.h. */
#include "app/tournament/schedule.h"

#include "base/rng.h"

enum { OPENING_TRIES = 10000, SETUP_DEFAULT = 1 };

bool schedule_has_setups(const Game *game)
{
    for (int i = 0; i < game->prelim_count; i++)
        if (game->prelims[i].kind == PRELIM_SEED)
            return true;
    return false;
}

/* One try; false if the game ends on the way. */
static bool try_opening(const Game *game, uint32_t plies, Rng *rng, Move *scratch, Opening *out)
{
    Pos pos = out->start, next;
    for (out->plies = 0; out->plies < plies; out->plies++) {
        Move move;
        if (!game_pick(game, &pos, (uint32_t)(rng_next(rng) >> 32), scratch, &move))
            return false;
        out->move[out->plies] = move;
        game->apply(game, &pos, move, &next);
        pos = next;
    }
    return game->ops->outcome(game, &pos).winner == WINNER_NONE;
}

bool schedule_opening(const Schedule *schedule, uint32_t pair, Move *scratch, Opening *out)
{
    const Game *game = schedule->game;
    Rng rng = {bits_mix(schedule->seed ^ bits_mix(pair + 1))};
    out->setup = schedule->random_setups ? schedule->seed + pair : SETUP_DEFAULT;
    game->ops->start(game, out->setup, &out->start);
    for (int i = 0; i < OPENING_TRIES; i++)
        if (try_opening(game, schedule->opening_plies, &rng, scratch, out))
            return true;
    return false;
}

int schedule_engine(uint32_t game, int player)
{
    return (int)(game & 1) ^ player;
}
