/* SPDX-License-Identifier: MIT */
/* What a score means: a win that is proved, the chances, and words for a person. */
#ifndef CONCENTRIC_THINK_ODDS_H
#define CONCENTRIC_THINK_ODDS_H

#include "core/types.h"

/* Plies until the side to move has won (positive) or lost (negative) by this score of the search;
 * 0 if neither is proved. */
int odds_mate(int score);

/* Chances in thousandths to win, draw and lose; they add up to 1000. A logistic curve of the score,
 * the same for every game: a guide, not a measurement. */
typedef struct Odds {
    int win, draw, lose;
} Odds;
Odds odds_of(int score);
/* The same of a score that is known for certain, 0 being a draw. */
Odds odds_sure(int score);

/* How the side to move stands by a score that proves nothing: 0 level, 1 slightly better, 2 better,
 * 3 much better, 4 winning; negative for the other side. */
int odds_grade(int score);

#endif
