/* SPDX-License-Identifier: MIT */
/* Databases from directories, files and from inside the program. */
#include "app/database.h"

#include "app/server/files.h"
#include "core/refuse.h"
#include "solve/small.h"
#include "solve/store.h"

#include <dirent.h>
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

static Database *open_pack(const Game *game, const uint8_t *bytes, size_t size, char *why)
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
    Database *database = open_pack(game, bytes, size, why);
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

/* The page's files lie in the folder of their build. */
static bool is_called(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash ? slash + 1 : path, name) == 0;
}

Database *database_builtin(const Game *game)
{
    char name[VARIANT_TEXT_MAX + 8], why[WHY_MAX];
    Str s = str_over(name, sizeof name);
    str_format(&s, "%s.pack", game->id);
    for (size_t i = 0; i < page_file_count; i++)
        if (is_called(page_files[i].name, name))
            return open_pack(game, page_files[i].bytes, page_files[i].size, why);
    return NULL;
}

bool database_wants_book(const char *path)
{
    return !path || strcmp(path, "none") != 0;
}

bool database_choose(const char *path, const Game *game, Database **out, char *why)
{
    bool none = !database_wants_book(path), given = path && *path && !none;
    *out = given ? database_open(path, game, why) : none ? NULL : database_builtin(game);
    return *out || !given;
}

bool database_serves_others(const char *path, const Game *game)
{
    char variant[VARIANT_TEXT_MAX], inside[STORE_PATH_MAX], why[WHY_MAX];
    if (store_variant(path, variant, why))
        return strcmp(variant, game->id) != 0;
    DIR *list = opendir(path);
    bool found = false;
    for (struct dirent *entry; list && !found && (entry = readdir(list));)
        found = entry->d_name[0] != '.' && store_path(path, entry->d_name, "", inside) &&
                store_variant(inside, variant, why) && strcmp(variant, game->id) != 0;
    if (list)
        closedir(list);
    return found;
}

enum { LIST_MAX = 256 };

typedef struct List {
    char (*name)[VARIANT_TEXT_MAX];
    int count;
} List;

/* In its place among the others. */
static void add_name(List *list, const char *name, size_t length)
{
    char text[VARIANT_TEXT_MAX];
    int at = 0;
    if (length >= sizeof text || list->count == LIST_MAX)
        return;
    memcpy(text, name, length);
    text[length] = '\0';
    while (at < list->count && strcmp(list->name[at], text) < 0)
        at++;
    if (at < list->count && strcmp(list->name[at], text) == 0)
        return;
    memmove(list->name + at + 1, list->name + at, (size_t)(list->count - at) * sizeof *list->name);
    memcpy(list->name[at], text, length + 1);
    list->count++;
}

/* Directories that are named like the variant that is in them. */
static void list_directories(List *list, const char *path)
{
    char room[STORE_PATH_MAX], variant[VARIANT_TEXT_MAX], why[WHY_MAX];
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (entry->d_name[0] != '.' && store_path(path, entry->d_name, "", room) &&
            store_variant(room, variant, why) && strcmp(variant, entry->d_name) == 0)
            add_name(list, variant, strlen(variant));
    if (dir)
        closedir(dir);
}

void database_list(const char *path, void (*tell)(void *context, const char *variant),
                   void *context)
{
    static const char suffix[] = ".pack";
    char variant[VARIANT_TEXT_MAX], why[WHY_MAX];
    List list = {malloc((LIST_MAX + 1) * sizeof *list.name), 0};
    if (!list.name)
        return;
    for (size_t i = 0; i < page_file_count; i++) {
        const char *slash = strrchr(page_files[i].name, '/');
        const char *name = slash ? slash + 1 : page_files[i].name, *dot = strrchr(name, '.');
        if (dot && strcmp(dot, suffix) == 0)
            add_name(&list, name, (size_t)(dot - name));
    }
    if (path && (store_variant(path, variant, why) || store_pack_variant(path, variant, why) ||
                 store_small_variant(path, variant, why)))
        add_name(&list, variant, strlen(variant));
    if (path)
        list_directories(&list, path);
    for (int i = 0; i < list.count; i++)
        tell(context, list.name[i]);
    free(list.name);
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
