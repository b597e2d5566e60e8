/* SPDX-License-Identifier: MIT */
/* Reading one file of a sector. */
#include "solve/small.h"
#include "solve/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef CONCENTRIC_LIBC_ALONE /* libconcentric: no other library */
#include "solve/unzstd.h"
#else
#include <zstd.h>
#include <zstd_errors.h>
#endif

void first_reason_put(FirstReason *first, const char *why)
{
    if (!atomic_exchange(&first->taken, true))
        refuse(first->why, "%s", why);
}

const char store_suffix[] = ".db", store_part_suffix[] = ".part";

bool store_path(const char *dir, const char *name, const char *suffix, char out[STORE_PATH_MAX])
{
    Str s = str_over(out, STORE_PATH_MAX);
    str_format(&s, "%s/%s%s", dir, name, suffix);
    return !s.full;
}

/* Opens a plain file for reading, and never waits for anybody at the other end of a pipe. */
static int open_plain(const char *path, struct stat *about, char *why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        int error = errno;
        refuse(why, "it cannot be opened: %s", strerror(error));
        errno = error;
        return -1;
    }
    if (fstat(fd, about) == 0 && S_ISREG(about->st_mode))
        return fd;
    refuse(why, "it is not a plain file");
    close(fd);
    errno = 0;
    return -1;
}

