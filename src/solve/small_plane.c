/* SPDX-License-Identifier: MIT */
/* Asking static functions (small.h). Their maker is small_fill.c. */
#include "solve/small.h"

uint64_t small_key(uint32_t sector, uint64_t index)
{
    return bits_mix(index * UINT64_C(0x9e3779b97f4a7c15) + sector + 1);
}

static uint32_t word_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static uint64_t long_at(const uint8_t *bytes)
{
    return word_at(bytes) | (uint64_t)word_at(bytes + 4) << 32;
}

SmallRow small_row(uint64_t mixed, uint32_t seed, uint32_t bits)
{
    uint64_t place = bits_mix(mixed ^ (uint64_t)(seed + 1) << 32);
    return (SmallRow){(uint32_t)((place >> 32) * (bits - 63) >> 32), bits_mix(place) | 1};
}

bool small_plane_get(const SmallPlane *plane, uint32_t number, uint64_t key)
{
    if (!plane->chunks)
        return false;
    uint64_t mixed = small_mix(key, number);
    uint32_t chunk = small_chunk(mixed, plane->chunks);
    uint32_t from = word_at(plane->table + 4 * (size_t)chunk);
    uint32_t to = word_at(plane->table + 4 * (size_t)chunk + 4);
    if (to > plane->bytes || from > to || to - from < SMALL_CHUNK_LEAST)
        return false; /* a chunk without keys */
    const uint8_t *bytes = plane->data + from;
    SmallRow row = small_row(mixed, bytes[0], 8 * (to - from - 1));
    const uint8_t *at = bytes + 1 + row.start / 8;
    uint32_t shift = row.start % 8;
    uint64_t window = long_at(at);
    if (shift) /* then the window ends in the next byte, which is the chunk's own */
        window = window >> shift | (uint64_t)at[8] << (64 - shift);
    return bits_count(window & row.bits) & 1;
}
