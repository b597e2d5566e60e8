/* SPDX-License-Identifier: MIT */
/* Eight numbers of 16 bits side by side: one vector register, by the extension that gcc and clang
 * share. */
#ifndef CONCENTRIC_BASE_LANES_H
#define CONCENTRIC_BASE_LANES_H

#include <stdint.h>
#include <string.h>
#ifdef __SSE4_1__
#include <immintrin.h>
#endif

enum { LANES_SHIFT = 3, LANES = 1 << LANES_SHIFT };

typedef uint16_t Lanes __attribute__((vector_size(LANES * sizeof(uint16_t))));

static inline Lanes lanes_load(const uint16_t *from)
{
    Lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void lanes_store(uint16_t *to, Lanes x)
{
    memcpy(to, &x, sizeof x);
}

static inline Lanes lanes_all(uint16_t x)
{
    return (Lanes){0} + x;
}

static inline Lanes lanes_least(Lanes a, Lanes b)
{
#ifdef __SSE4_1__
    return (Lanes)_mm_min_epu16((__m128i)a, (__m128i)b); /* gcc does not find it by itself */
#else
    Lanes less = (Lanes)(a < b);
    return (a & less) | (b & ~less);
#endif
}

/* All ones where bit i is set, zero elsewhere. */
static inline Lanes lanes_bit(Lanes x, int i)
{
    return -(x >> i & 1);
}

/* From `a` where the mask has ones, else from b. */
static inline Lanes lanes_choose(Lanes mask, Lanes a, Lanes b)
{
    return (a & mask) | (b & ~mask);
}

#endif
