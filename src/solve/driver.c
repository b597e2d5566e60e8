/* SPDX-License-Identifier: MIT */
/* Which sectors are to be solved, in which order, and which values are in memory for that. */
#define _DEFAULT_SOURCE /* flock */
#include "solve/solve.h"

#include "base/clock.h"
#include "base/pages.h"
#include "core/flow.h"
#include "solve/plan.h"
#include "solve/spread.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COUNT_CHUNK = 1 << 16, SPARES = 8 };

/* Memory of values that are not wanted any more, for the next ones (base/pages.h). */
typedef struct Spare {
    void *memory;
    size_t bytes;
} Spare;

typedef struct Driver {
    const SolveRun *run;
    const Solvable *ops;
    void *tables;
    uint64_t rules;
    uint32_t sector_count;
    Sector *sector;
    bool *done;
    Worth **values; /* by sector: in memory now */
    Spare spare[SPARES];
    QueueBank bank;
    bool made; /* the directory, by this run */
    int lock;  /* on the directory: no other run solves into it */
    uint64_t entries, done_entries, solved;
    double start;
    SolveProgress progress;
    uint32_t at;                    /* the first sector of the stage under way, */
    double stage_start, stage_told; /* its start, and when it was last told how far it is */
} Driver;

/* Is the sector of the stages that are to be solved? */
static bool is_wanted(const Driver *d, uint32_t s)
{
    return !d->run->stages || d->sector[s].stage < d->run->stages;
}

/* Is all well, with all ranks? */
static bool together(const Driver *d, bool good, char *why)
{
    Exchange *x = d->run->exchange;
    return x ? x->agree(x->context, good, why) : good;
}

static size_t value_bytes(const Driver *d, uint32_t sector)
{
    return d->sector[sector].entries * sizeof(Worth);
}

/* The largest spare memory; NULL if there is none. */
static Spare *largest_spare(Driver *d)
{
    Spare *found = &d->spare[0];
    for (int i = 1; i < SPARES; i++)
        if (d->spare[i].bytes > found->bytes)
            found = &d->spare[i];
    return found->memory ? found : NULL;
}

static bool make_values(Driver *d, uint32_t sector)
{
    size_t bytes = value_bytes(d, sector);
    Spare *spare = largest_spare(d), none = {0};
    if (spare && bytes >= PAGES_HUGE) {
        d->values[sector] = pages_reuse(spare->memory, spare->bytes, bytes);
        *spare = none;
    } else if ((d->values[sector] = pages_alloc(bytes))) {
        pages_advise_huge(d->values[sector], bytes);
    }
    return d->values[sector] != NULL;
}

static void drop(Driver *d, uint32_t sector)
{
    Spare old = {d->values[sector], value_bytes(d, sector)};
    d->values[sector] = NULL;
    /* Other methods want zeros; ranks have only the pages that they write: nothing to hand on. */
    bool keeps = d->ops->flow && !d->run->graph && !d->run->exchange;
    for (int i = 0; i < SPARES && keeps && old.bytes >= PAGES_HUGE && old.memory; i++)
        if (!d->spare[i].memory) {
            d->spare[i] = old;
            return;
        }
    pages_free(old.memory, old.bytes);
}

/* Frees spare memory beyond so many bytes. */
static void trim_spares(Driver *d, uint64_t bytes)
{
    uint64_t all = 0;
    for (int i = 0; i < SPARES; i++)
        all += d->spare[i].bytes;
    for (Spare *spare; all > bytes && (spare = largest_spare(d)); *spare = (Spare){0}) {
        all -= spare->bytes;
        pages_free(spare->memory, spare->bytes);
    }
}

/* Before values of so many bytes more are made, beside those in memory: what is kept for later use
 * is no more than what they will take, or than what is left. */
static void make_room(Driver *d, uint64_t new_bytes, uint64_t all_bytes)
{
    trim_spares(d, new_bytes);
    queue_trim_bank(&d->bank, all_bytes < d->run->memory ? d->run->memory - all_bytes : 0);
}

