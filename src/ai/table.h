/* SPDX-License-Identifier: MIT */
/* The transposition table: what the search found out about positions, by key. Its memory is the
 * caller's. Entries are two words, check = key ^ data, so threads may share a table: a torn entry
 * reads as a miss.
 *
 *   data:  0..31 print of the best move   32..47 score   48..55 depth   56..57 bound
 *         58..63 generation */
#ifndef CONCENTRIC_AI_TABLE_H
#define CONCENTRIC_AI_TABLE_H

#include "core/types.h"

#include <stdatomic.h>

enum { TABLE_BUCKET = 4 }; /* slots that a key may stand in: one cache line */

typedef struct TableSlot {
    _Atomic uint64_t check, data;
} TableSlot;

typedef struct Table {
    TableSlot *slots; /* zeroed at first */
    size_t count;     /* a power of two, at least TABLE_BUCKET */
} Table;

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TableEntry {
    int score, depth;
    Bound bound;
    uint32_t print;      /* move_print of the best move, 0 if there is none */
    unsigned generation; /* of the search that put it there; the lowest six bits count */
} TableEntry;

/* 32 bits that stand for a move: enough to find it again in a list of legal moves. Never 0. */
static inline uint32_t move_print(Move move)
{
    return (uint32_t)(move * 0x9e3779b97f4a7c15u >> 32) | 1;
}

/* The slots of a key; to be looked at soon: a hint to the processor. */
static inline TableSlot *table_bucket(const Table *table, uint64_t key)
{
    return table->slots + (key & (table->count - 1) & ~(uint64_t)(TABLE_BUCKET - 1));
}
static inline void table_prefetch(const Table *table, uint64_t key)
{
    __builtin_prefetch(table_bucket(table, key));
}

void table_clear(const Table *table);
bool table_find(const Table *table, uint64_t key, TableEntry *out);
/* How many of the first slots are in use, in thousandths. */
int table_fullness(const Table *table);
/* Takes the key's old slot, or that of its bucket with the least depth, where every generation that
 * has passed counts like some plies less. What is deeper and still young is not overwritten by a
 * bound on the same position. */
void table_put(const Table *table, uint64_t key, TableEntry entry);

#endif
