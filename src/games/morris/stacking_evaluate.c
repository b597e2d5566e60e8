/* SPDX-License-Identifier: MIT */
/* Stacking Morris: how good a position is, and what moves gain. Stacks win, three in a line, so
 * lines that hold two of a player's stacks count, and enemy stacks that they could turn over. */
#include "games/morris/morris.h"

#include "base/bits.h"

#include <string.h>

/* What is counted for a player. */
enum {
    STACKS,      /* their own */
    STEPS,       /* to empty points */
    BLOCKED,     /* pieces that cannot step */
    PAIRS,       /* lines with two of their stacks and an empty point, */
    PAIRS_OWN,   /* or a single of theirs, */
    PAIRS_ENEMY, /* or an enemy stack, which can be turned over */
    OPEN,        /* lines that one more low man of theirs makes a mill, */
    FLIPS,       /* enemy stacks in these */
    READY,       /* mills of their low men: they resolve one at their turn */
    INNER,       /* pieces on crossings of many links */
    TURN,        /* it is their turn, and they have a mill or can make one */
    PAIR_TURN,   /* it is their turn, and they have two stacks in a line that is not barred */
    FEATURES,
};

enum { PLACING, MOVING, PHASES };

static const int16_t weights[PHASES][FEATURES] = {
    [PLACING] = {68, 32, 0, 19, -12, -2, 3, -88, 20, 14, 57, 14},
    [MOVING] = {48, 20, 8, 30, 58, -43, 4, -31, 21, -4, -4, -7},
};

static void count_lines(const MorrisRules *r, const Stacks *s, int c, int *out)
{
    uint32_t low = stacking_low(s, c), own = stacking_own(s, c), theirs = stacking_own(s, !c);
    uint32_t empty = r->board & ~(s->top[0] | s->top[1]), singles = stacking_singles(s, c);
    for (int i = 0; i < r->line_count; i++) {
        uint32_t line = r->line[i], rest = line & ~own;
        if (bits_count(rest) == 1) {
            out[PAIRS] += (rest & empty) != 0;
            out[PAIRS_OWN] += (rest & singles) != 0;
            out[PAIRS_ENEMY] += (rest & theirs) != 0;
        }
        rest = line & ~low;
        out[READY] += !rest;
        if (bits_count(rest) == 1 && rest & empty) {
            out[OPEN]++;
            out[FLIPS] += bits_count(line & theirs);
        }
    }
}

static void count_side(const MorrisRules *r, const Pos *pos, const Stacks *s, int c, int *out)
{
    uint32_t empty = r->board & ~(s->top[0] | s->top[1]);
    memset(out, 0, FEATURES * sizeof *out);
    count_lines(r, s, c, out);
    out[STACKS] = bits_count(stacking_own(s, c));
    for (uint64_t men = s->top[c]; men;) {
        int steps = bits_count(r->joined[bits_pop(&men)] & empty);
        out[STEPS] += steps;
        out[BLOCKED] += !steps;
    }
    out[INNER] = bits_count(s->top[c] & r->inward & r->outward);
    out[TURN] = c == pos->turn && (out[READY] || out[OPEN]);
    out[PAIR_TURN] = c == pos->turn && (out[PAIRS] || out[PAIRS_OWN] || out[PAIRS_ENEMY]);
}

static int phase_of(const Pos *pos)
{
    return pos->hand[0] || pos->hand[1] ? PLACING : MOVING;
}

int stacking_evaluate(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    const int16_t *weight = weights[phase_of(pos)];
    Stacks s = stacking_of(pos);
    int ours[FEATURES], theirs[FEATURES], score = 0;
    count_side(r, pos, &s, pos->turn, ours);
    count_side(r, pos, &s, !pos->turn, theirs);
    for (int i = 0; i < FEATURES; i++)
        score += weight[i] * (ours[i] - theirs[i]);
    return score;
}

static void take_features(const Game *game, const Pos *pos, int16_t *out)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    int ours[FEATURES], theirs[FEATURES];
    count_side(r, pos, &s, pos->turn, ours);
    count_side(r, pos, &s, !pos->turn, theirs);
    memset(out, 0, PHASES * FEATURES * sizeof *out);
    for (int i = 0; i < FEATURES; i++)
        out[phase_of(pos) * FEATURES + i] = (int16_t)(ours[i] - theirs[i]);
}

const Features stacking_features = {PHASES * FEATURES, FEATURES, weights[0], take_features};

/* A mill to resolve or to complete, or two stacks in a line. */
bool stacking_noisy(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    uint32_t free = r->board & ~s.top[!pos->turn];
    uint32_t low = stacking_low(&s, pos->turn), stacks = stacking_own(&s, pos->turn);
    return (morris_closers(r, low) & (free | low)) | (morris_closers(r, stacks) & free);
}

/* By the board after the move: a line of stacks wins, a stack made or turned over is a gain, and
 * a line of low men that it leaves to the enemy is a loss. */
void stacking_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out)
{
    enum { WIN = 5000, STACK = 100, GIVEN = -60 };
    const MorrisRules *r = morris_rules(game);
    Stacks before = stacking_of(pos);
    int us = pos->turn, had = bits_count(stacking_own(&before, us)),
        stood = bits_count(stacking_own(&before, !us));
    for (int i = 0; i < count; i++) {
        Stacks s = stacking_after(&before, us, moves[i]);
        uint32_t own = stacking_own(&s, us);
        int32_t rate = STACK * (bits_count(own) - had + stood - bits_count(stacking_own(&s, !us)));
        if (morris_has_line(r, stacking_low(&s, !us)))
            rate += GIVEN;
        out[i] = morris_has_line(r, own) ? WIN : rate;
    }
}