static void close_driver(Driver *d)
{
    for (uint32_t s = 0; d->values && d->sector && s < d->sector_count; s++)
        drop(d, s);
    make_room(d, 0, UINT64_MAX);
    free(d->values);
    free(d->sector);
    free(d->done);
    if (d->lock >= 0)
        close(d->lock);
    if (d->tables)
        d->ops->close(d->tables);
}

static bool open_driver(Driver *d, const SolveRun *run, char *why)
{
    *d = (Driver){.run = run, .ops = run->game->solvable, .start = clock_seconds(), .lock = -1};
    if (!probe_is_numbered(run->game, why))
        return false;
    if ((d->tables = d->ops->open(run->game))) {
        d->sector_count = d->ops->sectors(d->tables);
        d->sector = calloc(d->sector_count, sizeof *d->sector);
        d->done = calloc(d->sector_count, sizeof *d->done);
        d->values = calloc(d->sector_count, sizeof *d->values);
    }
    if (!d->sector || !d->done || !d->values ||
        !(d->rules = format_rules_digest(run->game, d->tables)))
        return refuse(why, "out of memory");
    for (uint32_t s = 0; s < d->sector_count; s++) {
        d->ops->sector(d->tables, s, &d->sector[s]);
        if (is_wanted(d, s))
            d->entries += d->sector[s].entries;
    }
    return true;
}

/* Does the name end so and begin with the name of a sector? */
static bool is_ours(const Driver *d, const char *name, const char *suffix)
{
    for (uint32_t s = 0; s < d->sector_count; s++) {
        size_t length = strlen(d->sector[s].name);
        if (strncmp(name, d->sector[s].name, length) == 0 && strcmp(name + length, suffix) == 0)
            return true;
    }
    return false;
}

/* Makes the directory and keeps other runs away from it; a killed run's lock goes with it. */
static bool lock_directory(Driver *d, char *why)
{
    const char *dir = d->run->dir;
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted);
    str_quote(&q, dir);
    d->made = mkdir(dir, 0777) == 0;
    if (!d->made && errno != EEXIST)
        return refuse(why, "the directory %s cannot be made: %s", quoted, strerror(errno));
    d->lock = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (d->lock < 0)
        return refuse(why, "the directory %s cannot be opened: %s", quoted, strerror(errno));
    if (flock(d->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return refuse(why, "another run is solving into the directory %s", quoted);
    return true;
}

/* Removes files that a killed run left half written; anything else there is not ours to touch. */
static bool tidy(const Driver *d, char *why)
{
    const char *dir = d->run->dir;
    DIR *list = opendir(dir);
    if (!list)
        return refuse(why, "the directory cannot be opened: %s", strerror(errno));
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(list));) {
        char path[STORE_PATH_MAX];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            is_ours(d, entry->d_name, store_suffix))
            continue;
        if (is_ours(d, entry->d_name, store_part_suffix) &&
            store_path(dir, entry->d_name, "", path))
            unlink(path);
        else
            good = refuse(why,
                          "the directory holds something that is no database file of %s; "
                          "give an empty or a new one",
                          d->run->game->id);
    }
    closedir(list);
    return good;
}

/* Is the sector solved already? */
static bool look_for(Driver *d, uint32_t s, char *why)
{
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    StoreFile file;
    bool missing;
    if (!store_path(d->run->dir, d->sector[s].name, store_suffix, path))
        return refuse(why, "the path is too long");
    bool good = store_file_open(&file, path, &missing, reason);
    if (!good && missing)
        return true;
    good = good && format_fits(&file.header, d->run->game->id, d->rules, &d->sector[s], reason) &&
           ((file.header.kind == FORMAT_WDL) == d->run->wdl ||
            refuse(reason, "it was made %s --wdl", d->run->wdl ? "without" : "with"));
    store_file_close(&file);
    if (!good)
        return refuse(why, "%s.db is there, but %s; take it away to have it solved again",
                      d->sector[s].name, reason);
    d->done[s] = true;
    if (is_wanted(d, s))
        d->done_entries += d->sector[s].entries;
    return true;
}

