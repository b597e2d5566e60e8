/* SPDX-License-Identifier: MIT */
/* `concentric verify` and `concentric query`: is a database right, and what does it say. */
#include "app/cli/commands.h"
#include "app/cli/runs.h"

#include "app/endings.h"
#include "core/perfect.h"
#include "games/registry.h"
#include "solve/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int verify_game(VerifyRun *run)
{
    char why[WHY_MAX];
    if (!verify_run(run, why)) {
        printf("damaged: %s\n", why);
        return EXIT_NEGATIVE;
    }
    printf("good: %s, %u files, %" PRIu64 " values recomputed\n", run->game->id, run->files,
           run->entries);
    return EXIT_GOOD;
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
    if (access(args->word[0], F_OK) != 0)
        return complain_of_file("open", args->word[0], strerror(errno));
    if (!store_variant(args->word[0], variant, why)) {
        printf("damaged: %s\n", why);
        return EXIT_NEGATIVE;
    }
    Game *game = game_open(variant, LANG_EN, why);
    if (!game) {
        printf("damaged: its files are of a variant that there is not: %s\n", why);
        return EXIT_NEGATIVE;
    }
    VerifyRun run = {.game = game,
                     .dir = args->word[0],
                     .workers = {(int)threads, workers_run},
                     .sample = sample,
                     .memory = memory * UINT64_C(1000000000),
                     .seed = seed};
    int result = verify_game(&run);
    game_close(game);
    return result;
}

const Command command_verify = {
    .name = "verify",
    .words = "DIR",
    .word_count = 1,
    .summary = "Check a database: every value again, from the values of the moves.",
    .details = "Exit status 1 and the reason if a file is damaged, foreign or missing, or if a\n"
               "value is wrong.",
    .flags = {{"--sample", "N", "only N values of every sector, at random"},
              {"--seed", "N", "which ones (default 1)"},
              {"--memory", "G", "the most gigabytes for unpacked sectors (default 12)"},
              FLAG_THREADS},
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

static void tell_unknown(const Database *database, const Game *game, const Pos *pos)
{
    char why[WHY_MAX];
    if (database)
        database_tell_gap(database, game, pos, LANG_EN, why);
    else
        refuse(why, "the program has only endings of %s inside: give more with --db DIR", game->id);
    printf("position unknown: %s\n", why);
}

static int query(const Args *args, const Setup *setup, const Database *database, Oracle oracle)
{
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
    if (count >= 0) {
        print_known("position", &known);
        putchar('\n');
        print_moves(game, pos, moves, count);
        result = EXIT_GOOD;
    } else if (result == EXIT_NEGATIVE && database_damage(database, why)) {
        result = complain_of_file("trust the database", args_value(args, "--db"), why);
    } else if (result == EXIT_NEGATIVE) {
        tell_unknown(database, game, pos);
    }
    free(lists);
    free(moves);
    return result;
}

/* The database that --db names, or what is inside the program, whole or endings. False after it has
 * said why not. */
static bool find_oracle(const Args *args, const Game *game, Database **database, Oracle *out)
{
    const char *dir = args_value(args, "--db");
    char why[WHY_MAX];
    *database = dir ? database_open(dir, game, why) : database_builtin(game);
    *out = dir && !*database ? (Oracle){NULL, NULL} : endings_or(*database, NULL, game);
    if (!out->ask && dir)
        complain_of_file("use the database", dir, why);
    else if (!out->ask)
        complain("the program has no database of %s inside: give one with --db DIR", game->id);
    return out->ask;
}

static int run_query(const Args *args)
{
    Setup setup;
    int result = EXIT_BAD_INPUT;
    if (!setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    Database *database;
    Oracle oracle;
    if (find_oracle(args, setup.game, &database, &oracle))
        result = query(args, &setup, database, oracle);
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
    .flags = {{"--db", "DIR", "the database"}, FLAG_POSITION, FLAG_PLAY},
    .run = run_query,
};
