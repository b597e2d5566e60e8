/* SPDX-License-Identifier: MIT */
/* The transposition table, see tt.h. */
#include "ai/tt.h"

#include <limits.h>
#include <string.h>

enum {
    AGE_PLIES = 3,  /* a generation of age counts as so many plies */
    KEPT_PLIES = 3, /* an entry of the same key that is deeper by more than this stays */
};

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static int depth_of(uint64_t data)
{
    return (int)(data >> 48 & 0xff);
}

void tt_clear(const TransTable *table)
{
    memset((void *)table->slots, 0, table->count * sizeof *table->slots);
}

int tt_hashfull(const TransTable *table)
{
    size_t sample = table->count < 1000 ? table->count : 1000, used = 0;
    for (size_t i = 0; i < sample; i++)
        used += load(&table->slots[i].data) != 0;
    return (int)(used * 1000 / sample);
}

bool tt_probe(const TransTable *table, uint64_t key, TTEntry *out)
{
    const TTSlot *slot = tt_bucket(table, key);
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = load(&slot[i].data);
        if (!data || (load(&slot[i].check) ^ data) != key)
            continue;
        *out = (TTEntry){.score = (int16_t)(data >> 32 & 0xffff),
                         .depth = depth_of(data),
                         .bound = (Bound)(data >> 56 & 3),
                         .move_hash = (uint32_t)data,
                         .generation = (unsigned)(data >> 58)};
        return true;
    }
    return false;
}

static uint64_t pack(TTEntry e)
{
    return e.move_hash | (uint64_t)(uint16_t)e.score << 32 | (uint64_t)(e.depth & 0xff) << 48 |
           (uint64_t)e.bound << 56 | (uint64_t)e.generation << 58;
}

/* The value of keeping an entry; an empty slot has the least. */
static int keep_value(uint64_t data, unsigned generation)
{
    int age = (int)((generation - (unsigned)(data >> 58)) & 63);
    return data ? depth_of(data) - AGE_PLIES * age : -AGE_PLIES * 64;
}

void tt_store(const TransTable *table, uint64_t key, TTEntry entry)
{
    TTSlot *slot = tt_bucket(table, key), *worst = NULL;
    int least = INT_MAX;
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = load(&slot[i].data);
        if (data && (load(&slot[i].check) ^ data) == key) {
            bool keep = entry.bound != BOUND_EXACT &&
                        keep_value(data, entry.generation) > entry.depth + KEPT_PLIES;
            if (keep)
                return;
            worst = &slot[i];
            break;
        }
        int w = keep_value(data, entry.generation);
        if (w < least) {
            least = w;
            worst = &slot[i];
        }
    }
    uint64_t data = pack(entry);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}
