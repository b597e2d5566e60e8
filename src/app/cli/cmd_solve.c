/* SPDX-License-Identifier: MIT */
/* `concentric solve`: all positions of a variant into database files. */
#include "app/cli/commands.h"
#include "app/cli/runs.h"
#include "app/cli/solve_json.h"
#include "app/ranks.h"

#include "base/clock.h"
#include "core/perfect.h"
#include "games/registry.h"
#include "solve/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* On a terminal one line that is written over; in a log one now and then. */
typedef struct Watch {
    bool terminal;
    double last;
} Watch;

/* Such as "1 h 23 min", "7 min", "40 s". */
static void write_span(double seconds, Str *out)
{
    long long s = (long long)(seconds + 0.5), minutes = (s + 30) / 60;
    if (s < 90)
        str_format(out, "%lld s", s);
    else if (minutes < 60)
        str_format(out, "%lld min", minutes);
    else
        str_format(out, "%lld h %lld min", minutes / 60, minutes % 60);
}

static void write_progress(const SolveProgress *p, Str *out)
{
    double left = solve_seconds_left(p);
    str_format(out, "%s: ", p->sector);
    if (p->step && p->plies >= 0)
        str_format(out, "%s %d, %.0f %%, ", p->step, p->plies, 100 * p->share);
    else if (p->step)
        str_format(out, "%s, %.0f %%, ", p->step, 100 * p->share);
    str_format(out, "%" PRIu64 " of %" PRIu64 " positions, ", p->done, p->entries);
    write_span(p->seconds, out);
    if (left >= 0 && p->done < p->entries) {
        str_add(out, ", about ");
        write_span(left, out);
        str_add(out, " left");
    }
}

static void watch(void *context, const SolveProgress *p)
{
    enum { LOG_SECONDS = 10, LOG_STEP_SECONDS = 60 };
    Watch *w = context;
    double now = clock_seconds();
    if (!w->terminal && now - w->last < (p->step ? LOG_STEP_SECONDS : LOG_SECONDS))
        return;
    w->last = now;
    char text[256];
    Str line = str_over(text, sizeof text);
    write_progress(p, &line);
    fprintf(stderr, "%s%s%s", w->terminal ? "\r\033[K" : "", text, w->terminal ? "" : "\n");
    fflush(stderr);
}

void print_certificate(const Game *game, bool wdl, const uint8_t *digest)
{
    char text[DIGEST_TEXT_MAX];
    digest_text(digest, text);
    printf("certificate %s%s %s\n", game->id, wdl ? " wdl" : "", text);
}

static void print_counts(const char *name, const FormatCounts *c, uint32_t longest,
                         const char *digest)
{
    printf("%-14s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %8u%s%s\n", name, c->lost, c->drawn,
           c->won, longest, *digest ? "  " : "", digest);
}

/* What the files say, all together. */
typedef struct Totals {
    FormatCounts counts;
    uint64_t bytes, entries;
    uint32_t longest, files;
    DigestAll digest;
} Totals;

static bool add_file(const StoreFile *file, const SolveRun *run, Totals *all, char *why)
{
    const FormatHeader *header = &file->header;
    uint8_t digest[DIGEST_BYTES];
    char text[DIGEST_TEXT_MAX], reason[WHY_MAX];
    if (!digest_file(file, &run->workers, digest, reason))
        return refuse(why, "%s%s: %.400s", header->sector, store_suffix, reason);
    digest_text(digest, text);
    print_counts(header->sector, &header->orbits, header->longest, text);
    if (!all->files++)
        digest_begin(&all->digest, header->variant, header->kind == FORMAT_WDL);
    digest_add(&all->digest, header->sector, digest);
    format_add_counts(&all->counts, &header->orbits);
    all->longest = header->longest > all->longest ? header->longest : all->longest;
    all->bytes += file->size;
    all->entries += header->entries;
    return true;
}

