/* SPDX-License-Identifier: MIT */
/* Lists of words by buckets, see notes.h. */
#include "solve/notes.h"

#include <stdlib.h>

enum { SLAB_CHUNKS = 1024 };

struct NotesSlab {
    NotesSlab *next;
    NotesChunk chunk[SLAB_CHUNKS];
};

bool notes_open(Notes *notes, NotesPool *pool, uint32_t buckets)
{
    *notes = (Notes){pool, calloc(buckets, sizeof *notes->head), buckets};
    return notes->head != NULL;
}

void notes_close(Notes *notes)
{
    free(notes->head);
    *notes = (Notes){0};
}

void notes_free_pool(NotesPool *pool)
{
    while (pool->slabs) {
        NotesSlab *next = pool->slabs->next;
        free(pool->slabs);
        pool->slabs = next;
    }
    pool->free = NULL;
}

static bool add_slab(NotesPool *pool)
{
    uint_fast64_t left = atomic_load(pool->left);
    do {
        if (left < sizeof(NotesSlab))
            return false;
    } while (!atomic_compare_exchange_weak(pool->left, &left, left - sizeof(NotesSlab)));
    NotesSlab *slab = malloc(sizeof *slab);
    if (!slab)
        return false;
    slab->next = pool->slabs;
    pool->slabs = slab;
    for (int i = 0; i < SLAB_CHUNKS; i++) {
        slab->chunk[i].next = pool->free;
        pool->free = &slab->chunk[i];
    }
    return true;
}

NotesChunk *notes_grow(Notes *notes, uint32_t bucket)
{
    NotesPool *pool = notes->pool;
    if (!pool->free && !add_slab(pool))
        return NULL;
    NotesChunk *chunk = pool->free;
    pool->free = chunk->next;
    chunk->next = notes->head[bucket];
    chunk->count = 0;
    notes->head[bucket] = chunk;
    return chunk;
}

void notes_recycle(Notes *notes, uint32_t bucket, NotesPool *to)
{
    for (NotesChunk *chunk = notes->head[bucket], *next; chunk; chunk = next) {
        next = chunk->next;
        chunk->next = to->free;
        to->free = chunk;
    }
    notes->head[bucket] = NULL;
}
