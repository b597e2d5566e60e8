/* SPDX-License-Identifier: MIT */
/* Databases from directories, files and bytes, see database.h. */
#include "solve/database.h"

#include "core/refuse.h"
#include "solve/small.h"
#include "solve/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct Database {
    Store *store; /* or: */
    PackProbe pack;
    Small small;    /* or this one, if it has a game */
    uint8_t *bytes; /* of a file that was read */
};

#define PACK_BYTES_MAX (UINT64_C(4) << 30)

Database *database_over(const uint8_t *bytes, size_t size, const Game *game, char *why)
{
    Database *database = calloc(1, sizeof *database);
    if (!database) {
        refuse(why, "out of memory");
        return NULL;
    }
    bool is_small = size >= sizeof small_magic && memcmp(bytes, small_magic, 8) == 0;
    if (is_small ? !small_open(&database->small, game, bytes, size, why)
                 : !pack_open(&database->pack, game, bytes, size, why)) {
        free(database);
        return NULL;
    }
    return database;
}

/* Into memory: what happens to the file afterwards does not matter. */
static Database *open_pack_file(const char *path, const Game *game, char *why)
{
    uint8_t *bytes;
    size_t size;
    if (!store_read_plain(path, PACK_BYTES_MAX, &bytes, &size, why))
        return NULL;
    Database *database = database_over(bytes, size, game, why);
    if (database)
        database->bytes = bytes;
    else
        free(bytes);
    return database;
}

/* PATH/VARIANT if there is such a directory, so that one path serves many variants; else PATH. */
static const char *choose_dir(const char *path, const Game *game, char room[STORE_PATH_MAX])
{
    struct stat about;
    return store_path(path, game->id, "", room) && stat(room, &about) == 0 && S_ISDIR(about.st_mode)
               ? room
               : path;
}

Database *database_open(const char *path, const Game *game, char *why)
{
    struct stat about;
    char room[STORE_PATH_MAX];
    if (stat(path, &about) != 0) {
        refuse(why, "it cannot be opened: %s", strerror(errno));
        return NULL;
    }
    if (!S_ISDIR(about.st_mode))
        return open_pack_file(path, game, why);
    path = choose_dir(path, game, room);
    Store *store = store_open(path, game, why);
    Database *database = store ? calloc(1, sizeof *database) : NULL;
    if (store && !database) {
        refuse(why, "out of memory");
        store_close(store);
    }
    if (database)
        database->store = store;
    return database;
}

void database_close(Database *database)
{
    if (!database)
        return;
    if (database->store)
        store_close(database->store);
    else if (database->small.game)
        small_close(&database->small);
    else
        pack_close(&database->pack);
    free(database->bytes);
    free(database);
}

Oracle database_oracle(const Database *database)
{
    Database *d = (Database *)(uintptr_t)database;
    if (d->small.game)
        return small_oracle(&d->small);
    return probe_oracle(d->store ? store_probe(d->store) : &d->pack.probe);
}

static const Text unreached = {
    {"play from the start does not come to it", "初期局面からの対局では現れません"}};
static const Text lacking = {
    {"sector {0} is not in the database, which has {1} of the {2} sectors of {3}",
     "セクター{0}がデータベースにありません（{3}の{2}セクターのうち{1}があります）"}};

static const Probe *probe_of(const Database *database)
{
    return database->small.game ? NULL
           : database->store    ? store_probe(database->store)
                                : &database->pack.probe;
}

/* The first position after a move that is not known. */
static bool find_gap(const Database *database, const Game *game, const Pos *pos, Pos *out)
{
    Oracle oracle = database_oracle(database);
    Move *list = malloc(game->moves_max * sizeof *list);
    int count = list ? game->moves(game, pos, list) : 0;
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        Known known;
        game->apply(game, pos, list[i], out);
        found = !oracle.ask(oracle.context, out, &known);
    }
    free(list);
    return found;
}

void database_tell_gap(const Database *database, const Game *game, const Pos *pos, Lang lang,
                       char *why)
{
    const Probe *probe = probe_of(database);
    Oracle oracle = database_oracle(database);
    ProbeSpan span;
    Known known;
    Pos next;
    if (oracle.ask(oracle.context, pos, &known) && find_gap(database, game, pos, &next))
        pos = &next;
    if (probe && probe_span(probe, pos, &span))
        refuse_with(why, lang, &lacking, span.sector, NUMBER(span.there), NUMBER(span.all),
                    game->id);
    else
        refuse_text(why, lang, &unreached);
}

void database_count(const Database *database, uint32_t *there, uint32_t *all)
{
    ProbeSpan span = {.there = 0};
    const Probe *probe = probe_of(database);
    if (probe)
        probe_span(probe, NULL, &span);
    *there = span.there;
    *all = span.all;
}

bool database_damage(const Database *database, char *why)
{
    return database && database->store && store_damage(database->store, why);
}
