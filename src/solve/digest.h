/* SPDX-License-Identifier: MIT */
/* Certificates: a digest of the values of a sector, and one of all sectors of a database, so that
 * two runs can be compared by a line of text (docs/formats.md). They depend on variant, sectors and
 * values alone: not on packing, threads or machines. */
#ifndef CONCENTRIC_SOLVE_DIGEST_H
#define CONCENTRIC_SOLVE_DIGEST_H

#include "solve/store.h"

enum {
    DIGEST_BYTES = 16,
    DIGEST_TEXT_MAX = 2 * DIGEST_BYTES + 1,
    DIGEST_LEAF = 1 << 14,  /* values that are hashed together; divides the entries of a block */
    DIGEST_LEAF_BYTES = 32, /* of the hash of a leaf */
};

static inline size_t digest_leaves(uint64_t entries)
{
    return (size_t)((entries + DIGEST_LEAF - 1) / DIGEST_LEAF);
}

/* A sector, from its values in memory or from its file, of which every block is read and checked;
 * variant, sector, entries and kind are the header's. False with a reason. */
bool digest_values(const FormatHeader *header, const Worth *values, const Workers *workers,
                   uint8_t out[DIGEST_BYTES], char *why);
bool digest_file(const StoreFile *file, const Workers *workers, uint8_t out[DIGEST_BYTES],
                 char *why);
void digest_text(const uint8_t digest[DIGEST_BYTES], char out[DIGEST_TEXT_MAX]);

/* All sectors of a database in their order. Zeroed it is empty; free it by digest_end. */
typedef struct DigestAll {
    char *text; /* what is hashed in the end */
    size_t length, room;
    bool failed; /* there was no memory */
} DigestAll;
void digest_begin(DigestAll *all, const char *variant, bool wdl);
void digest_add(DigestAll *all, const char *sector, const uint8_t digest[DIGEST_BYTES]);
/* False if there was no memory. */
bool digest_end(DigestAll *all, uint8_t out[DIGEST_BYTES]);

#endif
