/* SPDX-License-Identifier: MIT */
/* Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013), a game at a time. What the
 * paper does once per rating period happens after every game, and the deviation grows with the time
 * in between, in fractions of a period.
 *
 * A rating is kept as whole numbers and every step begins and ends with them, so that going through
 * the same games in the same order gives the same numbers, whether at once or one by one. */
#ifndef CONCENTRIC_CLUB_GLICKO2_H
#define CONCENTRIC_CLUB_GLICKO2_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GLICKO_UNIT = 100,               /* of ratings and deviations: hundredths */
    GLICKO_PERIOD_MS = 4 * 86400000, /* a rating period */
    GLICKO_RATING_MIN = 100 * GLICKO_UNIT,
    GLICKO_RATING_MAX = 4000 * GLICKO_UNIT,
    GLICKO_DEVIATION_MIN = 45 * GLICKO_UNIT,  /* nobody is ever known better */
    GLICKO_DEVIATION_MAX = 350 * GLICKO_UNIT, /* nor worse */
    GLICKO_PROVISIONAL = 110 * GLICKO_UNIT,   /* above this deviation a rating is provisional */
    GLICKO_VOLATILITY_UNIT = 100000000,
    GLICKO_VOLATILITY_MAX = GLICKO_VOLATILITY_UNIT / 10,
};

typedef struct Glicko {
    int32_t rating, deviation; /* in GLICKO_UNIT; the deviation as it was at `at` */
    int32_t volatility;        /* in GLICKO_VOLATILITY_UNIT */
    int32_t games;
    int64_t at; /* of the last game, milliseconds since 1970; 0 before the first */
} Glicko;

/* Somebody who has not played yet: 1500, deviation 350, volatility 0.06. */
Glicko glicko_new(void);
/* The deviation at a later time. */
int32_t glicko_deviation(const Glicko *glicko, int64_t at);
static inline bool glicko_is_provisional(const Glicko *glicko, int64_t at)
{
    return glicko_deviation(glicko, at) > GLICKO_PROVISIONAL;
}

/* One game between two, `score` of the first in half points: 0, 1, 2. */
void glicko_game(Glicko *first, Glicko *second, int score, int64_t at);

/* The step of the paper for one player and a period with several games, in its own numbers. */
typedef struct GlickoStep {
    double rating, deviation, volatility;
} GlickoStep;
typedef struct GlickoFoe {
    double rating, deviation, score; /* score: 0, 0.5, 1 */
} GlickoFoe;
GlickoStep glicko_step(GlickoStep before, const GlickoFoe *foes, int count);

#endif
