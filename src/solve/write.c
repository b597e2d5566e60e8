/* SPDX-License-Identifier: MIT */
/* Writing files of sectors: blocks are packed by all threads, some hundred at a time, and written
 * in order. */
#include "solve/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { BATCH_BLOCKS = 256, PACK_LEVEL = 1 };

static_assert(STORE_BLOCK_ROOM >= ZSTD_COMPRESSBOUND(FORMAT_BLOCK_BYTES), "any block fits");

bool store_pack_block(const FormatHeader *header, uint32_t block, const Worth *values, uint8_t *out,
                      FormatBlock *about)
{
    uint8_t bytes[FORMAT_BLOCK_BYTES];
    uint32_t each = format_block_entries(header->kind);
    uint64_t first = (uint64_t)block * each, rest = header->entries - first;
    format_put_run(header->kind, values + first, rest < each ? (uint32_t)rest : each, bytes);
    size_t size = ZSTD_compress(out, STORE_BLOCK_ROOM, bytes, format_block_size(header, block),
                                PACK_LEVEL);
    if (ZSTD_isError(size))
        return false;
    *about = (FormatBlock){0, (uint32_t)size, (uint32_t)format_sum(out, size)};
    return true;
}

/* A Worth is 1 + 2 plies + won: the largest has the most plies, and where plies and `won` are not
 * both even or odd a byte will not do. */
StoreSpan store_span(const Worth *values, uint64_t count)
{
    Worth most = 0, odd = 0;
    for (uint64_t i = 0; i < count; i++) {
        Worth x = (Worth)(values[i] - 1); /* a draw has all bits set then */
        odd |= x ^ x >> 1;
        most = values[i] > most ? values[i] : most;
    }
    return (StoreSpan){most, odd & 1};
}

void store_choose_kind(FormatHeader *header, bool wdl, const StoreSpan *span)
{
    header->longest = span->most == WORTH_DRAW ? 0 : (uint32_t)worth_plies((Worth)span->most);
    bool fits = !span->odd && header->longest < UINT8_MAX;
    header->kind = wdl ? FORMAT_WDL : fits ? FORMAT_PLIES : FORMAT_WORTH;
    if (wdl)
        header->longest = 0;
    header->packing = PACKING_ZSTD;
    header->blocks = format_block_count(header->kind, header->entries);
}

static void sync_directory(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

bool store_out_begin(StoreOut *out, const char *dir, const FormatHeader *header, char *why)
{
    *out = (StoreOut){.dir = dir, .header = header, .good = true};
    if (!store_path(dir, header->sector, store_part_suffix, out->part) ||
        !store_path(dir, header->sector, store_suffix, out->path))
        return refuse(why, "the path is too long");
    out->end = format_head_bytes(header->blocks);
    out->head = calloc(1, out->end);
    if (!out->head)
        return refuse(why, "out of memory");
    out->file = fopen(out->part, "wb");
    store_out_put(out, out->head, out->end); /* its place; the real one comes last */
    return true;
}

void store_out_put(StoreOut *out, const void *bytes, size_t count)
{
    if (out->good && (!out->file || (count && fwrite(bytes, 1, count, out->file) != count))) {
        out->good = false;
        out->error = errno;
    }
}

/* The head, and all of it to the disk. */
static bool finish(StoreOut *out, FormatBlock *blocks)
{
    size_t head_bytes = format_head_bytes(out->header->blocks);
    for (uint32_t i = 0; i < out->header->blocks; i++) {
        blocks[i].offset = out->end;
        out->end += blocks[i].bytes;
    }
    format_write_head(out->header, blocks, out->head);
    return fseek(out->file, 0, SEEK_SET) == 0 &&
           fwrite(out->head, 1, head_bytes, out->file) == head_bytes && fflush(out->file) == 0 &&
           fsync(fileno(out->file)) == 0;
}

bool store_out_end(StoreOut *out, FormatBlock *blocks, bool whole, char *why)
{
    bool good = out->good && whole;
    if (good && !(good = finish(out, blocks)))
        out->error = errno;
    if (out->file && fclose(out->file) != 0 && good) {
        good = false;
        out->error = errno;
    }
    if (good && rename(out->part, out->path) != 0) {
        good = false;
        out->error = errno;
    }
    if (!good && out->file)
        unlink(out->part);
    free(out->head);
    if (good)
        sync_directory(out->dir);
    else if (whole)
        refuse(why, "%s.db cannot be written: %s", out->header->sector, strerror(out->error));
    return good;
}

typedef struct Writing {
    const FormatHeader *header;
    const Worth *values;
    FormatBlock *blocks;
    uint8_t *packed; /* BATCH_BLOCKS rooms */
    uint32_t first;  /* block of this batch */
    atomic_bool failed;
} Writing;

static void pack_block(void *context, int thread, size_t task)
{
    Writing *job = context;
    uint32_t block = job->first + (uint32_t)task;
    (void)thread;
    if (!store_pack_block(job->header, block, job->values, job->packed + task * STORE_BLOCK_ROOM,
                          &job->blocks[block]))
        atomic_store(&job->failed, true);
}

static bool write_blocks(Writing *job, const Workers *workers, StoreOut *out, char *why)
{
    for (job->first = 0; out->good && job->first < job->header->blocks;
         job->first += BATCH_BLOCKS) {
        uint32_t rest = job->header->blocks - job->first;
        uint32_t count = rest < BATCH_BLOCKS ? rest : BATCH_BLOCKS;
        if (!workers->run(workers->threads, count, pack_block, job) || atomic_load(&job->failed))
            return refuse(why, "%s.db cannot be packed", job->header->sector);
        for (uint32_t i = 0; i < count; i++)
            store_out_put(out, job->packed + i * STORE_BLOCK_ROOM,
                          job->blocks[job->first + i].bytes);
    }
    return true;
}

bool store_write(const char *dir, FormatHeader *header, bool wdl, const Worth *values,
                 const Workers *workers, char *why)
{
    StoreOut out;
    StoreSpan span = store_span(values, header->entries);
    store_choose_kind(header, wdl, &span);
    Writing job = {.header = header, .values = values};
    job.blocks = calloc(header->blocks, sizeof *job.blocks);
    job.packed = malloc((size_t)BATCH_BLOCKS * STORE_BLOCK_ROOM);
    bool good = job.blocks && job.packed ? store_out_begin(&out, dir, header, why)
                                         : refuse(why, "out of memory");
    if (good)
        good = store_out_end(&out, job.blocks, write_blocks(&job, workers, &out, why), why);
    free(job.blocks);
    free(job.packed);
    return good;
}
