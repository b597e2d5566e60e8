/* SPDX-License-Identifier: MIT */
/* The transposition table, see table.h. */
#include "ai/table.h"

#include <string.h>

static TableSlot *bucket_of(const Table *table, uint64_t key)
{
    return table->slots + (key & (table->count - 1) & ~(uint64_t)(TABLE_BUCKET - 1));
}

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
    const TableSlot *slot = bucket_of(table, key);
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = load(&slot[i].data);
        if (!data || (load(&slot[i].check) ^ data) != key)
            continue;
        *out = (TableEntry){.score = (int16_t)(data >> 32 & 0xffff),
                            .depth = depth_of(data),
                            .bound = (Bound)(data >> 56 & 3),
                            .print = (uint32_t)data};
        return true;
    }
    return false;
}

void table_put(const Table *table, uint64_t key, TableEntry entry)
{
    TableSlot *slot = bucket_of(table, key), *worst = slot;
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = load(&slot[i].data);
        if ((load(&slot[i].check) ^ data) == key) {
            worst = &slot[i];
            break;
        }
        if (depth_of(data) < depth_of(load(&worst->data)))
            worst = &slot[i];
    }
    uint64_t data = entry.print | (uint64_t)(uint16_t)entry.score << 32 |
                    (uint64_t)(entry.depth & 0xff) << 48 | (uint64_t)entry.bound << 56;
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}
