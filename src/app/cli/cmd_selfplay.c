/* SPDX-License-Identifier: MIT */
/* `concentric selfplay`: data sets of games of the engine, a level or chance against itself, into a
 * file that a later run of the same command goes on with, or as text (docs/formats.md). */
#include "app/cli/commands.h"
#include "app/cli/runs.h"
#include "app/cli/selfplay.h"
#include "app/dataset_file.h"
#include "app/reply.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NODES_DEFAULT = 1000, OPENING_DEFAULT = 6, PLIES_DEFAULT = 1000, GAMES_A_THREAD = 8 };

typedef struct Job {
    const Game *game;
    SelfplayWay way;
    const Pos *start; /* of --position; NULL: the game's starts */
    uint64_t first, games;
    int threads;
    Player *player[THREADS_MAX];
    Played *played; /* a batch: games that are played before they are written */
    uint32_t batch;
    bool failed[THREADS_MAX];
    uint64_t at; /* number of the batch's first game */
} Job;

static double now_ms(void)
{
    return clock_seconds() * 1e3;
}

static void play_one(void *context, int thread, size_t task)
{
    Job *job = context;
    if (!selfplay_game(job->game, job->player[thread], &job->way, job->start, job->at + task,
                       &job->played[task]))
        job->failed[thread] = true;
}

/* Where played games go. */
typedef struct Sink {
    DatasetFile *file; /* NULL: as text to stdout */
    bool progress, json;
    double told;
    char why[WHY_MAX];
} Sink;

static bool take_game(Sink *sink, const Job *job, const Played *played, uint64_t number)
{
    if (sink->file)
        return dataset_file_add(sink->file, job->game, played, sink->why);
    selfplay_print(job->game, number, played, sink->json);
    return !ferror(stdout) || refuse(sink->why, "cannot write to standard output");
}

static void tell_progress(Sink *sink, const Job *job, uint64_t done)
{
    double now = clock_seconds();
    if (!sink->progress || now - sink->told < 0.5)
        return;
    sink->told = now;
    fprintf(stderr, "\r\033[K%" PRIu64 " of %" PRIu64 " games", done, job->games);
}

static bool play_batch(Job *job, Sink *sink, uint64_t done, uint32_t count)
{
    job->at = job->first + done;
    if (!workers_run(job->threads, count, play_one, job))
        return refuse(sink->why, "not enough threads");
    for (int t = 0; t < job->threads; t++)
        if (job->failed[t])
            return refuse(sink->why, "out of memory");
    for (uint32_t i = 0; i < count; i++)
        if (!take_game(sink, job, &job->played[i], job->at + i))
            return false;
    tell_progress(sink, job, done + count);
    return true;
}

/* Plays all games from number `done` on. */
static bool play_all(Job *job, Sink *sink, uint64_t done)
{
    bool good = true;
    while (good && done < job->games) {
        uint64_t left = job->games - done;
        uint32_t count = left < job->batch ? (uint32_t)left : job->batch;
        good = play_batch(job, sink, done, count);
        done += count;
    }
    if (sink->progress)
        fputs("\r\033[K", stderr);
    return good;
}

static bool open_job(Job *job)
{
    bool good = true;
    job->batch = job->threads == 1 ? 1 : (uint32_t)job->threads * GAMES_A_THREAD;
    for (int t = 0; t < job->threads; t++)
        good = (job->player[t] = selfplay_player(job->game, &job->way, now_ms)) && good;
    job->played = calloc(job->batch, sizeof *job->played);
    for (uint32_t i = 0; job->played && i < job->batch; i++)
        good = played_open(&job->played[i], job->way.plies) && good;
    return good && job->played;
}

static void close_job(Job *job)
{
    for (int t = 0; t < job->threads; t++)
        player_close(job->player[t]);
    for (uint32_t i = 0; job->played && i < job->batch; i++)
        played_close(&job->played[i]);
    free(job->played);
}

