/* SPDX-License-Identifier: MIT */
/* `concentric drills`: makes drills from a solved database, or checks every one of a set again
 * (docs/drills.md). */
#include "app/puzzle/drills.h"

#include "app/cli/commands.h"
#include "app/reply.h"
#include "games/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SET_BYTES_MAX = 8 << 20, COUNT_MAX = 10000 };

/* --- Making ----------------------------------------------------------------------------------- */

static int by_kind_and_length(const void *a, const void *b)
{
    const Drill *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->level != y->level)
        return x->level - y->level;
    return x->plies != y->plies ? x->plies - y->plies : strcmp(x->position, y->position);
}

/* The easier ones first. */
static bool print_set(const char *variant, Drill *list, size_t count)
{
    bool good = printf("drills 1 %s\n", variant) > 0;
    qsort(list, count, sizeof *list, by_kind_and_length);
    for (size_t i = 0; good && i < count; i++) {
        char text[DRILL_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        drill_write(&list[i], &s);
        good = puts(text) >= 0;
    }
    return good && fflush(stdout) == 0;
}

static bool print_set_json(const Game *game, Drill *list, size_t count)
{
    cJSON *json = reply_begin(game, NULL, LANG_EN), *out = cJSON_AddArrayToObject(json, "drills");
    qsort(list, count, sizeof *list, by_kind_and_length);
    for (size_t i = 0; i < count; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "position", list[i].position);
        cJSON_AddStringToObject(item, "kind", drill_kind_names[list[i].kind]);
        cJSON_AddNumberToObject(item, "plies", list[i].plies);
        cJSON_AddNumberToObject(item, "goal", list[i].goal);
        cJSON_AddNumberToObject(item, "keep", list[i].keep);
        cJSON_AddNumberToObject(item, "moves", list[i].moves);
        cJSON_AddNumberToObject(item, "level", list[i].level);
        cJSON_AddItemToArray(out, item);
    }
    return reply_print(json, false);
}

static int make(const Args *args, const Game *game, const Oracle *oracle)
{
    uint64_t count = 30, seed = 1, made = 0;
    if (!args_number(args, "--count", 1, COUNT_MAX, &count) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed))
        return EXIT_BAD_INPUT;
    Drill *list = malloc(count * sizeof *list);
    DrillMaker *maker = list ? drill_maker_open(game, oracle, seed, (int)count) : NULL;
    if (!maker) {
        free(list);
        return complain("out of memory");
    }
    while (made < count && drill_maker_next(maker, &list[made]))
        made++;
    drill_maker_close(maker);
    bool good = args_value(args, "--json") ? print_set_json(game, list, made)
                                           : print_set(game->id, list, made);
    free(list);
    if (!good)
        return complain("the drills could not be written");
    return made == count ? EXIT_GOOD
                         : complain("only %" PRIu64 " drills of %s were found", made, game->id);
}

/* --- Checking --------------------------------------------------------------------------------- */

static int tell_check(uint64_t good, uint64_t bad, cJSON *faults)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "good", !bad);
    reply_count(json, "right", good);
    reply_count(json, "wrong", bad);
    cJSON_AddItemToObject(json, "faults", faults);
    return !reply_print(json, false) ? EXIT_BAD_INPUT : bad ? EXIT_NEGATIVE : EXIT_GOOD;
}

/* `faults` is a list for --json, which it takes; else NULL. */
static int check_all(const char *path, DrillReader *reader, const Game *game, const Oracle *oracle,
                     cJSON *faults)
{
    uint64_t good = 0, bad = 0;
    char why[WHY_MAX];
    Drill drill;
    for (;;) {
        bool read = drill_reader_next(reader, &drill, why);
        if (!read && !why[0])
            break;
        bool right = read && drill_check(&drill, game, oracle, why);
        if (!right && faults) {
            cJSON *item = cJSON_CreateObject();
            cJSON_AddNumberToObject(item, "line", reader->line);
            cJSON_AddStringToObject(item, "reason", why);
            cJSON_AddItemToArray(faults, item);
        } else if (!right) {
            printf("%s:%d: %s\n", path, reader->line, why);
        }
        good += right;
        bad += !right;
    }
    if (!good && !bad) {
        cJSON_Delete(faults);
        return complain_of_file("check", path, "there are no drills in it");
    }
    if (faults)
        return tell_check(good, bad, faults);
    printf("%s: %" PRIu64 " drills are right, %" PRIu64 " wrong\n", bad ? "bad" : "good", good,
           bad);
    return bad ? EXIT_NEGATIVE : EXIT_GOOD;
}

static int with_database(const Args *args, const char *variant, const char *path,
                         DrillReader *reader)
{
    char why[WHY_MAX];
    Database *database;
    Game *game = game_open(variant, LANG_EN, why);
    if (!game)
        return complain("%s", why);
    int result = EXIT_BAD_INPUT;
    if (setup_database(args, game, &database)) {
        Oracle oracle = database ? database_oracle(database) : (Oracle){NULL, NULL};
        result = !database ? complain("%s is not solved here; --db DIR names a database", game->id)
                 : reader  ? check_all(path, reader, game, &oracle,
                                      args_value(args, "--json") ? cJSON_CreateArray() : NULL)
                           : make(args, game, &oracle);
        setup_tell_damage(args, database);
        database_close(database);
    }
    game_close(game);
    return result;
}

static int run_check(const Args *args, const char *path)
{
    char why[WHY_MAX];
    FILE *file = fopen(path, "rb");
    char *bytes = file ? malloc(SET_BYTES_MAX) : NULL;
    size_t size = bytes ? fread(bytes, 1, SET_BYTES_MAX, file) : 0;
    bool bad = !bytes || ferror(file) || size == SET_BYTES_MAX;
    int result = EXIT_BAD_INPUT;
    DrillReader reader;
    if (bad)
        complain_of_file("read", path, !file || ferror(file) ? strerror(errno) : "it is too large");
    else if (!drill_reader_open(bytes, size, &reader, why))
        complain_of_file("read", path, why);
    else
        result = with_database(args, reader.variant, path, &reader);
    if (file)
        fclose(file);
    free(bytes);
    return result;
}

static int run_drills(const Args *args)
{
    const char *check = args_value(args, "--check");
    if (check && args->word[0])
        return complain("drills takes either a variant or --check FILE");
    if (!check && !args->word[0])
        return complain("drills needs a variant, or --check FILE");
    return check ? run_check(args, check) : with_database(args, args->word[0], NULL, NULL);
}

const Command command_drills = {
    .name = "drills",
    .words = "VARIANT",
    .word_count = 0,
    .optional_count = 1,
    .summary = "Make drills from a solved database, or check those of a file.",
    .details =
        "A drill is a position to win, to hold or to defend against an opponent who never errs,\n"
        "in which few of the moves keep what it is worth. --check computes all values again, by\n"
        "other code than what makes them, tells line and reason of each that is wrong, and has\n"
        "exit status 1 if there is one.",
    .flags = {{"--count", "N", "how many (default 30)"},
              {"--seed", "N", "number that the drills follow from (default 1)"},
              FLAG_DB,
              {"--check", "FILE", "check every drill of this set"},
              FLAG_JSON},
    .run = run_drills,
};
