/* SPDX-License-Identifier: MIT */
/* `concentric distances`: how far from the end the positions of a database are. */
#include "app/cli/commands.h"
#include "app/cli/runs.h"
#include "app/reply.h"

#include "games/registry.h"
#include "solve/distances.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sum {
    const Game *game;
    uint64_t count[DISTANCE_WORTHS];
    char *lines; /* one per sector */
    size_t length, room;
    cJSON *longest; /* the same as a list, for --json */
} Sum;

/* "SECTOR win 15 POSITION". Without memory the line is left out and nothing is printed later. */
static void add_line(Sum *sum, const SectorDistances *d)
{
    enum { LINE = SECTOR_NAME_MAX + POSITION_TEXT_MAX + 32 };
    if (sum->room - sum->length < LINE) {
        char *more = realloc(sum->lines, 2 * sum->room + LINE);
        if (!more)
            return;
        sum->lines = more;
        sum->room = 2 * sum->room + LINE;
    }
    Str s = str_over(sum->lines + sum->length, sum->room - sum->length);
    str_format(&s, "%s %s %d ", d->name, d->plies & 1 ? "win" : "loss", d->plies);
    sum->game->ops->write_pos(sum->game, &d->longest, &s);
    str_add(&s, "\n");
    sum->length += s.length;
}

static void add_item(const Sum *sum, const SectorDistances *d)
{
    char position[POSITION_TEXT_MAX];
    Str s = str_over(position, sizeof position);
    sum->game->ops->write_pos(sum->game, &d->longest, &s);
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "sector", d->name);
    cJSON_AddStringToObject(item, "value", d->plies & 1 ? "win" : "loss");
    cJSON_AddNumberToObject(item, "plies", d->plies);
    cJSON_AddStringToObject(item, "position", position);
    cJSON_AddItemToArray(sum->longest, item);
}

static void add_sector(void *context, const SectorDistances *d)
{
    Sum *sum = context;
    for (int w = 0; w < DISTANCE_WORTHS; w++)
        sum->count[w] += d->count[w];
    if (d->plies >= 0 && sum->longest)
        add_item(sum, d);
    else if (d->plies >= 0)
        add_line(sum, d);
}

static void print_sum(const Sum *sum, const DistanceRun *run)
{
    printf("variant %s\nfiles %u of %u\n%-8s %14s %14s\n", sum->game->id, run->files,
           run->files + run->missing, "plies", "lost", "won");
    for (int plies = 0; plies <= WORTH_PLIES_MAX; plies++) {
        uint64_t lost = sum->count[worth_of(plies, 0)], won = sum->count[worth_of(plies, 1)];
        if (lost || won)
            printf("%-8d %14" PRIu64 " %14" PRIu64 "\n", plies, lost, won);
    }
    printf("drawn %" PRIu64 "\n", sum->count[WORTH_DRAW]);
    printf("the first position of every sector that is furthest from its end\n");
    fwrite(sum->lines, 1, sum->length, stdout);
}

static bool print_sum_json(Sum *sum, const DistanceRun *run)
{
    cJSON *json = reply_begin(sum->game, NULL, LANG_EN);
    reply_count(json, "files", run->files);
    reply_count(json, "missing", run->missing);
    cJSON *list = cJSON_AddArrayToObject(json, "distances");
    for (int plies = 0; plies <= WORTH_PLIES_MAX; plies++) {
        uint64_t lost = sum->count[worth_of(plies, 0)], won = sum->count[worth_of(plies, 1)];
        if (!lost && !won)
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "plies", plies);
        reply_count(item, "lost", lost);
        reply_count(item, "won", won);
        cJSON_AddItemToArray(list, item);
    }
    reply_count(json, "drawn", sum->count[WORTH_DRAW]);
    cJSON_AddItemToObject(json, "longest", sum->longest);
    sum->longest = NULL;
    return reply_print(json, false);
}

static int run_distances(const Args *args)
{
    uint64_t threads = 1;
    char variant[VARIANT_TEXT_MAX], why[WHY_MAX];
    const char *dir = args->word[0];
    if (!args_number(args, "--threads", 1, THREADS_MAX, &threads))
        return EXIT_BAD_INPUT;
    if (!store_variant(dir, variant, why))
        return complain_of_file("use the database", dir, why);
    Game *game = game_open(variant, LANG_EN, why);
    Sum *sum = calloc(1, sizeof *sum);
    int result = EXIT_GOOD;
    if (!game || !sum)
        result = complain("%s", game ? "out of memory" : why);
    DistanceRun run = {.game = game,
                       .dir = dir,
                       .workers = {(int)threads, workers_run},
                       .tell = add_sector,
                       .context = sum};
    if (result == EXIT_GOOD) {
        sum->game = game;
        sum->longest = args_value(args, "--json") ? cJSON_CreateArray() : NULL;
        bool good = distances_run(&run, why);
        if (good && sum->longest)
            result = print_sum_json(sum, &run) ? EXIT_GOOD : EXIT_BAD_INPUT;
        else if (good)
            print_sum(sum, &run);
        else
            result = complain_of_file("use the database", dir, why);
    }
    if (sum) {
        cJSON_Delete(sum->longest);
        free(sum->lines);
    }
    free(sum);
    if (game)
        game_close(game);
    return result;
}

const Command command_distances = {
    .name = "distances",
    .words = "DIR",
    .word_count = 1,
    .summary = "How many positions of a database are won or lost in how many plies.",
    .details =
        "Positions are counted up to symmetry, for the side to move; plies are those until the\n"
        "game is over with best play. Then, of every sector, one position that is furthest from\n"
        "its end: `concentric query VARIANT --db DIR --position TEXT --record` writes the game\n"
        "from there. All files are read once.",
    .flags = {FLAG_THREADS, FLAG_JSON},
    .run = run_distances,
};