/* Sector by sector; where only some stages are solved, those that are there. */
static bool print_sectors(const SolveRun *run, const void *tables, Totals *all, char *why)
{
    const Solvable *ops = run->game->solvable;
    printf("%-14s %12s %12s %12s %8s  %s\n", "sector", "lost", "drawn", "won", "longest", "digest");
    for (uint32_t s = 0; s < ops->sectors(tables); s++) {
        Sector sector;
        StoreFile file;
        char path[STORE_PATH_MAX];
        bool missing = false;
        ops->sector(tables, s, &sector);
        if (!store_path(run->dir, sector.name, store_suffix, path))
            return refuse(why, "the path is too long");
        if (store_file_open(&file, path, &missing, why)) {
            bool good = add_file(&file, run, all, why);
            store_file_close(&file);
            if (!good)
                return false;
        } else if (!missing || !run->stages) {
            return false;
        }
    }
    return true;
}

static bool print_table(const SolveRun *run, char *why)
{
    void *tables = run->game->solvable->open(run->game);
    uint8_t certificate[DIGEST_BYTES];
    Totals all = {.files = 0};
    bool good = tables ? print_sectors(run, tables, &all, why) : refuse(why, "out of memory");
    bool whole = tables && all.files == run->game->solvable->sectors(tables);
    if (tables)
        run->game->solvable->close(tables);
    bool hashed = digest_end(&all.digest, certificate);
    if (!good || (!hashed && all.files))
        return good ? refuse(why, "out of memory") : false;
    print_counts("all", &all.counts, all.longest, "");
    printf("bytes %" PRIu64 " (%.3f for each of %" PRIu64 " entries)\n", all.bytes,
           (double)all.bytes / (double)all.entries, all.entries);
    if (whole)
        print_certificate(run->game, run->wdl, certificate);
    return true;
}

static bool print_value(const char *dir, const Game *game, char *why)
{
    Store *store = store_open(dir, game, why);
    if (!store)
        return false;
    Oracle oracle = probe_oracle(store_probe(store));
    Pos start;
    Known known;
    game->ops->start(game, 1, &start);
    bool good = perfect_known(game, &start, &oracle, &known) ||
                refuse(why, "the start position was not found");
    if (good) {
        static const char *const names[] = {"loss", "draw", "win"};
        printf("value of %s for the side that begins: %s", game->id, names[known.value + 1]);
        if (known.plies >= 0)
            printf(" in %d", known.plies);
        putchar('\n');
    }
    store_close(store);
    return good;
}

static bool report(const SolveRun *run, StorePack *pack, double seconds, char *why)
{
    if (!print_table(run, why))
        return false;
    printf("time %.1f s\n", seconds);
    const Text *left_out = run->game->solvable->leaves_out;
    if (left_out && !run->stages)
        printf("not looked at: %s\n", left_out->in[LANG_EN]);
    return (run->stages || print_value(run->dir, run->game, why)) &&
           (!pack->out || store_pack(pack, run->dir, run->game, why));
}

/* Do all ranks say so? */
static bool together(const SolveRun *run, bool good, char *why)
{
    Exchange *x = run->exchange;
    return x ? x->agree(x->context, good, why) : good;
}

/* With several ranks the first one speaks, and packs. */
static bool is_first(const SolveRun *run)
{
    return !run->exchange || run->exchange->rank == 0;
}

static bool solve_game(const Args *args, SolveRun *run, char *why)
{
    Watch state = {isatty(STDERR_FILENO), clock_seconds()};
    StorePack pack = {.out = NULL};
    const char *path = is_first(run) ? args_value(args, "--pack") : NULL;
    if (!together(run, !path || store_pack_begin(&pack, path, why), why)) {
        store_pack_cancel(&pack);
        return false;
    }
    run->report = is_first(run) ? watch : NULL;
    run->context = &state;
    double start = clock_seconds();
    bool good = solve_run(run, why);
    if (state.terminal && is_first(run))
        fputs("\r\033[K", stderr);
    double seconds = clock_seconds() - start;
    if (good && is_first(run) && args_value(args, "--json"))
        good = solve_print_json(run, seconds, why) &&
               (!pack.out || store_pack(&pack, run->dir, run->game, why));
    else if (good && is_first(run))
        good = report(run, &pack, seconds, why);
    if (together(run, good, why))
        ranks_tell(run->exchange);
    store_pack_cancel(&pack);
    return good;
}

static int solve_variant(const Args *args, const SolveRun *base)
{
    char why[WHY_MAX];
    SolveRun run = *base;
    if (!ranks_begin(&run.exchange, why))
        return complain("%s", why);
    Game *game = game_open(args->word[0], LANG_EN, why);
    bool first = is_first(&run), good = together(&run, game, why);
    run.game = game;
    good = good && solve_game(args, &run, why);
    if (game)
        game_close(game);
    ranks_end(run.exchange);
    return good || !first ? EXIT_GOOD : complain("%s", why);
}

