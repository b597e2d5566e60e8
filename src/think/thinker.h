/* SPDX-License-Identifier: MIT */
/* The search on threads. A Thinker owns the transposition table and the threads' memory for one
 * game; it searches one position at a time, in the background, and reports every iteration. The
 * front ends (cli, tui) use it; the page has Web Workers instead. */
#ifndef CONCENTRIC_THINK_THINKER_H
#define CONCENTRIC_THINK_THINKER_H

#include "ai/search.h"

enum { THINKER_THREADS_MAX = 64, THINKER_HASH_MB_MAX = 65536, THINKER_HASH_MB = 64 };

typedef struct Thinker Thinker;

typedef struct ThinkerSetup {
    int threads;      /* 0 is 1 */
    uint64_t hash_mb; /* 0 is THINKER_HASH_MB; rounded down to a power of two */
    Oracle oracle, book;
    const void *net; /* of the game, for SearchMemory.net; it must outlive the thinker */
    /* Called on the thinking thread, after iterations and once at the end (search->done), when
     * helping threads may still be ending. May be NULL. It may ask the thinker for numbers, but not
     * start, stop or wait. */
    void (*report)(void *context, const Search *search);
    void *context;
} ThinkerSetup;

/* NULL if there is no memory or no thread could be started. The game must outlive the thinker. */
Thinker *thinker_open(const Game *game, const ThinkerSetup *setup);
/* Maps the memory of the transposition table, the first part at once, the rest beside the play
 * (big_table.h). It makes every search faster. Not during a search. */
void thinker_prefault(Thinker *thinker);
/* Stops and waits first. */
void thinker_close(Thinker *thinker);

/* Clears the transposition table: for a new game, or to make node counts repeatable. */
void thinker_clear(Thinker *thinker);

/* Begins to search the last position of a history; an earlier search is stopped first. The history
 * may change afterwards. Levels below the highest and `mate` use one thread. Where the oracle knows
 * all moves the answer comes at once (root_probe.h). */
void thinker_start(Thinker *thinker, const History *history, const SearchLimits *limits);
/* Asks it to end; returns at once. From any thread, and from a signal handler. */
void thinker_stop(Thinker *thinker);
/* Waits for at most `ms` milliseconds (negative: as long as it takes). True if it is done. */
bool thinker_wait(Thinker *thinker, double ms);

/* The answer of the thread that decides, once thinker_wait has said that it is done. */
const Search *thinker_answer(const Thinker *thinker);
/* Nodes and oracle hits of all threads so far; also for use in report. */
uint64_t thinker_nodes(const Thinker *thinker);
uint64_t thinker_oracle_hits(const Thinker *thinker);
/* How full the transposition table is, in thousandths. */
int thinker_hashfull(const Thinker *thinker);

#endif
