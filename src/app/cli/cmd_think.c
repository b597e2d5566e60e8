/* SPDX-License-Identifier: MIT */
/* `concentric think`: the best move, as the search finds it, with the numbers that tests compare.
 * `concentric analyse` is the one for people. */
#include "app/cli/commands.h"
#include "app/endings.h"

#include "ai/level.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_move(const Game *game, const Pos *pos, Move move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_move(game, pos, move, &s);
    printf(" %s", text);
}

static void print_line(const Search *search, const Pos *pos)
{
    Pos at = *pos, next;
    for (int i = 0; i < search->line[0].length; i++) {
        print_move(search->game, &at, search->line[0].move[i]);
        search->game->apply(search->game, &at, search->line[0].move[i], &next);
        at = next;
    }
}

/* What a database says of the position. */
static void print_known(const Search *search, int mate)
{
    printf("database ");
    if (mate)
        printf("%s in %d %s\n", mate > 0 ? "won" : "lost", abs(mate),
               abs(mate) == 1 ? "ply" : "plies");
    else
        puts(search->score > 0 ? "won" : search->score ? "lost" : "drawn");
}

static void print_answer(const Search *search, const Pos *pos)
{
    int mate = search_mate(search);
    printf("depth %d\nscore %d\n", search->depth, search->score);
    if (mate)
        printf("%s in %d\n", mate > 0 ? "win" : "loss", abs(mate));
    if (search->known)
        print_known(search, mate);
    printf("line");
    print_line(search, pos);
    printf("\ntime %.0f ms\n", search->spent_ms);
    if (search->spent_ms > 0)
        printf("nps %.0f\n", (double)search->nodes / search->spent_ms * 1e3);
    printf("nodes %" PRIu64 "\nbest", search->nodes);
    print_move(search->game, pos, search->best);
    putchar('\n');
}

static int think(const Setup *setup, const SearchLimits *limits, Oracle oracle)
{
    /* One thread and the page's table: counts compare. */
    ThinkerSetup wanted = {.hash_mb = SEARCH_TT_SLOTS * sizeof(TTSlot) >> 20};
    wanted.oracle = oracle;
    Thinker *thinker = thinker_open(setup->game, &wanted);
    if (!thinker)
        return complain("not enough memory or threads");
    thinker_prefault(thinker);
    bool good = setup_think(thinker, &setup->at, limits);
    if (good) {
        thinker_wait(thinker, -1);
        print_answer(thinker_answer(thinker), setup_pos(setup));
    }
    thinker_close(thinker);
    return good ? EXIT_GOOD : complain("out of memory");
}

static int run_think(const Args *args)
{
    uint64_t depth = 0, nodes = 0, time_ms = 0, level = LEVEL_NONE, seed = 1;
    Setup setup;
    if (!args_number(args, "--depth", 1, SEARCH_PLIES_MAX, &depth) ||
        !args_number(args, "--nodes", 1, UINT64_MAX, &nodes) ||
        !args_number(args, "--time", 1, 86400000, &time_ms) ||
        !args_number(args, "--level", 1, LEVEL_MAX, &level) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed) || !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    SearchLimits limits = {.depth = (int)depth,
                           .nodes = nodes,
                           .time_ms = (double)time_ms,
                           .level = (int)level,
                           .seed = seed};
    if (!depth && !nodes && !time_ms && !level)
        limits.time_ms = 1000;
    Database *database = NULL;
    int result = EXIT_NEGATIVE;
    if (!setup_database(args, setup.game, &database))
        result = EXIT_BAD_INPUT;
    else if (tree_ending(&setup.tree, setup.at.node).winner != WINNER_NONE)
        complain("the game is over; there is nothing to think about");
    else
        result = think(&setup, &limits, endings_or(database, args_value(args, "--db"), setup.game));
    setup_tell_damage(args, database);
    database_close(database);
    setup_close(&setup);
    return result;
}

const Command command_think = {
    .name = "think",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Search for the best move; the same answer each time for the same nodes.",
    .details =
        "Scores are hundredths of a man for the side to move. Without limits it thinks for\n"
        "one second. With --depth or --nodes alone the answer is the same every time. Where a\n"
        "database knows all moves (the program has six and some endings), nothing is\n"
        "searched; levels 1 to 9 do not use it.",
    .flags = {FLAG_POSITION,
              FLAG_PLAY,
              {"--depth", "PLIES", "stop after this iteration (1 to 64)"},
              {"--nodes", "N", "stop after so many positions"},
              {"--time", "MS", "stop after so many milliseconds"},
              {"--level", "N", "play like level N, 1 to 10"},
              {"--seed", "N", "for the choices of levels 1 to 9 (default 1)"},
              FLAG_DB},
    .run = run_think,
};
