/* SPDX-License-Identifier: MIT */
/* Random games, see playout.h. */
#include "core/playout.h"

#include "base/rng.h"

/* Twice the same loop, once without a record: it is the hottest one there is. */
static inline int play(const Game *game, const Pos *start, uint64_t seed, uint64_t index,
                       Move *scratch, PlayoutStats *stats, Move *record)
{
    Rng rng = {bits_mix(seed) + index * 0x9e3779b97f4a7c15u};
    rng.state = rng_next(&rng);
    Pos pos[2] = {*start};
    Move move;
    int plies = 0, count;
    uint64_t choices = 0;
    while ((count = game_pick(game, &pos[plies & 1], (uint32_t)(rng_next(&rng) >> 32), scratch,
                              &move)) > 0 &&
           plies < PLAYOUT_PLIES_MAX) {
        choices += (uint64_t)count;
        if (record)
            record[plies] = move;
        game->apply(game, &pos[plies & 1], move, &pos[~plies & 1]);
        plies++;
    }
    const Pos *last = &pos[plies & 1];
    stats->games++;
    stats->plies += (uint64_t)plies;
    stats->choices += choices;
    stats->capped += count > 0;
    stats->won[count > 0 ? WINNER_NONE : game->ops->outcome(game, last).winner]++;
    stats->digest += bits_mix(last->key + index);
    return plies;
}

void playout_run(const Game *game, const Pos *start, uint64_t seed, uint64_t index, Move *scratch,
                 PlayoutStats *stats)
{
    play(game, start, seed, index, scratch, stats, NULL);
}

int playout_record(const Game *game, const Pos *start, uint64_t seed, uint64_t index, Move *scratch,
                   PlayoutStats *stats, Move *record)
{
    return play(game, start, seed, index, scratch, stats, record);
}

void playout_sample(const Game *game, Move *scratch, PlayoutStats *stats)
{
    enum { GAMES = 32 };
    Pos start;
    game->ops->start(game, 1, &start);
    for (uint64_t i = 0; i < GAMES; i++)
        playout_run(game, &start, 1, i, scratch, stats);
}

void playout_merge(PlayoutStats *into, const PlayoutStats *from)
{
    into->games += from->games;
    into->plies += from->plies;
    into->choices += from->choices;
    into->capped += from->capped;
    for (int w = 0; w < 4; w++)
        into->won[w] += from->won[w];
    into->digest += from->digest;
}
