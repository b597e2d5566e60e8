/* SPDX-License-Identifier: MIT */
/* Certificates. A hash of hashes of leaves, so that threads can share the work, and at the top a
 * hash of a text that can be made from the printed table by hand. */
/* SHA256_Init and its kin need no memory; SHA256() does, and OpenSSL crashes where there is none.
 */
#define OPENSSL_API_COMPAT 0x10100000L
#include "solve/digest.h"

#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)DIGEST_LEAF_BYTES == SHA256_DIGEST_LENGTH, "a leaf is a whole SHA-256");

enum { HEAD_MAX = VARIANT_TEXT_MAX + SECTOR_NAME_MAX + 64, LINE_MAX_BYTES = 128 };

static const char *kind_word(bool wdl)
{
    return wdl ? "wdl" : "distances";
}

/* Values as bytes: a Worth, low byte first; or 0 for a draw, 1 lost, 2 won. */
static void hash_values(const Worth *values, uint32_t count, bool wdl,
                        uint8_t out[DIGEST_LEAF_BYTES])
{
    uint8_t bytes[2 * DIGEST_LEAF];
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (wdl) {
            bytes[size++] = (uint8_t)(values[i] == WORTH_DRAW ? 0 : 1 + worth_is_won(values[i]));
        } else {
            bytes[size++] = (uint8_t)values[i];
            bytes[size++] = (uint8_t)(values[i] >> 8);
        }
    }
    SHA256_CTX hash;
    SHA256_Init(&hash);
    SHA256_Update(&hash, bytes, size);
    SHA256_Final(out, &hash);
}

/* The hash of some text and then some bytes, cut. */
static void hash_both(const char *head, const uint8_t *bytes, size_t count,
                      uint8_t out[DIGEST_BYTES])
{
    uint8_t whole[SHA256_DIGEST_LENGTH];
    SHA256_CTX hash;
    SHA256_Init(&hash);
    SHA256_Update(&hash, head, strlen(head));
    SHA256_Update(&hash, bytes, count);
    SHA256_Final(whole, &hash);
    memcpy(out, whole, DIGEST_BYTES);
}

static void hash_sector(const FormatHeader *header, const uint8_t *leaves,
                        uint8_t out[DIGEST_BYTES])
{
    char head[HEAD_MAX];
    Str s = str_over(head, sizeof head);
    str_format(&s, "concentric sector\n%s\n%s\n%s\n%llu\n", header->variant, header->sector,
               kind_word(header->kind == FORMAT_WDL), (unsigned long long)header->entries);
    hash_both(head, leaves, digest_leaves(header->entries) * DIGEST_LEAF_BYTES, out);
}

typedef struct Hashing {
    const FormatHeader *header;
    const Worth *values;   /* in memory, or else */
    const StoreFile *file; /* from here */
    uint8_t *leaves;
    FirstReason bad;
} Hashing;

static uint32_t leaf_size(const FormatHeader *header, uint64_t leaf)
{
    uint64_t rest = header->entries - leaf * DIGEST_LEAF;
    return rest < DIGEST_LEAF ? (uint32_t)rest : DIGEST_LEAF;
}

static void hash_leaf(void *context, int thread, size_t leaf)
{
    Hashing *job = context;
    (void)thread;
    hash_values(job->values + leaf * DIGEST_LEAF, leaf_size(job->header, leaf),
                job->header->kind == FORMAT_WDL, job->leaves + leaf * DIGEST_LEAF_BYTES);
}

static void hash_block(void *context, int thread, size_t block)
{
    Hashing *job = context;
    uint8_t bytes[FORMAT_BLOCK_BYTES];
    Worth values[DIGEST_LEAF];
    char why[WHY_MAX];
    uint32_t kind = job->header->kind, each = format_block_entries(kind) / DIGEST_LEAF;
    (void)thread;
    if (!store_file_block(job->file, (uint32_t)block, bytes, why)) {
        first_reason_put(&job->bad, why);
        return;
    }
    for (uint32_t i = 0; i < each && block * each + i < digest_leaves(job->header->entries); i++) {
        size_t leaf = block * each + i;
        uint32_t count = leaf_size(job->header, leaf);
        const uint8_t *at = bytes + (size_t)i * (FORMAT_BLOCK_BYTES / each);
        format_get_run(kind, at, count, values);
        hash_values(values, count, kind == FORMAT_WDL, job->leaves + leaf * DIGEST_LEAF_BYTES);
    }
}

static bool run_job(Hashing *job, size_t tasks, void (*work)(void *, int, size_t),
                    const Workers *workers, uint8_t out[DIGEST_BYTES], char *why)
{
    job->leaves = malloc(digest_leaves(job->header->entries) * DIGEST_LEAF_BYTES + 1);
    bool good = job->leaves || refuse(why, "out of memory");
    good = good && (workers->run(workers->threads, tasks, work, job) ||
                    refuse(why, "threads could not be started"));
    good = good && (!job->bad.taken || refuse(why, "%s", job->bad.why));
    if (good)
        hash_sector(job->header, job->leaves, out);
    free(job->leaves);
    return good;
}

bool digest_values(const FormatHeader *header, const Worth *values, const Workers *workers,
                   uint8_t out[DIGEST_BYTES], char *why)
{
    Hashing job = {.header = header, .values = values};
    return run_job(&job, digest_leaves(header->entries), hash_leaf, workers, out, why);
}

bool digest_file(const StoreFile *file, const Workers *workers, uint8_t out[DIGEST_BYTES],
                 char *why)
{
    Hashing job = {.header = &file->header, .file = file};
    return run_job(&job, file->header.blocks, hash_block, workers, out, why);
}

void digest_text(const uint8_t digest[DIGEST_BYTES], char out[DIGEST_TEXT_MAX])
{
    Str s = str_over(out, DIGEST_TEXT_MAX);
    for (int i = 0; i < DIGEST_BYTES; i++)
        str_format(&s, "%02x", digest[i]);
}

static void add_text(DigestAll *all, const char *text)
{
    size_t length = strlen(text), room = all->length + length + 1;
    if (room > all->room) {
        char *more = realloc(all->text, 2 * room);
        if (!more) {
            all->failed = true;
            return;
        }
        all->text = more;
        all->room = 2 * room;
    }
    memcpy(all->text + all->length, text, length + 1);
    all->length += length;
}

void digest_begin(DigestAll *all, const char *variant, bool wdl)
{
    char head[HEAD_MAX];
    Str s = str_over(head, sizeof head);
    *all = (DigestAll){.text = NULL};
    str_format(&s, "concentric database\n%s\n%s\n", variant, kind_word(wdl));
    add_text(all, head);
}

void digest_add(DigestAll *all, const char *sector, const uint8_t digest[DIGEST_BYTES])
{
    char line[LINE_MAX_BYTES], hex[DIGEST_TEXT_MAX];
    Str s = str_over(line, sizeof line);
    digest_text(digest, hex);
    str_format(&s, "%s %s\n", sector, hex);
    add_text(all, line);
}

bool digest_end(DigestAll *all, uint8_t out[DIGEST_BYTES])
{
    bool good = !all->failed && all->text;
    if (good)
        hash_both(all->text, NULL, 0, out);
    free(all->text);
    *all = (DigestAll){.text = NULL};
    return good;
}