static void make_head(const Job *job, DatasetHead *head)
{
    const SelfplayWay *way = &job->way;
    const SearchLimits *limits = &way->limits;
    *head = (DatasetHead){.rules = dataset_rules(job->game),
                          .seed = way->seed,
                          .first = job->first,
                          .games = job->games,
                          .program = CONCENTRIC_VERSION};
    Str v = str_over(head->variant, sizeof head->variant),
        s = str_over(head->settings, sizeof head->settings),
        p = str_over(head->position, sizeof head->position);
    str_add(&v, job->game->id);
    if (way->random)
        str_add(&s, "random ");
    if (limits->level)
        str_format(&s, "level %d ", limits->level);
    if (limits->depth)
        str_format(&s, "depth %d ", limits->depth);
    if (limits->nodes)
        str_format(&s, "nodes %" PRIu64 " ", limits->nodes);
    if (limits->time_ms > 0)
        str_format(&s, "time %.0f ", limits->time_ms);
    str_format(&s, "opening %u plies %u", way->opening, way->plies);
    if (job->start)
        job->game->ops->write_pos(job->game, job->start, &p);
}

static int write_file(Job *job, Sink *sink, const char *path)
{
    DatasetHead head;
    DatasetFile file;
    make_head(job, &head);
    if (!dataset_file_write(&file, path, &head, true, sink->why))
        return complain_of_file("write", path, sink->why);
    sink->file = &file;
    uint64_t there = file.games;
    bool good = play_all(job, sink, there);
    if (!good)
        dataset_file_close(&file);
    if (!good || !dataset_file_finish(&file, sink->why))
        return complain_of_file("write", path, sink->why);
    if (sink->json) {
        cJSON *json = reply_begin(job->game, NULL, LANG_EN);
        reply_count(json, "games", job->games);
        reply_count(json, "from_before", there);
        cJSON_AddStringToObject(json, "file", path);
        return reply_print(json, false) ? EXIT_GOOD : EXIT_BAD_INPUT;
    }
    printf("%" PRIu64 " games in %s", job->games, path);
    printf(there ? ", %" PRIu64 " of them from before\n" : "\n", there);
    return EXIT_GOOD;
}

static int play_job(Job *job, const char *path, bool json)
{
    Sink sink = {.progress = isatty(STDERR_FILENO), .json = json};
    int result = EXIT_GOOD;
    if (!open_job(job))
        result = complain("out of memory");
    else if (path)
        result = write_file(job, &sink, path);
    else {
        selfplay_print_head(json);
        bool good = play_all(job, &sink, 0);
        selfplay_print_end(json);
        if (!good)
            result = complain("%s", sink.why);
    }
    close_job(job);
    return result;
}

/* --part K/N: games from K-1 Nths of them to K Nths. */
static bool read_part(const Args *args, Job *job)
{
    const char *text = args_value(args, "--part"), *at = text;
    uint64_t k, n, all = job->games;
    if (!text)
        return true;
    if (!str_read_number(&at, UINT32_MAX, &n) || *at++ != '/' || (k = n) == 0 ||
        !str_is_number(at, UINT32_MAX, &n) || k > n || n > all) {
        complain(
            "--part takes K/N: part K of N, such as 2/4, and there are at least as many games");
        return false;
    }
    uint64_t from = all / n * (k - 1) + all % n * (k - 1) / n, to = all / n * k + all % n * k / n;
    job->first += from;
    job->games = to - from;
    return true;
}

