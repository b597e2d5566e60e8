/* SPDX-License-Identifier: MIT */
/* A directory of database files for looking up. Unpacked blocks are kept in slots; a slot is locked
 * while it is filled or read, a copy of a byte or two. */
#include "solve/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

enum { SLOTS = 512 };

typedef struct BlockSlot {
    atomic_flag busy;
    uint64_t holds; /* sector << 32 | block, + 1; 0 for nothing */
    uint8_t bytes[FORMAT_BLOCK_BYTES];
} BlockSlot;

struct Store {
    Probe probe;
    StoreFile *file; /* by sector */
    BlockSlot *slot;
};

static bool read_block(void *context, uint32_t sector, uint32_t block, uint32_t at, uint32_t count,
                       uint8_t *out)
{
    Store *store = context;
    uint64_t wanted = ((uint64_t)sector << 32 | block) + 1;
    BlockSlot *slot = &store->slot[bits_mix(wanted) % SLOTS];
    char why[WHY_MAX];
    while (atomic_flag_test_and_set_explicit(&slot->busy, memory_order_acquire))
        ;
    if (slot->holds != wanted)
        slot->holds = store_file_block(&store->file[sector], block, slot->bytes, why) ? wanted : 0;
    bool good = slot->holds == wanted;
    if (good)
        memcpy(out, slot->bytes + at, count);
    atomic_flag_clear_explicit(&slot->busy, memory_order_release);
    return good;
}

/* Opens the file of a sector if there is one. */
static bool open_sector(Store *store, const char *dir, uint32_t number, char *why)
{
    Sector sector;
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    bool missing;
    store->probe.game->solvable->sector(store->probe.tables, number, &sector);
    if (!store_path(dir, sector.name, store_suffix, path))
        return refuse(why, "the path is too long");
    if (!store_file_open(&store->file[number], path, &missing, reason))
        return missing || refuse(why, "%s.db: %s", sector.name, reason);
    return probe_add(&store->probe, number, &store->file[number].header, reason) ||
           refuse(why, "%s.db: %s", sector.name, reason);
}

static bool open_sectors(Store *store, const char *dir, char *why)
{
    bool any = false;
    for (uint32_t s = 0; s < store->probe.sector_count; s++) {
        if (!open_sector(store, dir, s, why))
            return false;
        any |= store->probe.sector[s].there;
    }
    return any || refuse(why, "there are no database files of %s in it", store->probe.game->id);
}

Store *store_open(const char *dir, const Game *game, char *why)
{
    Store *store = calloc(1, sizeof *store);
    bool good = store ? probe_open(&store->probe, game, why) : refuse(why, "out of memory");
    if (good) {
        store->file = calloc(store->probe.sector_count, sizeof *store->file);
        store->slot = calloc(SLOTS, sizeof *store->slot);
        good = store->file && store->slot ? open_sectors(store, dir, why)
                                          : refuse(why, "out of memory");
        store->probe.reader = (BlockReader){read_block, store};
    }
    if (good)
        return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store)
{
    for (uint32_t s = 0; store && store->file && s < store->probe.sector_count; s++)
        store_file_close(&store->file[s]);
    if (!store)
        return;
    free(store->file);
    free(store->slot);
    probe_close(&store->probe);
    free(store);
}

Probe *store_probe(Store *store)
{
    return &store->probe;
}

static bool has_suffix(const char *name)
{
    size_t length = strlen(name), suffix = strlen(store_suffix);
    return length > suffix && strcmp(name + length - suffix, store_suffix) == 0;
}

bool store_variant(const char *dir, char out[VARIANT_TEXT_MAX], char *why)
{
    DIR *list = opendir(dir);
    if (!list)
        return refuse(why, "it cannot be opened: %s", strerror(errno));
    bool found = false;
    refuse(why, "there are no database files in it");
    for (struct dirent *entry; !found && (entry = readdir(list));) {
        char path[STORE_PATH_MAX];
        StoreFile file;
        if (!has_suffix(entry->d_name) || !store_path(dir, entry->d_name, "", path))
            continue;
        found = store_file_open(&file, path, NULL, why);
        if (found)
            memcpy(out, file.header.variant, VARIANT_TEXT_MAX);
        store_file_close(&file);
    }
    closedir(list);
    return found;
}

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
    uint64_t bytes = plain_bytes(&header), end = format_head_bytes(header.blocks);
    uint8_t *plain = malloc(bytes + FORMAT_BLOCK_BYTES);
    FormatBlock *blocks = calloc(header.blocks, sizeof *blocks);
    bool good = plain && blocks;
    header.packing = PACKING_NONE;
    for (uint32_t i = 0; good && i < header.blocks; i++) {
        uint32_t size = format_block_size(&header, i);
        good = store_file_block(file, i, plain + end, why);
        blocks[i] = (FormatBlock){end, size, (uint32_t)format_sum(plain + end, size)};
        end += size;
    }
    if (good) {
        format_write_head(&header, blocks, plain);
        good = fwrite(plain, 1, bytes, out) == bytes || refuse(why, "it cannot be written");
    }
    free(plain);
    free(blocks);
    return good;
}

static bool write_pack(const Store *store, FILE *out, char *why)
{
    uint64_t files = 0, offset;
    for (uint32_t s = 0; s < store->probe.sector_count; s++)
        files += store->probe.sector[s].there;
    offset = PACK_HEAD_BYTES + files * PACK_RECORD_BYTES;
    bool good = fwrite(pack_magic, 1, sizeof pack_magic, out) == sizeof pack_magic &&
                put_number(out, files);
    for (uint32_t s = 0; good && s < store->probe.sector_count; s++) {
        if (!store->probe.sector[s].there)
            continue;
        uint64_t bytes = plain_bytes(&store->file[s].header);
        good = put_number(out, offset) && put_number(out, bytes);
        offset += bytes;
    }
    if (!good)
        return refuse(why, "it cannot be written");
    for (uint32_t s = 0; good && s < store->probe.sector_count; s++)
        good = !store->probe.sector[s].there || put_plain(&store->file[s], out, why);
    return good;
}

bool store_pack(const char *dir, const Game *game, const char *path, char *why)
{
    Store *store = store_open(dir, game, why);
    if (!store)
        return false;
    FILE *out = fopen(path, "wb");
    bool good = out ? write_pack(store, out, why) : refuse(why, "%s", strerror(errno));
    if (out && fclose(out) != 0)
        good = refuse(why, "it cannot be written");
    store_close(store);
    return good;
}
