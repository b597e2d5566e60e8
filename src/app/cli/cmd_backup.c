/* SPDX-License-Identifier: MIT */
/* `concentric backup` and `concentric restore`: all tables in one file, and back. */
#include "app/cli/commands.h"
#include "app/reply.h"
#include "app/store_place.h"

#include <stdio.h>

typedef bool Copy(const TstoreSetup *setup, const char *path, char *why);

static int copy(const Args *args, Copy *how, const char *done)
{
    StorePlace place;
    char why[WHY_MAX];
    if (!store_place(args_value(args, "--data"), args_value(args, "--store"), &place, why) ||
        !how(&place.setup, args->word[0], why))
        return complain("%s", why);
    if (args_value(args, "--json")) {
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, done, args->word[0]);
        return reply_print(json, false) ? EXIT_GOOD : EXIT_BAD_INPUT;
    }
    printf("%s %s\n", done, args->word[0]);
    return EXIT_GOOD;
}

static int run_backup(const Args *args)
{
    return copy(args, tstore_backup, "wrote");
}

static int run_restore(const Args *args)
{
    return copy(args, tstore_restore, "restored");
}

const Command command_backup = {
    .name = "backup",
    .words = "FILE",
    .word_count = 1,
    .summary = "Write all tables that a server keeps into one new file.",
    .details =
        "Works while a server runs: the file has everything as of one moment. It is a SQLite\n"
        "database whatever the store is, readable by you alone (it has hashes of keys), and\n"
        "appears under its name when it is whole. A file that exists is not replaced.",
    .flags = {FLAG_DATA, FLAG_STORE, FLAG_JSON},
    .run = run_backup,
};

const Command command_restore = {
    .name = "restore",
    .words = "FILE",
    .word_count = 1,
    .summary = "Read a backup into a store that has nothing in it.",
    .details =
        "The file may come from the other kind of store and from an older version; it is not\n"
        "changed. Stop the server first. Clocks of the tables go on where they were.",
    .flags = {FLAG_DATA, FLAG_STORE, FLAG_JSON},
    .run = run_restore,
};
