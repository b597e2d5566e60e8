/* SPDX-License-Identifier: MIT */
/* `concentric solve --json`: what the files of a solved variant say. */
#include "app/cli/solve_json.h"

#include "app/reply.h"
#include "core/perfect.h"

static cJSON *counts_json(const char *name, const FormatCounts *c, uint32_t longest)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "sector", name);
    reply_count(json, "lost", c->lost);
    reply_count(json, "drawn", c->drawn);
    reply_count(json, "won", c->won);
    reply_count(json, "longest", longest);
    return json;
}

typedef struct Totals {
    FormatCounts counts;
    uint64_t bytes, entries;
    uint32_t longest, files;
    DigestAll digest;
} Totals;

/* The digest of a file's values, which takes reading it. */
static bool add_digest(const SolveRun *run, const StoreFile *file, cJSON *json, Totals *all,
                       char *why)
{
    const FormatHeader *header = &file->header;
    uint8_t digest[DIGEST_BYTES];
    char text[DIGEST_TEXT_MAX], reason[WHY_MAX];
    if (!digest_file(file, &run->workers, digest, reason))
        return refuse(why, "%s%s: %.400s", header->sector, store_suffix, reason);
    if (!all->files++)
        digest_begin(&all->digest, header->variant, header->kind == FORMAT_WDL);
    digest_add(&all->digest, header->sector, digest);
    digest_text(digest, text);
    cJSON_AddStringToObject(json, "digest", text);
    return true;
}

static bool add_sector(const SolveRun *run, const Sector *sector, cJSON *list, Totals *all,
                       char *why)
{
    StoreFile file;
    char path[STORE_PATH_MAX];
    bool missing = false;
    if (!store_path(run->dir, sector->name, store_suffix, path))
        return refuse(why, "the path is too long");
    if (!store_file_open(&file, path, &missing, why))
        return missing && run->stages; /* some stages: of the sectors that are there */
    const FormatHeader *header = &file.header;
    cJSON *json = counts_json(sector->name, &header->orbits, header->longest);
    cJSON_AddItemToArray(list, json);
    format_add_counts(&all->counts, &header->orbits);
    all->longest = header->longest > all->longest ? header->longest : all->longest;
    all->bytes += file.size;
    all->entries += header->entries;
    bool good = add_digest(run, &file, json, all, why);
    store_file_close(&file);
    return good;
}

static bool add_sectors(const SolveRun *run, cJSON *json, char *why)
{
    const Solvable *ops = run->game->solvable;
    void *tables = ops->open(run->game);
    Totals all = {.bytes = 0};
    bool good = tables || refuse(why, "out of memory");
    cJSON *list = cJSON_AddArrayToObject(json, "sectors");
    for (uint32_t s = 0; good && s < ops->sectors(tables); s++) {
        Sector sector;
        ops->sector(tables, s, &sector);
        good = add_sector(run, &sector, list, &all, why);
    }
    uint8_t digest[DIGEST_BYTES];
    char text[DIGEST_TEXT_MAX] = "";
    bool hashed = digest_end(&all.digest, digest);
    if (hashed)
        digest_text(digest, text);
    bool whole = hashed && tables && all.files == ops->sectors(tables);
    if (tables)
        ops->close(tables);
    reply_text(json, "certificate", whole ? text : NULL);
    cJSON_AddItemToObject(json, "all", counts_json("all", &all.counts, all.longest));
    reply_count(json, "bytes", all.bytes);
    reply_count(json, "entries", all.entries);
    return good;
}

/* The value of the start, where all stages are solved. */
static bool add_value(const SolveRun *run, cJSON *json, char *why)
{
    static const char *const names[] = {"loss", "draw", "win"};
    Known known = {.plies = -1};
    Pos start;
    Store *store = run->stages ? NULL : store_open(run->dir, run->game, why);
    if (!run->stages && !store)
        return false;
    run->game->ops->start(run->game, 1, &start);
    Oracle oracle = store ? probe_oracle(store_probe(store)) : (Oracle){NULL, NULL};
    bool good = !store || perfect_known(run->game, &start, &oracle, &known) ||
                refuse(why, "the start position was not found");
    store_close(store);
    reply_text(json, "value", store && good ? names[known.value + 1] : NULL);
    cJSON_AddItemToObject(json, "plies",
                          known.plies >= 0 ? cJSON_CreateNumber(known.plies) : cJSON_CreateNull());
    return good;
}

bool solve_print_json(const SolveRun *run, double seconds, char *why)
{
    const Text *left_out = run->game->solvable->leaves_out;
    cJSON *json = reply_begin(run->game, NULL, LANG_EN);
    if (!add_sectors(run, json, why) || !add_value(run, json, why)) {
        cJSON_Delete(json);
        return false;
    }
    reply_text(json, "not_looked_at", left_out ? left_out->in[LANG_EN] : NULL);
    reply_ms(json, "time_ms", seconds);
    return reply_print(json, false) || refuse(why, "out of memory");
}
