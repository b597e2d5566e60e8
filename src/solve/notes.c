/* SPDX-License-Identifier: MIT */
/* Lists of words by buckets, see notes.h. */
#include "solve/notes.h"

#include "base/pages.h"

#include <assert.h>
#include <stdlib.h>

enum { SLAB_CHUNKS = PAGES_HUGE / NOTES_CHUNK };

/* The first chunk only links the slabs. */
struct NotesSlab {
    NotesChunk chunk[SLAB_CHUNKS];
};

static_assert(sizeof(NotesChunk) == NOTES_CHUNK, "the cursor finds the chunk by its place");

bool notes_open(Notes *notes, NotesPool *pool, uint32_t buckets)
{
    *notes = (Notes){pool, calloc(buckets, sizeof *notes->cursor), buckets};
    return notes->cursor != NULL;
}

void notes_close(Notes *notes)
{
    free(notes->cursor);
    *notes = (Notes){0};
}

void notes_free_pool(NotesPool *pool)
{
    while (pool->slabs) {
        NotesSlab *next = (NotesSlab *)pool->slabs->chunk[0].next;
        pages_free(pool->slabs, sizeof *pool->slabs);
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
    NotesSlab *slab = pages_alloc(sizeof *slab);
    if (!slab)
        return false;
    pages_advise_huge(slab, sizeof *slab);
    slab->chunk[0].next = (NotesChunk *)pool->slabs;
    pool->slabs = slab;
    for (int i = 1; i < SLAB_CHUNKS; i++) {
        slab->chunk[i].next = pool->free;
        pool->free = &slab->chunk[i];
    }
    return true;
}

uint32_t *notes_grow(Notes *notes, uint32_t bucket)
{
    NotesPool *pool = notes->pool;
    if (!pool->free && !add_slab(pool))
        return NULL;
    uint32_t unused;
    NotesChunk *chunk = pool->free;
    pool->free = chunk->next;
    chunk->next = notes_first(notes, bucket, &unused);
    return chunk->word;
}

void notes_recycle(Notes *notes, uint32_t bucket, NotesPool *to)
{
    uint32_t unused;
    for (NotesChunk *chunk = notes_first(notes, bucket, &unused), *next; chunk; chunk = next) {
        next = chunk->next;
        chunk->next = to->free;
        to->free = chunk;
    }
    notes->cursor[bucket] = NULL;
}
