/* SPDX-License-Identifier: MIT */
/* `concentric puzzles`: makes puzzles, or proves every one of a file again (docs/puzzles.md). */
#include "app/puzzle/set.h"

#include "app/cli/commands.h"
#include "app/reply.h"
#include "games/registry.h"
#include "puzzle/make.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { FILE_BYTES_MAX = 64 << 20 };

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- Making -------------------------------------------------------------------------------------
 */

/* A puzzle is a line of JSON: with --json they are a list in one document. */
static bool add_puzzle(const Puzzle *puzzle, cJSON *list)
{
    char text[PUZZLE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    puzzle_write(puzzle, &s);
    return cJSON_AddItemToArray(list, cJSON_CreateRaw(text));
}

static bool print_puzzle(const Puzzle *puzzle, bool set)
{
    char text[PUZZLE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    (set ? puzzle_write_short : puzzle_write)(puzzle, &s);
    return puts(text) >= 0 && fflush(stdout) == 0;
}

static void report(const Maker *maker, uint64_t made, double seconds)
{
    const MakerCounts *c = maker_counts(maker);
    fprintf(stderr,
            "%" PRIu64 " puzzles in %.1f s of processor time, %.1f a minute; %" PRIu64
            " games, %" PRIu64 " positions, %" PRIu64 " candidates; not the only move %" PRIu64
            ", too dear %" PRIu64 ", misleading %" PRIu64 ", not checked in time %" PRIu64 "\n",
            made, seconds, seconds > 0 ? 60 * (double)made / seconds : 0.0, c->games, c->positions,
            c->candidates, c->not_unique, c->too_dear, c->misleading, c->unchecked);
}

static int make(const Args *args, const Game *game, const Oracle *oracle)
{
    uint64_t count = 10, seed = 1, made = 0;
    bool set = args_value(args, "--set") != NULL, good = true;
    if (set && args_value(args, "--json"))
        return complain("--set writes a file of its own kind: leave out --json");
    if (!args_number(args, "--count", 1, 1000000, &count) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed))
        return EXIT_BAD_INPUT;
    Maker *maker = maker_open(game, oracle, seed);
    if (!maker)
        return complain("out of memory");
    Puzzle puzzle;
    cJSON *json = args_value(args, "--json") ? reply_begin(game, NULL, LANG_EN) : NULL;
    cJSON *list = json ? cJSON_AddArrayToObject(json, "puzzles") : NULL;
    if (set)
        good = printf("puzzles 1 %s\n", game->id) > 0;
    double start = processor_seconds();
    while (good && made < count && maker_next(maker, &puzzle)) {
        good = list ? add_puzzle(&puzzle, list) : print_puzzle(&puzzle, set);
        made += good;
    }
    if (args_value(args, "--report"))
        report(maker, made, processor_seconds() - start);
    maker_close(maker);
    if (json)
        good = reply_print(json, false) && good;
    if (!good)
        return complain("the puzzles could not be written");
    return made == count ? EXIT_GOOD
                         : complain("only %" PRIu64 " puzzles of %s were found", made, game->id);
}

static int run_make(const Args *args)
{
    char why[WHY_MAX];
    Database *database;
    Game *game = game_open(args->word[0], LANG_EN, why);
    if (!game)
        return complain("%s", why);
    int result = EXIT_BAD_INPUT;
    if (setup_database(args, game, &database)) {
        Oracle oracle = database ? database_oracle(database) : (Oracle){NULL, NULL};
        result = make(args, game, &oracle);
        database_close(database);
    }
    game_close(game);
    return result;
}

/* --- Checking -----------------------------------------------------------------------------------
 */

/* Games and their databases, each opened once. */
typedef struct Opened {
    Game *game;
    Database *database;
} Opened;

typedef struct Checking {
    const char *path, *db;
    uint64_t every;
    Opened *opened;
    int count;
    uint64_t seen, good, bad;
    cJSON *faults; /* for --json, else NULL */
} Checking;

static const Opened *open_game(Checking *c, const char *variant, char *why)
{
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->opened[i].game->id, variant) == 0)
            return &c->opened[i];
    Opened *more = realloc(c->opened, ((size_t)c->count + 1) * sizeof *more);
    if (!more) {
        refuse(why, "out of memory");
        return NULL;
    }
    c->opened = more;
    char reason[WHY_MAX];
    Game *game = game_open(variant, LANG_EN, why);
    if (!game)
        return NULL;
    if (strcmp(game->id, variant) != 0) {
        refuse(why, "its variant is written %s", game->id);
        game_close(game);
        return NULL;
    }
    /* A directory need not have every variant: what has no database says so where it needs one. */
    Opened *out = &c->opened[c->count++];
    *out = (Opened){.game = game};
    if (!database_choose(c->db, game, &out->database, reason))
        out->database = database_builtin(game);
    return out;
}

static void tell_fault(const Checking *c, int line, const char *why)
{
    if (!c->faults) {
        printf("%s:%d: %s\n", c->path, line, why);
        return;
    }
    cJSON *item = cJSON_CreateObject();
    cJSON_AddNumberToObject(item, "line", line);
    cJSON_AddStringToObject(item, "reason", why);
    cJSON_AddItemToArray(c->faults, item);
}

