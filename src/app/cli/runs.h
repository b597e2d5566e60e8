/* SPDX-License-Identifier: MIT */
/* Work of the command line that is shared out among threads. */
#ifndef CONCENTRIC_APP_CLI_RUNS_H
#define CONCENTRIC_APP_CLI_RUNS_H

#include "core/perft.h"
#include "core/playout.h"

/* workers.c: calls work(context, task) for every task in [0, tasks) on `threads` threads, each of
 * which gets its own number. False if threads could not be started. */
bool workers_run(int threads, size_t tasks, void (*work)(void *context, int thread, size_t task),
                 void *context);

/* cmd_perft.c: perft of a position on several threads. divide may be NULL, else one count per root
 * move in the order of moves(). False if there is no memory. */
typedef struct PerftRun {
    const Game *game;
    const Pos *pos;
    int depth, threads;
    uint64_t hash_mb;
    bool bulk, progress;
} PerftRun;
bool perft_run(const PerftRun *run, uint64_t *total, uint64_t *divide);

/* cmd_playouts.c */
bool playouts_run(const Game *game, const Pos *start, uint64_t games, uint64_t seed, int threads,
                  PlayoutStats *out);

#endif
