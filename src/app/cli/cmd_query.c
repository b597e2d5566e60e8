/* SPDX-License-Identifier: MIT */
/* `concentric verify` and `concentric query`: is a database right, and what does it say. */
#include "app/cli/batch.h"
#include "app/cli/runs.h"
#include "app/reply.h"

#include "app/endings.h"
#include "core/perfect.h"
#include "games/registry.h"
#include "play/record.h"
#include "solve/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A line as soon as a sector is done. */
static void tell_sector(void *context, const VerifyProgress *p)
{
    char digest[DIGEST_TEXT_MAX];
    (void)context;
    digest_text(p->digest, digest);
    printf("%-14s %s good, %" PRIu64 " values, %.1f s%s\n", p->sector, digest, p->entries,
           p->seconds, p->forward ? "" : ", one by one");
    fflush(stdout);
}

/* What verify found, as JSON; `why` is NULL if all is good, run if it did not come so far. */
static int verified_json(const VerifyRun *run, const char *why)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "good", !why);
    reply_text(json, "variant", run ? run->game->id : NULL);
    reply_count(json, "files", run ? run->files : 0);
    reply_count(json, "values", run ? run->entries : 0);
    char digest[DIGEST_TEXT_MAX];
    if (run)
        digest_text(run->certificate, digest);
    reply_text(json, "certificate", run && !why && !run->only ? digest : NULL);
    reply_text(json, "reason", why);
    return !reply_print(json, false) ? EXIT_BAD_INPUT : why ? EXIT_NEGATIVE : EXIT_GOOD;
}

static int tell_damage(const Args *args, const VerifyRun *run, const char *why)
{
    if (args_value(args, "--json"))
        return verified_json(run, why);
    printf("damaged: %s\n", why);
    return EXIT_NEGATIVE;
}

static int verify_game(const Args *args, VerifyRun *run)
{
    char why[WHY_MAX];
    if (!verify_run(run, why))
        return tell_damage(args, run, why);
    if (args_value(args, "--json"))
        return verified_json(run, NULL);
    printf("good: %s, %u files, %" PRIu64 " values recomputed\n", run->game->id, run->files,
           run->entries);
    if (!run->only)
        print_certificate(run->game, run->wdl, run->certificate);
    return EXIT_GOOD;
}

/* If not, errno says why. */
static bool is_directory(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return false;
    errno = ENOTDIR;
    return S_ISDIR(about.st_mode);
}

static int run_verify(const Args *args)
{
    uint64_t threads = 1, sample = 0, seed = 1, memory = 12;
    char variant[VARIANT_TEXT_MAX], why[WHY_MAX];
    if (!args_number(args, "--threads", 1, THREADS_MAX, &threads) ||
        !args_number(args, "--sample", 1, UINT64_MAX, &sample) ||
        !args_number(args, "--memory", 1, 1024, &memory) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed))
        return EXIT_BAD_INPUT;
    if (!is_directory(args->word[0]))
        return complain_of_file("open", args->word[0], strerror(errno));
    if (!store_variant(args->word[0], variant, why))
        return tell_damage(args, NULL, why);
    Game *game = game_open(variant, LANG_EN, why);
    if (!game) {
        char reason[WHY_MAX];
        refuse(reason, "its files are of a variant that there is not: %.400s", why);
        return tell_damage(args, NULL, reason);
    }
    VerifyRun run = {.game = game,
                     .dir = args->word[0],
                     .workers = {(int)threads, workers_run},
                     .sample = sample,
                     .memory = memory * UINT64_C(1000000000),
                     .seed = seed,
                     .only = args_value(args, "--sector"),
                     .from = args_value(args, "--from"),
                     .one_by_one = args_value(args, "--one-by-one") != NULL,
                     .report = args_value(args, "--json") ? NULL : tell_sector};
    int result = verify_game(args, &run);
    game_close(game);
    return result;
}

const Command command_verify = {
    .name = "verify",
    .words = "DIR",
    .word_count = 1,
    .summary = "Check a database: every value again, from the values of the moves.",
    .details = "Exit status 1 and the reason if a file is damaged, foreign or missing, or if a\n"
               "value is wrong. A line for every sector with the digest of its values, and the\n"
               "certificate of all, as solve prints them: equal ones mean equal values.\n"
               "--from goes on where a run was stopped.",
    .flags = {{"--sector", "NAME", "only this sector; its successors must be there"},
              {"--from", "NAME", "recompute this sector and all after it; read those before"},
              {"--sample", "N", "only N values of every sector, at random"},
              {"--seed", "N", "which ones (default 1)"},
              {"--memory", "G", "the most gigabytes for unpacked sectors (default 12)"},
              {"--one-by-one", NULL, "entry by entry through the rules alone, slower: to compare"},
              FLAG_THREADS,
              FLAG_JSON},
    .run = run_verify,
};

static void print_known(const char *name, const Known *known)
{
    static const char *const words[] = {"loss", "draw", "win"};
    printf("%s %s", name, words[known->value + 1]);
    if (known->plies >= 0)
        printf(" %d", known->plies);
}

