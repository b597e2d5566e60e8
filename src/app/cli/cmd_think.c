/* SPDX-License-Identifier: MIT */
/* `concentric think`: the best move, as the search finds it, with the numbers that tests compare.
 * `concentric analyse` is the one for people. */
#include "app/cli/batch.h"
#include "app/endings.h"
#include "app/reply.h"

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

static bool print_json(const Search *search, const Pos *pos)
{
    const Game *game = search->game;
    int mate = search_mate(search);
    Pos at = *pos, next;
    cJSON *json = reply_begin(game, pos, LANG_EN), *best = cJSON_CreateArray();
    reply_move(best, game, pos, search->best);
    cJSON_AddItemToObject(json, "best", cJSON_DetachItemFromArray(best, 0));
    cJSON_Delete(best);
    cJSON_AddNumberToObject(json, "depth", search->depth);
    cJSON_AddNumberToObject(json, "score", search->score);
    cJSON_AddItemToObject(json, "mate", mate ? cJSON_CreateNumber(mate) : cJSON_CreateNull());
    cJSON_AddBoolToObject(json, "database", search->known);
    cJSON *line = cJSON_AddArrayToObject(json, "line");
    for (int i = 0; i < search->line[0].length; i++) {
        reply_move(line, game, &at, search->line[0].move[i]);
        game->apply(game, &at, search->line[0].move[i], &next);
        at = next;
    }
    reply_count(json, "nodes", search->nodes);
    reply_ms(json, "time_ms", search->spent_ms * 1e-3);
    return reply_print(json, false);
}

static int think(const Setup *setup, const SearchLimits *limits, Oracle oracle, bool json)
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
        if (!json)
            print_answer(thinker_answer(thinker), setup_pos(setup));
        else
            good = print_json(thinker_answer(thinker), setup_pos(setup));
    } else {
        complain("out of memory");
    }
    thinker_close(thinker);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int run_think(const Args *args)
{
    uint64_t depth = 0, nodes = 0, level = LEVEL_NONE, seed = 1;
    double time_ms = 0;
    Setup setup;
    if (!args_number(args, "--depth", 1, SEARCH_PLIES_MAX, &depth) ||
        !args_number(args, "--nodes", 1, UINT64_MAX, &nodes) ||
        !args_time(args, "--time", 1, TIME_MAX_MS, &time_ms) ||
        !args_number(args, "--level", 1, LEVEL_MAX, &level) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed) || !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    SearchLimits limits = {
        .depth = (int)depth, .nodes = nodes, .time_ms = time_ms, .level = (int)level, .seed = seed};
    if (!depth && !nodes && !(time_ms > 0) && !level)
        limits.time_ms = 1000;
    Database *database = NULL;
    int result = EXIT_NEGATIVE;
    if (!setup_database(args, setup.game, &database))
        result = EXIT_BAD_INPUT;
    else if (tree_ending(&setup.tree, setup.at.node).winner != WINNER_NONE)
        complain("the game is over; there is nothing to think about");
    else
        result = think(&setup, &limits, endings_or(database, args_value(args, "--db"), setup.game),
                       args_value(args, "--json") != NULL);
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
              {"--time", "T", "stop after so long: 1500, 1500ms, 1.5s, 2m"},
              {"--level", "N", "play like level N, 1 to 10"},
              {"--seed", "N", "for the choices of levels 1 to 9 (default 1)"},
              FLAG_DB,
              FLAG_JSON},
    .run = run_think,
};