/* Sizes and needs, without solving anything. */
static int print_plan(const Args *args, SolveRun *run)
{
    char why[WHY_MAX];
    Game *game = game_open(args->word[0], LANG_EN, why);
    Sector *sector = calloc(SECTORS_MAX, sizeof *sector);
    void *tables = NULL;
    bool good = game && probe_is_numbered(game, why);
    run->game = game;
    if (good && !(sector && (tables = game->solvable->open(game))))
        good = refuse(why, "out of memory");
    uint32_t sectors = good ? game->solvable->sectors(tables) : 0;
    if (good)
        printf("%-14s %13s %9s\n", "sector", "entries", "memory MB");
    for (uint32_t s = 0; s < sectors; s++)
        game->solvable->sector(tables, s, &sector[s]);
    for (uint32_t s = 0; s < sectors && (!run->stages || sector[s].stage < run->stages); s++) {
        Stage stage = {.run = run, .tables = tables, .first = s, .sector = sector};
        while (stage.first && sector[stage.first - 1].stage == sector[s].stage)
            stage.first--;
        while (stage.first + stage.count < sectors &&
               sector[stage.first + stage.count].stage == sector[s].stage)
            stage.count++;
        printf("%-14s %13" PRIu64 " %9.0f\n", sector[s].name, sector[s].entries,
               (double)plan_stage(&stage) / 1e6);
    }
    if (good) {
        SolvePlan plan = plan_make(run, tables, sector, sectors, NULL);
        printf("%-14s %13" PRIu64 " %9.0f\nsectors %u, disk about %.0f MB\n", "all", plan.entries,
               (double)plan.memory / 1e6, plan.sectors, (double)plan.disk / 1e6);
    }
    if (tables)
        game->solvable->close(tables);
    free(sector);
    if (game)
        game_close(game);
    return good ? EXIT_GOOD : complain("%s", why);
}

static int run_solve(const Args *args)
{
    uint64_t threads = 1, memory = 12, stages = 0;
    const char *dir = args_value(args, "--out");
    bool plans = args_value(args, "--plan") != NULL;
    if (!dir && !plans)
        return complain("solve needs --out DIR, a directory for the database files");
    if (!args_number(args, "--threads", 1, THREADS_MAX, &threads) ||
        !args_number(args, "--memory", 1, 1024, &memory) ||
        !args_number(args, "--stages", 1, SECTORS_MAX, &stages))
        return EXIT_BAD_INPUT;
    SolveRun run = {.dir = dir,
                    .workers = {(int)threads, workers_run},
                    .memory = memory * UINT64_C(1000000000),
                    .wdl = args_value(args, "--wdl") != NULL,
                    .graph = args_value(args, "--graph") != NULL,
                    .stages = (uint32_t)stages};
    return plans ? print_plan(args, &run) : solve_variant(args, &run);
}

const Command command_solve = {
    .name = "solve",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Solve a variant: the value of every position, into database files.",
    .details =
        "One file per sector in DIR. A run that was stopped goes on with the first sector\n"
        "that has no file. The table counts positions that differ by more than symmetry, by\n"
        "their value for the side to move, and has the plies of the longest win or loss and a\n"
        "digest of the values; the certificate is one of all sectors. Two runs that print the\n"
        "same one have the same values.\n"
        "Built with MPI, `mpirun -np N` makes N processes share the work (docs/scale-solve.md).",
    .flags = {{"--out", "DIR", "where the files go; made if there is none (needed)"},
              FLAG_THREADS,
              {"--memory", "G", "the most gigabytes that the working set may have (default 12)"},
              {"--wdl", NULL, "only win, draw and loss, without distances"},
              {"--pack", "FILE", "at the end also write all sectors into one plain file"},
              {"--stages", "N", "solve only the first N stages: endings, or to measure"},
              {"--plan", NULL, "solve nothing: print the sectors and what they need"},
              {"--graph", NULL, "by a stored graph of all moves, slower: to compare"},
              {"--json", NULL, "the answer as JSON (docs/json.md)"}},
    .run = run_solve,
};
