/* SPDX-License-Identifier: MIT */
/* Writing one plain file of all sectors, beside the old one and then in its place. */
#include "solve/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool put_number(FILE *out, uint64_t value)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
    return fwrite(bytes, 1, sizeof bytes, out) == sizeof bytes;
}

/* The bytes of a sector's file without packing. */
static uint64_t plain_bytes(const FormatHeader *header)
{
    uint64_t bytes = format_head_bytes(header->blocks);
    for (uint32_t i = 0; i < header->blocks; i++)
        bytes += format_block_size(header, i);
    return bytes;
}

static bool put_plain(const StoreFile *file, FILE *out, char *why)
{
    FormatHeader header = file->header;
    char reason[WHY_MAX];
    uint64_t bytes = plain_bytes(&header), end = format_head_bytes(header.blocks);
    uint8_t *plain = malloc(bytes + FORMAT_BLOCK_BYTES);
    FormatBlock *blocks = calloc(header.blocks, sizeof *blocks);
    bool good = (plain && blocks) || refuse(why, "out of memory");
    header.packing = PACKING_NONE;
    for (uint32_t i = 0; good && i < header.blocks; i++) {
        uint32_t size = format_block_size(&header, i);
        good = store_file_block(file, i, plain + end, reason) ||
               refuse(why, "%s%s: %.400s", header.sector, store_suffix, reason);
        blocks[i] = (FormatBlock){end, size, (uint32_t)format_sum(plain + end, size)};
        end += size;
    }
    if (good) {
        format_write_head(&header, blocks, plain);
        good = fwrite(plain, 1, bytes, out) == bytes || refuse(why, "%s", strerror(errno));
    }
    free(plain);
    free(blocks);
    return good;
}

static bool write_pack(Store *store, FILE *out, char *why)
{
    uint32_t sectors = store_probe(store)->sector_count;
    uint64_t files = 0, offset;
    for (uint32_t s = 0; s < sectors; s++)
        files += store_sector_file(store, s) != NULL;
    offset = PACK_HEAD_BYTES + files * PACK_RECORD_BYTES;
    bool good = fwrite(pack_magic, 1, sizeof pack_magic, out) == sizeof pack_magic &&
                put_number(out, files);
    for (uint32_t s = 0; good && s < sectors; s++) {
        const StoreFile *file = store_sector_file(store, s);
        if (!file)
            continue;
        uint64_t bytes = plain_bytes(&file->header);
        good = put_number(out, offset) && put_number(out, bytes);
        offset += bytes;
    }
    if (!good)
        return refuse(why, "%s", strerror(errno));
    for (uint32_t s = 0; good && s < sectors; s++) {
        const StoreFile *file = store_sector_file(store, s);
        good = !file || put_plain(file, out, why);
    }
    return good;
}

/* A pipe would hold up, a directory or device would be lost. */
static bool can_be_replaced(const char *path, char *why)
{
    struct stat about;
    return lstat(path, &about) != 0 || S_ISREG(about.st_mode) ||
           refuse(why, "'%.300s' is there and is not a plain file", path);
}

bool store_pack_begin(StorePack *pack, const char *path, char *why)
{
    *pack = (StorePack){.out = NULL};
    Str whole = str_over(pack->path, sizeof pack->path),
        part = str_over(pack->part, sizeof pack->part);
    str_add(&whole, path);
    str_format(&part, "%s%s", path, store_part_suffix);
    if (part.full)
        return refuse(why, "the path of the packed file is too long");
    if (!can_be_replaced(pack->path, why) || !can_be_replaced(pack->part, why))
        return false;
    pack->out = fopen(pack->part, "wb");
    return pack->out || refuse(why, "cannot write '%.300s': %s", pack->part, strerror(errno));
}

void store_pack_cancel(StorePack *pack)
{
    if (!pack->out)
        return;
    fclose(pack->out);
    unlink(pack->part);
    pack->out = NULL;
}

bool store_pack(StorePack *pack, const char *dir, const Game *game, char *why)
{
    char reason[WHY_MAX];
    Store *store = store_open(dir, game, reason);
    bool good = store && write_pack(store, pack->out, reason);
    store_close(store);
    if (!good) {
        store_pack_cancel(pack);
        return refuse(why, "cannot write '%.300s': %.150s", pack->path, reason);
    }
    good = fflush(pack->out) == 0 && fsync(fileno(pack->out)) == 0;
    good = fclose(pack->out) == 0 && good;
    pack->out = NULL;
    if (good && rename(pack->part, pack->path) == 0)
        return true;
    int error = errno;
    unlink(pack->part);
    return refuse(why, "cannot write '%.300s': %s", pack->path, strerror(error));
}