static void check_one(Checking *c, const Puzzle *puzzle, int line)
{
    char why[WHY_MAX], damage[WHY_MAX];
    const Opened *opened = open_game(c, puzzle->variant, why);
    bool good = opened != NULL;
    if (good) {
        Oracle oracle = opened->database ? database_oracle(opened->database) : (Oracle){NULL, NULL};
        good = puzzle_check(puzzle, opened->game, &oracle, 0, why);
    }
    if (!good && opened && database_damage(opened->database, damage)) {
        char both[2 * WHY_MAX + 32];
        Str s = str_over(both, sizeof both);
        str_format(&s, "%s (the database is damaged: %s)", why, damage);
        tell_fault(c, line, both);
    } else if (!good) {
        tell_fault(c, line, why);
    }
    c->good += good;
    c->bad += !good;
}

static void check_all(Checking *c, const char *bytes, size_t count)
{
    PuzzleReader reader = puzzle_reader(bytes, count);
    Puzzle puzzle;
    char why[WHY_MAX];
    for (PuzzleFound found; (found = puzzle_reader_next(&reader, &puzzle, why)) != PUZZLE_END;) {
        if (found == PUZZLE_BAD) {
            tell_fault(c, reader.line, why);
            c->bad++;
        } else if (c->seen++ % c->every == 0) {
            check_one(c, &puzzle, reader.line);
        }
    }
}

/* The whole file, for free(); NULL after it has said what is wrong. */
static char *read_file(const char *path, size_t *size)
{
    struct stat about;
    bool input = strcmp(path, "-") == 0;
    if (!input && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        complain_of_file("read", path, "it is a directory");
        return NULL;
    }
    FILE *file = input ? stdin : fopen(path, "rb");
    char *bytes = file ? malloc(FILE_BYTES_MAX + 1) : NULL;
    if (!file)
        complain_of_file("read", path, strerror(errno));
    else if (!bytes)
        complain("out of memory");
    *size = bytes ? fread(bytes, 1, FILE_BYTES_MAX + 1, file) : 0;
    bool bad = bytes && (ferror(file) || *size > FILE_BYTES_MAX);
    if (bad)
        complain_of_file("read", path, ferror(file) ? strerror(errno) : "it is too large");
    if (file && !input)
        fclose(file);
    if (bad)
        free(bytes);
    return bad ? NULL : bytes;
}

static int run_check(const Args *args)
{
    Checking c = {.path = args_value(args, "--check"), .db = args_value(args, "--db"), .every = 1};
    size_t size;
    if (!args_number(args, "--every", 1, 1000000, &c.every))
        return EXIT_BAD_INPUT;
    char *bytes = read_file(c.path, &size);
    if (!bytes)
        return EXIT_BAD_INPUT;
    c.faults = args_value(args, "--json") ? cJSON_CreateArray() : NULL;
    check_all(&c, bytes, size);
    free(bytes);
    for (int i = 0; i < c.count; i++) {
        database_close(c.opened[i].database);
        game_close(c.opened[i].game);
    }
    free(c.opened);
    if (!c.bad && !c.good) {
        cJSON_Delete(c.faults);
        return complain_of_file("check", c.path, "there are no puzzles in it");
    }
    if (c.faults) {
        cJSON *json = cJSON_CreateObject();
        cJSON_AddBoolToObject(json, "good", !c.bad);
        reply_count(json, "right", c.good);
        reply_count(json, "wrong", c.bad);
        cJSON_AddItemToObject(json, "faults", c.faults);
        return !reply_print(json, false) ? EXIT_BAD_INPUT : c.bad ? EXIT_NEGATIVE : EXIT_GOOD;
    }
    printf("%s: %" PRIu64 " puzzles are right, %" PRIu64 " wrong\n", c.bad ? "bad" : "good", c.good,
           c.bad);
    return c.bad ? EXIT_NEGATIVE : EXIT_GOOD;
}

static int run_puzzles(const Args *args)
{
    bool check = args_value(args, "--check") != NULL;
    if (check && args->word[0])
        return complain("puzzles takes either a variant or --check FILE");
    if (!check && !args->word[0])
        return complain("puzzles needs a variant, or --check FILE");
    return check ? run_check(args) : run_make(args);
}

const Command command_puzzles = {
    .name = "puzzles",
    .words = "VARIANT",
    .word_count = 0,
    .optional_count = 1,
    .summary = "Make puzzles, or prove those of a file again.",
    .details =
        "A puzzle is a line of JSON: a position, a goal, and the line of moves to it. Each move\n"
        "of the solver's is the only one that keeps the value (where a database knows it) or\n"
        "that forces the goal within the rest of the line; answers are the longest defence.\n"
        "--check uses other code than what makes them, tells line and reason of each that is\n"
        "wrong, and has exit status 1 if there is one. FILE may be -, and also a set as --set\n"
        "writes it.",
    .flags = {{"--count", "N", "how many (default 10)"},
              {"--seed", "N", "number that the puzzles follow from (default 1)"},
              FLAG_DB,
              {"--set", NULL, "write them as a set, short lines for one variant"},
              {"--report", NULL, "say on stderr what was looked at, and the processor time"},
              {"--check", "FILE", "prove every puzzle of this file again"},
              {"--every", "N", "of these only each N-th, from the first on"},
              FLAG_JSON},
    .run = run_puzzles,
};
