/* SPDX-License-Identifier: MIT */
/* Large arrays that are read at random: zeroed memory, on huge pages where the system has them and
 * it is asked for, since with small pages every access far off also misses the address cache.
 * Memory becomes real when it is touched. A huge page may take milliseconds then. */
#ifndef CONCENTRIC_BASE_PAGES_H
#define CONCENTRIC_BASE_PAGES_H

#include <stddef.h>

enum { PAGES_HUGE = 2 << 20 };

/* Zeroed; NULL if there is no memory. From PAGES_HUGE bytes on it begins at a multiple of that. */
void *pages_take(size_t bytes);
/* Wishes for huge pages where nothing has been touched yet. */
void pages_wish(void *memory, size_t bytes);
/* Wishes for them and makes all of the memory real now; what is in it stays. */
void pages_settle(void *memory, size_t bytes);
/* With as many bytes as were asked for; nothing if `memory` is NULL. */
void pages_give(void *memory, size_t bytes);

#endif
