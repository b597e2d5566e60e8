/* SPDX-License-Identifier: MIT */
/* Filling static functions: of each chunk a system of linear equations over two values, whose rows
 * have their ones within 64 bits from a start on (a ribbon). It is solved by elimination as the
 * rows come. With one or two per cent more bits than keys some seed makes it solvable. */
#include "solve/small_make.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_KEYS = 3072,
    CHUNK_BITS_MAX = 4 * CHUNK_KEYS,
    SEEDS = 12, /* tried before eight more bits are given */
};

void small_bytes_add(SmallBytes *to, const void *bytes, size_t count)
{
    if (to->count + count > to->room) {
        size_t room = 2 * to->room + count + 64;
        uint8_t *more = to->full ? NULL : realloc(to->bytes, room);
        if (!more) {
            to->full = true;
            return;
        }
        to->bytes = more;
        to->room = room;
    }
    if (count)
        memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}

void small_bytes_word(SmallBytes *to, uint32_t word)
{
    uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                        (uint8_t)(word >> 24)};
    small_bytes_add(to, bytes, sizeof bytes);
}

/* Rows by their first one; `right` is the right side of the equation. */
typedef struct System {
    uint64_t row[CHUNK_BITS_MAX];
    uint8_t right[CHUNK_BITS_MAX];
    uint8_t solved[CHUNK_BITS_MAX + 64];
} System;

static bool add_row(System *system, SmallRow row, uint8_t right)
{
    for (;;) {
        uint64_t *here = &system->row[row.start];
        if (!*here) {
            *here = row.bits;
            system->right[row.start] = right;
            return true;
        }
        row.bits ^= *here;
        right ^= system->right[row.start];
        if (!row.bits)
            return !right; /* follows from the others, or contradicts them */
        int step = bits_first(row.bits);
        row.start += (uint32_t)step;
        row.bits >>= step;
    }
}

/* From the last bit to the first; `window` has the 64 bits behind it. */
static void solve_back(System *system, uint32_t bits)
{
    uint64_t window = 0;
    for (uint32_t i = bits; i-- > 0;) {
        uint8_t bit = system->row[i]
                          ? (system->right[i] ^ (bits_count(system->row[i] >> 1 & window) & 1))
                          : 0;
        system->solved[i] = bit;
        window = window << 1 | bit;
    }
}

static bool try_seed(System *system, const uint64_t *mixed, const uint8_t *right, uint32_t count,
                     uint32_t seed, uint32_t bits)
{
    memset(system->row, 0, bits * sizeof *system->row);
    for (uint32_t i = 0; i < count; i++)
        if (!add_row(system, small_row(mixed[i], seed, bits), right[i] & 1))
            return false;
    solve_back(system, bits);
    return true;
}

static bool fill_chunk(SmallBytes *to, System *system, const uint64_t *mixed, const uint8_t *right,
                       uint32_t count)
{
    if (!count)
        return true;
    uint32_t bits = count + count / 80, seed = 0;
    bits = bits < 64 ? 64 : (bits + 7) / 8 * 8;
    while (!try_seed(system, mixed, right, count, seed, bits)) {
        if (++seed % SEEDS == 0)
            bits += 8;
        if (seed > UINT8_MAX || bits > CHUNK_BITS_MAX)
            return false;
    }
    uint8_t byte = (uint8_t)seed;
    small_bytes_add(to, &byte, 1);
    for (uint32_t i = 0; i < bits; i += 8) {
        byte = 0;
        for (uint32_t j = 0; j < 8; j++)
            byte |= (uint8_t)(system->solved[i + j] << j);
        small_bytes_add(to, &byte, 1);
    }
    return true;
}

/* Keys mixed for the plane, sorted by chunk: start[c] .. start[c + 1] are those of chunk c. */
static bool share_out(uint32_t number, uint32_t chunks, const uint64_t *keys, const uint8_t *bits,
                      size_t count, uint64_t *mixed, uint8_t *right, uint32_t *start)
{
    uint32_t *next = calloc((size_t)chunks + 1, sizeof *next);
    if (!next)
        return false;
    for (size_t i = 0; i < count; i++)
        start[small_chunk(small_mix(keys[i], number), chunks) + 1]++;
    for (uint32_t c = 0; c < chunks; c++)
        start[c + 1] += start[c];
    memcpy(next, start, chunks * sizeof *next);
    for (size_t i = 0; i < count; i++) {
        uint64_t key = small_mix(keys[i], number);
        uint32_t at = next[small_chunk(key, chunks)]++;
        mixed[at] = key;
        right[at] = bits[i];
    }
    free(next);
    return true;
}

bool small_fill(SmallBytes *to, uint32_t number, const uint64_t *keys, const uint8_t *bits,
                size_t count, uint32_t *chunks, uint32_t *bytes)
{
    *chunks = (uint32_t)((count + CHUNK_KEYS - 1) / CHUNK_KEYS);
    *bytes = 0;
    if (!count)
        return true;
    uint64_t *mixed = malloc(count * sizeof *mixed);
    uint8_t *right = malloc(count);
    uint32_t *start = calloc((size_t)*chunks + 1, sizeof *start);
    System *system = malloc(sizeof *system);
    bool good = mixed && right && start && system &&
                share_out(number, *chunks, keys, bits, count, mixed, right, start);
    SmallBytes data = {0};
    for (uint32_t c = 0; good && c < *chunks; c++) {
        small_bytes_word(to, (uint32_t)data.count);
        good = fill_chunk(&data, system, mixed + start[c], right + start[c],
                          start[c + 1] - start[c]);
    }
    small_bytes_word(to, (uint32_t)data.count);
    small_bytes_add(to, data.bytes, data.count);
    *bytes = (uint32_t)data.count;
    good = good && !data.full && !to->full && data.count < UINT32_MAX;
    free(data.bytes);
    free(mixed);
    free(right);
    free(start);
    free(system);
    return good;
}
