/* SPDX-License-Identifier: MIT */
/* `concentric bench`: the standing figures of all games, and a signature of the work done (perft
 * nodes and playout moves) that changes only when the rules do. Times never enter the signature. */
#include "app/cli/bench_search.h"
#include "app/cli/commands.h"
#include "app/cli/runs.h"
#include "base/clock.h"
#include "games/registry.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct BenchRow {
    const char *variant;
    int depth;      /* perft from the start */
    uint64_t games; /* random playouts */
} BenchRow;

static const BenchRow rows[] = {
    {"nine", 6, 300000},
    {"nine,flying", 6, 300000},
    {"nine,diagonals,remove=2,no-remill", 6, 100000},
    {"six", 7, 300000},
    {"twelve", 6, 50000},
    {"stacking", 6, 40000},
    {"morelli", 3, 20000},
    {"morelli,size=9", 3, 50000},
    {"morelli,size=9,edition=nestor", 3, 10000},
    {"mur", 6, 20000},
    {"mur,ships=3", 6, 2000},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows, TEXT_ROUNDS = 20 };

typedef struct BenchResult {
    uint64_t nodes, moves;
    double nodes_per_s, games_per_s, moves_per_s, positions_read_per_s, moves_read_per_s;
} BenchResult;

/* Texts of positions and the move played there, from random games. */
typedef struct Texts {
    size_t count;
    Pos *pos;
    char (*position)[POSITION_TEXT_MAX];
    char (*move)[MOVE_TEXT_MAX];
} Texts;

enum { TEXTS_MAX = 4000 };

static void collect(const Game *game, Move *moves, Texts *out)
{
    uint64_t seed = 1;
    Pos pos, next;
    game->ops->start(game, 1, &pos);
    while (out->count < TEXTS_MAX) {
        int n = game->moves(game, &pos, moves);
        if (!n) {
            game->ops->start(game, 1, &pos);
            continue;
        }
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        Move move = moves[(seed >> 33) % (uint64_t)n];
        Str p = str_over(out->position[out->count], POSITION_TEXT_MAX);
        Str m = str_over(out->move[out->count], MOVE_TEXT_MAX);
        game->ops->write_pos(game, &pos, &p);
        game->ops->write_move(game, &pos, move, &m);
        out->pos[out->count++] = pos;
        game->apply(game, &pos, move, &next);
        pos = next;
    }
}

static void time_texts(const Game *game, const Texts *texts, BenchResult *out)
{
    char why[WHY_MAX];
    Pos pos;
    Move move;
    double start = clock_seconds();
    for (int round = 0; round < TEXT_ROUNDS; round++)
        for (size_t i = 0; i < texts->count; i++)
            if (!game->ops->read_pos(game, texts->position[i], LANG_EN, &pos, why))
                abort();
    double middle = clock_seconds();
    for (int round = 0; round < TEXT_ROUNDS; round++)
        for (size_t i = 0; i < texts->count; i++)
            if (!game->ops->read_move(game, &texts->pos[i], texts->move[i], LANG_EN, &move, why))
                abort();
    double end = clock_seconds(), total = (double)texts->count * TEXT_ROUNDS;
    out->positions_read_per_s = total / (middle - start);
    out->moves_read_per_s = total / (end - middle);
}

static bool bench_texts(const Game *game, BenchResult *out)
{
    Texts texts = {.pos = malloc(TEXTS_MAX * sizeof(Pos)),
                   .position = malloc((size_t)TEXTS_MAX * POSITION_TEXT_MAX),
                   .move = malloc((size_t)TEXTS_MAX * MOVE_TEXT_MAX)};
    Move *moves = malloc(game->moves_max * sizeof *moves);
    bool good = texts.pos && texts.position && texts.move && moves;
    if (good) {
        collect(game, moves, &texts);
        time_texts(game, &texts, out);
    }
    free(texts.pos);
    free(texts.position);
    free(texts.move);
    free(moves);
    return good;
}

static bool bench_game(const BenchRow *row, int threads, BenchResult *out)
{
    char why[WHY_MAX];
    Game *game = game_open(row->variant, LANG_EN, why);
    if (!game)
        return false;
    Pos start;
    PlayoutStats stats;
    game->ops->start(game, 1, &start);
    PerftRun run = {.game = game, .pos = &start, .depth = row->depth, .threads = threads};
    double t0 = clock_seconds();
    bool good = perft_run(&run, &out->nodes, NULL);
    double t1 = clock_seconds();
    good = good && playouts_run(&(PlayoutsRun){game, &start, row->games, 1, threads}, &stats);
    double t2 = clock_seconds();
    good = good && bench_texts(game, out);
    if (good) {
        out->moves = stats.plies;
        out->nodes_per_s = (double)out->nodes / (t1 - t0);
        out->games_per_s = (double)stats.games / (t2 - t1);
        out->moves_per_s = (double)stats.plies / (t2 - t1);
    }
    game_close(game);
    return good;
}

