/* SPDX-License-Identifier: MIT */
/* Queues of updates, gathered by bucket, one set of lists per thread: a thread appends words to its
 * own lists and reads all threads' lists of one bucket. Memory comes in slabs, each a huge page,
 * that go back to the pool, and with the pool to a bank for the next stage: pages that the system
 * has to map again cost more than what is done with them.
 *
 * There are thousands of buckets and the next word may go to any of them, so adding one touches as
 * little memory as possible: the bucket's cursor and the word. Chunks are aligned to their size, so
 * the cursor shows when one is full. */
#ifndef CONCENTRIC_SOLVE_QUEUE_H
#define CONCENTRIC_SOLVE_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QUEUE_CHUNK = 1024, QUEUE_WORDS = 254 };

typedef struct QueueChunk {
    struct QueueChunk *next;
    uint32_t word[QUEUE_WORDS];
} QueueChunk;

typedef struct QueueSlab QueueSlab;

/* Slabs that nobody uses, for all stages of a run. Zeroed it is empty. */
typedef struct QueueBank {
    _Atomic(QueueSlab *) slabs;
} QueueBank;

/* The memory of one thread. */
typedef struct QueuePool {
    QueueSlab *slabs;
    QueueChunk *free;
    QueueBank *bank;
    atomic_uint_fast64_t *left; /* bytes that all pools together may still take; shared */
} QueuePool;

/* One thread's lists of one queue. */
typedef struct Queue {
    QueuePool *pool;
    uint32_t **cursor; /* by bucket: where the next word goes; NULL if it has no chunk */
    uint32_t buckets;
} Queue;

bool queue_open(Queue *queue, QueuePool *pool, uint32_t buckets);
void queue_close(Queue *queue); /* the chunks stay with their pool */
/* The slabs go to the bank; no other thread takes any meanwhile. */
void queue_free_pool(QueuePool *pool);
/* Gives all but so many bytes back to the system. */
void queue_trim_bank(QueueBank *bank, uint64_t bytes);
/* A new chunk for the bucket: where its first word goes; NULL if there is no memory. */
uint32_t *queue_grow(Queue *queue, uint32_t bucket);
/* Takes at most `room` words out of a bucket, and its chunks back to its own pool; fewer only if
 * there are no more. */
size_t queue_take(Queue *queue, uint32_t bucket, uint32_t *out, size_t room);
/* Gives the chunks of a bucket to the pool of the thread that has read them. */
void queue_recycle(Queue *queue, uint32_t bucket, QueuePool *to);

/* The chunk that a bucket writes to, NULL if there is none, and how many words it has; the chunks
 * behind it are full. */
static inline QueueChunk *queue_first(const Queue *queue, uint32_t bucket, uint32_t *count)
{
    uint32_t *cursor = queue->cursor[bucket];
    if (!cursor)
        return NULL;
    QueueChunk *chunk = (QueueChunk *)(((uintptr_t)cursor - 1) & ~(uintptr_t)(QUEUE_CHUNK - 1));
    *count = (uint32_t)(cursor - chunk->word);
    return chunk;
}

/* Room for some words that stay together; NULL if there is no memory. All words of one queue come
 * in groups of this size, and QUEUE_WORDS is a multiple of it. */
static inline uint32_t *queue_room(Queue *queue, uint32_t bucket, uint32_t words)
{
    uint32_t *cursor = queue->cursor[bucket];
    if (((uintptr_t)cursor & (QUEUE_CHUNK - 1)) == 0 && !(cursor = queue_grow(queue, bucket)))
        return NULL;
    queue->cursor[bucket] = cursor + words;
    return cursor;
}
static inline bool queue_add(Queue *queue, uint32_t bucket, uint32_t word)
{
    uint32_t *room = queue_room(queue, bucket, 1);
    if (room)
        *room = word;
    return room != NULL;
}
static inline bool queue_add_pair(Queue *queue, uint32_t bucket, uint32_t a, uint32_t b)
{
    uint32_t *room = queue_room(queue, bucket, 2);
    if (!room)
        return false;
    room[0] = a;
    room[1] = b;
    return true;
}

#endif
