/* SPDX-License-Identifier: MIT */
/* A child process with pipes to its stdin and from its stdout and stderr. It has a process group of
 * its own, so that ending it ends what it started. */
#ifndef CONCENTRIC_APP_TOURNAMENT_PROCESS_H
#define CONCENTRIC_APP_TOURNAMENT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

enum { PROCESS_KILLED = -1 };

typedef struct Process {
    pid_t pid;            /* 0: none */
    int to, from, errors; /* non-blocking; errors: its stderr */
    bool errors_open;
} Process;

/* Starts argv[0] with these arguments. False with a reason in
 * why[WHY_MAX]. From any thread. SIGPIPE must be ignored by the caller. */
bool process_start(Process *process, char *const *argv, char *why);

/* Closes the pipes, waits for at most `patience_ms` for it to end, then kills its group. Harmless
 * if there is none. Returns its status as waitpid gives it, or PROCESS_KILLED. */
int process_end(Process *process, int patience_ms);

#endif
