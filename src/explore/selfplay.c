/* SPDX-License-Identifier: MIT */
/* Self-play for data sets, see selfplay.h. */
#include "explore/selfplay.h"

#include "base/rng.h"

#include <stdlib.h>

enum { SLOTS_SMALL = 1 << 16 }; /* short searches: clearing a large table would cost more */

bool played_open(Played *played, uint32_t plies)
{
    *played = (Played){.move = malloc(plies * sizeof *played->move),
                       .score = malloc(plies * sizeof *played->score)};
    if (played->move && played->score)
        return true;
    played_close(played);
    return false;
}

void played_close(Played *played)
{
    free(played->move);
    free(played->score);
    *played = (Played){0};
}

Player *selfplay_player(const Game *game, const SelfplayWay *way, double (*now)(void))
{
    bool small = way->random || way->limits.level ||
                 (way->limits.nodes && way->limits.nodes <= SLOTS_SMALL);
    return player_open(game, small ? SLOTS_SMALL : SEARCH_TT_SLOTS, now);
}

/* A move by chance, or by the search with its score. */
static Move choose(Player *player, const SelfplayWay *way, const History *history, Rng *rng,
                   int32_t *score)
{
    uint64_t luck = rng_next(rng);
    Move move = 0;
    *score = SELFPLAY_NO_SCORE;
    if (way->random || history->ply < way->opening) {
        game_pick(history->game, &history->pos, (uint32_t)(luck >> 32), player->memory.moves,
                  &move);
        return move;
    }
    SearchLimits limits = way->limits;
    limits.seed = luck;
    move = player_move(player, history, &limits);
    *score = player->search.score;
    return move;
}

bool selfplay_game(const Game *game, Player *player, const SelfplayWay *way, const Pos *start,
                   uint64_t index, Played *out)
{
    History history;
    Rng rng = {bits_mix(way->seed) + index * 0x9e3779b97f4a7c15u};
    rng.state = rng_next(&rng);
    if (start)
        out->start = *start;
    else
        game->ops->start(game, rng_next(&rng), &out->start);
    if (!history_begin(&history, game, &out->start))
        return false;
    if (!way->random)
        player_forget(player);
    bool good = true;
    for (out->count = 0; good && out->count < way->plies && history_winner(&history) == WINNER_NONE;
         out->count++) {
        uint32_t i = out->count;
        out->move[i] = choose(player, way, &history, &rng, &out->score[i]);
        good = history_play(&history, out->move[i]);
    }
    out->winner = history_winner(&history);
    history_free(&history);
    return good;
}
