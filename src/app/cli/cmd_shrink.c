/* SPDX-License-Identifier: MIT */
/* `concentric shrink`: a small database (docs/adr/0081) from a large one. Sectors are made one by
 * one, each into a file of its own beside the result, so that a run that was stopped, or that had
 * to wait for the solver, goes on where it was. */
#include "app/cli/commands.h"
#include "app/cli/shrink.h"
#include "app/reply.h"

#include "base/clock.h"
#include "games/registry.h"
#include "solve/small_make.h"
#include "solve/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PART_BYTES_MAX (UINT64_C(1) << 32)
enum { NETWORK_WORTH = 8 };

typedef struct Shrink {
    SmallPlan plan;
    const char *db, *out;
    char parts[STORE_PATH_MAX]; /* directory */
    SmallBytes *part;           /* of the sectors that are there */
    uint32_t *sector, count, missing;
    bool estimate;      /* make nothing */
    uint64_t bytes;     /* of what was made or estimated in this run */
    cJSON *json, *list; /* for --json, else NULL */
} Shrink;

/* The values of a sector's file as two bits each. */
static bool load_values(const StoreFile *file, SmallValues *values, char *why)
{
    uint8_t block[FORMAT_BLOCK_BYTES];
    uint32_t each = format_block_entries(file->header.kind);
    Worth *worth = malloc(each * sizeof *worth);
    *values = (SmallValues){calloc(1, file->header.entries / 4 + 1), file->header.entries};
    bool good = (worth && values->pairs) || refuse(why, "out of memory");
    for (uint32_t b = 0; good && b < file->header.blocks; b++) {
        uint64_t first = (uint64_t)b * each, rest = values->entries - first;
        uint32_t count = rest < each ? (uint32_t)rest : each;
        good = store_file_block(file, b, block, why);
        if (good)
            format_get_run(file->header.kind, block, count, worth);
        for (uint32_t i = 0; good && i < count; i++) {
            int value = worth[i] == WORTH_DRAW ? 1 : worth_is_won(worth[i]) ? 2 : 0;
            values->pairs[(first + i) >> 2] |= (uint8_t)(value << (2 * ((first + i) & 3)));
        }
    }
    free(worth);
    return good;
}

/* Writes beside and renames: a file with its name is whole. */
static bool write_whole(const char *path, const SmallBytes *bytes, char *why)
{
    char beside[STORE_PATH_MAX];
    Str name = str_over(beside, sizeof beside);
    str_format(&name, "%s%s", path, store_part_suffix);
    if (name.full)
        return refuse(why, "its path is too long");
    FILE *file = fopen(beside, "wb");
    bool good = file && fwrite(bytes->bytes, 1, bytes->count, file) == bytes->count;
    int error = errno;
    if (file && fclose(file) != 0)
        good = false;
    good = good && rename(beside, path) == 0;
    if (!good && file)
        remove(beside);
    return good || refuse(why, "cannot write '%s': %s", path, strerror(error ? error : errno));
}

static void print_head(void)
{
    printf("%-16s %12s %8s %8s %8s %8s %11s %8s\n", "sector", "kept", "wrong %", "plain", "guessed",
           "stored", "bytes", "seconds");
}

static void print_report(const char *name, const SmallReport *r, double seconds, cJSON *list)
{
    double kept = r->kept ? (double)r->kept : 1;
    if (list) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "sector", name);
        reply_count(item, "kept", r->kept);
        reply_count(item, "wrong", r->wrong);
        cJSON_AddNumberToObject(item, "plain_bits", r->plain);
        cJSON_AddNumberToObject(item, "guessed_bits", r->guessed);
        reply_count(item, "bytes", r->bytes);
        reply_ms(item, "ms", seconds);
        cJSON_AddItemToArray(list, item);
        return;
    }
    printf("%-16s %12" PRIu64 " %8.3f %8.4f %8.4f %8.4f %11zu %8.1f\n", name, r->kept,
           100 * (double)r->wrong / kept, r->plain, r->guessed, 8 * (double)r->bytes / kept,
           r->bytes, seconds);
    fflush(stdout);
}

/* A part from an earlier run: usable if it reads as a sector. */
static bool take_part(const Shrink *shrink, const char *path, SmallBytes *out)
{
    SmallSector sector;
    char why[WHY_MAX];
    uint8_t *bytes;
    size_t count;
    if (!store_read_plain(path, PART_BYTES_MAX, &bytes, &count, why))
        return false;
    if (!small_sector_read(&sector, shrink->plan.game->solvable->thin->inputs, bytes, count, why)) {
        free(bytes);
        return false;
    }
    *out = (SmallBytes){bytes, count, count, false};
    return true;
}

