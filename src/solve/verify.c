/* SPDX-License-Identifier: MIT */
/* The verifier: recomputes every value forward, from the values of the successors. It uses the
 * contract's moves and apply and the probe, nothing of the solver. If all distances are consistent,
 * wins and losses are proved, because each follows from shorter ones; and a draw is a position from
 * which a draw can be kept for ever. */
#include "solve/solve.h"

#include "base/rng.h"

#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { VERIFY_CHUNK = 4096 };

typedef struct Verify {
    VerifyRun *run;
    const Solvable *ops;
    Probe *probe;
    bool wdl;
    bool *wanted;
    Worth **values; /* by sector: unpacked in memory, or NULL: then block by block */
    uint32_t sector;
    Sector about;
    Move *scratch[WORKERS_MAX];
    FormatCounts orbits[WORKERS_MAX], positions[WORKERS_MAX];
    uint32_t longest[WORKERS_MAX];
    atomic_uint_fast64_t bad; /* an index, + 1 */
    atomic_bool unknown;      /* something could not be looked up */
} Verify;

/* The better one for the side that chooses between positions of the other side. */
static bool is_better(Known a, Known b)
{
    if (a.value != b.value)
        return a.value < b.value;
    return a.value < 0 ? a.plies < b.plies : a.plies > b.plies;
}

/* An entry, from memory or from its block. */
static bool entry_at(const Verify *v, SectorIndex spot, Worth *out)
{
    if (!v->values[spot.sector])
        return probe_entry(v->probe, spot, out);
    *out = v->values[spot.sector][spot.index];
    return true;
}

static bool ask(const Verify *v, const Pos *pos, Known *out)
{
    SectorIndex spot;
    Worth worth;
    Winner winner = v->run->game->ops->outcome(v->run->game, pos).winner;
    if (winner != WINNER_NONE) {
        int mine = winner == (pos->turn ? WINNER_P2 : WINNER_P1);
        *out = winner == WINNER_DRAW ? (Known){0, -1} : (Known){mine ? 1 : -1, 0};
        return true;
    }
    if (!v->ops->rank(v->probe->tables, pos, &spot) || !entry_at(v, spot, &worth))
        return false;
    *out = (Known){worth == WORTH_DRAW   ? 0
                   : worth_is_won(worth) ? 1
                                         : -1,
                   worth == WORTH_DRAW || v->wdl ? -1 : worth_plies(worth)};
    return true;
}

/* The value by the moves; false if the value of a successor is not known. */
static bool judge(const Verify *v, const Pos *pos, Move *moves, Known *out)
{
    const Game *game = v->run->game;
    int count = game->moves(game, pos, moves);
    Known best = {1, 0};
    for (int i = 0; i < count; i++) {
        Pos next;
        Known known;
        game->apply(game, pos, moves[i], &next);
        if (!ask(v, &next, &known))
            return false;
        if (i == 0 || is_better(known, best))
            best = known;
    }
    if (!count)
        return ask(v, pos, out);
    *out = (Known){-best.value, best.value && !v->wdl ? best.plies + 1 : -1};
    return true;
}

/* The stored entry itself, whether or not the game is over there. */
static bool stored(const Verify *v, uint64_t index, Known *out)
{
    Worth worth;
    if (!entry_at(v, (SectorIndex){v->sector, index}, &worth))
        return false;
    int value = worth == WORTH_DRAW ? 0 : worth_is_won(worth) ? 1 : -1;
    *out = (Known){value, value && !v->wdl ? worth_plies(worth) : -1};
    return true;
}

static void mark_bad(Verify *v, uint64_t index)
{
    atomic_store(&v->bad, index + 1);
}

/* Do index and position belong together? */
static bool has_index(const Verify *v, uint64_t index, const Pos *pos)
{
    SectorIndex place;
    if (!v->ops->rank(v->probe->tables, pos, &place) || place.sector != v->sector)
        return false;
    Known here, there;
    return place.index == index || (stored(v, index, &here) && stored(v, place.index, &there) &&
                                    here.value == there.value && here.plies == there.plies);
}

