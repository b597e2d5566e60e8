/* SPDX-License-Identifier: MIT */
/* Nine, six and twelve men's morris: how good a position is. It is a few counts for each side, and
 * its score their weighted sum; the weights depend on the phase.
 *
 * With flying, material is worth something else: three men who fly hold out against six, and who
 * has fewer than seven (with diagonals: six) hardly wins at all. So once all men stand, the numbers
 * of men are worth what a table says, and each side has weights by who flies (docs/adr/0085). */
#include "games/morris/lines.h"

#include "base/bits.h"

#include <string.h>

/* What is counted for a player. */
enum {
    MEN,      /* in hand and on the board */
    STEPS,    /* to empty points */
    BLOCKED,  /* men that cannot step */
    STANDING, /* men in mills */
    THREATS,  /* points where they can complete a line at their next turn */
    RUNNING,  /* of these, points that a man from another mill comes to: they take every turn */
    PAIRS,    /* points that complete a line, but nobody is near */
    CORNERS,  /* crossings of many links */
    TURN,     /* threats of the side to move: it takes at once */
    FEATURES,
};

enum { PLACING, MOVING, FEW, PHASES };

enum { BOARDS = WEIGHTS_TWELVE + 1 };

static const int16_t weights[BOARDS][PHASES][FEATURES] = {
    [WEIGHTS_SIX] =
        {
            {147, 4, -12, -11, 16, 32, 10, 2, 61},
            {81, 5, -4, 17, 110, -11, 2, 0, -12},
            {76, 7, -26, 26, 103, 30, 9, 0, 9},
        },
    [WEIGHTS_NINE] =
        {
            {144, 18, -18, -20, 11, 46, -6, -9, 87},
            {104, 9, -25, 18, 92, 63, 19, 12, 32},
            {191, 11, -2, 31, 117, 30, 9, -21, 31},
        },
    [WEIGHTS_TWELVE] =
        {
            {143, 10, -11, -17, 34, 15, -3, 3, 64},
            {121, -1, -17, 7, 58, 39, 9, 10, 75},
            {155, 8, -6, 29, 106, 30, 13, -37, -13},
        },
};

/* With flying: as above while men are placed, then for a side by its men and the enemy's, */
enum {
    OPEN = 1,  /* nobody flies, and somebody has many men */
    BARREN,    /* nobody flies, nor has many */
    CHASE,     /* the enemy flies; we have many men */
    CHASE_FEW, /* the enemy flies; we have few */
    FLYER,     /* we fly, the enemy does not */
    DUEL,      /* both fly */
    MATERIAL,  /* and what more men are worth, from here on: by the larger and the lesser number */
    FLYING_ROWS = MATERIAL + 5,
};

/* All but the first two rows are fitted to solved positions (tools/endings_fit.c); those are of
 * self-play. Numbers of men that nobody has solved are worth what they were. */
static const int16_t flying_weights[BOARDS][FLYING_ROWS][FEATURES] =
    {
        [WEIGHTS_SIX] =
            {
                {147, 4, -12, -11, 16, 32, 10, 2, 61},
                {0, 5, -4, 17, 110, -11, 2, 0, -12},
                {0, 2, -4, -2, -4, -1, 0, 0, 8},
                {0, 0, -1, 4, 31, -35, 5, 0, 500},
                {0, 0, 0, 1, 5, 32, 1, 0, 500},
                {0, 0, 0, -1, 2, 30, 9, 0, 4},
                {0, -8, 2, -14, 16, 30, 9, 0, 500},
                {4, 8, 9, 12, 128, 128, 324, 243, 168},
                {81, 405, 324, 243, 162, 81, 486, 405, 324},
                {243, 162, 81, 567, 486, 405, 324, 243, 162},
                {81, 648, 567, 486, 405, 324, 243, 162, 81},
                {729, 648, 567, 486, 405, 324, 243, 162, 81},
            },
        [WEIGHTS_NINE] =
            {
                {144, 18, -18, -20, 11, 46, -6, -9, 87},
                {0, 9, -25, 18, 92, 63, 19, 12, 32},
                {0, 3, -9, 5, 7, 14, 3, 3, 19},
                {0, -8, -9, -1, 59, 4, -18, 17, 500},
                {0, 2, -2, 7, 34, 33, 8, -3, 500},
                {0, 2, -2, 2, 12, 30, 9, -3, 59},
                {0, -2, 26, 0, 117, 30, 9, 13, 500},
                {4, 8, 8, 12, 20, 22, 265, 126, 134},
                {92, 459, 282, 254, 191, 97, 1100, 621, 387},
                {299, 202, 101, 1100, 661, 520, 416, 312, 208},
                {104, 1100, 728, 624, 520, 416, 312, 208, 104},
                {1100, 832, 728, 624, 520, 416, 312, 208, 104},
            },
        [WEIGHTS_TWELVE] =
            {
                {143, 10, -11, -17, 34, 15, -3, 3, 64},
                {0, -1, -17, 7, 58, 39, 9, 10, 75},
                {0, -1, -1, 1, 7, 23, 0, 2, 8},
                {0, -14, -11, 5, 44, 104, -15, 27, 265},
                {0, 0, 1, 11, 40, 49, 7, 2, 190},
                {0, -1, -8, -3, 8, 30, 13, 1, 68},
                {0, -2, 53, -3, 64, 30, 13, 5, 267},
                {4, 8, 8, 255, 170, 146, 411, 296, 242},
                {121, 808, 484, 363, 242, 121, 848, 605, 484},
                {363, 242, 121, 888, 726, 605, 484, 363, 242},
                {121, 968, 847, 726, 605, 484, 363, 242, 121},
                {1089, 968, 847, 726, 605, 484, 363, 242, 121},
            },
};

