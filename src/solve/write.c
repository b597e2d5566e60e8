/* SPDX-License-Identifier: MIT */
/* Writing files of sectors: blocks are packed by all threads, some hundred at a time, and written
 * in order. */
#include "solve/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { BATCH_BLOCKS = 256, PACK_LEVEL = 5 };

typedef struct Writing {
    const FormatHeader *header;
    const Worth *values;
    FormatBlock *blocks;
    uint8_t *packed; /* BATCH_BLOCKS rooms */
    size_t room;
    uint32_t first; /* block of this batch */
    atomic_bool failed;
} Writing;

static void pack_block(void *context, int thread, size_t task)
{
    Writing *job = context;
    uint8_t bytes[FORMAT_BLOCK_BYTES];
    uint32_t each = format_block_entries(job->header->kind), block = job->first + (uint32_t)task;
    uint64_t first = (uint64_t)block * each, rest = job->header->entries - first;
    (void)thread;
    format_put_run(job->header->kind, job->values + first, rest < each ? (uint32_t)rest : each,
                   bytes);
    uint8_t *out = job->packed + task * job->room;
    size_t size = ZSTD_compress(out, job->room, bytes, format_block_size(job->header, block),
                                PACK_LEVEL);
    if (ZSTD_isError(size))
        atomic_store(&job->failed, true);
    else
        job->blocks[block] = (FormatBlock){0, (uint32_t)size, (uint32_t)format_sum(out, size)};
}

/* The smallest kind that holds all values, and the longest distance. A Worth is 1 + 2 plies + won:
 * the largest has the most plies, and where plies and `won` are not both even or odd a byte will
 * not do. */
static void choose_kind(FormatHeader *header, bool wdl, const Worth *values)
{
    Worth most = 0, odd = 0;
    for (uint64_t i = 0; i < header->entries; i++) {
        Worth x = (Worth)(values[i] - 1); /* a draw has all bits set then */
        odd |= x ^ x >> 1;
        most = values[i] > most ? values[i] : most;
    }
    header->longest = most == WORTH_DRAW ? 0 : (uint32_t)worth_plies(most);
    bool fits = !(odd & 1) && header->longest < UINT8_MAX;
    header->kind = wdl ? FORMAT_WDL : fits ? FORMAT_PLIES : FORMAT_WORTH;
    if (wdl)
        header->longest = 0;
    header->packing = PACKING_ZSTD;
    header->blocks = format_block_count(header->kind, header->entries);
}

static bool write_batch(Writing *job, uint32_t count, uint64_t *end, FILE *out)
{
    for (uint32_t i = 0; i < count; i++) {
        FormatBlock *block = &job->blocks[job->first + i];
        block->offset = *end;
        *end += block->bytes;
        if (fwrite(job->packed + i * job->room, 1, block->bytes, out) != block->bytes)
            return false;
    }
    return true;
}

static bool write_blocks(Writing *job, const Workers *workers, uint8_t *head, FILE *out)
{
    size_t head_bytes = format_head_bytes(job->header->blocks);
    uint64_t end = head_bytes;
    if (fwrite(head, 1, head_bytes, out) != head_bytes) /* its place; the real one comes last */
        return false;
    for (job->first = 0; job->first < job->header->blocks; job->first += BATCH_BLOCKS) {
        uint32_t rest = job->header->blocks - job->first;
        uint32_t count = rest < BATCH_BLOCKS ? rest : BATCH_BLOCKS;
        if (!workers->run(workers->threads, count, pack_block, job) || atomic_load(&job->failed) ||
            !write_batch(job, count, &end, out))
            return false;
    }
    format_write_head(job->header, job->blocks, head);
    return fseek(out, 0, SEEK_SET) == 0 && fwrite(head, 1, head_bytes, out) == head_bytes &&
           fflush(out) == 0 && fsync(fileno(out)) == 0;
}

static void sync_directory(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* Fills `part` and gives it its name. */
static bool write_file(Writing *job, const Workers *workers, uint8_t *head, const char *part,
                       const char *path)
{
    FILE *out = fopen(part, "wb");
    bool good = out && write_blocks(job, workers, head, out);
    if (out)
        good = fclose(out) == 0 && good;
    if (good)
        good = rename(part, path) == 0;
    if (!good) {
        int error = errno;
        unlink(part);
        errno = error;
    }
    return good;
}

bool store_write(const char *dir, FormatHeader *header, bool wdl, const Worth *values,
                 const Workers *workers, char *why)
{
    char part[STORE_PATH_MAX], path[STORE_PATH_MAX];
    if (!store_path(dir, header->sector, store_part_suffix, part) ||
        !store_path(dir, header->sector, store_suffix, path))
        return refuse(why, "the path is too long");
    choose_kind(header, wdl, values);
    Writing job = {
        .header = header, .values = values, .room = ZSTD_compressBound(FORMAT_BLOCK_BYTES)};
    job.blocks = calloc(header->blocks, sizeof *job.blocks);
    job.packed = malloc(BATCH_BLOCKS * job.room);
    uint8_t *head = calloc(1, format_head_bytes(header->blocks));
    bool good = job.blocks && job.packed && head;
    if (!good)
        refuse(why, "out of memory");
    else if (!(good = write_file(&job, workers, head, part, path)))
        refuse(why, "%s.db cannot be written: %s", header->sector, strerror(errno));
    else
        sync_directory(dir);
    free(job.blocks);
    free(job.packed);
    free(head);
    return good;
}
