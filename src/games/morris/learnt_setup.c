/* SPDX-License-Identifier: MIT */
/* The tables of the learnt evaluation (plain_learnt.c) from the values of a file. These stand in
 * the order of the tables, phase by phase, but that images of an earlier state are left out. */
#include "games/morris/learnt.h"

/* The lowest image of a state. All images come by two turns one after the other, again and again:
 * for a square two mirrors, a quarter apart; for a side a mirror and half a turn, which turns it
 * inside out. ternary[1 << i] is 3 to the i. */
static uint32_t lowest_image(const uint16_t *ternary, uint32_t state, int points)
{
    uint32_t lowest = state;
    for (int image = 0; image < IMAGES; image++) {
        uint32_t rest = state;
        state = 0;
        for (int i = 0; i < points; i++, rest /= 3) {
            int to = points == SQUARE_POINTS ? (2 * (image & 1) - i) & 7
                     : image & 1             ? 8 - i
                                             : i + 2 - 2 * (i % 3);
            state += rest % 3 * ternary[1 << to];
        }
        lowest = state < lowest ? state : lowest;
    }
    return lowest;
}

void morris_learnt_unpack(const int8_t *values, void *tables)
{
    enum { SIDES_AT = 2 * SQUARE_STATES, STATES = SIDES_AT + SIDE_STATES };
    LearntTables *t = tables;
    uint16_t *ternary = t->ternary,
             first[STATES]; /* of the tables of a phase: whose value it has */
    ternary[0] = 0;
    for (int i = 1; i < 1 << SIDE_POINTS; i++)
        ternary[i] = (uint16_t)(3 * ternary[i >> 1] + (i & 1));
    for (uint32_t i = 0; i < STATES; i++) {
        uint32_t from = i < SQUARE_STATES ? 0 : i < SIDES_AT ? SQUARE_STATES : SIDES_AT;
        int points = from == SIDES_AT ? SIDE_POINTS : SQUARE_POINTS;
        first[i] = (uint16_t)(from + lowest_image(ternary, i - from, points));
    }
    for (int phase = 0; phase < LEARNT_PHASES; phase++) {
        int8_t *out = (int8_t *)&t->phase[phase];
        for (size_t i = 0; i < sizeof(PhaseTables); i++)
            out[i] = i < STATES && first[i] < i ? out[first[i]] : *values++;
    }
}
