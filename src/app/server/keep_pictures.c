/* SPDX-License-Identifier: MIT */
/* Kept pictures, see keep_pictures.h: chains by number, and one list from the last used on. */
#include "app/server/keep_pictures.h"

#include <stdlib.h>
#include <string.h>

enum { CHAINS = 1 << 10 };

typedef struct Kept {
    struct Kept *next;          /* in its chain */
    struct Kept *newer, *older; /* by use */
    PictureName name;
    size_t length;
    char bytes[];
} Kept;

struct KeptPictures {
    size_t bytes, bytes_max;
    Kept *newest, *oldest;
    Kept *chain[CHAINS];
};

KeptPictures *kept_pictures_new(size_t bytes_max)
{
    KeptPictures *kept = calloc(1, sizeof *kept);
    if (kept)
        kept->bytes_max = bytes_max;
    return kept;
}

size_t kept_pictures_bytes(const KeptPictures *kept)
{
    return kept->bytes;
}

static Kept **chain_of(KeptPictures *kept, const PictureName *name)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    for (const char *c = name->id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    hash ^= (uint64_t)name->seq * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= ((uint64_t)(uint32_t)name->ply << 32 | (uint32_t)name->size) *
            UINT64_C(0xbf58476d1ce4e5b9);
    return &kept->chain[(hash >> 40) % CHAINS];
}

static bool is_same(const PictureName *a, const PictureName *b)
{
    return a->seq == b->seq && a->ply == b->ply && a->size == b->size && !strcmp(a->id, b->id);
}

static void take_off_list(KeptPictures *kept, Kept *one)
{
    *(one->newer ? &one->newer->older : &kept->newest) = one->older;
    *(one->older ? &one->older->newer : &kept->oldest) = one->newer;
}

static void put_on_list(KeptPictures *kept, Kept *one)
{
    one->newer = NULL;
    one->older = kept->newest;
    *(kept->newest ? &kept->newest->newer : &kept->oldest) = one;
    kept->newest = one;
}

static Kept *find(KeptPictures *kept, const PictureName *name)
{
    Kept *one = *chain_of(kept, name);
    while (one && !is_same(&one->name, name))
        one = one->next;
    return one;
}

static void drop(KeptPictures *kept, Kept *one)
{
    Kept **at = chain_of(kept, &one->name);
    while (*at != one)
        at = &(*at)->next;
    *at = one->next;
    take_off_list(kept, one);
    kept->bytes -= sizeof *one + one->length;
    free(one);
}

const char *kept_pictures_get(KeptPictures *kept, const PictureName *name, size_t *length)
{
    Kept *one = find(kept, name);
    if (!one)
        return NULL;
    take_off_list(kept, one);
    put_on_list(kept, one);
    *length = one->length;
    return one->bytes;
}

void kept_pictures_put(KeptPictures *kept, const PictureName *name, const char *bytes,
                       size_t length)
{
    size_t size = sizeof(Kept) + length;
    if (size > kept->bytes_max / 4 || find(kept, name))
        return;
    Kept *one = malloc(size);
    if (!one)
        return;
    while (kept->oldest && kept->bytes + size > kept->bytes_max)
        drop(kept, kept->oldest);
    Kept **chain = chain_of(kept, name);
    *one = (Kept){.next = *chain, .name = *name, .length = length};
    memcpy(one->bytes, bytes, length);
    *chain = one;
    put_on_list(kept, one);
    kept->bytes += size;
}

void kept_pictures_free(KeptPictures *kept)
{
    while (kept && kept->oldest)
        drop(kept, kept->oldest);
    free(kept);
}