/* How many men are many: with them one may win against flyers. */
static const uint8_t many[BOARDS] = {[WEIGHTS_SIX] = 6, [WEIGHTS_NINE] = 7, [WEIGHTS_TWELVE] = 6};

/* What is counted of the side to move and of the other, whose men are in the upper halves. */
static void count_sides(const MorrisRules *r, const Pos *pos, int *ours, int *theirs)
{
    int us = pos->turn;
    Both men = pos->stones[us][0] | pos->stones[!us][0] << 32;
    uint32_t empty = r->board & (uint32_t) ~(men | men >> 32);
    Both onward = both_of(morris_back1(empty)), back = both_of(morris_turn1(empty));
    Both inward = both_of(empty >> 8 & r->inward), outward = both_of(empty << 8 & r->outward);
    LineSets lines = lines_closed(r, men);
    Both closers = lines_any(lines), open = closers & both_of(empty), standing = men & closers;
    Both anywhere = (morris_comes_anywhere(r, pos, us) ? UINT32_MAX : 0) |
                    (Both)(morris_comes_anywhere(r, pos, !us) ? UINT32_MAX : 0) << 32;
    Both placed = (pos->hand[us] ? 0 : UINT32_MAX) | (Both)(pos->hand[!us] ? 0 : UINT32_MAX) << 32;
    Both threats = open & (lines_reached(r, lines, men) | anywhere);
    const Both count[FEATURES] = {
        [MEN] = men,
        [STEPS] = men & onward,
        [BLOCKED] = men & ~(onward | back | inward | outward),
        [STANDING] = standing,
        [THREATS] = threats,
        /* A man that leaves a mill threatens again when it goes back. */
        [RUNNING] = threats & placed & lines_reached(r, lines, standing),
        [PAIRS] = open & ~threats,
        [CORNERS] = men & both_of(r->inward & r->outward),
    };
    for (int i = 0; i < FEATURES; i++) {
        ours[i] = bits_count((uint32_t)count[i]);
        theirs[i] = bits_count(count[i] >> 32);
    }
    const Both more[] = {men & back, men & inward, men & outward};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        ours[STEPS] += bits_count((uint32_t)more[i]);
        theirs[STEPS] += bits_count(more[i] >> 32);
    }
    ours[MEN] += pos->hand[us];
    theirs[MEN] += pos->hand[!us];
    ours[TURN] = (uint32_t)threats != 0;
}

static int phase_of(const Pos *pos)
{
    if (pos->hand[0] || pos->hand[1])
        return PLACING;
    return bits_count(pos->stones[0][0]) <= 4 || bits_count(pos->stones[1][0]) <= 4 ? FEW : MOVING;
}

static int flying_row(const MorrisRules *r, int own, int enemy)
{
    int most = many[r->weights];
    if (own == MORRIS_MEN_LEAST)
        return enemy == MORRIS_MEN_LEAST ? DUEL : FLYER;
    if (enemy == MORRIS_MEN_LEAST)
        return own >= most ? CHASE : CHASE_FEW;
    return own >= most || enemy >= most ? OPEN : BARREN;
}

