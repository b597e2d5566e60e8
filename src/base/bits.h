/* SPDX-License-Identifier: MIT */
/* Bit tricks on machine words. Nothing here knows a board. */
#ifndef CONCENTRIC_BASE_BITS_H
#define CONCENTRIC_BASE_BITS_H

#include <assert.h>
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* Before a short loop whose number of rounds is known: write it out, so that what depends on the
 * round alone (shifts by a step) becomes constant. GCC does so where it pays; clang, which compiles
 * the page's engine, has to be asked (docs/adr/0024). */
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL
#endif

static inline int bits_count(uint64_t x)
{
    return __builtin_popcountll(x);
}

/* Index of the lowest set bit; x must not be 0. */
static inline int bits_first(uint64_t x)
{
    assert(x != 0);
    return __builtin_ctzll(x);
}

/* Takes the lowest set bit out of *x and returns its index; *x must not be 0. */
static inline int bits_pop(uint64_t *x)
{
    int i = bits_first(*x);
    *x &= *x - 1;
    return i;
}

/* Index of set bit number n of x, counted from 0; x must have more than n. */
static inline int bits_nth(uint64_t x, int n)
{
#ifdef __BMI2__
    return bits_first(_pdep_u64(UINT64_C(1) << n, x));
#else
    for (; n > 0; n--)
        x &= x - 1;
    return bits_first(x);
#endif
}

/* The bits of x at the places of mask, moved together at the low end. */
static inline uint64_t bits_gather(uint64_t x, uint64_t mask)
{
#ifdef __BMI2__
    return _pext_u64(x, mask);
#else
    uint64_t out = 0;
    for (int i = 0; mask; i++, mask &= mask - 1)
        out |= (x >> bits_first(mask) & 1) << i;
    return out;
#endif
}

/* The low bits of x, moved to the places of mask: what bits_gather undoes. */
static inline uint64_t bits_scatter(uint64_t x, uint64_t mask)
{
#ifdef __BMI2__
    return _pdep_u64(x, mask);
#else
    uint64_t out = 0;
    for (int i = 0; mask; i++, mask &= mask - 1)
        out |= (x >> i & 1) << bits_first(mask);
    return out;
#endif
}

/* A bijection of 64-bit words whose every output bit depends on every input bit: different words
 * stay different, so a position that fits one word gets a key without collisions. The shifts and
 * multipliers are the public-domain "variant 13" constants of D. Stafford (also in SplitMix64). */
static inline uint64_t bits_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

#endif
