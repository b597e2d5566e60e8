/* SPDX-License-Identifier: MIT */
/* `concentric playouts --record`: the same random games, played in batches and kept in a data set.
 */
#include "app/cli/commands.h"
#include "app/cli/runs.h"
#include "app/dataset_file.h"

#include <stdlib.h>

enum { BATCH = 256 };

typedef struct Job {
    const PlayoutsRun *run;
    uint64_t at; /* number of the batch's first game */
    Move *scratch[THREADS_MAX];
    PlayoutStats stats[THREADS_MAX];
    Played played[BATCH];
} Job;

static void play_one(void *context, int thread, size_t task)
{
    Job *job = context;
    const PlayoutsRun *run = job->run;
    Played *played = &job->played[task];
    PlayoutStats stats = {0};
    played->start = *run->start;
    played->count = (uint32_t)playout_record(run->game, run->start, run->seed, job->at + task,
                                             job->scratch[thread], &stats, played->move);
    for (played->winner = WINNER_NONE; !stats.won[played->winner]; played->winner++)
        continue;
    playout_merge(&job->stats[thread], &stats);
}

static bool open_job(Job *job)
{
    bool good = true;
    for (int t = 0; t < job->run->threads; t++)
        good = (job->scratch[t] = malloc(job->run->game->moves_max * sizeof(Move))) && good;
    for (int i = 0; i < BATCH; i++) {
        good = played_open(&job->played[i], PLAYOUT_PLIES_MAX) && good;
        for (int p = 0; good && p < PLAYOUT_PLIES_MAX; p++)
            job->played[i].score[p] = SELFPLAY_NO_SCORE;
    }
    return good;
}

static void close_job(Job *job)
{
    for (int t = 0; t < job->run->threads; t++)
        free(job->scratch[t]);
    for (int i = 0; i < BATCH; i++)
        played_close(&job->played[i]);
    free(job);
}

static bool play_all(Job *job, DatasetFile *file, char *why)
{
    const PlayoutsRun *run = job->run;
    for (; job->at < run->games; job->at += BATCH) {
        uint64_t left = run->games - job->at;
        size_t count = left < BATCH ? (size_t)left : BATCH;
        if (!workers_run(run->threads, count, play_one, job))
            return refuse(why, "not enough threads");
        for (size_t i = 0; i < count; i++)
            if (!dataset_file_add(file, run->game, &job->played[i], why))
                return false;
    }
    return true;
}

bool playouts_record(const PlayoutsRun *run, bool placed, const char *path, PlayoutStats *out,
                     char *why)
{
    DatasetHead head = {.rules = dataset_rules(run->game),
                        .seed = run->seed,
                        .games = run->games,
                        .program = CONCENTRIC_VERSION};
    Str v = str_over(head.variant, sizeof head.variant),
        s = str_over(head.settings, sizeof head.settings),
        p = str_over(head.position, sizeof head.position);
    str_add(&v, run->game->id);
    str_format(&s, "playouts plies %d", PLAYOUT_PLIES_MAX);
    if (placed)
        run->game->ops->write_pos(run->game, run->start, &p);
    DatasetFile file;
    Job *job = calloc(1, sizeof *job);
    if (!job || !dataset_file_write(&file, path, &head, false, why)) {
        free(job);
        return job ? false : refuse(why, "out of memory");
    }
    job->run = run;
    bool good = open_job(job) ? play_all(job, &file, why) : refuse(why, "out of memory");
    *out = (PlayoutStats){0};
    for (int t = 0; t < run->threads; t++)
        playout_merge(out, &job->stats[t]);
    close_job(job);
    if (good)
        return dataset_file_finish(&file, why);
    dataset_file_close(&file);
    remove(path); /* it was made here, and half of it is no use to anybody */
    return false;
}