static void print_moves(const Game *game, const Pos *pos, PerfectMove *moves, int count)
{
    perfect_sort(moves, count);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, pos, moves[i].move, &s);
        print_known(text, &moves[i].known);
        if (moves[i].replies)
            printf(" traps %u/%u", moves[i].losing, moves[i].replies);
        putchar('\n');
    }
}

static void say_unknown(const Database *database, const Game *game, const Pos *pos, char *why)
{
    if (database)
        database_tell_gap(database, game, pos, LANG_EN, why);
    else
        refuse(why, "the program has only endings of %s inside: give more with --db DIR", game->id);
}

static void tell_unknown(const Database *database, const Game *game, const Pos *pos)
{
    char why[WHY_MAX];
    say_unknown(database, game, pos, why);
    printf("position unknown: %s\n", why);
}

static void add_known(cJSON *json, const Known *known)
{
    static const char *const words[] = {"loss", "draw", "win"};
    cJSON_AddStringToObject(json, "value", words[known->value + 1]);
    if (known->plies >= 0)
        cJSON_AddNumberToObject(json, "plies", known->plies);
    else
        cJSON_AddNullToObject(json, "plies");
}

static cJSON *move_json(const Game *game, const Pos *pos, const PerfectMove *move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_move(game, pos, move->move, &s);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "move", text);
    add_known(json, &move->known);
    if (move->replies) {
        cJSON_AddNumberToObject(json, "losing", move->losing);
        cJSON_AddNumberToObject(json, "replies", move->replies);
    }
    return json;
}

/* known is NULL where the position is not known, for the reason `why`. */
static bool print_json(const Setup *setup, unsigned line, const Known *known, PerfectMove *moves,
                       int count, const char *why)
{
    const Pos *pos = setup_pos(setup);
    cJSON *json = reply_begin(setup->game, pos, LANG_EN);
    if (line)
        cJSON_AddNumberToObject(json, "line", line);
    if (known) {
        add_known(json, known);
    } else {
        cJSON_AddStringToObject(json, "value", "unknown");
        cJSON_AddNullToObject(json, "plies");
        cJSON_AddStringToObject(json, "reason", why);
    }
    cJSON *list = cJSON_AddArrayToObject(json, "moves");
    if (known)
        perfect_sort(moves, count);
    for (int i = 0; known && i < count; i++)
        cJSON_AddItemToArray(list, move_json(setup->game, pos, &moves[i]));
    return reply_print(json, line != 0);
}

/* `line`: of --from, which is told in the answer; else 0. */
static int query(const Args *args, const Setup *setup, unsigned line, const Database *database,
                 Oracle oracle)
{
    bool json = args_value(args, "--json") != NULL;
    const Game *game = setup->game;
    const Pos *pos = setup_pos(setup);
    Move *lists = malloc(2 * (size_t)game->moves_max * sizeof *lists);
    PerfectMove *moves = malloc(game->moves_max * sizeof *moves);
    Judge judge = {game, oracle, tree_past(&setup->at), lists};
    Move *list = lists ? lists + game->moves_max : NULL;
    Known known;
    char why[WHY_MAX];
    int result = EXIT_NEGATIVE, count = -1;
    if (!lists || !moves)
        result = complain("out of memory");
    else if (perfect_here(&judge, pos, list, &known))
        count = perfect_judge(&judge, pos, list, moves);
    if (count >= 0 && json) {
        result = print_json(setup, line, &known, moves, count, NULL) ? EXIT_GOOD : EXIT_BAD_INPUT;
    } else if (count >= 0) {
        print_known("position", &known);
        putchar('\n');
        print_moves(game, pos, moves, count);
        result = EXIT_GOOD;
    } else if (result == EXIT_NEGATIVE && database_damage(database, why)) {
        result = complain_of_file("trust the database", args_value(args, "--db"), why);
    } else if (result == EXIT_NEGATIVE && json) {
        say_unknown(database, game, pos, why);
        result = print_json(setup, line, NULL, NULL, 0, why) ? EXIT_NEGATIVE : EXIT_BAD_INPUT;
    } else if (result == EXIT_NEGATIVE) {
        tell_unknown(database, game, pos);
    }
    free(lists);
    free(moves);
    return result;
}

static void write_out(void *context, const char *bytes, size_t count)
{
    (void)context;
    fwrite(bytes, 1, count, stdout);
}

/* Adds the line of best play to the end of the game; false if there is no memory. */
static bool add_line(Setup *setup, Oracle oracle)
{
    enum { PLIES_MAX = 4096 };
    const Game *game = setup->game;
    Move *lists = malloc((game->moves_max + (size_t)PLIES_MAX) * sizeof *lists);
    Move *line = lists ? lists + game->moves_max : NULL;
    int count = lists ? perfect_follow(game, setup_pos(setup), &oracle, lists, line, PLIES_MAX) : 0;
    bool good = lists != NULL;
    for (int i = 0; i < count && good; i++)
        good = tree_add(&setup->tree, setup->at.node, line[i], &setup->at.node) == TREE_OK;
    free(lists);
    return good;
}