static bool make_part(Shrink *shrink, uint32_t number, const Sector *sector, const char *path,
                      SmallBytes *out, bool *missing, char *why)
{
    char from[STORE_PATH_MAX];
    double start = clock_seconds();
    StoreFile file = {0};
    SmallValues values = {0};
    SmallReport report;
    const Game *game = shrink->plan.game;
    if (!store_path(shrink->db, sector->name, store_suffix, from))
        return refuse(why, "its path is too long");
    if (!store_file_open(&file, from, missing, why))
        return *missing;
    uint64_t rules = format_rules_digest(game, shrink->plan.tables);
    bool good = rules ? format_fits(&file.header, game->id, rules, sector, why)
                      : refuse(why, "out of memory");
    if (good && shrink->estimate)
        good = small_estimate(&shrink->plan, number, &file, &report, why);
    else
        good = good && load_values(&file, &values, why) &&
               small_make_sector(&shrink->plan, number, &values, out, &report, why) &&
               write_whole(path, out, why);
    shrink->bytes += good ? report.bytes : 0;
    if (good)
        print_report(sector->name, &report, clock_seconds() - start, shrink->list);
    free(values.pairs);
    store_file_close(&file);
    return good;
}

static bool make_parts(Shrink *shrink, char *why)
{
    const Game *game = shrink->plan.game;
    const Solvable *s = game->solvable;
    uint32_t sectors = s->sectors(shrink->plan.tables);
    shrink->part = calloc(sectors, sizeof *shrink->part);
    shrink->sector = calloc(sectors, sizeof *shrink->sector);
    if (!shrink->part || !shrink->sector)
        return refuse(why, "out of memory");
    if (!shrink->list)
        print_head();
    for (uint32_t i = 0; i < sectors; i++) {
        Sector sector;
        char path[STORE_PATH_MAX], suffix[32];
        bool missing = false;
        Str end = str_over(suffix, sizeof suffix);
        if (!s->thin->holds(shrink->plan.tables, i, shrink->plan.level))
            continue;
        s->sector(shrink->plan.tables, i, &sector);
        str_format(&end, ".small%u", shrink->plan.level);
        if (!store_path(shrink->parts, sector.name, suffix, path))
            return refuse(why, "its path is too long");
        SmallBytes *part = &shrink->part[shrink->count];
        if ((shrink->estimate || !take_part(shrink, path, part)) &&
            !make_part(shrink, i, &sector, path, part, &missing, why))
            return false;
        shrink->missing += missing;
        if (!missing)
            shrink->sector[shrink->count++] = i;
    }
    return true;
}

static void tell_bytes(const Shrink *shrink, uint64_t bytes)
{
    if (shrink->json) {
        reply_count(shrink->json, "bytes", bytes);
        reply_count(shrink->json, "missing", shrink->missing);
        cJSON_AddBoolToObject(shrink->json, "estimated", shrink->estimate);
    } else if (shrink->estimate) {
        printf("bytes %" PRIu64 " estimated, %u sectors not there\n", bytes, shrink->missing);
    } else {
        printf("bytes %" PRIu64 " in %u sectors\n", bytes, shrink->count);
    }
}

static bool shrink_run(Shrink *shrink, char *why)
{
    if (!shrink->estimate && mkdir(shrink->parts, 0777) != 0 && errno != EEXIST)
        return refuse(why, "cannot make '%s': %s", shrink->parts, strerror(errno));
    if (!make_parts(shrink, why))
        return false;
    if (shrink->estimate) {
        tell_bytes(shrink, shrink->bytes);
        return true;
    }
    if (shrink->missing)
        return refuse(why, "%u sectors are not in '%s' yet; what is made stays in '%s'",
                      shrink->missing, shrink->db, shrink->parts);
    SmallBytes all = {0};
    bool good = small_join(&shrink->plan, shrink->sector, shrink->part, shrink->count, &all)
                    ? write_whole(shrink->out, &all, why)
                    : refuse(why, "out of memory");
    if (good)
        tell_bytes(shrink, all.count);
    free(all.bytes);
    return good;
}

