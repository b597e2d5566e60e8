/* SPDX-License-Identifier: MIT */
/* Which games a tournament has. Every pairing of engines plays pairs of games from one opening,
 * with the sides swapped; all pairings play the first opening, then all the second, and so on, so
 * that a tournament that is stopped early has treated all alike. The same seed gives the same
 * openings, whatever was played before. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_SCHEDULE_H
#define CONCENTRIC_APP_TOURNAMENT_SCHEDULE_H

#include "core/game.h"

enum { OPENING_PLIES_MAX = 64, TOURNAMENT_GAMES_MAX = 1000000, ENGINES_MAX = 32 };

typedef struct Opening {
    uint64_t setup; /* seed of the start position */
    Pos start;
    Move move[OPENING_PLIES_MAX];
    uint32_t plies;
    bool own_start; /* `start` is not what `setup` gives */
} Opening;

typedef struct Schedule {
    const Game *game;
    uint64_t seed;
    int engines;
    bool gauntlet;          /* the first engine against all others, instead of all against all */
    uint32_t games;         /* of a pairing, even */
    uint32_t opening_plies; /* by chance, unless openings are given */
    bool random_setups;     /* pair i starts from the set-up of seed + i */
    const Opening *opening; /* those of a file, in turn; NULL: none */
    uint32_t openings;
} Schedule;

/* What a game of the schedule is. */
typedef struct Slot {
    int engine[2];    /* who meets: the first one is A of the pairing */
    uint32_t pairing; /* its number, from 0 */
    uint32_t number;  /* of the game within the pairing, from 0; its pair is number / 2 */
} Slot;

/* How many pairings there are, and games in all. */
uint32_t schedule_pairings(const Schedule *schedule);
uint32_t schedule_games(const Schedule *schedule);

/* The engines of a pairing. */
void schedule_pairing(const Schedule *schedule, uint32_t pairing, int engine[2]);
Slot schedule_slot(const Schedule *schedule, uint32_t game);

/* Does a number choose the start position of this game? */
bool schedule_has_setups(const Game *game);

/* The opening of a pair: of the file, or random legal moves to a position that is not decided.
 * `scratch` has room for moves_max. False if none was found in many tries. */
bool schedule_opening(const Schedule *schedule, uint32_t pair, Move *scratch, Opening *out);

/* Which engine of the pairing (0 or 1) plays for a player (0 or 1) in this game, by its number in
 * the schedule or in the pairing. */
int schedule_engine(uint32_t game, int player);

#endif
