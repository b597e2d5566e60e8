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

typedef struct PlayoutsRun {
    const Game *game;
    const Pos *start;
    uint64_t games, seed;
    int threads;
} PlayoutsRun;
/* cmd_playouts.c: false if there is not enough memory, or threads. */
bool playouts_run(const PlayoutsRun *run, PlayoutStats *out);
/* playouts_record.c: the same, and the games into a file that is not there yet (explore/dataset.h).
 * `placed`: the start is one that the user gave. False with a reason. */
bool playouts_record(const PlayoutsRun *run, bool placed, const char *path, PlayoutStats *out,
                     char *why);

/* cmd_solve.c: the line by which two runs are compared; digest has DIGEST_BYTES. */
void print_certificate(const Game *game, bool wdl, const uint8_t *digest);

#endif
