/* SPDX-License-Identifier: MIT */
/* Perft, see perft.h. */
#include "core/perft.h"

#include "base/bits.h"

#include <assert.h>
#include <string.h>

size_t perft_arena(const Game *game, int depth)
{
    return (size_t)(depth > 0 ? depth : 1) * game->moves_max;
}

static uint64_t count_leaves(const Perft *perft, const Pos *pos, const Move *moves, int count)
{
    const Game *game = perft->game;
    Pos next;
    void (*apply)(const Game *, const Pos *, Move, Pos *) = game->apply;
    for (int i = 0; i < count; i++)
        apply(game, pos, moves[i], &next);
    return (uint64_t)count;
}

/* 8 bits of depth and 56 of count share the data word. */
static bool table_find(const PerftTable *table, uint64_t key, int depth, uint64_t *total)
{
    const PerftSlot *slot = &table->slots[(key ^ (uint64_t)depth) & (table->count - 1)];
    uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
    if ((check ^ data) != key || (data & 0xff) != (uint64_t)depth)
        return false;
    *total = data >> 8;
    return true;
}

static void table_put(const PerftTable *table, uint64_t key, int depth, uint64_t total)
{
    if (total >> 56)
        return;
    PerftSlot *slot = &table->slots[(key ^ (uint64_t)depth) & (table->count - 1)];
    uint64_t data = total << 8 | (uint64_t)depth;
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

/* Positions with one key may still have different futures in a game that remembers. */
static uint64_t table_key(const Game *game, const Pos *pos)
{
    if (!game->remembers)
        return pos->key;
    uint64_t word[sizeof *pos / sizeof(uint64_t)], key = 0;
    memcpy(word, pos, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        key = bits_mix(key + word[i]);
    return key;
}

static uint64_t walk(const Perft *perft, const Pos *pos, int depth, Move *arena)
{
    const Game *game = perft->game;
    uint64_t total = 0;
    bool hashed = perft->table.slots && depth > 1;
    uint64_t key = hashed ? table_key(game, pos) : 0;
    if (hashed && table_find(&perft->table, key, depth, &total))
        return total;
    int count = game->moves(game, pos, arena);
    assert((uint32_t)count <= game->moves_max);
    if (depth == 1)
        return perft->bulk ? (uint64_t)count : count_leaves(perft, pos, arena, count);
    Pos next;
    for (int i = 0; i < count; i++) {
        if (perft->stop && atomic_load_explicit(perft->stop, memory_order_relaxed))
            return 0;
        game->apply(game, pos, arena[i], &next);
        total = perft_add(total, walk(perft, &next, depth - 1, arena + count));
    }
    if (depth == 4 && perft->progress)
        atomic_fetch_add_explicit(perft->progress, total, memory_order_relaxed);
    if (hashed)
        table_put(&perft->table, key, depth, total);
    return total;
}

uint64_t perft_count(const Perft *perft, const Pos *pos, int depth)
{
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    return depth == 0 ? 1 : walk(perft, pos, depth, perft->arena);
}
