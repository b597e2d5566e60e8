/* SPDX-License-Identifier: MIT */
/* One search with its memory, for games of the engine against itself: the explorer's (make.h) and
 * those of data sets (selfplay.h). */
#ifndef CONCENTRIC_EXPLORE_PLAYER_H
#define CONCENTRIC_EXPLORE_PLAYER_H

#include "ai/search.h"

typedef struct Player {
    Search search;
    SearchMemory memory;
} Player;

/* A table of `slots`, a power of two. `now` as in SearchMemory. NULL if there is no memory. */
Player *player_open(const Game *game, uint32_t slots, double (*now)(void));
void player_close(Player *player);
/* Forgets what was found: games do not depend on those before. */
void player_forget(Player *player);
/* The move of a search to its end; player->search has the rest of the answer. */
Move player_move(Player *player, const History *history, const SearchLimits *limits);

#endif