/* The game as a record that ends as the database says it does. */
static int write_record(const Args *args, Setup *setup, const Database *database, Oracle oracle)
{
    Known known;
    char why[WHY_MAX];
    if (!perfect_known(setup->game, setup_pos(setup), &oracle, &known)) {
        tell_unknown(database, setup->game, setup_pos(setup));
        return EXIT_NEGATIVE;
    }
    if (known.value == 0 || known.plies < 0)
        return complain("--record needs a position that is won or lost, and a database with "
                        "distances: %s",
                        known.value ? "this one has none" : "this position is a draw");
    if (!add_line(setup, oracle))
        return complain("out of memory");
    Ending ending = tree_ending(&setup->tree, setup->at.node);
    if (!ending_is_over(&ending) && database_damage(database, why))
        return complain_of_file("trust the database", args_value(args, "--db"), why);
    if (!ending_is_over(&ending))
        return complain("the line does not come to its end: a sector that it needs is missing, "
                        "or a position came for the third time");
    Record record = {.game = setup->game, .seed = 1, .tree = setup->tree, .plies = RECORD_ALL};
    record.ending = ending;
    record_write(&record, write_out, NULL);
    return EXIT_GOOD;
}

/* The database that --db names, or what is inside the program, whole or endings. False with a
 * reason. */
static bool open_oracle(const Args *args, const Game *game, Database **database, Oracle *out,
                        char *why)
{
    const char *dir = args_value(args, "--db");
    *database = dir ? database_open(dir, game, why) : database_builtin(game);
    *out = dir && !*database ? (Oracle){NULL, NULL} : endings_or(*database, NULL, game);
    if (!out->ask && !dir)
        refuse(why, "the program has no database of %s inside: give one with --db DIR", game->id);
    return out->ask;
}

/* The same; false after it has said why not. */
static bool find_oracle(const Args *args, const Game *game, Database **database, Oracle *out)
{
    const char *dir = args_value(args, "--db");
    char why[WHY_MAX];
    if (open_oracle(args, game, database, out, why))
        return true;
    if (dir)
        complain_of_file("use the database", dir, why);
    else
        complain("%s", why);
    return false;
}

/* For many positions: the database of the variant of the last line stays open. */
typedef struct Desk {
    const Args *args;
    const Game *game;
    Database *database;
    Oracle oracle;
} Desk;

static bool open_for(Desk *desk, const Game *game, char *why)
{
    if (desk->game == game)
        return true;
    database_close(desk->database);
    desk->database = NULL;
    desk->game = open_oracle(desk->args, game, &desk->database, &desk->oracle, why) ? game : NULL;
    return desk->game;
}

static BatchResult ask_line(void *context, const BatchLine *line, char *why)
{
    Desk *desk = context;
    if (!open_for(desk, line->setup->game, why))
        return BATCH_REFUSED;
    if (!args_value(desk->args, "--json"))
        batch_print_line(line);
    return query(desk->args, line->setup, line->number, desk->database, desk->oracle) ==
                   EXIT_BAD_INPUT
               ? BATCH_FATAL
               : BATCH_GOOD;
}

static void close_desk(void *context)
{
    Desk *desk = context;
    database_close(desk->database);
}

static int query_many(const Args *args)
{
    Desk desk = {.args = args};
    BatchAsk ask = {.ask = ask_line,
                    .done = close_desk,
                    .context = &desk,
                    .json = args_value(args, "--json") != NULL};
    return batch_run(args, &ask);
}

static int run_query(const Args *args)
{
    Setup setup;
    int result = EXIT_BAD_INPUT;
    if (args_value(args, "--record") && (args_value(args, "--from") || args_value(args, "--json")))
        return complain("--record writes one game as text: it goes without --from and --json");
    if (args_value(args, "--from"))
        return query_many(args);
    if (!setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    Database *database;
    Oracle oracle;
    if (find_oracle(args, setup.game, &database, &oracle))
        result = args_value(args, "--record") ? write_record(args, &setup, database, oracle)
                                              : query(args, &setup, 0, database, oracle);
    database_close(database);
    setup_close(&setup);
    return result;
}

const Command command_query = {
    .name = "query",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "What a database says of a position and of every move, the best first.",
    .details =
        "Numbers are plies until the game is over with best play. `traps 3/12`: 3 of the 12\n"
        "replies to a drawing move lose. Exit status 1 if the database does not have the\n"
        "position. DIR may also be a file written by solve --pack. Six men's morris is inside the\n"
        "program and needs no --db; so are endings of nine men's morris and of flying.",
    .flags = {{"--db", "DIR", "the database"},
              FLAG_POSITION,
              FLAG_PLAY,
              FLAG_FROM,
              FLAG_JSON,
              {"--record", NULL, "write the game to its end by best play, for replay"}},
    .run = run_query,
};
