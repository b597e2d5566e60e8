/* SPDX-License-Identifier: MIT */
/* Nine, six and twelve men's morris: how good a position is, and what moves gain. A position is a
 * few counts for each side, and its score their weighted sum; the weights depend on the phase. */
#include "games/morris/morris.h"

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

/* The points of `wanted`, places that complete a line of x if filled, that the player can really
 * fill at their next turn: by a step from outside the line. */
static uint32_t reachable(const MorrisRules *r, uint32_t x, uint32_t wanted, bool anywhere)
{
    uint32_t found = 0;
    if (anywhere)
        return wanted;
    for (uint64_t rest = wanted; rest;) {
        int to = bits_pop(&rest);
        if (r->joined[to] & x & ~morris_idle_men(r, x, to))
            found |= 1u << to;
    }
    return found;
}

static bool comes_anywhere(const MorrisRules *r, const Pos *pos, int c)
{
    return pos->hand[c] || morris_flies(r, pos, c);
}

static uint32_t neighbours_of(const MorrisRules *r, uint32_t x)
{
    return morris_turn1(x) | morris_back1(x) | (x & r->inward) << 8 | (x & r->outward) >> 8;
}

/* Threats that a man in a mill fulfils by a step: when it goes back it threatens again. */
static int count_running(const MorrisRules *r, uint32_t own, uint32_t standing, uint32_t threats)
{
    int n = 0;
    for (uint64_t rest = threats; rest;) {
        int to = bits_pop(&rest);
        n += (r->joined[to] & standing & ~morris_idle_men(r, own, to)) != 0;
    }
    return n;
}

static void count_side(const MorrisRules *r, const Pos *pos, int c, int *out)
{
    uint32_t own = (uint32_t)pos->stones[c][0];
    uint32_t empty = r->board & (uint32_t) ~(pos->stones[0][0] | pos->stones[1][0]);
    uint32_t closers = morris_closers(r, own), open = closers & empty;
    bool anywhere = comes_anywhere(r, pos, c);
    uint32_t threats = reachable(r, own, open, anywhere);
    MorrisSteps steps = morris_steps(r, own, empty);
    out[MEN] = bits_count(own) + pos->hand[c];
    out[STEPS] = bits_count(steps.round) + bits_count(steps.across);
    out[BLOCKED] = bits_count(own & ~neighbours_of(r, empty));
    out[STANDING] = bits_count(own & closers);
    out[THREATS] = bits_count(threats);
    out[RUNNING] = pos->hand[c] ? 0 : count_running(r, own, own & closers, threats);
    out[PAIRS] = bits_count(open & ~threats);
    out[CORNERS] = bits_count(own & r->inward & r->outward);
    out[TURN] = c == pos->turn && threats;
}

static int phase_of(const Pos *pos)
{
    if (pos->hand[0] || pos->hand[1])
        return PLACING;
    return bits_count(pos->stones[0][0]) <= 4 || bits_count(pos->stones[1][0]) <= 4 ? FEW : MOVING;
}

int morris_plain_evaluate(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    const int16_t *weight = weights[r->weights][phase_of(pos)];
    int ours[FEATURES], theirs[FEATURES], score = 0;
    count_side(r, pos, pos->turn, ours);
    count_side(r, pos, !pos->turn, theirs);
    for (int i = 0; i < FEATURES; i++)
        score += weight[i] * (ours[i] - theirs[i]);
    return score;
}

static void take_features(const Game *game, const Pos *pos, int16_t *out)
{
    int ours[FEATURES], theirs[FEATURES];
    count_side(morris_rules(game), pos, pos->turn, ours);
    count_side(morris_rules(game), pos, !pos->turn, theirs);
    memset(out, 0, PHASES * FEATURES * sizeof *out);
    for (int i = 0; i < FEATURES; i++)
        out[phase_of(pos) * FEATURES + i] = (int16_t)(ours[i] - theirs[i]);
}

const Features *morris_plain_features(const MorrisRules *r)
{
    static const Features features[BOARDS] = {
        [WEIGHTS_SIX] = {PHASES * FEATURES, FEATURES, weights[WEIGHTS_SIX][0], take_features},
        [WEIGHTS_NINE] = {PHASES * FEATURES, FEATURES, weights[WEIGHTS_NINE][0], take_features},
        [WEIGHTS_TWELVE] = {PHASES * FEATURES, FEATURES, weights[WEIGHTS_TWELVE][0], take_features},
    };
    return &features[r->weights];
}

bool morris_plain_noisy(const Game *game, const Pos *pos)
{
    uint32_t own = (uint32_t)pos->stones[pos->turn][0];
    uint32_t men = (uint32_t)(pos->stones[0][0] | pos->stones[1][0]);
    return morris_closers(morris_rules(game), own) & ~men;
}

/* Taking is the gain; stopping a threat, giving way to one and making one are told apart below it,
 * so that the search does not follow them beyond its horizon. */
void morris_plain_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out)
{
    enum { TAKE = 100, TAKE_THREAT = 30, STOP = 30, MAKE = 12, LET = -30 };
    const MorrisRules *r = morris_rules(game);
    int us = pos->turn;
    uint32_t own = (uint32_t)pos->stones[us][0], enemy = (uint32_t)pos->stones[!us][0];
    uint32_t empty = r->board & ~(own | enemy);
    uint32_t closers = morris_closers(r, enemy);
    uint32_t threats = reachable(r, enemy, closers & (empty | own), comes_anywhere(r, pos, !us));
    uint32_t in_threats = 0;
    for (uint64_t rest = threats & empty; rest;) {
        int to = bits_pop(&rest);
        for (int i = 0; i < MORRIS_POINT_LINES; i++)
            if ((enemy & r->partners[to][i]) == r->partners[to][i])
                in_threats |= r->partners[to][i];
    }
    uint32_t before = morris_closers(r, own) & empty;
    for (int i = 0; i < count; i++) {
        uint32_t changed = moves[i] & 0xffffff, from = changed & own, to = changed & ~own;
        uint32_t taken = moves[i] >> MORRIS_TAKEN_SHIFT & 0xffffff;
        int32_t rate = TAKE * bits_count(taken) + (taken & in_threats ? TAKE_THREAT : 0);
        rate += to & threats ? STOP : 0;
        rate += from & threats ? LET : 0;
        if (morris_closers(r, own ^ changed) & empty & ~to & ~before)
            rate += MAKE;
        out[i] = rate;
    }
}