static bool read_at(int fd, uint64_t at, uint8_t *out, size_t count, char *why)
{
    while (count) {
        ssize_t got = pread(fd, out, count, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return refuse(why, got < 0 ? "it cannot be read: %s" : "it is cut off",
                          strerror(errno));
        out += got;
        at += (uint64_t)got;
        count -= (size_t)got;
    }
    return true;
}

/* Header and table of blocks stay in memory. */
static bool read_head(StoreFile *file, int fd, char *why)
{
    uint8_t start[FORMAT_HEADER_BYTES];
    size_t there = file->size < sizeof start ? (size_t)file->size : sizeof start;
    if (!there)
        return refuse(why, "it is empty");
    if (!read_at(fd, 0, start, there, why) || !format_read_header(start, there, &file->header, why))
        return false;
    size_t bytes = format_head_bytes(file->header.blocks);
    if (file->size < bytes)
        return refuse(why, "it is cut off inside its table of blocks");
    file->head = malloc(bytes);
    if (!file->head)
        return refuse(why, "out of memory");
    return read_at(fd, 0, file->head, bytes, why) &&
           format_check_table(&file->header, file->head, file->size, why);
}

bool store_file_open(StoreFile *file, const char *path, bool *missing, char *why)
{
    struct stat about;
    *file = (StoreFile){0};
    int fd = open_plain(path, &about, why);
    if (missing)
        *missing = fd < 0 && errno == ENOENT;
    if (fd < 0)
        return false;
    file->size = (uint64_t)about.st_size;
    file->path = strdup(path);
    bool good = file->path ? read_head(file, fd, why) : refuse(why, "out of memory");
    close(fd);
    if (!good)
        store_file_close(file);
    return good;
}

void store_file_close(StoreFile *file)
{
    free(file->path);
    free(file->head);
    *file = (StoreFile){0};
}

static bool unpack(const uint8_t *packed, size_t count, uint8_t *out, uint32_t size, char *why)
{
    size_t length;
#ifdef CONCENTRIC_LIBC_ALONE
    _Static_assert((int)UNZSTD_MAX == (int)FORMAT_BLOCK_BYTES, "a block is one frame");
    if (unzstd(packed, count, out, &length) && length == size)
        return true;
#else
    length = ZSTD_decompress(out, FORMAT_BLOCK_BYTES, packed, count);
    if (ZSTD_getErrorCode(length) == ZSTD_error_memory_allocation)
        return refuse(why, "out of memory");
    if (length == size)
        return true;
#endif
    return refuse(why, "it cannot be unpacked");
}

bool store_file_bytes(const StoreFile *file, uint64_t at, uint8_t *out, size_t count, char *why)
{
    struct stat about;
    int fd = open_plain(file->path, &about, why);
    bool good = fd >= 0 && read_at(fd, at, out, count, why);
    if (fd >= 0)
        close(fd);
    return good;
}

bool store_unpack(const FormatHeader *header, uint32_t number, const FormatBlock *block,
                  const uint8_t *packed, uint8_t *out, char *why)
{
    uint32_t size = format_block_size(header, number);
    if ((uint32_t)format_sum(packed, block->bytes) != block->sum)
        return refuse(why, "block %u is damaged (checksum)", number);
    char reason[WHY_MAX];
    if (header->packing == PACKING_NONE)
        memcpy(out, packed, size);
    else if (!unpack(packed, block->bytes, out, size, reason))
        return refuse(why, "block %u: %.400s", number, reason);
    return true;
}

/* The file is opened for every block: a database has hundreds of files, and beside the unpacking it
 * is not to be measured. What has changed since shows by the checksum. */
bool store_file_block(const StoreFile *file, uint32_t number, uint8_t *out, char *why)
{
    uint8_t packed[2 * FORMAT_BLOCK_BYTES]; /* format_check_table lets no more pass */
    FormatBlock block = format_block(file->head, number);
    return store_file_bytes(file, block.offset, packed, block.bytes, why) &&
           store_unpack(&file->header, number, &block, packed, out, why);
}

bool store_read_plain(const char *path, uint64_t most, uint8_t **out, size_t *count, char *why)
{
    struct stat about;
    int fd = open_plain(path, &about, why);
    *out = NULL;
    if (fd < 0)
        return false;
    uint64_t size = (uint64_t)about.st_size;
    bool good = size <= most ||
                refuse(why, "it has more than %llu MB: use the directory that it was made of",
                       (unsigned long long)(most >> 20));
    if (good && !(*out = malloc(size ? size : 1)))
        good = refuse(why, "out of memory");
    good = good && read_at(fd, 0, *out, size, why);
    close(fd);
    *count = (size_t)size;
    if (!good) {
        free(*out);
        *out = NULL;
    }
    return good;
}

bool store_pack_variant(const char *path, char out[VARIANT_TEXT_MAX], char *why)
{
    uint8_t start[PACK_HEAD_BYTES + PACK_RECORD_BYTES], head[FORMAT_HEADER_BYTES];
    struct stat about;
    FormatHeader header;
    uint64_t offset = 0;
    int fd = open_plain(path, &about, why);
    if (fd < 0)
        return false;
    bool good = read_at(fd, 0, start, sizeof start, why);
    for (int i = 0; good && i < 8; i++)
        offset |= (uint64_t)start[PACK_HEAD_BYTES + i] << (8 * i);
    good = good && (memcmp(start, pack_magic, sizeof pack_magic) == 0 ||
                    refuse(why, "it is no packed database of Concentric"));
    good = good && (offset <= INT64_MAX || refuse(why, "its list of sectors is damaged"));
    good = good && read_at(fd, offset, head, sizeof head, why) &&
           format_read_header(head, sizeof head, &header, why);
    close(fd);
    if (good)
        memcpy(out, header.variant, VARIANT_TEXT_MAX);
    return good;
}

bool store_small_variant(const char *path, char out[VARIANT_TEXT_MAX], char *why)
{
    const size_t most = SMALL_HEAD_BYTES + (size_t)SECTORS_MAX * SMALL_RECORD_BYTES;
    struct stat about;
    int fd = open_plain(path, &about, why);
    if (fd < 0)
        return false;
    size_t size = (uint64_t)about.st_size < most ? (size_t)about.st_size : most;
    uint8_t *head = malloc(most);
    bool good = head ? read_at(fd, 0, head, size, why) : refuse(why, "out of memory");
    close(fd);
    good = good && small_variant(head, size, out, why);
    free(head);
    return good;
}

typedef struct Unpacking {
    const StoreFile *file;
    Worth *out;
    FirstReason bad;
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
        first_reason_put(&job->bad, why);
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
    return !job.bad.taken || refuse(why, "%s", job.bad.why);
}
