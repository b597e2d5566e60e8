/* SPDX-License-Identifier: MIT */
/* Large arrays with random access: zeroed memory, on huge pages where the system has them and they
 * are asked for, since with small pages most accesses also miss the TLB. Pages are mapped at the
 * first access, which may take milliseconds for a huge page. */
#ifndef CONCENTRIC_BASE_PAGES_H
#define CONCENTRIC_BASE_PAGES_H

#include <stddef.h>

enum { PAGES_HUGE = 2 << 20 };

/* Zeroed; NULL if there is no memory. From PAGES_HUGE bytes on it begins at a multiple of that. */
void *pages_alloc(size_t bytes);
/* Asks for huge pages where nothing has been touched yet. */
void pages_advise_huge(void *memory, size_t bytes);
/* Asks for them and maps all of the memory now; what is in it stays. */
void pages_prefault(void *memory, size_t bytes);
/* Other pages than those mapped so far cost a fault each, so memory is made longer or shorter
 * rather than given back: the same as pages_free and pages_alloc, but what is in it is left over
 * from before. NULL if there is no memory; the old memory is gone then too. */
void *pages_reuse(void *memory, size_t bytes, size_t wanted);
/* With as many bytes as were asked for; nothing if `memory` is NULL. */
void pages_free(void *memory, size_t bytes);

#endif