static void print_table(const BenchResult *results)
{
    printf("%-34s %5s %14s %10s %12s %9s %8s %8s\n", "variant", "depth", "perft nodes", "Mnodes/s",
           "playouts/s", "Mmoves/s", "Mpos/s", "Mtext/s");
    for (int i = 0; i < ROW_COUNT; i++) {
        const BenchResult *r = &results[i];
        printf("%-34s %5d %14" PRIu64 " %10.1f %12.0f %9.1f %8.2f %8.2f\n", rows[i].variant,
               rows[i].depth, r->nodes, r->nodes_per_s / 1e6, r->games_per_s, r->moves_per_s / 1e6,
               r->positions_read_per_s / 1e6, r->moves_read_per_s / 1e6);
    }
}

static bool print_json(const BenchResult *results, uint64_t signature, int threads)
{
    cJSON *root = cJSON_CreateObject();
    char text[24];
    Str s = str_over(text, sizeof text);
    str_number(&s, signature);
    cJSON_AddStringToObject(root, "bench", text);
    cJSON_AddNumberToObject(root, "threads", threads);
    cJSON *list = cJSON_AddArrayToObject(root, "variants");
    for (int i = 0; i < ROW_COUNT; i++) {
        const BenchResult *r = &results[i];
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "variant", rows[i].variant);
        cJSON_AddNumberToObject(json, "perft_depth", rows[i].depth);
        cJSON_AddNumberToObject(json, "perft_nodes", (double)r->nodes);
        cJSON_AddNumberToObject(json, "perft_nodes_per_second", r->nodes_per_s);
        cJSON_AddNumberToObject(json, "playout_games_per_second", r->games_per_s);
        cJSON_AddNumberToObject(json, "playout_moves_per_second", r->moves_per_s);
        cJSON_AddNumberToObject(json, "positions_read_per_second", r->positions_read_per_s);
        cJSON_AddNumberToObject(json, "moves_read_per_second", r->moves_read_per_s);
        cJSON_AddItemToArray(list, json);
    }
    char *out = cJSON_Print(root);
    cJSON_Delete(root);
    if (out)
        puts(out);
    cJSON_free(out);
    return out != NULL;
}

static int run_bench(const Args *args)
{
    BenchResult results[ROW_COUNT] = {{0}};
    bool searches = args_value(args, "--search");
    uint64_t signature = 0, threads = searches ? 2 : 1;
    double ms = 1000;
    if (!args_number(args, "--threads", 1, THREADS_MAX, &threads) ||
        !args_time(args, "--time", 1, 600000, &ms))
        return EXIT_BAD_INPUT;
    if (searches)
        return bench_search(ms, (int)threads, args_value(args, "--json"));
    if (args_value(args, "--time"))
        return complain("--time goes with --search only");
    for (int i = 0; i < ROW_COUNT; i++) {
        if (!bench_game(&rows[i], (int)threads, &results[i]))
            return complain("not enough memory or threads");
        signature += results[i].nodes + results[i].moves;
    }
    if (args_value(args, "--json"))
        return print_json(results, signature, (int)threads) ? EXIT_GOOD : complain("out of memory");
    print_table(results);
    printf("Bench: %" PRIu64 "\n", signature);
    return EXIT_GOOD;
}

const Command command_bench = {
    .name = "bench",
    .words = "",
    .summary = "Measure perft, random games and text reading of all games, or the search.",
    .details =
        "Columns: perft leaves per second without bulk counting, random games and moves per\n"
        "second, position texts and move texts read per second (in millions, one thread).\n"
        "`Bench:` is the number of nodes and moves; it changes only when rules change.\n"
        "With --search: nodes per second and depth reached in one second, on one thread and on\n"
        "two, from fixed positions of every game; `Search:` is the number of nodes to fixed\n"
        "depths, which changes only when rules, evaluation or search change.",
    .flags = {{"--search", NULL, "measure the search"},
              {"--time", "T", "with --search: per position, such as 500 or 2s (default 1s)"},
              {"--json", NULL, "as JSON"},
              {"--threads", "N", "threads (1 to 64; default 1, with --search 2)"}},
    .run = run_bench,
};