/* For the stage of the sector `first`. */
static bool load(Driver *d, uint32_t s, uint32_t first, char *why)
{
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    StoreFile file;
    bool room = make_values(d, s);
    if (d->run->exchange)
        return spread_load(d->run, d->tables, s, d->sector[s].name, first, d->values[s], why);
    if (!room)
        return refuse(why, "out of memory");
    bool good = store_path(d->run->dir, d->sector[s].name, store_suffix, path) &&
                store_file_open(&file, path, NULL, reason);
    if (good) {
        good = store_file_values(&file, &d->run->workers, d->values[s], reason);
        store_file_close(&file);
    }
    return good || refuse(why, "%s.db: %s", d->sector[s].name, reason);
}

/* Loads the values of the stage's successor sectors and drops all others. */
static bool load_successors(Driver *d, uint32_t first, uint32_t count, uint64_t *bytes, char *why)
{
    bool *wanted = calloc(d->sector_count, sizeof *wanted), good = wanted != NULL;
    if (!good)
        return refuse(why, "out of memory");
    for (uint32_t s = first; s < first + count; s++) {
        uint32_t successors[SECTOR_SUCCESSORS_MAX];
        for (int i = d->ops->successors(d->tables, s, successors); i-- > 0;)
            wanted[successors[i]] = true;
    }
    uint64_t new_bytes = 0, stage_bytes = 0;
    for (uint32_t s = first; s < first + count; s++)
        stage_bytes += plan_values(d->run, d->tables, d->sector, s);
    for (uint32_t s = 0; s < d->sector_count; s++) {
        if (!wanted[s])
            drop(d, s);
        else
            *bytes += plan_values(d->run, d->tables, d->sector, s);
        if (wanted[s] && !d->values[s])
            new_bytes += plan_values(d->run, d->tables, d->sector, s);
    }
    make_room(d, new_bytes + stage_bytes, *bytes + stage_bytes);
    for (uint32_t s = 0; good && *bytes <= d->run->memory && s < d->sector_count; s++)
        if (wanted[s] && !d->values[s])
            good = load(d, s, first, why);
    free(wanted);
    return good;
}

typedef struct Counting {
    const Driver *d;
    uint32_t sector;
    Share entries; /* of this rank */
    FormatCounts orbits[WORKERS_MAX], positions[WORKERS_MAX];
    uint8_t orbit[WORKERS_MAX][COUNT_CHUNK];
} Counting;

static void count_chunk(void *context, int thread, size_t task)
{
    Counting *job = context;
    const Driver *d = job->d;
    uint64_t first = job->entries.first + (uint64_t)task * COUNT_CHUNK, end = first + COUNT_CHUNK;
    const Worth *values = d->values[job->sector];
    if (end > job->entries.end)
        end = job->entries.end;
    enum { DRAWN, LOST, WON, VALUES };
    uint64_t seen[VALUES] = {0}, all[VALUES] = {0};
    uint8_t *orbit = job->orbit[thread];
    d->ops->orbits(d->tables, (SectorIndex){job->sector, first}, (uint32_t)(end - first), orbit);
    for (uint64_t i = first; i < end; i++) {
        int value = values[i] == WORTH_DRAW ? DRAWN : worth_is_won(values[i]) ? WON : LOST;
        seen[value] += orbit[i - first] > 0;
        all[value] += orbit[i - first];
    }
    FormatCounts orbits = {seen[LOST], seen[DRAWN], seen[WON]};
    FormatCounts positions = {all[LOST], all[DRAWN], all[WON]};
    format_add_counts(&job->orbits[thread], &orbits);
    format_add_counts(&job->positions[thread], &positions);
}

