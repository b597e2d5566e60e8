/* SPDX-License-Identifier: MIT */
/* A clock for two players, and series of games that count together. Neither asks the system for the
 * time: `now` is milliseconds by any clock of the caller's that never goes back. One thread at a
 * time may use one. Include concentric/concentric.h. */
#ifndef CONCENTRIC_CLOCK_H
#define CONCENTRIC_CLOCK_H

#include "concentric/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct concentric_clock concentric_clock;

/* By a time control: "300+5" (seconds and increment), "300d5" (delay), "3d" (days a move),
 * "600+5/300+3" (time odds), "none" (docs/formats.md). NULL with a reason. */
CONCENTRIC_API concentric_clock *concentric_clock_new(const char *control, concentric_lang lang,
                                                      char *why);
CONCENTRIC_API void concentric_clock_free(concentric_clock *clock);
/* The turn of a player (1 or 2) begins. */
CONCENTRIC_API void concentric_clock_start(concentric_clock *clock, int player, int64_t now);
/* They have moved: the time is charged, what a move earns is added, the clock stands. */
CONCENTRIC_API void concentric_clock_moved(concentric_clock *clock, int64_t now);
/* Stands still and goes on within a turn. */
CONCENTRIC_API void concentric_clock_pause(concentric_clock *clock, int64_t now);
CONCENTRIC_API void concentric_clock_resume(concentric_clock *clock, int64_t now);
/* What a player has left; without a limit, what they have used. */
CONCENTRIC_API int64_t concentric_clock_left(const concentric_clock *clock, int player,
                                             int64_t now);
/* The player whose time is up, 0 if none; and the moment at which that will be, INT64_MAX: never.
 */
CONCENTRIC_API int concentric_clock_flag(const concentric_clock *clock, int64_t now);
CONCENTRIC_API int64_t concentric_clock_due(const concentric_clock *clock);

/* A series: the official match of a game (MUR: two sets of six games), or two games with the sides
 * changed. Seats 1 and 2 are persons through the whole series; which player of the game a seat is
 * may change from game to game. */
typedef struct concentric_series concentric_series;
CONCENTRIC_API concentric_series *concentric_series_new(const concentric_game *game, uint64_t seed,
                                                        char *why);
CONCENTRIC_API void concentric_series_free(concentric_series *series);
/* A new match at the start of the game that is on, which the caller frees. NULL with a reason,
 * also if the series is over. */
CONCENTRIC_API concentric_match *concentric_series_match(const concentric_series *series,
                                                         char *why);
/* That match has ended: its result counts, and the next game is on; `seed` is for its set-up. False
 * with a reason if it has not ended, is of another variant, or the series is over. */
CONCENTRIC_API bool concentric_series_ended(concentric_series *series,
                                            const concentric_match *match, uint64_t seed,
                                            char *why);
/* The set and the game in it that is on, from 1; the last ones when it is over. */
CONCENTRIC_API int concentric_series_set(const concentric_series *series);
CONCENTRIC_API int concentric_series_number(const concentric_series *series);
/* Which player of the game that is on a seat is, and half points of a seat so far. */
CONCENTRIC_API int concentric_series_player(const concentric_series *series, int seat);
CONCENTRIC_API int concentric_series_half_points(const concentric_series *series, int seat);
CONCENTRIC_API bool concentric_series_is_over(const concentric_series *series);
/* By seats, CONCENTRIC_PLAYER_1 being seat 1. */
CONCENTRIC_API concentric_result concentric_series_outcome(const concentric_series *series);
/* The standing in one line; valid until the next call. */
CONCENTRIC_API const char *concentric_series_text(concentric_series *series, concentric_lang lang);

#ifdef __cplusplus
}
#endif

#endif
