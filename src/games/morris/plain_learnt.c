/* SPDX-License-Identifier: MIT */
/* Nine men's morris: the learnt evaluation (docs/adr/0090). A score is the sum of eight values from
 * tables: one for each square, by the states of its eight points; one for each side of the board,
 * by the nine points of the three squares that lie there; and one for the numbers of men.
 *
 *    square 0            side 0                 A state is a number of base 3: 0 for an empty
 *    0---1---2           0-------1-------2      point, 1 for a man of the side to move, 2 for
 *    |       |              8----9---10         an enemy man. Every line and every link lies in
 *    7       3                16-17-18          a square or a side.
 *    |       |
 *    6---5---4           The tables are those of the phase of the game.
 *
 * Squares and sides look alike from all directions, so that a file has one value for all images of
 * a state: turned and mirrored, and for sides also turned inside out, as are the outer and the
 * inner square. */
#include "games/morris/learnt.h"

#include "base/bits.h"

#include <stddef.h>

/* By the fewer men: 3, 4 or 5, 6 or 7, more; while men are placed, by how many are in hand: up to
 * 6, 12, 18. */
static int learnt_phase(const Pos *pos)
{
    int hands = pos->hand[0] + pos->hand[1];
    int a = bits_count(pos->stones[0][0]), b = bits_count(pos->stones[1][0]);
    return hands ? 3 + (hands + 5) / 6 : (a < b ? a : b) / 2 - 1;
}

/* The nine points of side 0 as one number. */
static inline uint32_t side_of(uint32_t x)
{
    return (x & 7) | (x >> 5 & 0x38) | (x >> 10 & 0x1c0);
}

enum { UNIT = 4 };

static inline uint32_t state_of(const uint16_t *ternary, uint32_t own, uint32_t enemy)
{
    return ternary[own] + 2u * ternary[enemy];
}

static int learnt_evaluate(const Game *game, const void *tables, const Pos *pos)
{
    const LearntTables *t = tables;
    const PhaseTables *p = &t->phase[learnt_phase(pos)];
    if (!p->learnt)
        return morris_plain_evaluate(game, pos);
    int us = pos->turn;
    uint32_t own = (uint32_t)pos->stones[us][0], enemy = (uint32_t)pos->stones[!us][0];
    int sum = p->men[bits_count(own) + pos->hand[us]][bits_count(enemy) + pos->hand[!us]];
    for (int i = 0; i < SIDES; i++) { /* four quarters are a whole turn */
        sum += p->side[state_of(t->ternary, side_of(own), side_of(enemy))];
        own = morris_back2(own);
        enemy = morris_back2(enemy);
    }
    for (int i = 0; i < SQUARES; i++) {
        sum += p->square[i & 1][state_of(t->ternary, own & 255, enemy & 255)];
        own >>= 8;
        enemy >>= 8;
    }
    return UNIT * sum;
}

#ifndef CONCENTRIC_LOOKUP_ONLY /* the page does not train */
static uint32_t place_of(const LearntTables *t, const int8_t *value)
{
    return (uint32_t)(value - (const int8_t *)t);
}

/* What learnt_evaluate adds up. */
static int learnt_places(const void *tables, const Pos *pos, uint32_t out[LEARNT_PLACES_MAX])
{
    const LearntTables *t = tables;
    const PhaseTables *p = &t->phase[learnt_phase(pos)];
    int us = pos->turn, n = 0;
    uint32_t own = (uint32_t)pos->stones[us][0], enemy = (uint32_t)pos->stones[!us][0];
    out[n++] = place_of(
        t, &p->men[bits_count(own) + pos->hand[us]][bits_count(enemy) + pos->hand[!us]]);
    for (int i = 0; i < SIDES; i++) {
        out[n++] = place_of(t, &p->side[state_of(t->ternary, side_of(own), side_of(enemy))]);
        own = morris_back2(own);
        enemy = morris_back2(enemy);
    }
    for (int i = 0; i < SQUARES; i++)
        out[n++] = place_of(
            t, &p->square[i & 1][state_of(t->ternary, own >> 8 * i & 255, enemy >> 8 * i & 255)]);
    return n;
}
#endif

const Learnable morris_learnable = {
    .layout = 1,
    .values = LEARNT_PHASES * PHASE_VALUES,
    .phases = LEARNT_PHASES,
    .bytes = sizeof(LearntTables),
    .unit = UNIT,
    .unpack = morris_learnt_unpack,
    .evaluate = learnt_evaluate,
#ifndef CONCENTRIC_LOOKUP_ONLY
    .places = learnt_places,
#endif
};
