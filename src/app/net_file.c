/* SPDX-License-Identifier: MIT */
/* Learnt evaluations from inside the program and from files. */
#include "app/net_file.h"

#include "ai/net.h"
#include "app/server/files.h"
#include "solve/store.h"

#include <stdlib.h>
#include <string.h>

enum { NET_BYTES_MAX = 1 << 24 };

static bool take(const Game *game, const uint8_t *bytes, size_t count, void **tables, char *why)
{
    if (!net_check(game, bytes, count, why))
        return false;
    *tables = calloc(1, game->learnable->bytes);
    if (!*tables)
        return refuse(why, "out of memory");
    net_unpack(game, bytes, *tables);
    return true;
}

static bool take_builtin(const Game *game, void **tables, char *why)
{
    char name[VARIANT_TEXT_MAX + 16];
    Str s = str_over(name, sizeof name);
    str_format(&s, "nets/%s.net", game->id);
    for (char *c = name; (c = strpbrk(c, ",=")); c++)
        *c = '-';
    for (size_t i = 0; i < page_file_count && game->learnable; i++) {
        const char *file = page_files[i].name; /* in the folder of its build */
        size_t length = strlen(file);
        if (length >= s.length && strcmp(file + length - s.length, name) == 0)
            return take(game, page_files[i].bytes, page_files[i].size, tables, why);
    }
    return true;
}

bool net_file_choose(const char *path, const Game *game, void **tables, char *why)
{
    *tables = NULL;
    if (!path || !*path)
        return take_builtin(game, tables, why);
    if (strcmp(path, "none") == 0)
        return true;
    uint8_t *bytes;
    size_t count;
    if (!store_read_plain(path, NET_BYTES_MAX, &bytes, &count, why))
        return false;
    bool good = take(game, bytes, count, tables, why);
    free(bytes);
    return good;
}
