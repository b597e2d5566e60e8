/* SPDX-License-Identifier: MIT */
/* The search on fixed positions: the start of every game, and the middle of a game that level 6
 * played against itself. Speeds and depths depend on the machine; the nodes of a search to a fixed
 * depth on one thread do not, and their sum is the signature of the search. */
#include "app/cli/bench_search.h"

#include "app/cli/args.h"
#include "games/registry.h"
#include "think/thinker.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct SearchRow {
    const char *variant;
    const char *middle; /* the second position; the first is the start */
    int depth[2];       /* for the signature: start, middle */
} SearchRow;

static const SearchRow rows[] = {
    {"nine", "wbwwbbwb/...b..../....wwb. w 3 3", {7, 10}},
    {"nine,flying", "wbw.bb.b/.bbw.w.b/.wwbw..b w 0 0", {7, 12}},
    {"six", "...bwb.b/...w.wbw w 2 2", {8, 12}},
    {"twelve", "www...../bww.b.../wbbbb... w 5 5", {7, 7}},
    {"stacking", "......w./bbw...Bb/w...b.Ww w 3 3", {7, 7}},
    {"morelli",
     "wwbb2w1wb2b/12w/w12/6bb4w/b5b1b1w1w/w5bwbwwww/13/b6w1wbw1/b3b8/b11w/b12/b12/wbbwb2wwwwbb b "
     "play",
     {3, 4}},
    {"morelli,size=11",
     "www4w2b/b9w/b3b6/1b1b6w/w1b2w5/b3w1wwbb1/8w2/1b1b3bbwb/b9w/b9w/ww1bwb1wbb1 b play",
     {3, 4}},
    {"morelli,size=9",
     "bww1wwb2/w7w/3w5/4bbw2/3b1b3/b2b1b2w/3bbww1b/b4b3/wbwb1bb1w b play",
     {4, 5}},
    {"morelli,size=7", "wb1bw1b/4b2/b1wbw2/b1w1w2/b1w1bww/6w/1wbwbw1 b play", {5, 6}},
    {"morelli,size=9,edition=nestor",
     "wb2bbbb1/w6bw/6b1w/w2bbbw2/ww7/1wbbww3/1w1w4w/w7w/2bb1b1b1 b play",
     {4, 5}},
    {"mur", "wbbbww.w/b..wb..w/..b..w../k b 0 0", {7, 7}},
    {"mur,ships=3", "......../..bwb.../wb...w../k b 0 0", {6, 8}},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows, HASH_MB = 64 };

typedef struct Figure {
    double nodes_per_s;
    int depth;
} Figure;

typedef struct SearchResult {
    Figure one, many;
    uint64_t nodes; /* to the fixed depth */
} SearchResult;

static bool search(const History *history, int threads, const SearchLimits *limits, Figure *figure,
                   uint64_t *nodes)
{
    ThinkerSetup setup = {.threads = threads, .hash_mb = HASH_MB};
    Thinker *thinker = thinker_open(history->game, &setup);
    if (!thinker)
        return false;
    thinker_prefault(thinker);
    thinker_start(thinker, history, limits);
    thinker_wait(thinker, -1);
    const Search *answer = thinker_answer(thinker);
    *nodes = thinker_nodes(thinker);
    figure->depth = answer->depth;
    figure->nodes_per_s = (double)*nodes / (answer->spent_ms > 1e-3 ? answer->spent_ms : 1e-3) *
                          1e3;
    thinker_close(thinker);
    return true;
}

static bool measure(const History *history, int depth, double ms, int threads, SearchResult *out)
{
    Figure unused;
    uint64_t nodes;
    SearchLimits timed = {.time_ms = ms}, counted = {.depth = depth};
    return search(history, 1, &counted, &unused, &out->nodes) &&
           search(history, 1, &timed, &out->one, &nodes) &&
           search(history, threads, &timed, &out->many, &nodes);
}

static bool measure_row(const SearchRow *row, int middle, double ms, int threads, SearchResult *out)
{
    char why[WHY_MAX];
    Game *game = game_open(row->variant, LANG_EN, why);
    Pos pos;
    History history;
    if (!game)
        return false;
    game->ops->start(game, 1, &pos);
    bool good = (!middle || game->ops->read_pos(game, row->middle, LANG_EN, &pos, why)) &&
                history_begin(&history, game, &pos);
    if (good) {
        good = measure(&history, row->depth[middle], ms, threads, out);
        history_free(&history);
    }
    game_close(game);
    return good;
}

static const char *const names[] = {"start", "middle"};

static void print_head(double ms, int threads)
{
    printf("%.0f ms on one thread and on %d; then one thread to a fixed depth\n", ms, threads);
    printf("%-30s %-7s %9s %6s %9s %6s %6s %10s\n", "variant", "", "knodes/s", "depth", "knodes/s",
           "depth", "fixed", "nodes");
}

static void print_row(int row, int middle, const SearchResult *r)
{
    printf("%-30s %-7s %9.0f %6d %9.0f %6d %6d %10" PRIu64 "\n", rows[row].variant, names[middle],
           r->one.nodes_per_s / 1e3, r->one.depth, r->many.nodes_per_s / 1e3, r->many.depth,
           rows[row].depth[middle], r->nodes);
    fflush(stdout);
}

static void add_row(cJSON *list, int row, int middle, const SearchResult *r)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", rows[row].variant);
    cJSON_AddStringToObject(json, "position", names[middle]);
    cJSON_AddNumberToObject(json, "nodes_per_second", r->one.nodes_per_s);
    cJSON_AddNumberToObject(json, "depth", r->one.depth);
    cJSON_AddNumberToObject(json, "nodes_per_second_threads", r->many.nodes_per_s);
    cJSON_AddNumberToObject(json, "depth_threads", r->many.depth);
    cJSON_AddNumberToObject(json, "fixed_depth", rows[row].depth[middle]);
    cJSON_AddNumberToObject(json, "fixed_nodes", (double)r->nodes);
    cJSON_AddItemToArray(list, json);
}

static bool print_json(cJSON *root, uint64_t signature)
{
    cJSON_AddNumberToObject(root, "search", (double)signature);
    char *out = cJSON_Print(root);
    if (out)
        puts(out);
    cJSON_free(out);
    return out != NULL;
}

int bench_search(double ms, int threads, bool json)
{
    uint64_t signature = 0;
    bool good = true;
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "time_ms", ms);
    cJSON_AddNumberToObject(root, "threads", threads);
    cJSON *list = cJSON_AddArrayToObject(root, "positions");
    if (!json)
        print_head(ms, threads);
    for (int i = 0; good && i < 2 * ROW_COUNT; i++) {
        SearchResult result = {0};
        good = measure_row(&rows[i / 2], i % 2, ms, threads, &result);
        signature += result.nodes;
        if (good && json)
            add_row(list, i / 2, i % 2, &result);
        else if (good)
            print_row(i / 2, i % 2, &result);
    }
    if (good && json)
        good = print_json(root, signature);
    else if (good)
        printf("Search: %" PRIu64 "\n", signature);
    cJSON_Delete(root);
    return good ? EXIT_GOOD : complain("not enough memory or threads");
}
