/* SPDX-License-Identifier: MIT */
/* The verifier: recomputes every value forward, from the values of the successors, and uses nothing
 * of the solver. If all distances are consistent, wins and losses are proved, because each follows
 * from shorter ones; and a draw is a position from which a draw can be kept for ever. */
#include "solve/verify.h"

#include "base/clock.h"
#include "base/pages.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void verify_mark_bad(Verify *v, uint64_t index)
{
    uint64_t known = atomic_load(&v->bad);
    while ((!known || index + 1 < known) &&
           !atomic_compare_exchange_weak(&v->bad, &known, index + 1))
        ;
}

static bool same_counts(const FormatCounts *a, const FormatCounts *b)
{
    return a->lost == b->lost && a->drawn == b->drawn && a->won == b->won;
}

static bool check_totals(const Verify *v, const FormatHeader *header, char *why)
{
    VerifyTally all = {.longest = 0};
    for (int t = 0; t < WORKERS_MAX; t++) {
        format_add_counts(&all.orbits, &v->tally[t].orbits);
        format_add_counts(&all.positions, &v->tally[t].positions);
        all.longest = v->tally[t].longest > all.longest ? v->tally[t].longest : all.longest;
    }
    return verify_count(v) < v->about.entries ||
           (same_counts(&all.orbits, &header->orbits) &&
            same_counts(&all.positions, &header->positions) && all.longest == header->longest) ||
           refuse(why, "the counts in its header are not those of its values");
}

/* Of all values, also where only a sample of them is recomputed: so every block is read. */
static bool find_digest(Verify *v, const StoreFile *file, char *why)
{
    const Worth *values = v->values[v->sector];
    if (!(values ? digest_values(&file->header, values, &v->run->workers, v->digest, why)
                 : digest_file(file, &v->run->workers, v->digest, why)))
        return false;
    digest_add(&v->all, v->about.name, v->digest);
    return true;
}

static bool check_values(Verify *v, const FormatHeader *header, bool forward, char *why)
{
    memset(v->tally, 0, sizeof v->tally);
    if (forward && !verify_forward(v, why))
        return false;
    if (!forward && !verify_one_by_one(v))
        return refuse(why, "threads could not be started");
    uint64_t bad = atomic_load(&v->bad);
    if (bad)
        return refuse(why, "entry %llu has a value that its moves do not give",
                      (unsigned long long)(bad - 1));
    if (atomic_load(&v->unknown))
        return refuse(why, "a move leads to a position that no file has");
    v->run->entries += verify_count(v);
    return check_totals(v, header, why);
}

static size_t value_bytes(const Verify *v, uint32_t sector)
{
    return v->probe->sector[sector].entries * sizeof(Worth);
}

static void drop(Verify *v, uint32_t sector)
{
    pages_free(v->values[sector], value_bytes(v, sector));
    v->values[sector] = NULL;
}

/* Unpacks a sector; where there is no memory for it, blocks are looked up one by one. */
static bool load(Verify *v, uint32_t sector, char *why)
{
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    StoreFile file;
    Sector about;
    v->ops->sector(v->probe->tables, sector, &about);
    if (!(v->values[sector] = pages_alloc(value_bytes(v, sector))))
        return true;
    pages_advise_huge(v->values[sector], value_bytes(v, sector));
    bool good = store_path(v->run->dir, about.name, store_suffix, path) &&
                store_file_open(&file, path, NULL, reason);
    if (good) {
        good = store_file_values(&file, &v->run->workers, v->values[sector], reason);
        store_file_close(&file);
    }
    return good || refuse(why, "%s.db: %s", about.name, reason);
}

/* The sector, its stage and its successors are wanted in memory. Returns their bytes. */
static uint64_t want(Verify *v, uint32_t sector)
{
    uint32_t successors[SECTOR_SUCCESSORS_MAX];
    int count = v->ops->successors(v->probe->tables, sector, successors);
    uint64_t bytes = 0;
    for (uint32_t s = 0; s < v->probe->sector_count; s++) {
        Sector other;
        v->ops->sector(v->probe->tables, s, &other);
        bool wanted = other.stage == v->about.stage;
        for (int i = 0; i < count; i++)
            wanted |= successors[i] == s;
        v->wanted[s] = wanted && v->probe->sector[s].there;
        bytes += v->wanted[s] ? other.entries * sizeof(Worth) : 0;
    }
    return bytes;
}

/* Loads what is wanted, if it fits into memory beside `extra` bytes, and drops all others. Sets
 * *whole if all is there. */
static bool fetch(Verify *v, uint64_t extra, bool *whole, char *why)
{
    bool fits = want(v, v->sector) + extra <= v->run->memory;
    *whole = fits;
    for (uint32_t s = 0; s < v->probe->sector_count; s++)
        if (!fits || !v->wanted[s])
            drop(v, s);
    for (uint32_t s = 0; fits && s < v->probe->sector_count; s++) {
        if (v->wanted[s] && !v->values[s] && !load(v, s, why))
            return false;
        *whole &= !v->wanted[s] || v->values[s];
    }
    return true;
}

static void tell(const Verify *v, bool forward, double start)
{
    VerifyProgress progress = {v->about.name, verify_count(v), forward, clock_seconds() - start,
                               v->digest};
    if (v->run->report)
        v->run->report(v->run->context, &progress);
}

