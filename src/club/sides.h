/* SPDX-License-Identifier: MIT */
/* Which sides somebody has had in a tournament, and who of two gets which. */
#ifndef CONCENTRIC_CLUB_SIDES_H
#define CONCENTRIC_CLUB_SIDES_H

#include "club/pairing.h"

enum { SIDES_APART = 2 }; /* more than this nobody has one side oftener than the other */

typedef struct Sides {
    int16_t more; /* how much oftener seat 0 than seat 1 */
    int8_t last;  /* the seat of the last game; -1 before */
    int8_t row;   /* how often in a row */
} Sides;

/* Counts a game for both of its players; byes are not counted. */
void sides_count(Sides *sides, const PairingGame *game);
/* May they play, in one order or the other, so that nobody has one side too often? */
bool sides_allow(const Sides *a, const Sides *b);
/* How badly both want the same side: 0 not at all, 1 both would like to change, 2 both should. */
int sides_clash(const Sides *a, const Sides *b);
/* The seat of `a`; where nothing else decides, `fallback`. */
int sides_choose(const Sides *a, const Sides *b, int fallback);

#endif
