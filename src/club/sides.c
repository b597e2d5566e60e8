/* SPDX-License-Identifier: MIT */
/* Sides, see sides.h. */
#include "club/sides.h"

#include <stdlib.h>

static void add(Sides *sides, int seat)
{
    sides->more = (int16_t)(sides->more + (seat == 0 ? 1 : -1));
    sides->row = (int8_t)(sides->last != seat ? 1 : sides->row < 100 ? sides->row + 1 : 100);
    sides->last = (int8_t)seat;
}

void sides_count(Sides *sides, const PairingGame *game)
{
    if (game->who[1] == PAIRING_NOBODY || game->result == RESULT_VOID)
        return;
    for (int seat = 0; seat < 2; seat++)
        add(&sides[game->who[seat]], seat);
}

static bool may_sit(const Sides *sides, int seat)
{
    return seat == 0 ? sides->more < SIDES_APART : sides->more > -SIDES_APART;
}

static bool may(const Sides *a, int seat, const Sides *b)
{
    return may_sit(a, seat) && may_sit(b, !seat);
}

bool sides_allow(const Sides *a, const Sides *b)
{
    return may(a, 0, b) || may(a, 1, b);
}

/* The seat that somebody should have next, and how urgent that is: 0 none, 1 a change from the last
 * one, 2 to make up for having had one side oftener, 3 for having had it two times more or twice in
 * a row. */
static int want(const Sides *sides, int *seat)
{
    if (sides->last < 0)
        return 0;
    *seat = sides->more ? sides->more > 0 : !sides->last;
    if (abs(sides->more) >= SIDES_APART)
        return 3;
    if (sides->row >= 2) {
        *seat = !sides->last;
        return 3;
    }
    return sides->more ? 2 : 1;
}

int sides_clash(const Sides *a, const Sides *b)
{
    int of_a = 0, of_b = 0, how_a = want(a, &of_a), how_b = want(b, &of_b);
    if (!how_a || !how_b || of_a != of_b)
        return 0;
    return how_a >= 2 && how_b >= 2 ? 2 : 1;
}

int sides_choose(const Sides *a, const Sides *b, int fallback)
{
    int of_a = 0, of_b = 0, how_a = want(a, &of_a), how_b = want(b, &of_b);
    int seat = how_a > how_b                 ? of_a
               : how_b > how_a               ? !of_b
               : how_a && of_a != of_b       ? of_a
               : abs(a->more) > abs(b->more) ? of_a
               : abs(b->more) > abs(a->more) ? !of_b
               : how_a && a->row > b->row    ? of_a
               : how_a && b->row > a->row    ? !of_b
                                             : fallback;
    return may(a, seat, b) || !may(a, !seat, b) ? seat : !seat;
}
