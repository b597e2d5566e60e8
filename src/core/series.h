/* SPDX-License-Identifier: MIT */
/* A series: several games that count together, such as an official match of two sets of six. What
 * a series is like is data of the game's family (SeriesRules); nothing here knows a game. A Series
 * holds no games: who plays them hands in how each ended, and is given how the next one begins.
 *
 * Two things called player must be kept apart: a seat (0 or 1) is a person through the whole
 * series, a side (0 or 1) is what they play in one game, player 1 or player 2 of the contract. */
#ifndef CONCENTRIC_CORE_SERIES_H
#define CONCENTRIC_CORE_SERIES_H

#include "core/game.h"

enum { SERIES_GAMES_MAX = 64 };

/* The beginner changes from game to game: odd games of a set are begun by seat 0, even ones by
 * seat 1. Either the seats keep their sides and the position says who is to move (the game needs
 * next_start for it), or they change sides and player 1 of the game always begins. */
typedef enum SeriesSides { SERIES_SIDES_KEPT, SERIES_SIDES_CHANGE } SeriesSides;

struct SeriesRules {
    uint8_t sets, games; /* games of a set */
    uint8_t win, draw;   /* half points for a won and for a drawn game */
    SeriesSides sides;
    bool carries; /* within a set a game begins from the end of the one before (next_start) */
};

/* One game of the series that has ended. */
typedef struct SeriesGame {
    Winner winner; /* by sides, as the game's own result */
    uint8_t side;  /* of seat 0 */
} SeriesGame;

typedef struct Series {
    const Game *game;
    const SeriesRules *rules;
    SeriesGame ended[SERIES_GAMES_MAX];
    uint8_t played;
    uint8_t half[2]; /* half points by seat */
    Pos start;       /* of the game that is on; of the last one when the series is over */
} Series;

/* The rules of the game's official match, or the usual one: two games, the sides changed. */
const SeriesRules *series_rules(const Game *game);

/* Begins with game 1 from the game's own start (`seed` as for its start function). */
void series_begin(Series *series, const Game *game, uint64_t seed);

/* Which game is on: its set and its number in the set, from 0. When the series is over: the last.
 */
int series_set(const Series *series);
int series_number(const Series *series);
/* The seat that begins the game that is on, and the side that a seat has in it. */
int series_starter(const Series *series);
int series_side(const Series *series, int seat);

/* The game that is on has ended: its winner (not WINNER_NONE) and its last position. The next one
 * is on from then: its start is series->start. False, and nothing changed, if the series is over
 * already or the game is not. `seed` is for the next start. */
bool series_end_game(Series *series, Winner winner, const Pos *last, uint64_t seed);

/* Half points of a seat in one set. */
int series_set_half(const Series *series, int set, int seat);

bool series_is_over(const Series *series);
/* By seats: WINNER_P1 is seat 0. WINNER_NONE while it is not over; equal sums are a draw. */
Outcome series_outcome(const Series *series);

/* Adds the standing as one line, such as "set 2, game 3; Black begins; Black 4½ : White 3½".
 * Seats are named by their sides where they keep them. */
void series_write(const Series *series, Lang lang, Str *out);

#endif
