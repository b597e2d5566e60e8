/* SPDX-License-Identifier: MIT */
/* The transposition table: what the search found out about positions, by key. Its memory is the
 * caller's. Entries are two words, check = key ^ data, so threads may share a table: a torn entry
 * reads as a miss.
 *
 *   data:  0..31 hash of the best move    32..47 score   48..55 depth   56..57 bound
 *         58..63 generation */
#ifndef CONCENTRIC_AI_TT_H
#define CONCENTRIC_AI_TT_H

#include "core/types.h"

#include <stdatomic.h>

enum { TT_BUCKET = 4 }; /* slots that a key may be in: one cache line */

typedef struct TTSlot {
    _Atomic uint64_t check, data;
} TTSlot;

typedef struct TransTable {
    TTSlot *slots; /* zeroed at first */
    size_t count;  /* a power of two, at least TT_BUCKET */
} TransTable;

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TTEntry {
    int score, depth;
    Bound bound;
    uint32_t move_hash;  /* of the best move, 0 if there is none */
    unsigned generation; /* of the search that stored it; the lowest six bits count */
} TTEntry;

/* A 32-bit hash of a move, enough to find it again in a list of legal moves. Never 0. */
static inline uint32_t move_hash(Move move)
{
    return (uint32_t)(move * 0x9e3779b97f4a7c15u >> 32) | 1;
}

/* The slots of a key, and a hint to the processor that they are needed soon. */
static inline TTSlot *tt_bucket(const TransTable *table, uint64_t key)
{
    return table->slots + (key & (table->count - 1) & ~(uint64_t)(TT_BUCKET - 1));
}
static inline void tt_prefetch(const TransTable *table, uint64_t key)
{
    __builtin_prefetch(tt_bucket(table, key));
}

void tt_clear(const TransTable *table);
bool tt_probe(const TransTable *table, uint64_t key, TTEntry *out);
/* How full the table is, in thousandths, judged by its first slots. */
int tt_hashfull(const TransTable *table);
/* Replaces the key's own entry, or the one of its bucket with the least depth, where every
 * generation of age counts as some plies less. A bound does not replace a much deeper entry of the
 * same position unless that is old. */
void tt_store(const TransTable *table, uint64_t key, TTEntry entry);

#endif
