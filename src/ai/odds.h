/* SPDX-License-Identifier: MIT */
/* What a score means: a win that is proved, the chances, and how good that is. */
#ifndef CONCENTRIC_AI_ODDS_H
#define CONCENTRIC_AI_ODDS_H

#include "core/game.h"

/* Plies until the side to move has won (positive) or lost (negative) by this score of the search;
 * 0 if neither is proved. */
int odds_mate(int score);

/* Chances in thousandths to win, draw and lose; they add up to 1000. */
typedef struct Odds {
    int win, draw, lose;
} Odds;

/* Of a score for the side to move in this position, by the curve of its game and phase, which is
 * fitted to self-play (tools/odds.c). */
Odds odds_of(const Game *game, const Pos *pos, int score);
/* The same of a score that is known for certain, 0 being a draw. */
Odds odds_sure(int score);

/* What the side to move can expect, a draw being half: 0 to 1000. */
static inline int odds_expect(Odds odds)
{
    return odds.win + odds.draw / 2;
}

/* Chances are told apart by phase: 0 while men are placed, or most still stand where they began on
 * the outermost band; 1 afterwards. */
enum { ODDS_PHASES = 2 };
int odds_phase(const Game *game, const Pos *pos);

/* How the side to move stands by a score that proves nothing: 0 level, 1 slightly better, 2 better,
 * 3 much better, 4 winning; negative for the other side. */
int odds_grade(int score);

#endif