static bool count_values(const Driver *d, uint32_t s, FormatHeader *header, char *why)
{
    Counting *job = calloc(1, sizeof *job);
    if (!job)
        return refuse(why, "out of memory");
    job->d = d;
    job->sector = s;
    job->entries = d->run->exchange ? spread_entries(d->run, d->tables, s)
                                    : (Share){0, header->entries};
    uint64_t entries = job->entries.end - job->entries.first;
    size_t chunks = (size_t)((entries + COUNT_CHUNK - 1) / COUNT_CHUNK);
    bool good = d->run->workers.run(d->run->workers.threads, chunks, count_chunk, job) ||
                refuse(why, "threads could not be started");
    for (int t = 0; t < WORKERS_MAX; t++) {
        format_add_counts(&header->orbits, &job->orbits[t]);
        format_add_counts(&header->positions, &job->positions[t]);
    }
    free(job);
    return good;
}

static bool write_sector(Driver *d, uint32_t s, char *why)
{
    FormatHeader header = {.rules = d->rules, .entries = d->sector[s].entries};
    memcpy(header.variant, d->run->game->id, sizeof header.variant);
    memcpy(header.sector, d->sector[s].name, sizeof header.sector);
    bool good = together(d, count_values(d, s, &header, why), why);
    if (good && d->run->exchange) {
        spread_counts(d->run->exchange, &header);
        good = spread_write(d->run, d->tables, s, &header, d->values[s], why);
    } else if (good) {
        good = store_write(d->run->dir, &header, d->run->wdl, d->values[s], &d->run->workers, why);
    }
    d->done[s] = good;
    return good;
}

/* With moves that stay in the stage, or without. */
static int kind_of(const Driver *d, uint32_t s)
{
    FlowShape shape = {.inside = true};
    if (d->ops->flow)
        d->ops->flow->shape(d->tables, s, &shape);
    return !shape.inside;
}

static void report(Driver *d, const SolveProgress *progress)
{
    SolveProgress p = *progress;
    p.done = d->done_entries;
    p.entries = d->entries;
    p.solved = d->solved;
    p.seconds = clock_seconds() - d->start;
    for (uint32_t s = 0; s < d->sector_count; s++)
        if (!d->done[s] && is_wanted(d, s)) {
            bool here = p.step && d->sector[s].stage == d->sector[d->at].stage;
            double rest = (double)d->sector[s].entries * (here ? 1 - p.share : 1);
            p.left[kind_of(d, s)] += (uint64_t)rest;
        }
    if (d->run->report)
        d->run->report(d->run->context, &p);
}

static uint64_t stage_entries(const Driver *d)
{
    uint64_t entries = 0;
    for (uint32_t s = d->at; s < d->sector_count && d->sector[s].stage == d->sector[d->at].stage;
         s++)
        entries += d->sector[s].entries;
    return entries;
}

/* Adds what was done of the stage under way to what was measured. */
static void measure_stage(Driver *d, SolveProgress *p, double share)
{
    int kind = kind_of(d, d->at);
    p->measured[kind] += share * (double)stage_entries(d);
    p->took[kind] += clock_seconds() - d->stage_start;
}

static void tell_stage(void *context, const char *step, int plies, double share)
{
    Driver *d = context;
    SolveProgress p = d->progress;
    if (clock_seconds() - d->stage_told < 0.2)
        return;
    p.sector = d->sector[d->at].name;
    p.step = step;
    p.plies = plies;
    p.share = share;
    measure_stage(d, &p, share);
    report(d, &p);
    d->stage_told = clock_seconds();
}

double solve_seconds_left(const SolveProgress *p)
{
    const double least = 3; /* seconds that are a basis */
    double took = 0, measured = 0, seconds = 0;
    for (int k = 0; k < SOLVE_KINDS; k++) {
        took += p->took[k];
        measured += p->measured[k];
    }
    if (took < least || measured <= 0)
        return -1;
    for (int k = 0; k < SOLVE_KINDS; k++) {
        bool known = p->took[k] >= least && p->measured[k] > 0;
        double each = known ? p->took[k] / p->measured[k] : took / measured;
        seconds += each * (double)p->left[k];
    }
    return seconds;
}

