/* SPDX-License-Identifier: MIT */
/* Memory in place of libc's, whose allocator for every purpose costs five kilobytes of a first
 * visit's 200. First fit in one list of free blocks by address, neighbours joined: the page has a
 * few dozen blocks, most of them for as long as it is open. Only one instance on a shared memory
 * calls this (help.c). */
#include "app/wasm/heap.h"

#include <stdint.h>
#include <string.h>

/* Before every block, taken or free. */
struct HeapBlock {
    size_t bytes;    /* this header included; a multiple of 16 */
    HeapBlock *next; /* of a free block: the next free one */
#ifdef __wasm__
    uint32_t unused[2];
#endif
};
enum { UNIT = 16 };
_Static_assert(sizeof(HeapBlock) == UNIT, "what follows a header is aligned for everything");

static HeapBlock *after(HeapBlock *block)
{
    return (HeapBlock *)((char *)block + block->bytes);
}

/* Puts a block into the list, joined with the free ones that it touches. */
static void put(Heap *heap, HeapBlock *block)
{
    HeapBlock **at = &heap->first, *before = NULL;
    for (; *at && *at < block; at = &(*at)->next)
        before = *at;
    block->next = *at;
    *at = block;
    if (block->next == after(block)) {
        block->bytes += block->next->bytes;
        block->next = block->next->next;
    }
    if (before && after(before) == block) {
        before->bytes += block->bytes;
        before->next = block->next;
    }
}

/* Where a block's bytes begin if they are aligned, and enough of it stays in front to be one. */
static char *place(HeapBlock *block, size_t align)
{
    uintptr_t at = (uintptr_t)(block + 1);
    return (char *)((at + align - 1) & ~(uintptr_t)(align - 1));
}

static HeapBlock *fit(Heap *heap, size_t align, size_t bytes)
{
    for (HeapBlock **at = &heap->first; *at; at = &(*at)->next) {
        HeapBlock *block = *at;
        char *begin = place(block, align);
        size_t front = (size_t)(begin - (char *)(block + 1));
        if (block->bytes < front + bytes)
            continue;
        if (front) { /* it stays a free block of its own */
            HeapBlock *rest = (HeapBlock *)(void *)(begin - UNIT);
            rest->bytes = block->bytes - front;
            block->bytes = front;
            block = rest;
        } else {
            *at = block->next;
        }
        if (block->bytes > bytes) {
            HeapBlock *rest = (HeapBlock *)(void *)((char *)block + bytes);
            rest->bytes = block->bytes - bytes;
            block->bytes = bytes;
            put(heap, rest);
        }
        return block;
    }
    return NULL;
}

void *heap_take(Heap *heap, size_t align, size_t bytes)
{
    if (align < UNIT)
        align = UNIT;
    if (bytes > SIZE_MAX / 2 || align > SIZE_MAX / 4)
        return NULL;
    size_t whole = (bytes + 2 * UNIT - 1) & ~(size_t)(UNIT - 1);
    HeapBlock *block = fit(heap, align, whole);
    if (!block) {
        size_t more = whole + align;
        HeapBlock *grown = heap->grow(&more);
        if (!grown)
            return NULL;
        grown->bytes = more;
        put(heap, grown);
        block = fit(heap, align, whole);
    }
    return block ? block + 1 : NULL;
}

void heap_give(Heap *heap, void *pointer)
{
    if (pointer)
        put(heap, (HeapBlock *)pointer - 1);
}

void *heap_change(Heap *heap, void *pointer, size_t bytes)
{
    size_t had = pointer ? ((HeapBlock *)pointer)[-1].bytes - UNIT : 0;
    if (pointer && bytes <= had)
        return pointer;
    void *moved = heap_take(heap, UNIT, bytes);
    if (moved && pointer) {
        memcpy(moved, pointer, had);
        heap_give(heap, pointer);
    }
    return moved;
}

#ifdef __wasm__
/* What libc would bring: its allocator, and functions over bytes that are long because they are
 * fast where it does not matter here. */
#include <stdlib.h>

extern char __heap_base;

static void *grow_memory(size_t *bytes)
{
    enum { PAGE = 65536 };
    static char *end; /* of what the heap has; beyond it, at first, the rest of the last page */
    size_t pages = (*bytes + PAGE - 1) / PAGE;
    size_t old = __builtin_wasm_memory_grow(0, pages);
    if (old == SIZE_MAX)
        return NULL;
    char *from = (char *)(old * PAGE), *stop = from + pages * PAGE;
    if (!end) /* the memory that was there when the module began */
        from = (char *)(((uintptr_t)&__heap_base + UNIT - 1) & ~(uintptr_t)(UNIT - 1));
    end = stop;
    *bytes = (size_t)(stop - from);
    return from;
}

static Heap heap = {.grow = grow_memory};

void *malloc(size_t bytes)
{
    return heap_take(&heap, UNIT, bytes);
}

void free(void *pointer)
{
    heap_give(&heap, pointer);
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    void *pointer = __builtin_mul_overflow(count, size, &bytes) ? NULL : malloc(bytes);
    return pointer ? memset(pointer, 0, bytes) : NULL;
}

void *realloc(void *pointer, size_t bytes)
{
    return heap_change(&heap, pointer, bytes);
}

void *aligned_alloc(size_t align, size_t bytes)
{
    return heap_take(&heap, align, bytes);
}

/* Instructions of the machine. */
void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count)
{
    return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count)
{
    return __builtin_memset(to, byte, count);
}

size_t strlen(const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

void *memchr(const void *bytes, int byte, size_t count)
{
    const char *at = bytes;
    for (; count; at++, count--)
        if (*at == (char)byte)
            return (void *)(uintptr_t)at;
    return NULL;
}

char *strchr(const char *text, int byte)
{
    return memchr(text, byte, strlen(text) + 1);
}

size_t strcspn(const char *text, const char *stops)
{
    size_t n = 0;
    while (text[n] && !strchr(stops, text[n]))
        n++;
    return n;
}

size_t strspn(const char *text, const char *set)
{
    size_t n = 0;
    while (text[n] && strchr(set, text[n]))
        n++;
    return n;
}

char *strstr(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; *text; text++)
        if (strncmp(text, word, length) == 0)
            break;
    return *text || !length ? (char *)(uintptr_t)text : NULL;
}
#endif
