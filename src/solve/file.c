/* SPDX-License-Identifier: MIT */
/* Reading one file of a sector. */
#include "solve/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

const char store_suffix[] = ".db", store_part_suffix[] = ".part";

bool store_path(const char *dir, const char *name, const char *suffix, char out[STORE_PATH_MAX])
{
    Str s = str_over(out, STORE_PATH_MAX);
    str_format(&s, "%s/%s%s", dir, name, suffix);
    return !s.full;
}

static bool map_file(StoreFile *file, const char *path, bool *missing, char *why)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        if (missing)
            *missing = errno == ENOENT;
        return refuse(why, "it cannot be opened: %s", strerror(errno));
    }
    void *bytes = MAP_FAILED;
    bool plain = fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
    if (plain && about.st_size > 0)
        bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (!plain)
        return refuse(why, "it is not a plain file");
    if (bytes == MAP_FAILED)
        return refuse(why, about.st_size > 0 ? "it cannot be mapped" : "it is empty");
    file->bytes = bytes;
    file->size = (size_t)about.st_size;
    return true;
}

bool store_file_open(StoreFile *file, const char *path, bool *missing, char *why)
{
    *file = (StoreFile){0};
    if (missing)
        *missing = false;
    if (!map_file(file, path, missing, why))
        return false;
    bool good = format_read_header(file->bytes, file->size, &file->header, why) &&
                (file->size >= format_head_bytes(file->header.blocks) ||
                 refuse(why, "it is cut off inside its table of blocks")) &&
                format_check_table(&file->header, file->bytes, file->size, why);
    if (!good)
        store_file_close(file);
    return good;
}

void store_file_close(StoreFile *file)
{
    if (file->bytes)
        munmap((void *)(uintptr_t)file->bytes, file->size);
    *file = (StoreFile){0};
}

bool store_file_block(const StoreFile *file, uint32_t number, uint8_t *out, char *why)
{
    FormatBlock block = format_block(file->bytes, number);
    const uint8_t *bytes = file->bytes + block.offset;
    uint32_t size = format_block_size(&file->header, number);
    if ((uint32_t)format_sum(bytes, block.bytes) != block.sum)
        return refuse(why, "block %u is damaged (checksum)", number);
    if (file->header.packing == PACKING_NONE) {
        memcpy(out, bytes, size);
        return true;
    }
    if (ZSTD_decompress(out, FORMAT_BLOCK_BYTES, bytes, block.bytes) != size)
        return refuse(why, "block %u cannot be unpacked", number);
    return true;
}

typedef struct Unpacking {
    const StoreFile *file;
    Worth *out;
    atomic_uint bad; /* a damaged block, + 1 */
} Unpacking;

static void unpack_block(void *context, int thread, size_t task)
{
    Unpacking *job = context;
    uint8_t bytes[FORMAT_BLOCK_BYTES];
    char why[WHY_MAX];
    uint32_t each = format_block_entries(job->file->header.kind), block = (uint32_t)task;
    uint64_t first = (uint64_t)block * each, rest = job->file->header.entries - first;
    (void)thread;
    if (!store_file_block(job->file, block, bytes, why)) {
        atomic_store(&job->bad, block + 1);
        return;
    }
    format_get_run(job->file->header.kind, bytes, rest < each ? (uint32_t)rest : each,
                   job->out + first);
}

bool store_file_values(const StoreFile *file, const Workers *workers, Worth *out, char *why)
{
    Unpacking job = {.file = file, .out = out};
    if (!workers->run(workers->threads, file->header.blocks, unpack_block, &job))
        return refuse(why, "threads could not be started");
    unsigned bad = atomic_load(&job.bad);
    return !bad || refuse(why, "block %u is damaged (checksum)", bad - 1);
}