static void count_entry(Verify *v, int thread, uint64_t index, Known known)
{
    uint8_t orbit;
    v->ops->orbits(v->probe->tables, (SectorIndex){v->sector, index}, 1, &orbit);
    FormatCounts one = {known.value<0, known.value == 0, known.value> 0};
    FormatCounts all = {one.lost * orbit, one.drawn * orbit, one.won * orbit};
    format_add_counts(&v->positions[thread], &all);
    if (orbit)
        format_add_counts(&v->orbits[thread], &one);
    if (known.plies > (int)v->longest[thread])
        v->longest[thread] = (uint32_t)known.plies;
}

static void check_entry(Verify *v, int thread, uint64_t index)
{
    Pos pos;
    Known kept, found;
    v->ops->unrank(v->probe->tables, (SectorIndex){v->sector, index}, &pos);
    if (!stored(v, index, &kept) || !judge(v, &pos, v->scratch[thread], &found)) {
        atomic_store(&v->unknown, true);
        return;
    }
    if (v->wdl)
        found.plies = -1; /* of a finished game */
    if (kept.value != found.value || kept.plies != found.plies || !has_index(v, index, &pos))
        mark_bad(v, index);
    count_entry(v, thread, index, kept);
}

static void check_chunk(void *context, int thread, size_t task)
{
    Verify *v = context;
    uint64_t first = (uint64_t)task * VERIFY_CHUNK, end = first + VERIFY_CHUNK;
    uint64_t count = v->run->sample && v->run->sample < v->about.entries ? v->run->sample
                                                                         : v->about.entries;
    Rng rng = {bits_mix(v->run->seed + v->sector) + task};
    for (uint64_t i = first; i < end && i < count && !atomic_load(&v->bad); i++)
        check_entry(v, thread, count == v->about.entries ? i : rng_next(&rng) % v->about.entries);
}

static bool same_counts(const FormatCounts *a, const FormatCounts *b)
{
    return a->lost == b->lost && a->drawn == b->drawn && a->won == b->won;
}

static bool check_totals(const Verify *v, const FormatHeader *header, char *why)
{
    FormatCounts orbits = {0}, positions = {0};
    uint32_t longest = 0;
    for (int t = 0; t < WORKERS_MAX; t++) {
        format_add_counts(&orbits, &v->orbits[t]);
        format_add_counts(&positions, &v->positions[t]);
        longest = v->longest[t] > longest ? v->longest[t] : longest;
    }
    if (v->run->sample && v->run->sample < v->about.entries)
        return true;
    return (same_counts(&orbits, &header->orbits) && same_counts(&positions, &header->positions) &&
            longest == header->longest) ||
           refuse(why, "the counts in its header are not those of its values");
}

/* Every block must be whole, also where a sample leaves it out. */
static bool check_blocks(const StoreFile *file, char *why)
{
    uint8_t bytes[FORMAT_BLOCK_BYTES];
    for (uint32_t i = 0; i < file->header.blocks; i++)
        if (!store_file_block(file, i, bytes, why))
            return false;
    return true;
}

static bool check_values(Verify *v, const FormatHeader *header, char *why)
{
    const Workers *workers = &v->run->workers;
    uint64_t count = v->run->sample && v->run->sample < v->about.entries ? v->run->sample
                                                                         : v->about.entries;
    memset(v->orbits, 0, sizeof v->orbits);
    memset(v->positions, 0, sizeof v->positions);
    memset(v->longest, 0, sizeof v->longest);
    if (!workers->run(workers->threads, (size_t)((count + VERIFY_CHUNK - 1) / VERIFY_CHUNK),
                      check_chunk, v))
        return refuse(why, "threads could not be started");
    uint64_t bad = atomic_load(&v->bad);
    if (bad)
        return refuse(why, "entry %llu has a value that its moves do not give",
                      (unsigned long long)(bad - 1));
    if (atomic_load(&v->unknown))
        return refuse(why, "a move leads to a position that no file has");
    v->run->entries += count;
    return check_totals(v, header, why);
}

