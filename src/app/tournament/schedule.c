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

uint32_t schedule_pairings(const Schedule *schedule)
{
    uint32_t n = (uint32_t)schedule->engines;
    return schedule->gauntlet ? n - 1 : n * (n - 1) / 2;
}

uint32_t schedule_games(const Schedule *schedule)
{
    return schedule_pairings(schedule) * schedule->games;
}

void schedule_pairing(const Schedule *schedule, uint32_t pairing, int engine[2])
{
    int a = 0, others = schedule->engines - 1;
    while ((int)pairing >= others) { /* never in a gauntlet: the first row is all of it */
        pairing -= (uint32_t)others--;
        a++;
    }
    engine[0] = a;
    engine[1] = a + 1 + (int)pairing;
}

Slot schedule_slot(const Schedule *schedule, uint32_t game)
{
    uint32_t pairings = schedule_pairings(schedule), pair = game / 2;
    Slot slot = {.pairing = pair % pairings, .number = pair / pairings * 2 + (game & 1)};
    schedule_pairing(schedule, slot.pairing, slot.engine);
    return slot;
}

bool schedule_opening(const Schedule *schedule, uint32_t pair, Move *scratch, Opening *out)
{
    if (schedule->opening) {
        *out = schedule->opening[pair % schedule->openings];
        return true;
    }
    out->own_start = false;
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
