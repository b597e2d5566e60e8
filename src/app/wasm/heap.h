/* SPDX-License-Identifier: MIT */
/* A small heap for concentric.wasm, see heap.c. */
#ifndef CONCENTRIC_APP_WASM_HEAP_H
#define CONCENTRIC_APP_WASM_HEAP_H

#include <stddef.h>

/* More memory for the heap: at least `bytes` of it, at an address that is a multiple of 16; *bytes
 * becomes what there is. NULL if there is none. */
typedef void *HeapGrow(size_t *bytes);

typedef struct HeapBlock HeapBlock;
typedef struct Heap {
    HeapBlock *first; /* free blocks by address */
    HeapGrow *grow;
} Heap;

/* As aligned_alloc (align: a power of two), free and realloc. */
void *heap_take(Heap *heap, size_t align, size_t bytes);
void heap_give(Heap *heap, void *pointer);
void *heap_change(Heap *heap, void *pointer, size_t bytes);

#endif