/* Fetches what can be had in memory; returns whether the batches can be used. */
static bool choose_way(Verify *v, bool *forward, char *why)
{
    bool whole;
    *forward = v->ops->forward && !v->run->one_by_one && verify_count(v) == v->about.entries;
    if (!fetch(v, *forward ? verify_forward_memory(v) : 0, &whole, why))
        return false;
    *forward &= whole;
    return true;
}

/* A sector whose file is there. With `only_read`, its digest alone. */
static bool check_file(Verify *v, bool only_read, char *why)
{
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    double start = clock_seconds();
    StoreFile file;
    bool forward = false;
    v->wdl = v->probe->sector[v->sector].kind == FORMAT_WDL;
    if (!only_read && !choose_way(v, &forward, why))
        return false;
    if (!store_path(v->run->dir, v->about.name, store_suffix, path) ||
        !store_file_open(&file, path, NULL, reason))
        return refuse(why, "%s.db: %s", v->about.name, reason);
    bool good = find_digest(v, &file, reason) &&
                (only_read || check_values(v, &file.header, forward, reason));
    store_file_close(&file);
    v->run->files += good && !only_read;
    if (good && !only_read)
        tell(v, forward, start);
    return good || refuse(why, "%s.db: %s", v->about.name, reason);
}

static bool check_sector(Verify *v, uint32_t sector, bool only_read, char *why)
{
    v->sector = sector;
    v->ops->sector(v->probe->tables, sector, &v->about);
    if (v->probe->sector[sector].there)
        return check_file(v, only_read, why);
    v->run->missing++;
    return true;
}

/* Nothing but files of sectors. */
static bool check_names(const Verify *v, char *why)
{
    DIR *list = opendir(v->run->dir);
    if (!list)
        return refuse(why, "it cannot be opened: %s", strerror(errno));
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(list));) {
        char name[SECTOR_NAME_MAX + 4], quoted[64];
        size_t length = strlen(entry->d_name), suffix = strlen(store_suffix);
        uint32_t sector;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        Str s = str_over(name, sizeof name), q = str_over(quoted, sizeof quoted);
        if (length > suffix)
            str_bytes(&s, entry->d_name, length - suffix);
        str_quote(&q, entry->d_name);
        if (length <= suffix || strcmp(entry->d_name + length - suffix, store_suffix) != 0 ||
            !probe_find(v->probe, name, &sector))
            good = refuse(why, "%s is no database file of %s", quoted, v->run->game->id);
    }
    closedir(list);
    return good;
}

static bool make_memory(Verify *v)
{
    bool good = true;
    v->values = calloc(v->probe->sector_count, sizeof *v->values);
    v->wanted = calloc(v->probe->sector_count, sizeof *v->wanted);
    for (int t = 0; good && t < v->run->workers.threads; t++) {
        VerifyScratch *scratch = &v->scratch[t];
        scratch->moves = malloc(v->run->game->moves_max * sizeof *scratch->moves);
        scratch->asked = malloc(v->run->game->moves_max * sizeof *scratch->asked);
        good = scratch->moves && scratch->asked;
    }
    return good && v->values && v->wanted;
}

static void free_memory(Verify *v)
{
    for (uint32_t s = 0; v->values && s < v->probe->sector_count; s++)
        drop(v, s);
    for (int t = 0; t < v->run->workers.threads; t++) {
        free(v->scratch[t].moves);
        free(v->scratch[t].asked);
    }
    free(v->values);
    free(v->wanted);
}

/* Which sectors are recomputed: all, one, or all from one on. */
static bool choose(const Verify *v, uint32_t *first, uint32_t *end, char *why)
{
    const char *name = v->run->only ? v->run->only : v->run->from;
    *first = 0;
    *end = v->probe->sector_count;
    if (!name)
        return true;
    if (!probe_find(v->probe, name, first))
        return refuse(why, "%s has no sector '%.40s'", v->run->game->id, name);
    if (v->run->only) {
        *end = *first + 1;
        return v->probe->sector[*first].there || refuse(why, "%s.db is not there", name);
    }
    return true;
}

static bool check_all(Verify *v, char *why)
{
    VerifyRun *run = v->run;
    uint32_t first, end;
    if (!make_memory(v))
        return refuse(why, "out of memory");
    if (!choose(v, &first, &end, why) || (!run->only && !check_names(v, why)))
        return false;
    for (uint32_t s = run->only ? first : 0; s < end; s++)
        if (!check_sector(v, s, s < first, why))
            return false;
    return !run->missing ||
           refuse(why, "%u files are missing (the other %u are good)", run->missing, run->files);
}

/* All sectors of a kind: values with distances or without. */
static void begin_certificate(Verify *v)
{
    v->run->wdl = false;
    for (uint32_t s = 0; s < v->probe->sector_count; s++)
        v->run->wdl |= v->probe->sector[s].there && v->probe->sector[s].kind == FORMAT_WDL;
    digest_begin(&v->all, v->run->game->id, v->run->wdl);
}

bool verify_run(VerifyRun *run, char *why)
{
    Store *store = store_open(run->dir, run->game, why);
    Verify *v = calloc(1, sizeof *v);
    bool good = store && v;
    run->entries = run->files = run->missing = 0;
    if (store && !v)
        refuse(why, "out of memory");
    if (good) {
        *v = (Verify){.run = run, .ops = run->game->solvable, .probe = store_probe(store)};
        begin_certificate(v);
        good = check_all(v, why);
        if (!digest_end(&v->all, run->certificate) && good)
            good = refuse(why, "out of memory");
        free_memory(v);
    }
    free(v);
    store_close(store);
    return good;
}
