/* SPDX-License-Identifier: MIT */
/* Queues of updates by bucket, see queue.h. */
#include "solve/queue.h"

#include "base/pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SLAB_CHUNKS = PAGES_HUGE / QUEUE_CHUNK };

/* The first chunk only links the slabs. */
struct QueueSlab {
    QueueChunk chunk[SLAB_CHUNKS];
};

static_assert(sizeof(QueueChunk) == QUEUE_CHUNK, "the cursor finds the chunk by its place");

bool queue_open(Queue *queue, QueuePool *pool, uint32_t buckets)
{
    *queue = (Queue){pool, calloc(buckets, sizeof *queue->cursor), buckets};
    return queue->cursor != NULL;
}

void queue_close(Queue *queue)
{
    free(queue->cursor);
    *queue = (Queue){0};
}

static QueueSlab *next_slab(const QueueSlab *slab)
{
    return (QueueSlab *)slab->chunk[0].next;
}

void queue_free_pool(QueuePool *pool)
{
    while (pool->slabs) {
        QueueSlab *slab = pool->slabs;
        pool->slabs = next_slab(slab);
        slab->chunk[0].next = (QueueChunk *)atomic_load(&pool->bank->slabs);
        atomic_store(&pool->bank->slabs, slab);
    }
    pool->free = NULL;
}

void queue_trim_bank(QueueBank *bank, uint64_t bytes)
{
    QueueSlab *kept = NULL, *slab = atomic_exchange(&bank->slabs, NULL);
    for (QueueSlab *next; slab; slab = next) {
        next = next_slab(slab);
        if (bytes < sizeof *slab) {
            pages_free(slab, sizeof *slab);
            continue;
        }
        bytes -= sizeof *slab;
        slab->chunk[0].next = (QueueChunk *)kept;
        kept = slab;
    }
    atomic_store(&bank->slabs, kept);
}

/* From the bank, else from the system. Threads take slabs at the same time but put none back, so
 * the next one of the first does not change. */
static QueueSlab *take_slab(QueueBank *bank)
{
    QueueSlab *slab = atomic_load(&bank->slabs);
    while (slab && !atomic_compare_exchange_weak(&bank->slabs, &slab, next_slab(slab)))
        ;
    if (!slab && (slab = pages_alloc(sizeof *slab)))
        pages_advise_huge(slab, sizeof *slab);
    return slab;
}

static bool add_slab(QueuePool *pool)
{
    uint_fast64_t left = atomic_load(pool->left);
    do {
        if (left < sizeof(QueueSlab))
            return false;
    } while (!atomic_compare_exchange_weak(pool->left, &left, left - sizeof(QueueSlab)));
    QueueSlab *slab = take_slab(pool->bank);
    if (!slab)
        return false;
    slab->chunk[0].next = (QueueChunk *)pool->slabs;
    pool->slabs = slab;
    for (int i = 1; i < SLAB_CHUNKS; i++) {
        slab->chunk[i].next = pool->free;
        pool->free = &slab->chunk[i];
    }
    return true;
}

uint32_t *queue_grow(Queue *queue, uint32_t bucket)
{
    QueuePool *pool = queue->pool;
    if (!pool->free && !add_slab(pool))
        return NULL;
    uint32_t unused;
    QueueChunk *chunk = pool->free;
    pool->free = chunk->next;
    chunk->next = queue_first(queue, bucket, &unused);
    return chunk->word;
}

size_t queue_take(Queue *queue, uint32_t bucket, uint32_t *out, size_t room)
{
    size_t found = 0;
    uint32_t count;
    for (QueueChunk *chunk; found < room && (chunk = queue_first(queue, bucket, &count));) {
        uint32_t taken = count < room - found ? count : (uint32_t)(room - found);
        memcpy(out + found, chunk->word + count - taken, taken * sizeof *out);
        found += taken;
        queue->cursor[bucket] -= taken;
        if (taken < count)
            continue;
        queue->cursor[bucket] = chunk->next ? chunk->next->word + QUEUE_WORDS : NULL;
        chunk->next = queue->pool->free;
        queue->pool->free = chunk;
    }
    return found;
}

void queue_recycle(Queue *queue, uint32_t bucket, QueuePool *to)
{
    uint32_t unused;
    for (QueueChunk *chunk = queue_first(queue, bucket, &unused), *next; chunk; chunk = next) {
        next = chunk->next;
        chunk->next = to->free;
        to->free = chunk;
    }
    queue->cursor[bucket] = NULL;
}
