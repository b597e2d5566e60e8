/* SPDX-License-Identifier: MIT */
/* Which games a tournament has: pairs of games from one opening, with the engines' sides swapped.
 * The same seed gives the same openings, whatever was played before. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_SCHEDULE_H
#define CONCENTRIC_APP_TOURNAMENT_SCHEDULE_H

#include "core/game.h"

enum { OPENING_PLIES_MAX = 64, TOURNAMENT_GAMES_MAX = 1000000 };

typedef struct Schedule {
    const Game *game;
    uint64_t seed;
    uint32_t games; /* even */
    uint32_t opening_plies;
    bool random_setups; /* pair i starts from the set-up of seed + i */
} Schedule;

typedef struct Opening {
    uint64_t setup; /* seed of the start position */
    Pos start;
    Move move[OPENING_PLIES_MAX];
    uint32_t plies;
} Opening;

/* Does a number choose the start position of this game? */
bool schedule_has_setups(const Game *game);

/* The opening of a pair: random legal moves to a position that is not decided. `scratch` has room
 * for moves_max. False if none was found in many tries. */
bool schedule_opening(const Schedule *schedule, uint32_t pair, Move *scratch, Opening *out);

/* Which engine (0 or 1) plays for a player (0 or 1) in this game. */
int schedule_engine(uint32_t game, int player);

#endif
