/* SPDX-License-Identifier: MIT */
/* `concentric playouts`: random games, shared out among threads in chunks. */
#include "app/cli/batch.h"
#include "app/cli/runs.h"
#include "app/reply.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHUNK = 64 };

typedef struct Job {
    const PlayoutsRun *run;
    Move *moves[THREADS_MAX];
    PlayoutStats stats[THREADS_MAX];
} Job;

static void play_chunk(void *context, int thread, size_t task)
{
    Job *job = context;
    const PlayoutsRun *run = job->run;
    uint64_t first = (uint64_t)task * CHUNK;
    PlayoutStats stats = {0};
    for (uint64_t i = first; i < first + CHUNK && i < run->games; i++)
        playout_run(run->game, run->start, run->seed, i, job->moves[thread], &stats);
    playout_merge(&job->stats[thread], &stats);
}

bool playouts_run(const PlayoutsRun *run, PlayoutStats *out)
{
    Job *job = calloc(1, sizeof *job);
    if (!job)
        return false;
    job->run = run;
    bool good = true;
    for (int t = 0; t < run->threads; t++)
        good = (job->moves[t] = malloc(run->game->moves_max * sizeof(Move))) && good;
    good = good && workers_run(run->threads, (run->games + CHUNK - 1) / CHUNK, play_chunk, job);
    *out = (PlayoutStats){0};
    for (int t = 0; t < run->threads; t++) {
        playout_merge(out, &job->stats[t]);
        free(job->moves[t]);
    }
    free(job);
    return good;
}

static void print_stats(const Game *game, const PlayoutStats *s, uint64_t seed, double seconds)
{
    double games = (double)s->games, plies = (double)s->plies;
    printf("games %" PRIu64 " (seed %" PRIu64 ")\n", s->games, seed);
    printf("moves %" PRIu64 "\n", s->plies);
    printf("mean length %.2f moves\n", plies / games);
    printf("branching %.2f\n", s->plies ? (double)s->choices / plies : 0.0);
    printf("%s wins %.2f %%, %s wins %.2f %%, draws %.2f %%\n", game->player[0].in[LANG_EN],
           100 * (double)s->won[WINNER_P1] / games, game->player[1].in[LANG_EN],
           100 * (double)s->won[WINNER_P2] / games, 100 * (double)s->won[WINNER_DRAW] / games);
    printf("capped at %d moves %" PRIu64 "\n", PLAYOUT_PLIES_MAX, s->capped);
    printf("digest %016" PRIx64 "\n", s->digest);
    printf("time %.3f s\n", seconds);
    if (seconds > 0)
        printf("games/s %.0f\nmoves/s %.0f\n", games / seconds, plies / seconds);
}

static bool print_json(const PlayoutsRun *run, const PlayoutStats *s, double seconds)
{
    char digest[24];
    Str d = str_over(digest, sizeof digest);
    str_format(&d, "%016" PRIx64, s->digest);
    cJSON *json = reply_begin(run->game, run->start, LANG_EN);
    reply_count(json, "seed", run->seed);
    reply_count(json, "games", s->games);
    reply_count(json, "moves", s->plies);
    reply_count(json, "choices", s->choices);
    reply_count(json, "won_by_first", s->won[WINNER_P1]);
    reply_count(json, "won_by_second", s->won[WINNER_P2]);
    reply_count(json, "drawn", s->won[WINNER_DRAW]);
    reply_count(json, "capped", s->capped);
    cJSON_AddStringToObject(json, "digest", digest);
    reply_ms(json, "time_ms", seconds);
    return reply_print(json, false);
}

static int run_playouts(const Args *args)
{
    uint64_t games = 10000, seed = 1, threads = 1;
    Setup setup;
    PlayoutStats stats;
    if (!args_number(args, "--games", 1, UINT64_C(1000000000000), &games) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed) ||
        !args_number(args, "--threads", 1, THREADS_MAX, &threads) || !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    PlayoutsRun run = {setup.game, setup_pos(&setup), games, seed, (int)threads};
    const char *record = args_value(args, "--record");
    bool placed = args_value(args, "--position") || args_value(args, "--play");
    char why[WHY_MAX];
    double start = clock_seconds();
    int result = EXIT_GOOD;
    if (record && !playouts_record(&run, placed, record, &stats, why))
        result = complain_of_file("write", record, why);
    else if (!record && !playouts_run(&run, &stats))
        result = complain("not enough memory or threads");
    double seconds = clock_seconds() - start;
    if (result == EXIT_GOOD && args_value(args, "--json"))
        result = print_json(&run, &stats, seconds) ? EXIT_GOOD : EXIT_BAD_INPUT;
    else if (result == EXIT_GOOD)
        print_stats(setup.game, &stats, seed, seconds);
    setup_close(&setup);
    return result;
}

const Command command_playouts = {
    .name = "playouts",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Play uniformly random games to the end and report on them.",
    .details =
        "The same seed gives the same games, whatever the number of threads; it also chooses\n"
        "a random set-up (with --position it does not). Games are capped at 2000 moves; the\n"
        "draw by third occurrence is left out. --record keeps the games as selfplay does.",
    .flags = {FLAG_POSITION,
              FLAG_PLAY,
              {"--games", "N", "how many (default 10000)"},
              {"--seed", "N", "number that the games and a random set-up follow from (default 1)"},
              FLAG_THREADS,
              {"--record", "FILE", "also write them to this file, which must not be there yet"},
              FLAG_JSON},
    .run = run_playouts,
};
