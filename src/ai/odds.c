/* SPDX-License-Identifier: MIT */
/* Scores in other terms, see odds.h. */
#include "ai/odds.h"

#include "ai/search.h"

#include <stdlib.h>
#include <string.h>

enum {
    EVALUATE_MAX = 20000, /* what evaluations may reach (core/game.h): scores beyond are proved */
    TABLE_STEPS = 4,      /* entries of the curve per unit */
};

/* A win is as likely as not at `drawish`; by `steep` more, the odds of it grow by a factor of e. */
typedef struct Curve {
    int16_t drawish, steep;
} Curve;

/* By the id before the first comma, or the whole variant where it plays differently; the longest
 * that fits counts. Fitted to self-play by tools/odds_fit.c (docs/engine.md, Chances); the empty id
 * fits games that nobody has fitted yet. */
typedef struct Row {
    const char *id;
    Curve phase[ODDS_PHASES];
} Row;

static const Row rows[] = {
    {"", {{60, 120}, {60, 120}}},
    {"nine", {{38, 62}, {53, 33}}},
    {"nine,flying", {{88, 76}, {109, 32}}},
    {"six", {{32, 13}, {35, 8}}},
    {"six,flying", {{112, 32}, {61, 9}}},
    {"twelve", {{9, 57}, {23, 34}}},
    {"twelve,flying", {{22, 59}, {110, 31}}},
    {"stacking", {{110, 388}, {94, 134}}},
    {"mur", {{53, 678}, {53, 678}}},
    {"morelli", {{30, 175}, {68, 200}}},
    {"morelli,size=11", {{38, 127}, {79, 123}}},
    {"morelli,size=9", {{152, 124}, {180, 69}}},
    {"morelli,size=7", {{183, 60}, {141, 26}}},
    {"morelli,edition=nestor", {{26, 161}, {49, 184}}},
};

int odds_mate(int score)
{
    if (score >= SEARCH_PROVED)
        return SEARCH_WIN - score;
    return score <= -SEARCH_PROVED ? -SEARCH_WIN - score : 0;
}

/* Where the bands of the board have names, men begin on the outermost one and go inwards: do most
 * still stand there? */
static bool is_early(const Game *game, const Pos *pos)
{
    const Shape *shape = &game->shape;
    uint8_t board[POINTS_MAX];
    int outside = 0, inside = 0;
    game->ops->board(game, pos, board);
    for (int p = 0; p < shape->point_count; p++)
        if (board[p])
            (*(shape->point[p].band ? &inside : &outside))++;
    return outside > inside;
}

int odds_phase(const Game *game, const Pos *pos)
{
    bool opening = pos->hand[0] || pos->hand[1] || (game->shape.band_count && is_early(game, pos));
    return !opening;
}

static const Curve *find_curve(const Game *game, const Pos *pos)
{
    const Row *best = &rows[0];
    for (size_t i = 1; i < sizeof rows / sizeof *rows; i++) {
        size_t length = strlen(rows[i].id);
        bool fits = strncmp(game->id, rows[i].id, length) == 0 &&
                    (game->id[length] == '\0' || game->id[length] == ',');
        if (fits && length > strlen(best->id))
            best = &rows[i];
    }
    return &best->phase[odds_phase(game, pos)];
}

/* 1000 / (1 + exp(-above / steep)), by a table: the same on every machine. */
static int chance(int above, int steep)
{
    static const int16_t curve[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905,  924,
                                    940, 953, 963, 971, 977, 982, 986, 989, 991, 993,  995,
                                    996, 997, 998, 998, 998, 999, 999, 999, 999, 1000, 1000};
    enum { LAST = sizeof curve / sizeof *curve - 1 };
    int x = abs(above) * TABLE_STEPS, i = x / steep, rest = x % steep;
    int value = i >= LAST ? curve[LAST] : curve[i] + (curve[i + 1] - curve[i]) * rest / steep;
    return above < 0 ? 1000 - value : value;
}

Odds odds_of(const Game *game, const Pos *pos, int score)
{
    if (abs(score) > EVALUATE_MAX)
        return score > 0 ? (Odds){1000, 0, 0} : (Odds){0, 0, 1000};
    const Curve *curve = find_curve(game, pos);
    Odds odds = {.win = chance(score - curve->drawish, curve->steep),
                 .lose = chance(-score - curve->drawish, curve->steep)};
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
