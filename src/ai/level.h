/* SPDX-License-Identifier: MIT */
/* Playing strengths. A level sees a few plies and so many positions, and like a person it overlooks
 * moves: quiet ones more often than gains, distant ones more often than the next reply. What it
 * overlooks is a matter of chance, by seed, position and move, and the same all through a search.
 * At the beginning of a game it varies between moves that seem equally good. */
#ifndef CONCENTRIC_AI_LEVEL_H
#define CONCENTRIC_AI_LEVEL_H

#include "core/game.h"

/* By the game's own table or the usual one. LEVEL_NONE has no limits and overlooks nothing. */
Level level_of(const Game *game, int level);

/* Takes the moves that the level overlooks `ply` plies ahead out of a list; at least one stays.
 * Rates as by the game's rate. Returns how many are left. */
int level_notice(const Level *level, uint64_t seed, uint64_t key, int ply, Move *moves,
                 int32_t *rates, int count);

#endif
