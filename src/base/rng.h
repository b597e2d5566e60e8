/* SPDX-License-Identifier: MIT */
/* SplitMix64 (Steele, Lea, Flood 2014): one word of state, the same numbers on every machine.
 * Good enough for playouts, tests and set-ups; never for secrets. */
#ifndef CONCENTRIC_BASE_RNG_H
#define CONCENTRIC_BASE_RNG_H

#include "base/bits.h"

typedef struct Rng {
    uint64_t state;
} Rng;

static inline uint64_t rng_next(Rng *rng)
{
    return bits_mix(rng->state += 0x9e3779b97f4a7c15u);
}

/* A number in [0, n), n > 0. Multiply and shift: the bias is below n / 2^32. */
static inline uint32_t rng_below(Rng *rng, uint32_t n)
{
    return (uint32_t)((rng_next(rng) >> 32) * n >> 32);
}

#endif