static bool too_small(const Driver *d, uint32_t s, uint64_t bytes, char *why)
{
    return refuse(why, "sector %s needs %.1f GB of memory, %.1f are allowed (--memory)",
                  d->sector[s].name, (double)bytes / 1e9, (double)d->run->memory / 1e9);
}

static bool solve_values(Driver *d, uint32_t first, uint32_t count, uint64_t bytes, char *why)
{
    Stage stage = {.run = d->run,
                   .tables = d->tables,
                   .first = first,
                   .count = count,
                   .sector = d->sector,
                   .values = d->values,
                   .tell = tell_stage,
                   .context = d,
                   .bank = &d->bank};
    bool flows = d->ops->flow && !d->run->graph;
    for (uint32_t s = first; s < first + count; s++)
        bytes += plan_values(d->run, d->tables, d->sector, s);
    uint64_t least = bytes + (flows ? flow_memory(&stage) : 0);
    bool good = least <= d->run->memory || too_small(d, first, least, why);
    stage.memory = good ? d->run->memory - bytes : 0;
    for (uint32_t s = first; good && s < first + count; s++)
        good = make_values(d, s) || refuse(why, "out of memory");
    if (!together(d, good, why))
        return false;
    trim_spares(d, 0);
    if (d->ops->unmove && !d->run->graph)
        return unmove_solve(&stage, why);
    return flows ? flow_solve(&stage, why) : graph_solve(&stage, why);
}

static bool solve_stage(Driver *d, uint32_t first, uint32_t count, char *why)
{
    uint64_t bytes = 0;
    d->at = first;
    d->stage_start = clock_seconds();
    if (!load_successors(d, first, count, &bytes, why) ||
        !solve_values(d, first, count, bytes, why))
        return false;
    for (uint32_t s = first; s < first + count; s++) {
        if (!d->done[s]) { /* of two sectors the first may have been written before a kill */
            if (!write_sector(d, s, why))
                return false;
            d->done_entries += d->sector[s].entries;
        }
        d->solved += d->sector[s].entries;
    }
    measure_stage(d, &d->progress, 1);
    for (uint32_t s = first; s < first + count; s++) {
        d->progress.sector = d->sector[s].name;
        report(d, &d->progress);
    }
    return true;
}

static bool solve_all(Driver *d, char *why)
{
    for (uint32_t first = 0, count; first < d->sector_count; first += count) {
        bool open = false;
        for (count = 0; first + count < d->sector_count &&
                        d->sector[first + count].stage == d->sector[first].stage;
             count++)
            open |= !d->done[first + count];
        if (d->run->stages && d->sector[first].stage >= d->run->stages)
            break;
        if (open && !solve_stage(d, first, count, why))
            return false;
    }
    return true;
}

/* Which sectors have files. Only rank 0 looks, and tells the others. */
static bool find_done(Driver *d, char *why)
{
    Exchange *x = d->run->exchange;
    bool good = true;
    if (!x || x->rank == 0) {
        good = lock_directory(d, why) && tidy(d, why);
        for (uint32_t s = 0; good && s < d->sector_count; s++)
            good = look_for(d, s, why);
    }
    if (!together(d, good, why))
        return false;
    if (x)
        x->tell(x->context, d->done, d->sector_count * sizeof *d->done);
    return true;
}

/* Refuses at once what could not be finished. */
static bool check_needs(const Driver *d, char *why)
{
    SolvePlan plan = plan_make(d->run, d->tables, d->sector, d->sector_count, d->done);
    bool writes = !d->run->exchange || d->run->exchange->rank == 0;
    bool good = together(d, !writes || plan_fits(d->run, d->sector, &plan, why), why);
    if (!good && d->made)
        rmdir(d->run->dir); /* empty as yet */
    return good;
}

bool solve_run(const SolveRun *run, char *why)
{
    Driver d;
    bool good = together(&d, open_driver(&d, run, why), why) &&
                (!run->exchange || spread_begin(run, d.rules, why)) && find_done(&d, why) &&
                check_needs(&d, why) && solve_all(&d, why);
    close_driver(&d);
    return good;
}
