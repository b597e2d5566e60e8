/* SPDX-License-Identifier: MIT */
/* Databases inside the program, and lists of what there is. */
#include "app/database.h"

#include "app/server/files.h"
#include "solve/store.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

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
            return database_over(page_files[i].bytes, page_files[i].size, game, why);
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
