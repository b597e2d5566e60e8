/* SPDX-License-Identifier: MIT */
/* Lists of words gathered by buckets, one set of lists per thread: writing appends to the thread's
 * own lists, reading goes through all threads' lists of one bucket. Memory comes in slabs, each a
 * huge page, that go back to the pool, not to the system, until the pool is freed.
 *
 * There are thousands of buckets and the next word may go to any of them, so adding one touches as
 * little as can be: the bucket's cursor and the word. Chunks lie at multiples of their size, so the
 * cursor tells when one is full. */
#ifndef CONCENTRIC_SOLVE_NOTES_H
#define CONCENTRIC_SOLVE_NOTES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NOTES_CHUNK = 1024, NOTES_WORDS = 254 };

typedef struct NotesChunk {
    struct NotesChunk *next;
    uint32_t word[NOTES_WORDS];
} NotesChunk;

typedef struct NotesSlab NotesSlab;

/* The memory of one thread. */
typedef struct NotesPool {
    NotesSlab *slabs;
    NotesChunk *free;
    atomic_uint_fast64_t *left; /* bytes that all pools together may still take; shared */
} NotesPool;

/* One thread's lists. */
typedef struct Notes {
    NotesPool *pool;
    uint32_t **cursor; /* by bucket: where the next word goes; NULL if it has no chunk */
    uint32_t buckets;
} Notes;

bool notes_open(Notes *notes, NotesPool *pool, uint32_t buckets);
void notes_close(Notes *notes); /* the chunks stay with their pool */
void notes_free_pool(NotesPool *pool);
/* A new chunk for the bucket: where its first word goes; NULL if there is no memory. */
uint32_t *notes_grow(Notes *notes, uint32_t bucket);
/* Gives the chunks of a bucket to the pool of the thread that has read them. */
void notes_recycle(Notes *notes, uint32_t bucket, NotesPool *to);

/* The chunk that a bucket writes to, NULL if there is none, and its words; those behind it are
 * full. */
static inline NotesChunk *notes_first(const Notes *notes, uint32_t bucket, uint32_t *count)
{
    uint32_t *cursor = notes->cursor[bucket];
    if (!cursor)
        return NULL;
    NotesChunk *chunk = (NotesChunk *)(((uintptr_t)cursor - 1) & ~(uintptr_t)(NOTES_CHUNK - 1));
    *count = (uint32_t)(cursor - chunk->word);
    return chunk;
}

/* Room for some words that stay together; NULL if there is no memory. All words of one set of lists
 * come in such groups, and NOTES_WORDS is a multiple of their size. */
static inline uint32_t *notes_room(Notes *notes, uint32_t bucket, uint32_t words)
{
    uint32_t *cursor = notes->cursor[bucket];
    if (((uintptr_t)cursor & (NOTES_CHUNK - 1)) == 0 && !(cursor = notes_grow(notes, bucket)))
        return NULL;
    notes->cursor[bucket] = cursor + words;
    return cursor;
}
static inline bool notes_add(Notes *notes, uint32_t bucket, uint32_t word)
{
    uint32_t *room = notes_room(notes, bucket, 1);
    if (room)
        *room = word;
    return room != NULL;
}
static inline bool notes_add_pair(Notes *notes, uint32_t bucket, uint32_t a, uint32_t b)
{
    uint32_t *room = notes_room(notes, bucket, 2);
    if (!room)
        return false;
    room[0] = a;
    room[1] = b;
    return true;
}

#endif
