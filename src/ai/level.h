/* SPDX-License-Identifier: MIT */
/* Playing strengths. A level has a depth and a number of nodes, and like a person it overlooks
 * moves: quiet ones more often than noisy ones, distant ones more often than the next reply. What
 * it overlooks is random by seed, position and move, and the same throughout a search. At the
 * beginning of a game it varies between moves that seem equally good. */
#ifndef CONCENTRIC_AI_LEVEL_H
#define CONCENTRIC_AI_LEVEL_H

#include "core/game.h"

/* What players call the levels, and one sentence on how each plays. [LEVEL_NONE] is empty. UGI and
 * texts of seats have the number alone. */
typedef struct LevelName {
    Text name, help;
} LevelName;
extern const LevelName level_names[LEVEL_MAX + 1];

/* By the game's own table or the usual one. LEVEL_NONE has no limits and overlooks nothing. */
Level level_of(const Game *game, int level);

/* Removes the moves that the level overlooks `ply` plies ahead from a list; at least one stays.
 * `rates` are the game's ratings. Returns how many are left. */
int level_notice(const Level *level, uint64_t seed, uint64_t key, int ply, Move *moves,
                 int32_t *rates, int count);

#endif
