/* SPDX-License-Identifier: MIT */
/* Uniformly random games to the end. Game number i of a seed is the same on every machine, in
 * every build and however the games are shared out among threads. The draw by third occurrence is
 * left out here; a cap ends games that would not end. */
#ifndef CONCENTRIC_CORE_PLAYOUT_H
#define CONCENTRIC_CORE_PLAYOUT_H

#include "core/game.h"

enum { PLAYOUT_PLIES_MAX = 2000 };

typedef struct PlayoutStats {
    uint64_t games, plies, choices; /* choices: legal moves summed over all plies */
    uint64_t capped;
    uint64_t won[4]; /* by Winner; WINNER_NONE counts the capped ones */
    uint64_t digest; /* mix of all final positions: equal games have equal digests */
} PlayoutStats;

/* Plays game number `index` of `seed` from `start` and adds to *stats. `scratch` has room for
 * moves_max moves. */
void playout_run(const Game *game, const Pos *start, uint64_t seed, uint64_t index, Move *scratch,
                 PlayoutStats *stats);
/* The same, and the moves into `record`, which has room for PLAYOUT_PLIES_MAX; returns the plies.
 */
int playout_record(const Game *game, const Pos *start, uint64_t seed, uint64_t index, Move *scratch,
                   PlayoutStats *stats, Move *record);
/* A few games from the start, always the same: what comes of them tells sets of rules apart. */
void playout_sample(const Game *game, Move *scratch, PlayoutStats *stats);

void playout_merge(PlayoutStats *into, const PlayoutStats *from);

#endif
