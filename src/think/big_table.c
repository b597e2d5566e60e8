/* SPDX-License-Identifier: MIT */
/* A large transposition table, see big_table.h. The thread and a search never share a byte: the
 * search has the part in front of `ready`, the thread what is behind it. */
#include "think/big_table.h"

#include "base/pages.h"

#include <string.h>

#define AT_ONCE ((size_t)256 << 20) /* some 0.7 s where a huge page takes 6 ms */

static void prepare(BigTable *t, size_t from, size_t to)
{
    char *at = (char *)t->all.slots + from;
    if (t->clearing)
        memset(at, 0, to - from);
    else
        pages_prefault(at, to - from);
    atomic_store_explicit(&t->ready, to, memory_order_release);
}

static void *prepare_rest(void *context)
{
    BigTable *t = context;
    size_t from = atomic_load_explicit(&t->ready, memory_order_relaxed);
    for (; from < t->bytes && !atomic_load(&t->give_up); from += PAGES_HUGE)
        prepare(t, from, from + PAGES_HUGE); /* all are multiples of that */
    return NULL;
}

static void finish(BigTable *t)
{
    if (t->working)
        pthread_join(t->worker, NULL);
    t->working = false;
}

static void begin(BigTable *t, bool clearing)
{
    atomic_store(&t->give_up, true); /* it begins anew */
    finish(t);
    atomic_store(&t->give_up, false);
    if (!t->mapped) /* all of it now: what a search or a clearing touches first is on huge pages too
                     */
        pages_advise_huge(t->all.slots, t->bytes);
    t->clearing = clearing;
    t->mapped = true;
    prepare(t, 0, t->bytes < t->at_once ? t->bytes : t->at_once);
    if (t->bytes <= t->at_once)
        return;
    t->working = pthread_create(&t->worker, NULL, prepare_rest, t) == 0;
    if (!t->working)
        prepare(t, t->at_once, t->bytes);
}

/* Pages are mapped when they are touched first, so this is quick. */
bool big_table_open(BigTable *t, uint64_t megabytes)
{
    size_t bytes = (size_t)megabytes << 20;
    *t = (BigTable){.all = {.count = TT_BUCKET}, .at_once = AT_ONCE};
    while (t->all.count * 2 * sizeof(TTSlot) <= bytes)
        t->all.count *= 2;
    t->bytes = t->all.count * sizeof(TTSlot);
    if (t->bytes < PAGES_HUGE)
        t->bytes = PAGES_HUGE; /* so that buckets are aligned to cache lines */
    t->all.slots = pages_alloc(t->bytes);
    return t->all.slots != NULL;
}

void big_table_close(BigTable *t)
{
    atomic_store(&t->give_up, true);
    finish(t);
    pages_free(t->all.slots, t->bytes);
}

void big_table_map(BigTable *t)
{
    if (!t->mapped)
        begin(t, false);
}

void big_table_clear(BigTable *t)
{
    if (t->used)
        begin(t, true);
    t->used = false;
}

TransTable big_table_usable(BigTable *t, bool whole)
{
    TransTable part = t->all;
    t->used = true;
    if (t->working && (whole || atomic_load_explicit(&t->ready, memory_order_acquire) >= t->bytes))
        finish(t);
    size_t ready = atomic_load_explicit(&t->ready, memory_order_acquire);
    while (t->working && part.count * sizeof(TTSlot) > ready)
        part.count /= 2;
    return part;
}
