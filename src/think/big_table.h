/* SPDX-License-Identifier: MIT */
/* The memory of a transposition table, prepared beside the play. To map or clear gigabytes takes
 * seconds, and pages that are mapped by a search make its answer late. So the first part is
 * prepared at once and the rest by a thread; meanwhile searches use as much as is ready. */
#ifndef CONCENTRIC_THINK_BIG_TABLE_H
#define CONCENTRIC_THINK_BIG_TABLE_H

#include "ai/tt.h"

#include <pthread.h>
#include <stddef.h>

typedef struct BigTable {
    TransTable all;
    size_t bytes;         /* of its memory, */
    size_t at_once;       /* of these, that are prepared without the thread, whole huge pages */
    _Atomic size_t ready; /* how many are prepared, while `working` */
    bool used, mapped, clearing, working;
    atomic_bool give_up; /* the thread is to end early */
    pthread_t worker;
} BigTable;

/* As many slots as fit, a power of two; false if there is no memory. */
bool big_table_open(BigTable *table, uint64_t megabytes);
void big_table_close(BigTable *table);

/* Maps the memory once; what is in it stays. Not during a search, nor is: */
void big_table_map(BigTable *table);
/* Empties it. */
void big_table_clear(BigTable *table);

/* What a search may use now: all, or while that is being prepared the part that is ready. `whole`
 * waits for all, so that the same search visits the same nodes. */
TransTable big_table_usable(BigTable *table, bool whole);

#endif
