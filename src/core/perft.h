/* SPDX-License-Identifier: MIT */
/* Perft: the number of move sequences of exactly `depth` moves. It goes through the contract's
 * moves and apply for every leaf, unless bulk counting is asked for. No threads are started here:
 * an application splits the root and calls perft_count on each part, sharing one table. */
#ifndef CONCENTRIC_CORE_PERFT_H
#define CONCENTRIC_CORE_PERFT_H

#include "core/game.h"

#include <stdatomic.h>

enum { PERFT_DEPTH_MAX = 60 };

/* One slot: check is key ^ data, so a torn write by another thread reads as a miss. */
typedef struct PerftSlot {
    _Atomic uint64_t check, data;
} PerftSlot;

typedef struct PerftTable {
    PerftSlot *slots; /* the caller's, zeroed; NULL for none */
    size_t count;     /* a power of two */
} PerftTable;

typedef struct Perft {
    const Game *game;
    PerftTable table;
    Move *arena;                /* perft_arena(game, depth) moves, the caller's, one per thread */
    bool bulk;                  /* count the last ply without applying it */
    const atomic_bool *stop;    /* may be NULL; when it becomes true the count is worthless */
    _Atomic uint64_t *progress; /* may be NULL; leaves counted so far, added to now and then */
} Perft;

/* How many moves the arena must hold. */
size_t perft_arena(const Game *game, int depth);

/* Counts that would pass 2^64 - 1 stay there; PERFT_TOO_MANY then means "that many or more". */
#define PERFT_TOO_MANY UINT64_MAX
static inline uint64_t perft_add(uint64_t a, uint64_t b)
{
    return a > PERFT_TOO_MANY - b ? PERFT_TOO_MANY : a + b;
}

uint64_t perft_count(const Perft *perft, const Pos *pos, int depth);

#endif