/* The place of a pair of different numbers in the table of material. */
static int material_at(int more, int fewer)
{
    more -= MORRIS_MEN_LEAST;
    return more * (more - 1) / 2 + fewer - MORRIS_MEN_LEAST;
}

/* Whoever has fewer than three has lost, which the search may see only later. */
static int material(const int16_t *table, int own, int enemy)
{
    enum { OVER = 1000 };
    if (own < MORRIS_MEN_LEAST || enemy < MORRIS_MEN_LEAST)
        return own < enemy ? -OVER : OVER;
    return own > enemy   ? table[material_at(own, enemy)]
           : own < enemy ? -table[material_at(enemy, own)]
                         : 0;
}

/* All men stand, and who has three flies. */
static int evaluate_flying(const MorrisRules *r, const int *ours, const int *theirs)
{
    const int16_t(*weight)[FEATURES] = flying_weights[r->weights];
    int own = ours[MEN], enemy = theirs[MEN], score = material(weight[MATERIAL], own, enemy);
    const int16_t *for_us = weight[flying_row(r, own, enemy)];
    const int16_t *for_them = weight[flying_row(r, enemy, own)];
    for (int i = 0; i < FEATURES; i++)
        score += for_us[i] * ours[i] - for_them[i] * theirs[i];
    return score;
}

int morris_plain_evaluate(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    int phase = phase_of(pos), ours[FEATURES], theirs[FEATURES], score = 0;
    count_sides(r, pos, ours, theirs);
    if (r->flying && phase != PLACING)
        return evaluate_flying(r, ours, theirs);
    const int16_t *weight = weights[r->weights][phase];
    for (int i = 0; i < FEATURES; i++)
        score += weight[i] * (ours[i] - theirs[i]);
    return score;
}

static void take_features(const Game *game, const Pos *pos, int16_t *out)
{
    int ours[FEATURES], theirs[FEATURES];
    count_sides(morris_rules(game), pos, ours, theirs);
    memset(out, 0, PHASES * FEATURES * sizeof *out);
    for (int i = 0; i < FEATURES; i++)
        out[phase_of(pos) * FEATURES + i] = (int16_t)(ours[i] - theirs[i]);
}

static void take_flying(const Game *game, const Pos *pos, int16_t *out)
{
    const MorrisRules *r = morris_rules(game);
    int ours[FEATURES], theirs[FEATURES];
    count_sides(r, pos, ours, theirs);
    int own = ours[MEN], enemy = theirs[MEN];
    bool placing = phase_of(pos) == PLACING;
    int for_us = placing ? PLACING : flying_row(r, own, enemy);
    int for_them = placing ? PLACING : flying_row(r, enemy, own);
    memset(out, 0, FLYING_ROWS * FEATURES * sizeof *out);
    for (int i = placing ? MEN : MEN + 1; i < FEATURES; i++) {
        out[for_us * FEATURES + i] = (int16_t)(out[for_us * FEATURES + i] + ours[i]);
        out[for_them * FEATURES + i] = (int16_t)(out[for_them * FEATURES + i] - theirs[i]);
    }
    if (!placing && own != enemy)
        out[MATERIAL * FEATURES + (own > enemy ? material_at(own, enemy)
                                               : material_at(enemy, own))] = own > enemy ? 1 : -1;
}

/* Which of them a variant has follows from its rules. */
#define PLAIN(board)                                                                               \
    {                                                                                              \
        PHASES *FEATURES, FEATURES, weights[board][0], take_features                               \
    }
#define FLYING(board)                                                                              \
    {                                                                                              \
        FLYING_ROWS *FEATURES, FEATURES, flying_weights[board][0], take_flying                     \
    }

const Features *morris_plain_features(const MorrisRules *r)
{
    static const Features features[BOARDS][2] = {
        [WEIGHTS_SIX] = {PLAIN(WEIGHTS_SIX), FLYING(WEIGHTS_SIX)},
        [WEIGHTS_NINE] = {PLAIN(WEIGHTS_NINE), FLYING(WEIGHTS_NINE)},
        [WEIGHTS_TWELVE] = {PLAIN(WEIGHTS_TWELVE), FLYING(WEIGHTS_TWELVE)},
    };
    return &features[r->weights][r->flying];
}
