/* SPDX-License-Identifier: MIT */
/* Lists of words gathered by buckets, one set of lists per thread: writing appends to the thread's
 * own lists, reading goes through all threads' lists of one bucket. Memory comes in slabs that go
 * back to the pool, not to the system, until the pool is freed. */
#ifndef CONCENTRIC_SOLVE_NOTES_H
#define CONCENTRIC_SOLVE_NOTES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NOTES_WORDS = 252 };

typedef struct NotesChunk {
    struct NotesChunk *next;
    uint32_t count;
    uint32_t spare;
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
    NotesChunk **head; /* by bucket */
    uint32_t buckets;
} Notes;

bool notes_open(Notes *notes, NotesPool *pool, uint32_t buckets);
void notes_close(Notes *notes); /* the chunks stay with their pool */
void notes_free_pool(NotesPool *pool);
/* A chunk with room for at least two words; NULL if there is no memory. */
NotesChunk *notes_grow(Notes *notes, uint32_t bucket);
/* Gives the chunks of a bucket to the pool of the thread that has read them. */
void notes_recycle(Notes *notes, uint32_t bucket, NotesPool *to);

/* Adds a word, or two that stay together (never mixed in one set of lists). */
static inline bool notes_add(Notes *notes, uint32_t bucket, uint32_t word)
{
    NotesChunk *chunk = notes->head[bucket];
    if (!chunk || chunk->count == NOTES_WORDS)
        chunk = notes_grow(notes, bucket);
    if (!chunk)
        return false;
    chunk->word[chunk->count++] = word;
    return true;
}
static inline bool notes_add_pair(Notes *notes, uint32_t bucket, uint32_t a, uint32_t b)
{
    NotesChunk *chunk = notes->head[bucket];
    if (!chunk || chunk->count == NOTES_WORDS)
        chunk = notes_grow(notes, bucket);
    if (!chunk)
        return false;
    chunk->word[chunk->count] = a;
    chunk->word[chunk->count + 1] = b;
    chunk->count += 2;
    return true;
}

#endif
