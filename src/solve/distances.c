/* SPDX-License-Identifier: MIT */
/* How many positions are won or lost in how many plies: a pass over the files of a directory, block
 * by block, at the speed of unpacking them. */
#include "solve/distances.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = 4 * FORMAT_BLOCK_BYTES };

/* What a thread needs of its own. */
typedef struct CountThread {
    Worth worth[ENTRIES_MAX];
    uint8_t orbit[ENTRIES_MAX];
    uint64_t count[DISTANCE_WORTHS];
    uint64_t longest; /* the first entry of the longest win or loss; UINT64_MAX for none */
} CountThread;

typedef struct Counting {
    const DistanceRun *run;
    const Solvable *ops;
    const void *tables;
    const StoreFile *file;
    uint32_t sector;
    CountThread *thread;
    atomic_bool bad;
    char why[WHY_MAX]; /* of the first that went wrong */
} Counting;

static void count_block(void *context, int number, size_t task)
{
    Counting *c = context;
    CountThread *thread = &c->thread[number];
    const FormatHeader *header = &c->file->header;
    uint8_t block[FORMAT_BLOCK_BYTES];
    char why[WHY_MAX];
    uint32_t each = format_block_entries(header->kind);
    uint64_t first = (uint64_t)task * each, left = header->entries - first;
    uint32_t count = left < each ? (uint32_t)left : each;
    if (!store_file_block(c->file, (uint32_t)task, block, why)) {
        if (!atomic_exchange(&c->bad, true))
            memcpy(c->why, why, sizeof why);
        return;
    }
    format_get_run(header->kind, block, count, thread->worth);
    c->ops->orbits(c->tables, (SectorIndex){c->sector, first}, count, thread->orbit);
    for (uint32_t i = 0; i < count; i++) {
        Worth worth = thread->worth[i];
        thread->count[worth] += thread->orbit[i] > 0;
        if (worth && worth_plies(worth) == (int)header->longest && thread->orbit[i] &&
            first + i < thread->longest)
            thread->longest = first + i;
    }
}

/* Adds what the threads counted to *out; their counts are zero again. */
static void gather(Counting *c, SectorDistances *out)
{
    uint64_t longest = UINT64_MAX;
    for (int t = 0; t < c->run->workers.threads; t++) {
        CountThread *thread = &c->thread[t];
        for (int w = 0; w < DISTANCE_WORTHS; w++)
            out->count[w] += thread->count[w];
        memset(thread->count, 0, sizeof thread->count);
        longest = thread->longest < longest ? thread->longest : longest;
        thread->longest = UINT64_MAX;
    }
    if (longest == UINT64_MAX)
        return;
    out->plies = (int)c->file->header.longest;
    c->ops->unrank(c->tables, (SectorIndex){c->sector, longest}, &out->longest);
}

/* Are the counts those of the file's header? */
static bool agrees(const SectorDistances *d, const FormatHeader *header)
{
    FormatCounts sum = {.drawn = d->count[WORTH_DRAW]};
    for (int w = 1; w < DISTANCE_WORTHS; w++)
        *(worth_is_won((Worth)w) ? &sum.won : &sum.lost) += d->count[w];
    return memcmp(&sum, &header->orbits, sizeof sum) == 0;
}

static bool count_file(Counting *c, SectorDistances *out, char *why)
{
    const Workers *workers = &c->run->workers;
    memset(out->count, 0, sizeof out->count);
    out->plies = -1;
    if (c->file->header.kind == FORMAT_WDL && c->file->header.longest == 0 &&
        c->file->header.orbits.won + c->file->header.orbits.lost > 0)
        return refuse(why, "it has no distances (made with --wdl)");
    if (!workers->run(workers->threads, c->file->header.blocks, count_block, c))
        return refuse(why, "threads could not be started");
    if (atomic_load(&c->bad))
        return refuse(why, "%.400s", c->why);
    gather(c, out);
    return agrees(out, &c->file->header) || refuse(why, "its counts are not those of its header");
}

/* One sector, if its file is there. */
static bool count_sector(Counting *c, DistanceRun *run, uint64_t rules, SectorDistances *out,
                         char *why)
{
    Sector sector;
    StoreFile file;
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    bool missing = false;
    c->ops->sector(c->tables, c->sector, &sector);
    if (!store_path(run->dir, sector.name, store_suffix, path))
        return refuse(why, "the path is too long");
    if (!store_file_open(&file, path, &missing, reason)) {
        run->missing += missing;
        return missing || refuse(why, "%s.db: %.400s", sector.name, reason);
    }
    c->file = &file;
    out->name = sector.name;
    bool good = format_fits(&file.header, run->game->id, rules, &sector, reason) &&
                count_file(c, out, reason);
    store_file_close(&file);
    if (!good)
        return refuse(why, "%s.db: %.400s", sector.name, reason);
    run->files++;
    run->tell(run->context, out);
    return true;
}

bool distances_run(DistanceRun *run, char *why)
{
    if (!probe_is_numbered(run->game, why))
        return false;
    size_t threads = (size_t)run->workers.threads;
    Counting c = {.run = run, .ops = run->game->solvable};
    void *tables = c.ops->open(run->game);
    SectorDistances *out = malloc(sizeof *out);
    c.thread = calloc(threads, sizeof *c.thread);
    c.tables = tables;
    bool good = (tables && out && c.thread) || refuse(why, "out of memory");
    for (size_t t = 0; good && t < threads; t++)
        c.thread[t].longest = UINT64_MAX;
    uint64_t rules = good ? format_rules_digest(run->game, tables) : 0;
    good = good && (rules || refuse(why, "out of memory"));
    uint32_t sectors = good ? c.ops->sectors(tables) : 0;
    for (c.sector = 0; good && c.sector < sectors; c.sector++)
        good = count_sector(&c, run, rules, out, why);
    free(c.thread);
    free(out);
    if (tables)
        c.ops->close(tables);
    return good;
}
