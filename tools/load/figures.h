/* SPDX-License-Identifier: MIT */
/* What the load tools measure: times with their percentiles, and the processor time and memory of
 * other processes. */
#ifndef CONCENTRIC_TOOLS_LOAD_FIGURES_H
#define CONCENTRIC_TOOLS_LOAD_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIMES_MAX = 4000000, KINDS_MAX = 4, PIDS_MAX = 64 };

typedef struct Times {
    float *ms;
    size_t count;
} Times;

/* Notes the time between two values of uv_hrtime; the first TIMES_MAX are kept. */
void times_note(Times *times, uint64_t from, uint64_t to);
void times_sort(Times *times);
/* The time that so many thousandths of all are shorter than, once they are sorted; 0 to 999. */
double times_at(const Times *times, int thousandths);
/* One line: how many, p50, p90, p99, p99.9 and the longest. Nothing if there are none. */
void times_print(const char *name, Times *times);

/* Processes that are watched, by kind: "server", "postgres". */
typedef struct Watched {
    char kind[KINDS_MAX][16];
    int kinds;
    int of[PIDS_MAX], pid[PIDS_MAX];
    int count;
} Watched;

/* Adds "KIND=PID,PID,..."; false if it is not of this form or too much. */
bool watched_add(Watched *all, const char *text);
/* Seconds of processor time that the processes of a kind have used, with their children. */
double watched_processor(const Watched *all, int kind);
/* Kilobytes of memory that the processes of a kind have for themselves, without children. */
long watched_memory(const Watched *all, int kind);

/* The same of one process; 0 if it is not there. */
double processor_of(int pid);
long memory_of(int pid);
/* Seconds of processor time of this process. */
double processor_here(void);

#endif
