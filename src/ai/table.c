/* SPDX-License-Identifier: MIT */
/* The transposition table, see table.h. */
#include "ai/table.h"

#include <limits.h>
#include <string.h>

enum {
    AGE_PLIES = 3,  /* a generation counts like so many plies */
    KEPT_PLIES = 3, /* an entry that is deeper by more than this stays */
};

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static int depth_of(uint64_t data)
{
    return (int)(data >> 48 & 0xff);
}

void table_clear(const Table *table)
{
    memset((void *)table->slots, 0, table->count * sizeof *table->slots);
}

int table_fullness(const Table *table)
{
    size_t sample = table->count < 1000 ? table->count : 1000, used = 0;
    for (size_t i = 0; i < sample; i++)
        used += load(&table->slots[i].data) != 0;
    return (int)(used * 1000 / sample);
}

bool table_find(const Table *table, uint64_t key, TableEntry *out)
{
    const TableSlot *slot = table_bucket(table, key);
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = load(&slot[i].data);
        if (!data || (load(&slot[i].check) ^ data) != key)
            continue;
        *out = (TableEntry){.score = (int16_t)(data >> 32 & 0xffff),
                            .depth = depth_of(data),
                            .bound = (Bound)(data >> 56 & 3),
                            .print = (uint32_t)data,
                            .generation = (unsigned)(data >> 58)};
        return true;
    }
    return false;
}

static uint64_t pack(TableEntry e)
{
    return e.print | (uint64_t)(uint16_t)e.score << 32 | (uint64_t)(e.depth & 0xff) << 48 |
           (uint64_t)e.bound << 56 | (uint64_t)e.generation << 58;
}

/* What is lost with an entry; an empty slot loses least. */
static int worth(uint64_t data, unsigned generation)
{
    int age = (int)((generation - (unsigned)(data >> 58)) & 63);
    return data ? depth_of(data) - AGE_PLIES * age : -AGE_PLIES * 64;
}

void table_put(const Table *table, uint64_t key, TableEntry entry)
{
    TableSlot *slot = table_bucket(table, key), *worst = NULL;
    int least = INT_MAX;
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = load(&slot[i].data);
        if (data && (load(&slot[i].check) ^ data) == key) {
            bool keep = entry.bound != BOUND_EXACT &&
                        worth(data, entry.generation) > entry.depth + KEPT_PLIES;
            if (keep)
                return;
            worst = &slot[i];
            break;
        }
        int w = worth(data, entry.generation);
        if (w < least) {
            least = w;
            worst = &slot[i];
        }
    }
    uint64_t data = pack(entry);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}
