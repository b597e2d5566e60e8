/* SPDX-License-Identifier: MIT */
/* The tables of the learnt evaluation (plain_learnt.c) from the values of a file: the first of each
 * set of images has a value there, in the order of the states, square by square and phase by
 * phase. */
#include "games/morris/learnt.h"

#include <string.h>

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

/* Fills one table of every phase from the values that begin at `from` in the first one's; returns
 * how many there were. */
static size_t unpack_states(const uint16_t *ternary, const int8_t *from, int8_t *out, int points)
{
    size_t n = 0;
    for (uint32_t state = 0; state <= 2u * ternary[(1 << points) - 1]; state++) {
        uint32_t lowest = lowest_image(ternary, state, points);
        for (int phase = 0; phase < LEARNT_PHASES; phase++) {
            int8_t *table = out + (size_t)phase * sizeof(PhaseTables);
            table[state] = lowest < state ? table[lowest] : from[(size_t)phase * PHASE_VALUES + n];
        }
        n += lowest == state;
    }
    return n;
}

void morris_learnt_unpack(const int8_t *values, void *tables)
{
    LearntTables *t = tables;
    t->ternary[0] = 0;
    for (int i = 1; i < 1 << SIDE_POINTS; i++)
        t->ternary[i] = (uint16_t)(3 * t->ternary[i >> 1] + (i & 1));
    PhaseTables *first = t->phase;
    for (int i = 0; i < 2; i++)
        values += unpack_states(t->ternary, values, first->square[i], SQUARE_POINTS);
    values += unpack_states(t->ternary, values, first->side, SIDE_POINTS);
    for (int phase = 0; phase < LEARNT_PHASES; phase++)
        memcpy(t->phase[phase].men, values + phase * PHASE_VALUES, TOTALS * TOTALS + 1);
}
