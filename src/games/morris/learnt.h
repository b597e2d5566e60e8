/* SPDX-License-Identifier: MIT */
/* The tables of nine men's morris' learnt evaluation, see plain_learnt.c. */
#ifndef CONCENTRIC_GAMES_MORRIS_LEARNT_H
#define CONCENTRIC_GAMES_MORRIS_LEARNT_H

#include "games/morris/morris.h"

enum {
    SQUARE_POINTS = 8,
    SQUARE_STATES = 6561, /* 3 to the 8 */
    SIDE_POINTS = 9,
    SIDE_STATES = 19683,
    IMAGES = 8,          /* of a state, itself among them; of sides each twice */
    SQUARE_VALUES = 954, /* states that are no image of a lower one */
    SIDE_VALUES = 5346,
    SIDES = 4,
    SQUARES = 3,
    TOTALS = 10, /* men of a player, in hand and on the board: 0 to 9 */
    LEARNT_PHASES = 7,
    PHASE_VALUES = 2 * SQUARE_VALUES + SIDE_VALUES + TOTALS * TOTALS + 1,
};

typedef struct PhaseTables {
    int8_t square[2][SQUARE_STATES]; /* the outer and the inner one, the middle one */
    int8_t side[SIDE_STATES];
    int8_t men[TOTALS][TOTALS]; /* of the side to move, of the enemy */
    int8_t learnt;              /* else there is nothing in these tables */
} PhaseTables;

typedef struct LearntTables {
    uint16_t
        ternary[1 << SIDE_POINTS]; /* the digits of a binary number as those of a ternary one */
    PhaseTables phase[LEARNT_PHASES];
} LearntTables;

/* learnt_setup.c: see core/learnt.h. */
void morris_learnt_unpack(const int8_t *values, void *tables);

#endif
