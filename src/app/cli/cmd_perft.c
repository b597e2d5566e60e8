/* SPDX-License-Identifier: MIT */
/* `concentric perft`: the root is unfolded into enough small parts, the workers count them. */
#include "app/cli/batch.h"
#include "app/cli/runs.h"
#include "app/reply.h"

#include "base/clock.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One part: a position below root move number `root`. */
typedef struct Part {
    Pos pos;
    uint32_t root;
} Part;

typedef struct Job {
    const PerftRun *run;
    Part *parts;
    size_t count;
    int depth; /* left below each part */
    Move *arena[THREADS_MAX];
    PerftTable table;
    uint64_t *part_total;
    _Atomic uint64_t progress;
} Job;

/* Replaces every part by its children. False if there is no memory. */
static bool unfold(Job *job, bool first)
{
    const Game *game = job->run->game;
    size_t room = 0, n = 0;
    Part *next = NULL;
    for (size_t i = 0; i < job->count; i++) {
        int count = game->moves(game, &job->parts[i].pos, job->arena[0]);
        if (n + (size_t)count > room) {
            room = 2 * (n + (size_t)count);
            Part *more = realloc(next, room * sizeof *more);
            if (!more) {
                free(next);
                return false;
            }
            next = more;
        }
        for (int m = 0; m < count; m++, n++) {
            game->apply(game, &job->parts[i].pos, job->arena[0][m], &next[n].pos);
            next[n].root = first ? (uint32_t)m : job->parts[i].root;
        }
    }
    free(job->parts);
    job->parts = next;
    job->count = n;
    job->depth--;
    return true;
}

static void count_part(void *context, int thread, size_t task)
{
    Job *job = context;
    Perft perft = {.game = job->run->game,
                   .table = job->table,
                   .arena = job->arena[thread],
                   .bulk = job->run->bulk,
                   .progress = job->run->progress ? &job->progress : NULL};
    job->part_total[task] = perft_count(&perft, &job->parts[task].pos, job->depth);
}

/* The root's children, so that they can be told apart, and more parts if threads share them. */
static bool make_parts(Job *job)
{
    const PerftRun *run = job->run;
    job->parts = malloc(sizeof *job->parts);
    if (!job->parts)
        return false;
    job->parts[0] = (Part){*run->pos, 0};
    job->count = 1;
    job->depth = run->depth;
    bool first = true;
    while (job->depth > 0 && (first || (run->threads > 1 && job->count < 500 && job->depth > 3))) {
        if (!unfold(job, first))
            return false;
        first = false;
    }
    return true;
}

static bool make_memory(Job *job)
{
    const PerftRun *run = job->run;
    size_t moves = perft_arena(run->game, run->depth);
    for (int t = 0; t < run->threads; t++)
        if (!(job->arena[t] = malloc(moves * sizeof(Move))))
            return false;
    if (!run->hash_mb)
        return true;
    job->table.count = 1;
    while (job->table.count * 2 * sizeof(PerftSlot) <= run->hash_mb << 20)
        job->table.count *= 2;
    job->table.slots = calloc(job->table.count, sizeof(PerftSlot));
    return job->table.slots != NULL;
}

static void *show_progress(void *context)
{
    Job *job = context;
    double start = clock_seconds();
    for (;;) {
        sleep(1); /* a cancellation point */
        double seconds = clock_seconds() - start;
        uint64_t leaves = atomic_load(&job->progress);
        if (seconds > 2)
            fprintf(stderr, "\r%" PRIu64 " nodes, %.0f s, %.1f M/s ", leaves, seconds,
                    (double)leaves / seconds / 1e6);
    }
    return NULL;
}

static bool count_all(Job *job)
{
    pthread_t watcher;
    bool watched = job->run->progress && pthread_create(&watcher, NULL, show_progress, job) == 0;
    bool good = workers_run(job->run->threads, job->count, count_part, job);
    if (watched) {
        pthread_cancel(watcher);
        pthread_join(watcher, NULL);
        fputs("\r\033[K", stderr);
    }
    return good;
}

bool perft_run(const PerftRun *run, uint64_t *total, uint64_t *divide)
{
    Job job = {.run = run};
    bool good = make_memory(&job) && make_parts(&job) &&
                (job.part_total = calloc(job.count + 1, sizeof *job.part_total)) != NULL;
    good = good && count_all(&job);
    *total = 0;
    for (size_t i = 0; good && i < job.count; i++) {
        *total = perft_add(*total, job.part_total[i]);
        if (divide)
            divide[job.parts[i].root] = perft_add(divide[job.parts[i].root], job.part_total[i]);
    }
    for (int t = 0; t < run->threads; t++)
        free(job.arena[t]);
    free(job.table.slots);
    free(job.parts);
    free(job.part_total);
    return good;
}