static bool read_way(const Args *args, Job *job)
{
    SelfplayWay *way = &job->way;
    uint64_t depth = 0, nodes = 0, level = 0, opening = OPENING_DEFAULT, plies = PLIES_DEFAULT;
    double ms = 0;
    if (!args_number(args, "--depth", 1, SEARCH_PLIES_MAX, &depth) ||
        !args_number(args, "--nodes", 1, UINT64_MAX, &nodes) ||
        !args_time(args, "--time", 1, TIME_MAX_MS, &ms) ||
        !args_number(args, "--level", 1, LEVEL_MAX, &level) ||
        !args_number(args, "--opening", 0, SELFPLAY_PLIES_MAX, &opening) ||
        !args_number(args, "--plies", 1, SELFPLAY_PLIES_MAX, &plies))
        return false;
    way->random = args_value(args, "--random") != NULL;
    if (way->random && (depth || nodes || ms > 0 || level || args_value(args, "--opening"))) {
        complain("--random takes no limits, no level and no opening: all moves are by chance");
        return false;
    }
    if (!way->random && !depth && !nodes && !(ms > 0) && !level)
        nodes = NODES_DEFAULT;
    way->limits = (SearchLimits){
        .depth = (int)depth, .nodes = nodes, .time_ms = ms, .level = (int)level};
    way->opening = way->random ? 0 : (uint32_t)opening;
    way->plies = (uint32_t)plies;
    return true;
}

static int run_play(const Args *args)
{
    const char *path = args_value(args, "--out");
    bool text = args_value(args, "--text") != NULL;
    uint64_t threads = 1;
    Setup setup;
    Job job = {.games = 100, .way.seed = 1};
    if (!path == !text)
        return complain("selfplay needs --out FILE for the games, or --text to print them");
    if (!args_number(args, "--games", 1, UINT64_C(1000000000000), &job.games) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &job.way.seed) ||
        !args_number(args, "--first", 0, UINT64_C(1000000000000), &job.first) ||
        !args_number(args, "--threads", 1, THREADS_MAX, &threads) || !read_part(args, &job) ||
        !read_way(args, &job) || !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    job.game = setup.game;
    job.start = args_value(args, "--position") ? setup_pos(&setup) : NULL;
    job.threads = (int)threads;
    int result = play_job(&job, path, args_value(args, "--json") != NULL);
    setup_close(&setup);
    return result;
}

static int run_selfplay(const Args *args)
{
    const char *show = args_value(args, "--show");
    if (show && args->word[0])
        return complain("selfplay takes a variant, or --show FILE");
    if (show)
        return selfplay_show(show, args_value(args, "--json") != NULL);
    return args->word[0] ? run_play(args) : complain("selfplay needs a variant, or --show FILE");
}

const Command command_selfplay = {
    .name = "selfplay",
    .words = "VARIANT",
    .optional_count = 1,
    .summary = "Play the engine against itself and keep positions, moves, scores and results.",
    .details =
        "The file is compact (docs/formats.md); --show FILE prints it as text, one line per\n"
        "position. A run that was stopped goes on when the same command is given again, and the\n"
        "file gets the same bytes. Game number i of a seed is the same whatever else is played,\n"
        "unless --time limits the search: --part 1/4 to 4/4 on four machines play the games of\n"
        "one run. Moves are those of the search alone, without databases.",
    .flags = {{"--out", "FILE", "write the games to this file, or go on with it"},
              {"--text", NULL, "print them instead, one line per position"},
              {"--show", "FILE", "print the games of a file (- is standard input)"},
              {"--games", "N", "how many (default 100)"},
              {"--seed", "N", "number that the games and random set-ups follow from (default 1)"},
              {"--first", "N", "the number of the first game (default 0)"},
              {"--part", "K/N", "only part K of N of these games, such as 2/4"},
              {"--nodes", "N", "positions searched for each move (default 1000)"},
              {"--depth", "PLIES", "search so deep (1 to 64)"},
              {"--time", "T", "search so long for each move: 500, 500ms, 1.5s"},
              {"--level", "N", "play like level N, 1 to 10"},
              {"--random", NULL, "every move by chance"},
              {"--opening", "N", "the first N plies by chance (default 6)"},
              {"--plies", "N", "cut games off here, without a result (default 1000)"},
              FLAG_POSITION,
              FLAG_THREADS,
              FLAG_JSON},
    .run = run_selfplay,
};
