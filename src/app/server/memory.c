/* SPDX-License-Identifier: MIT */
/* See memory.h. */
#include "app/server/memory.h"

#include <cjson/cJSON.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <uv.h>

enum { RESERVE = 1 << 18 };

static _Atomic(void *) reserve;
static _Thread_local bool was_short;

static bool give_up(void)
{
    void *given = atomic_exchange(&reserve, NULL);
    free(given);
    return given != NULL;
}

/* What an allocation came to, with a new reserve if the last one was needed. */
static void *got(void *memory)
{
    void *none = NULL;
    if (!memory)
        was_short = true;
    else if (!atomic_load(&reserve)) {
        void *more = malloc(RESERVE);
        if (!atomic_compare_exchange_strong(&reserve, &none, more))
            free(more); /* another thread was quicker */
    }
    return memory;
}

void *memory_take(size_t bytes)
{
    void *memory = malloc(bytes);
    return got(memory || !give_up() ? memory : malloc(bytes));
}

static void *take_cleared(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    return got(memory || !give_up() ? memory : calloc(count, bytes));
}

static void *take_more(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes);
    return got(memory || !bytes || !give_up() ? memory : realloc(old, bytes));
}

bool memory_begin(void)
{
    static bool begun;
    if (begun)
        return true;
    atomic_store(&reserve, malloc(RESERVE));
    begun = atomic_load(&reserve) &&
            uv_replace_allocator(memory_take, take_more, take_cleared, free) == 0;
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = memory_take, .free_fn = free});
    return begun;
}

bool memory_was_short(void)
{
    bool was = was_short;
    was_short = false;
    return was;
}