/* Unpacks a sector; where there is no memory for it, blocks are looked up one by one. */
static bool load(Verify *v, uint32_t sector, char *why)
{
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    StoreFile file;
    Sector about;
    v->ops->sector(v->probe->tables, sector, &about);
    if (!(v->values[sector] = malloc(about.entries * sizeof(Worth))))
        return true;
    bool good = store_path(v->run->dir, about.name, store_suffix, path) &&
                store_file_open(&file, path, NULL, reason);
    if (good) {
        good = store_file_values(&file, &v->run->workers, v->values[sector], reason);
        store_file_close(&file);
    }
    return good || refuse(why, "%s.db: %s", about.name, reason);
}

/* Loads the sector and its successors, if they fit into memory, and drops all others. */
static bool fetch(Verify *v, uint32_t sector, char *why)
{
    uint32_t successors[SECTOR_SUCCESSORS_MAX];
    int count = v->ops->successors(v->probe->tables, sector, successors);
    uint64_t bytes = 0;
    bool good = true;
    for (uint32_t s = 0; s < v->probe->sector_count; s++) {
        Sector other;
        v->ops->sector(v->probe->tables, s, &other);
        bool wanted = other.stage == v->about.stage;
        for (int i = 0; i < count; i++)
            wanted |= successors[i] == s;
        v->wanted[s] = wanted && v->probe->sector[s].there;
        bytes += v->wanted[s] ? other.entries * sizeof(Worth) : 0;
    }
    for (uint32_t s = 0; good && s < v->probe->sector_count; s++) {
        bool keep = v->wanted[s] && bytes <= v->run->memory;
        if (!keep) {
            free(v->values[s]);
            v->values[s] = NULL;
        } else if (!v->values[s]) {
            good = load(v, s, why);
        }
    }
    return good;
}

static bool check_sector(Verify *v, uint32_t sector, char *why)
{
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    StoreFile file;
    v->sector = sector;
    v->ops->sector(v->probe->tables, sector, &v->about);
    if (!v->probe->sector[sector].there) {
        v->run->missing++;
        return true;
    }
    v->wdl = v->probe->sector[sector].kind == FORMAT_WDL;
    if (!fetch(v, sector, why))
        return false;
    if (!store_path(v->run->dir, v->about.name, store_suffix, path) ||
        !store_file_open(&file, path, NULL, reason))
        return refuse(why, "%s.db: %s", v->about.name, reason);
    bool good = check_blocks(&file, reason) && check_values(v, &file.header, reason);
    store_file_close(&file);
    v->run->files += good;
    return good || refuse(why, "%s.db: %s", v->about.name, reason);
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
    for (int t = 0; good && t < v->run->workers.threads; t++)
        good = (v->scratch[t] = malloc(v->run->game->moves_max * sizeof(Move))) != NULL;
    return good && v->values && v->wanted;
}

static void free_memory(Verify *v)
{
    for (uint32_t s = 0; v->values && s < v->probe->sector_count; s++)
        free(v->values[s]);
    for (int t = 0; t < v->run->workers.threads; t++)
        free(v->scratch[t]);
    free(v->values);
    free(v->wanted);
}

static bool check_all(Verify *v, char *why)
{
    VerifyRun *run = v->run;
    if (!make_memory(v))
        return refuse(why, "out of memory");
    if (!check_names(v, why))
        return false;
    for (uint32_t s = 0; s < v->probe->sector_count; s++)
        if (!check_sector(v, s, why))
            return false;
    return !run->missing ||
           refuse(why, "%u files are missing (the other %u are good)", run->missing, run->files);
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
        good = check_all(v, why);
        free_memory(v);
    }
    free(v);
    store_close(store);
    return good;
}