static void print_divide(const Game *game, const Pos *pos, const Move *moves, int count,
                         const uint64_t *divide)
{
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, pos, moves[i], &s);
        printf("%s %" PRIu64 "\n", text, divide[i]);
    }
}

/* What was counted; divide is NULL if it is not asked for. */
typedef struct Counted {
    uint64_t total;
    const Move *moves;
    int count;
    const uint64_t *divide;
    double seconds;
} Counted;

static bool print_json(const PerftRun *run, const Counted *counted)
{
    cJSON *json = reply_begin(run->game, run->pos, LANG_EN);
    cJSON_AddNumberToObject(json, "depth", run->depth);
    reply_count(json, "nodes", counted->total);
    reply_ms(json, "time_ms", counted->seconds);
    cJSON *list = counted->divide ? cJSON_AddArrayToObject(json, "divide") : NULL;
    for (int i = 0; list && i < counted->count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        cJSON *one = cJSON_CreateObject();
        run->game->ops->write_move(run->game, run->pos, counted->moves[i], &s);
        cJSON_AddStringToObject(one, "move", text);
        reply_count(one, "nodes", counted->divide[i]);
        cJSON_AddItemToArray(list, one);
    }
    return reply_print(json, false);
}

static bool print_words(const PerftRun *run, const Counted *counted)
{
    if (counted->divide)
        print_divide(run->game, run->pos, counted->moves, counted->count, counted->divide);
    printf("time %.3f s\n", counted->seconds);
    if (counted->seconds > 0)
        printf("nps %.0f\n", (double)counted->total / counted->seconds);
    printf("nodes %" PRIu64 "\n", counted->total);
    return true;
}

static int count_and_print(const PerftRun *run, bool divided, bool json)
{
    const Game *game = run->game;
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = moves ? game->moves(game, run->pos, moves) : 0;
    uint64_t *divide = calloc((size_t)count + 1, sizeof *divide), total;
    double start = clock_seconds();
    bool good = moves && divide && perft_run(run, &total, divide);
    double seconds = clock_seconds() - start;
    bool fits = good && total != PERFT_TOO_MANY;
    if (good && !fits)
        complain("there are more than 18446744073709551614 sequences; choose a smaller DEPTH");
    if (fits) {
        Counted counted = {total, moves, count, divided && run->depth > 0 ? divide : NULL, seconds};
        fits = json ? print_json(run, &counted) : print_words(run, &counted);
    }
    free(moves);
    free(divide);
    return fits   ? EXIT_GOOD
           : good ? EXIT_BAD_INPUT
                  : complain("not enough memory or threads; try a smaller --hash");
}

static int run_perft(const Args *args)
{
    uint64_t depth, threads = 1, hash = 0;
    Setup setup;
    if (!str_is_number(args->word[1], PERFT_DEPTH_MAX, &depth))
        return complain("DEPTH should be a number from 0 to %d", PERFT_DEPTH_MAX);
    if (!args_number(args, "--threads", 1, THREADS_MAX, &threads) ||
        !args_number(args, "--hash", 1, 65536, &hash) || !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    PerftRun run = {.game = setup.game,
                    .pos = setup_pos(&setup),
                    .depth = (int)depth,
                    .threads = (int)threads,
                    .hash_mb = hash,
                    .bulk = args_value(args, "--bulk") != NULL,
                    .progress = isatty(STDERR_FILENO)};
    int result = count_and_print(&run, args_value(args, "--divide") != NULL,
                                 args_value(args, "--json") != NULL);
    setup_close(&setup);
    return result;
}

const Command command_perft = {
    .name = "perft",
    .words = "VARIANT DEPTH",
    .word_count = 2,
    .summary = "Count the sequences of exactly DEPTH legal moves.",
    .details = "The last line on stdout is `nodes N`. Every leaf is generated and applied;\n"
               "--bulk counts the last ply without applying it.",
    .flags = {FLAG_POSITION,
              FLAG_PLAY,
              FLAG_SEED,
              {"--divide", NULL, "also print the count below every first move"},
              FLAG_THREADS,
              {"--hash", "MB", "remember counts of positions in a table of this size"},
              {"--bulk", NULL, "count the last ply without applying it"},
              FLAG_JSON},
    .run = run_perft,
};
