/* SPDX-License-Identifier: MIT */
/* Memory on huge pages, see pages.h. */
#define _GNU_SOURCE /* madvise, mremap */
#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

static size_t round_up(size_t bytes)
{
    return (bytes + PAGES_HUGE - 1) & ~(size_t)(PAGES_HUGE - 1);
}

#if defined(__linux__) && defined(MADV_HUGEPAGE)

/* More than asked for, then the ends are cut off, so that it begins at a huge page. */
static void *take_aligned(size_t bytes)
{
    size_t all = bytes + PAGES_HUGE;
    char *block = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    size_t before = (PAGES_HUGE - (uintptr_t)block % PAGES_HUGE) % PAGES_HUGE;
    if (before)
        munmap(block, before);
    munmap(block + before + bytes, PAGES_HUGE - before);
    return block + before;
}

void pages_advise_huge(void *memory, size_t bytes)
{
    if (bytes >= PAGES_HUGE)
        madvise(memory, round_up(bytes), MADV_HUGEPAGE); /* small ones will do */
}

void *pages_alloc(size_t bytes)
{
    if (bytes > SIZE_MAX - 2 * (size_t)PAGES_HUGE)
        return NULL;
    return bytes < PAGES_HUGE ? calloc(1, bytes) : take_aligned(round_up(bytes));
}

void pages_free(void *memory, size_t bytes)
{
    if (bytes < PAGES_HUGE)
        free(memory);
    else if (memory)
        munmap(memory, round_up(bytes));
}

/* The tables of pages move to a new place that begins at a huge page. */
static void *move_longer(void *memory, size_t old, size_t new)
{
    void *place = take_aligned(new);
    if (place)
        pages_advise_huge(place, new);
    if (place && mremap(memory, old, old, MREMAP_MAYMOVE | MREMAP_FIXED, place) != MAP_FAILED)
        return place;
    munmap(memory, old);
    return place;
}

void *pages_reuse(void *memory, size_t bytes, size_t wanted)
{
    size_t old = round_up(bytes), new = round_up(wanted);
    if (bytes < PAGES_HUGE || wanted < PAGES_HUGE || wanted > SIZE_MAX - 2 * (size_t)PAGES_HUGE) {
        pages_free(memory, bytes);
        return pages_alloc(wanted);
    }
    if (new < old)
        munmap((char *)memory + new, old - new);
    return new > old ? move_longer(memory, old, new) : memory;
}

#else

void *pages_reuse(void *memory, size_t bytes, size_t wanted)
{
    pages_free(memory, bytes);
    return pages_alloc(wanted);
}

void pages_advise_huge(void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

void *pages_alloc(size_t bytes)
{
    if (bytes < PAGES_HUGE)
        return calloc(1, bytes);
    if (bytes > SIZE_MAX - PAGES_HUGE)
        return NULL;
    void *memory = aligned_alloc(PAGES_HUGE, round_up(bytes));
    return memory ? memset(memory, 0, bytes) : NULL;
}

void pages_free(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

#endif

void pages_prefault(void *memory, size_t bytes)
{
    enum { SMALL = 4096 };
    volatile char *at = memory;
    pages_advise_huge(memory, bytes);
    for (size_t i = 0; i < bytes; i += SMALL)
        at[i] = at[i];
}
