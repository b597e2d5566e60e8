/* SPDX-License-Identifier: MIT */
/* A directory of database files for looking up. Unpacked blocks are kept in slots; a slot is locked
 * while it is filled or read, a copy of a byte or two. */
#include "solve/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

enum { SLOTS = 512 };

typedef struct BlockSlot {
    atomic_flag busy;
    uint64_t holds; /* sector << 32 | block, + 1; 0 for nothing */
    uint8_t bytes[FORMAT_BLOCK_BYTES];
} BlockSlot;

/* The first block that could not be had is remembered. */
typedef enum Damage { DAMAGE_NONE, DAMAGE_BEING_WRITTEN, DAMAGE_TOLD } Damage;

struct Store {
    Probe probe;
    StoreFile *file; /* by sector */
    BlockSlot *slot;
    atomic_int damage;
    char why[WHY_MAX];
};

static void remember_damage(Store *store, uint32_t sector, const char *why)
{
    int none = DAMAGE_NONE;
    if (!atomic_compare_exchange_strong(&store->damage, &none, DAMAGE_BEING_WRITTEN))
        return;
    refuse(store->why, "%s%s: %.400s", store->file[sector].header.sector, store_suffix, why);
    atomic_store(&store->damage, DAMAGE_TOLD);
}

bool store_damage(const Store *store, char *why)
{
    return atomic_load(&store->damage) == DAMAGE_TOLD && (refuse(why, "%s", store->why), true);
}

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
    if (!good)
        remember_damage(store, sector, why);
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

const StoreFile *store_sector_file(const Store *store, uint32_t sector)
{
    return store->probe.sector[sector].there ? &store->file[sector] : NULL;
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
