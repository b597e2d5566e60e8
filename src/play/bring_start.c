/* SPDX-License-Identifier: MIT */
/* How Boardspace sets Morelli up. Its random set-ups follow from a key by the generator of
 * java.util.Random, whose arithmetic Java's documentation lays down: a linear congruence of 48
 * bits. Player 0 there has the black men. */
#include "play/bring.h"

#include <string.h>

typedef struct Java {
    uint64_t seed;
} Java;

static const uint64_t java_factor = 0x5DEECE66D, java_mask = (UINT64_C(1) << 48) - 1;

static Java java_from(int64_t key)
{
    return (Java){((uint64_t)key ^ java_factor) & java_mask};
}

static uint32_t java_31_bits(Java *java)
{
    java->seed = (java->seed * java_factor + 11) & java_mask;
    return (uint32_t)(java->seed >> 17);
}

/* nextInt(bound): high bits where the bound is a power of two, else the remainder, without the
 * numbers that would favour small ones. */
static int java_below(Java *java, int bound)
{
    uint32_t n = (uint32_t)bound, bits = java_31_bits(java);
    if ((n & (n - 1)) == 0)
        return (int)(((uint64_t)bits * n) >> 31);
    while (bits - bits % n + (n - 1) > INT32_MAX)
        bits = java_31_bits(java);
    return (int)(bits % n);
}

static void java_shuffle(Java *java, int *v, int count)
{
    for (int i = 0; i < 4 * count; i++) {
        int j = java_below(java, count), old = v[i % count];
        v[i % count] = v[j];
        v[j] = old;
    }
}

static void put(BringBoard *b, int x, int y, int player)
{
    b->man[x][y] = player ? 'w' : 'b';
}

/* Opposite cells have different colours. */
static void set_opposite(BringBoard *b, Java *java)
{
    int last = b->size - 1;
    for (int i = 0; i <= last; i++) {
        int player = java_below(java, 2);
        put(b, 0, i, player);
        put(b, last, last - i, !player);
    }
    for (int i = 1; i < last; i++) {
        int player = java_below(java, 2);
        put(b, i, 0, player);
        put(b, last - i, last, !player);
    }
}

/* Side by side from a corner on: two corners of each colour, and on each side as many men of both
 * but for what its corner settles. */
static void set_scattered(BringBoard *b, Java *java)
{
    static const int8_t step[4][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}};
    int last = b->size - 1, corner[4] = {0, 0, 1, 1}, side[11];
    java_shuffle(java, corner, 4);
    for (int k = 0; k < 4; k++) {
        int x = k & 1 ? last : 0, y = k == 1 || k == 2 ? last : 0;
        for (int j = 0; j < last - 1; j++)
            side[j] = !corner[k] ^ (j & 1);
        java_shuffle(java, side, last - 1);
        put(b, x, y, corner[k]);
        for (int j = 0; j < last - 1; j++)
            put(b, x + step[k][0] * (j + 1), y + step[k][1] * (j + 1), side[j]);
    }
}

bool bring_board(BringBoard *board, int size, int64_t key, int revision, const char *setup)
{
    static const char *const names[] = {"Adjacent", "Opposing", "Random", "Blocks",
                                        "RandomOpposite"};
    static const char *const ours[] = {"adjacent", "facing", "scatter", "blocks", "random"};
    Java java = java_from(key);
    int kind = revision < 101 ? java_below(&java, 3) : -1;
    for (int i = 0; setup && i < 5; i++)
        if (str_same_letters(setup, names[i]))
            kind = i;
    if (kind < 0 || (setup && !str_same_letters(setup, names[kind])))
        return false;
    *board = (BringBoard){.size = size, .setup = ours[kind]};
    if (kind == 4)
        set_opposite(board, &java);
    else if (kind == 2)
        set_scattered(board, &java);
    return true; /* the others are our own set-ups of that name */
}
