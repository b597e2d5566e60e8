/* SPDX-License-Identifier: MIT */
/* Games of the engine, a level or chance against itself, for data sets (dataset.h). Game number i
 * of a seed depends on nothing else, unless time limits the search: so games may be shared out
 * among threads and machines, and a run that was stopped goes on where it was. */
#ifndef CONCENTRIC_EXPLORE_SELFPLAY_H
#define CONCENTRIC_EXPLORE_SELFPLAY_H

#include "explore/player.h"

enum { SELFPLAY_PLIES_MAX = 5000, SELFPLAY_NO_SCORE = INT32_MIN };

typedef struct SelfplayWay {
    uint64_t seed;
    bool random;         /* every move by chance; else by: */
    SearchLimits limits; /* depth, nodes, time_ms, level */
    uint32_t opening;    /* so many first plies are by chance */
    uint32_t plies;      /* a game that goes on longer ends without a winner */
} SelfplayWay;

/* A game that was played. move and score have room for the plies that it may have. */
typedef struct Played {
    Pos start;
    Winner winner; /* WINNER_NONE: it was cut off */
    uint32_t count;
    Move *move;
    int32_t *score; /* for the side that moves, in hundredths of a man, or SELFPLAY_NO_SCORE */
} Played;

/* False if there is no memory; then nothing needs freeing. */
bool played_open(Played *played, uint32_t plies);
void played_close(Played *played);

/* A player that has what this way of playing needs. NULL if there is no memory. */
Player *selfplay_player(const Game *game, const SelfplayWay *way, double (*now)(void));
/* Plays game number `index` from `start`, or where that is NULL from the start that follows from
 * seed and number. False if there is no memory. */
bool selfplay_game(const Game *game, Player *player, const SelfplayWay *way, const Pos *start,
                   uint64_t index, Played *out);

#endif
