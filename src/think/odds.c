/* SPDX-License-Identifier: MIT */
/* Scores in other terms, see odds.h. */
#include "think/odds.h"

#include "ai/search.h"

#include <math.h>
#include <stdlib.h>

enum {
    EVALUATE_MAX =
        20000,    /* what evaluations may reach (core/game.h): scores beyond it are proved */
    DRAWISH = 60, /* at this score a draw is as likely as a win ... */
    STEEP = 120,  /* and by so much more, the odds of a win grow by a factor of e */
};

int odds_mate(int score)
{
    if (score >= SEARCH_PROVED)
        return SEARCH_WIN - score;
    return score <= -SEARCH_PROVED ? -SEARCH_WIN - score : 0;
}

static int chance(double above)
{
    return (int)lround(1000 / (1 + exp(-above / STEEP)));
}

Odds odds_of(int score)
{
    if (abs(score) > EVALUATE_MAX)
        return score > 0 ? (Odds){1000, 0, 0} : (Odds){0, 0, 1000};
    Odds odds = {.win = chance(score - DRAWISH), .lose = chance(-score - DRAWISH)};
    odds.draw = 1000 - odds.win - odds.lose;
    return odds;
}

Odds odds_sure(int score)
{
    return score > 0 ? (Odds){1000, 0, 0} : score ? (Odds){0, 0, 1000} : (Odds){0, 1000, 0};
}

int odds_grade(int score)
{
    static const int from[] = {25, 80, 200, 500};
    int grade = 0;
    while (grade < 4 && abs(score) >= from[grade])
        grade++;
    return score < 0 ? -grade : grade;
}
