/* SPDX-License-Identifier: MIT */
/* The eight set-ups (docs/rules/morelli.md, section 3). Five fill the outer band at once, from the
 * seed or by a pattern; in three the players place men, and the number of men that stand says whose
 * turn it is. Coordinates here are the variant's own: a1 is (0, 0) on every size. */
#include "games/morelli/morelli.h"

#include "base/rng.h"

bool morelli_has_placing(const MorelliRules *r)
{
    return r->setup == SETUP_PAIRS || r->setup == SETUP_PAIRS1 || r->setup == SETUP_FREE;
}

int morelli_placer(const MorelliRules *r, int men)
{
    int each = r->setup == SETUP_FREE ? 1 : 2;
    int n = men / each, total = 2 * r->men / each;
    if (r->setup == SETUP_PAIRS1)
        return n == total - 1 ? 0 : n & 1;
    return (n + 1) / 2 & 1; /* one, two, two, ..., one */
}

static void put(const MorelliRules *r, Pos *pos, int x, int y, int player)
{
    morelli_flip(pos->stones[player], r->cell[x * r->size + y]);
}

/* Bit i of the first random number decides pair i; pairs in the order of their first points. */
static void set_up_random(const MorelliRules *r, uint64_t seed, Pos *pos)
{
    Rng rng = {seed};
    uint64_t bits = rng_next(&rng);
    int last = r->size - 1;
    for (int p = 0, seen = 0; seen < r->men; p++) {
        int x = p / r->size, y = p % r->size;
        if (x > 0 && x < last && y > 0 && y < last)
            continue;
        int player = (int)(bits >> seen++ & 1);
        put(r, pos, x, y, player);
        put(r, pos, last - x, last - y, !player);
    }
}

static void set_up_facing(const MorelliRules *r, Pos *pos)
{
    int last = r->size - 1;
    for (int i = 0; i < last; i++) {
        put(r, pos, i, 0, 0);
        put(r, pos, i + 1, last, 0);
        put(r, pos, 0, i + 1, 1);
        put(r, pos, last, i, 1);
    }
}

static void set_up_adjacent(const MorelliRules *r, Pos *pos)
{
    int last = r->size - 1;
    for (int i = 0; i < last; i++) {
        put(r, pos, 0, i + 1, 0);
        put(r, pos, i, 0, 0);
        put(r, pos, i + 1, last, 1);
        put(r, pos, last, i, 1);
    }
}

/* Outer cell number n from a1 clockwise. */
static void put_on_ring(const MorelliRules *r, Pos *pos, int n, int player)
{
    int last = r->size - 1, along = n % last;
    switch (n / last) {
    case 0:
        put(r, pos, 0, along, player);
        break;
    case 1:
        put(r, pos, along, last, player);
        break;
    case 2:
        put(r, pos, last, last - along, player);
        break;
    default:
        put(r, pos, last - along, 0, player);
    }
}

/* Boardspace's pattern, from a1 clockwise; there is none for 7 x 7. */
static const char *blocks_of(int size)
{
    return size == 13   ? "bbbwwwwbbbbwwwwbbbbwwwwbbbbwwwwbbbbwwwwbbbbwwwwb"
           : size == 11 ? "bbbwwwbbbwwwwbbbwwwbbbbwwwbbbwwwwbbbwwwb"
                        : "bbbwwbbwwwwbbwwbbbbwwbbwwwwbbwwb";
}

static void set_up_blocks(const MorelliRules *r, Pos *pos)
{
    const char *men = blocks_of(r->size);
    for (int n = 0; n < 2 * r->men; n++)
        put_on_ring(r, pos, n, men[n] == 'w');
}

/* A row of `blacks` black men and white ones, shuffled from its end (Fisher and Yates). */
static void shuffle(uint8_t *row, int length, int blacks, Rng *rng)
{
    memset(row, 0, (size_t)blacks);
    memset(row + blacks, 1, (size_t)(length - blacks));
    for (int i = length - 1; i > 0; i--) {
        int j = (int)(rng_next(rng) % (uint64_t)(i + 1));
        uint8_t old = row[i];
        row[i] = row[j];
        row[j] = old;
    }
}

/* First the corners, then side after side from a1 clockwise: as many men of each colour on every
 * side, its first corner counted. */
static void set_up_scatter(const MorelliRules *r, uint64_t seed, Pos *pos)
{
    Rng rng = {seed};
    int side = r->size - 1;
    uint8_t corner[4], row[MORELLI_SIDE];
    shuffle(corner, 4, 2, &rng);
    for (int k = 0; k < 4; k++) {
        shuffle(row + 1, side - 1, side / 2 - !corner[k], &rng);
        row[0] = corner[k];
        for (int i = 0; i < side; i++)
            put_on_ring(r, pos, k * side + i, row[i]);
    }
}

void morelli_start(const Game *game, uint64_t seed, Pos *out)
{
    const MorelliRules *r = morelli_rules(game);
    *out = (Pos){.phase = morelli_has_placing(r) ? PHASE_PLACE : PHASE_PLAY};
    switch (r->setup) {
    case SETUP_RANDOM:
        set_up_random(r, seed, out);
        break;
    case SETUP_FACING:
        set_up_facing(r, out);
        break;
    case SETUP_ADJACENT:
        set_up_adjacent(r, out);
        break;
    case SETUP_BLOCKS:
        set_up_blocks(r, out);
        break;
    case SETUP_SCATTER:
        set_up_scatter(r, seed, out);
        break;
    case SETUP_PAIRS:
    case SETUP_PAIRS1:
    case SETUP_FREE:
        break; /* an empty board */
    }
    out->key = morelli_key(game, out);
}