static int shrink_variant(const Args *args, Shrink *shrink, ShrinkCheck *check)
{
    char why[WHY_MAX];
    Game *game = game_open(args->word[0], LANG_EN, why);
    if (!game)
        return complain("%s", why);
    const Thin *thin = game->solvable ? game->solvable->thin : NULL;
    bool good = thin && shrink->plan.level < thin->levels
                    ? true
                    : refuse(why, "there is no small database of %s at level %u", game->id,
                             shrink->plan.level);
    void *tables = good ? game->solvable->open(game) : NULL;
    if (good && !tables)
        good = refuse(why, "out of memory");
    shrink->plan.game = game;
    shrink->plan.tables = tables;
    if (args_value(args, "--json")) {
        shrink->json = check->json = reply_begin(game, NULL, LANG_EN);
        shrink->list = check->only ? NULL : cJSON_AddArrayToObject(shrink->json, "sectors");
    }
    if (good && !check->only)
        good = shrink_run(shrink, why);
    if (good && check->sample)
        good = shrink_check(check, game, why);
    for (uint32_t i = 0; shrink->part && i < shrink->count; i++)
        free(shrink->part[i].bytes);
    free(shrink->part);
    free(shrink->sector);
    if (tables)
        game->solvable->close(tables);
    game_close(game);
    if (good && shrink->json)
        return reply_print(shrink->json, false) ? EXIT_GOOD : EXIT_BAD_INPUT;
    cJSON_Delete(shrink->json);
    return good ? EXIT_GOOD : complain("%s", why);
}

static int run_shrink(const Args *args)
{
    uint64_t level = 2, sample = 2000000, rounds = 3, check = 0, seed = 1;
    Shrink shrink = {.db = args_value(args, "--db"),
                     .out = args_value(args, "--out"),
                     .estimate = args_value(args, "--estimate") != NULL};
    const char *parts = args_value(args, "--parts");
    if (shrink.estimate && !shrink.out)
        shrink.out = ""; /* nothing is written */
    if (!shrink.db || !shrink.out)
        return complain("shrink needs --db DIR, a solved database, and --out FILE");
    if (!args_number(args, "--level", 0, THIN_LEVEL_MAX, &level) ||
        !args_number(args, "--sample", 1000, UINT32_MAX, &sample) ||
        !args_number(args, "--rounds", 1, 1000, &rounds) ||
        !args_number(args, "--check", 1, UINT32_MAX, &check) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed))
        return EXIT_BAD_INPUT;
    Str path = str_over(shrink.parts, sizeof shrink.parts);
    str_format(&path, parts ? "%s" : "%s.parts", parts ? parts : shrink.out);
    if (path.full)
        return complain("the path of the parts is too long");
    shrink.plan = (SmallPlan){
        .level = (uint32_t)level, .sample = sample, .rounds = (int)rounds, .worth = NETWORK_WORTH};
    ShrinkCheck wanted = {.db = shrink.db,
                          .file = shrink.out,
                          .sample = check,
                          .seed = seed,
                          .only = args_value(args, "--check-only"),
                          .estimate = shrink.estimate,
                          .level = (uint32_t)level};
    return shrink_variant(args, &shrink, &wanted);
}

const Command command_shrink = {
    .name = "shrink",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Make a small database, of win, draw and loss alone, from a solved one.",
    .details =
        "Only some positions are kept, and of these only what a network guesses wrong; a\n"
        "short search gives the exact value of every position. The higher the level, the\n"
        "smaller the file and the longer the search. A run that was stopped goes on; bits in\n"
        "the table are per kept position: by the counts of values alone, with the network's\n"
        "guesses, and as stored.",
    .flags = {{"--db", "DIR", "the solved database (needed)"},
              {"--out", "FILE", "the small database (needed)"},
              {"--parts", "DIR", "where finished sectors wait (default: FILE.parts)"},
              {"--level", "N",
               "0: all positions are kept, to 4: ever fewer; 5 to 8: openings (default 2)"},
              {"--sample", "N", "learn from at most N positions of a sector (default 2000000)"},
              {"--rounds", "N", "go through them N times (default 3)"},
              {"--estimate", NULL, "make nothing, only say what sectors and checks would cost"},
              {"--check", "N", "then compare N positions of every sector with the database"},
              {"--check-only", NULL, "make nothing, only compare"},
              {"--seed", "N", "which positions are compared (default 1)"},
              FLAG_JSON},
    .run = run_shrink,
};
