/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of a database's directory, packed blocks and all. The first byte says what is
 * made right before (mend.h) and the second which sector's file it is. The directory is refused
 * with a reason, or every position of the sector is answered, or the damage is told. */
#include "fuzz/mend.h"
#include "games/registry.h"
#include "solve/format.h"
#include "solve/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SECTORS = 4 };

static Game *game;
static uint64_t rules;
static char folder[64], path[SECTORS][128];

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_store: %s\n", what);
        abort();
    }
}

static void check_why(const char *why)
{
    check(*why && !strchr(why, '\n'), "no one-line reason");
}

static void take_away(void)
{
    for (int i = 0; i < SECTORS; i++)
        unlink(path[i]);
    rmdir(folder);
}

/* The first sectors of six, by their numbers, and a folder for their files. */
static void begin(void)
{
    char why[WHY_MAX];
    Sector sector;
    game = game_open("six", LANG_EN, why);
    void *tables = game->solvable->open(game);
    rules = format_rules_digest(game, tables);
    snprintf(folder, sizeof folder, "/tmp/fuzz_store.XXXXXX");
    check(mkdtemp(folder) != NULL, "no folder");
    uint32_t last = game->solvable->sectors(tables) - 1;
    for (uint32_t i = 0; i < SECTORS; i++) {
        game->solvable->sector(tables, i < 2 ? i : last + 2 - i, &sector);
        snprintf(path[i], sizeof path[i], "%s/%s.db", folder, sector.name);
    }
    game->solvable->close(tables);
    atexit(take_away);
}

static void put_file(const char *name, const uint8_t *bytes, size_t size)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    check(fd >= 0 && write(fd, bytes, size) == (ssize_t)size, "no file");
    close(fd);
}

static void ask_all(Store *store)
{
    const Probe *probe = store_probe(store);
    char why[WHY_MAX] = "";
    bool all = true;
    for (uint32_t s = 0; s < probe->sector_count; s++)
        for (uint64_t i = 0; probe->sector[s].there && i < probe->sector[s].entries;
             i += 1 + i / 64) {
            Pos pos;
            Known known;
            game->solvable->unrank(probe->tables, (SectorIndex){s, i}, &pos);
            bool there = probe_ask(probe, &pos, &known);
            check(!there || (known.value >= -1 && known.value <= 1), "a strange value");
            all &= there;
        }
    check(all || store_damage(store, why), "an entry that is missing without a word");
    if (!all)
        check_why(why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[WHY_MAX] = "", variant[VARIANT_TEXT_MAX];
    if (size < 2)
        return 0;
    if (!game)
        begin();
    size_t count = size - 2;
    const char *name = path[data[1] % SECTORS];
    uint8_t *bytes = malloc(count + 1);
    memcpy(bytes, data + 2, count);
    mend_file(bytes, count, data[0], game, rules);
    put_file(name, bytes, count);
    free(bytes);
    if (!store_variant(folder, variant, why))
        check_why(why);
    *why = '\0';
    Store *store = store_open(folder, game, why);
    if (store)
        ask_all(store);
    else
        check_why(why);
    store_close(store);
    unlink(name);
    return 0;
}
