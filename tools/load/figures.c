/* SPDX-License-Identifier: MIT */
/* Times, processor time and memory, see figures.h. */
#include "figures.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* -- Times ------------------------------------------------------------------------------------ */

void times_note(Times *times, uint64_t from, uint64_t to)
{
    if (!times->ms && !(times->ms = malloc(TIMES_MAX * sizeof *times->ms)))
        abort();
    if (times->count < TIMES_MAX)
        times->ms[times->count++] = (float)((double)(int64_t)(to - from) / 1e6);
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double times_at(const Times *times, int thousandths)
{
    return (double)times->ms[times->count * (size_t)thousandths / 1000];
}

void times_sort(Times *times)
{
    qsort(times->ms, times->count, sizeof *times->ms, by_size);
}

void times_print(const char *name, Times *times)
{
    if (!times->count)
        return;
    times_sort(times);
    printf("%s: %zu, p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, most %.1f ms\n", name,
           times->count, times_at(times, 500), times_at(times, 900), times_at(times, 990),
           times_at(times, 999), (double)times->ms[times->count - 1]);
}

/* -- Processes -------------------------------------------------------------------------------- */

long memory_of(int pid)
{
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = pid ? fopen(path, "r") : NULL;
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = atol(line + 6);
    if (file)
        fclose(file);
    return kilobytes;
}

/* Ticks of a process, with those of its children that have ended; *parent is whose child it is. */
static unsigned long ticks_of(int pid, int *parent)
{
    char path[64], text[1024] = "";
    unsigned long user = 0, kernel = 0;
    long ended_user = 0, ended_kernel = 0;
    *parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = pid ? fopen(path, "r") : NULL;
    if (file) {
        size_t n = fread(text, 1, sizeof text - 1, file);
        text[n] = '\0';
        fclose(file);
    }
    const char *behind = strrchr(text, ')');
    if (behind)
        sscanf(behind + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", parent,
               &user, &kernel, &ended_user, &ended_kernel);
    return user + kernel + (unsigned long)(ended_user + ended_kernel);
}

double processor_of(int pid)
{
    int parent;
    return (double)ticks_of(pid, &parent) / (double)sysconf(_SC_CLK_TCK);
}

double processor_here(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

bool watched_add(Watched *all, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    if (!length || length >= sizeof *all->kind || all->kinds == KINDS_MAX)
        return false;
    memcpy(all->kind[all->kinds], text, length);
    for (const char *p = equals; *p; p++) {
        char *end;
        long pid = strtol(p + 1, &end, 10);
        if (end == p + 1 || (*end && *end != ',') || pid <= 0 || all->count == PIDS_MAX)
            return false;
        all->of[all->count] = all->kinds;
        all->pid[all->count++] = (int)pid;
        p = end - 1;
        if (!*end)
            break;
    }
    all->kinds++;
    return true;
}

static bool is_of(const Watched *all, int kind, int pid)
{
    for (int i = 0; i < all->count; i++)
        if (all->of[i] == kind && all->pid[i] == pid)
            return true;
    return false;
}

double watched_processor(const Watched *all, int kind)
{
    unsigned long ticks = 0;
    DIR *folder = opendir("/proc");
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        int parent, pid = isdigit((unsigned char)*entry->d_name) ? atoi(entry->d_name) : 0;
        unsigned long some = ticks_of(pid, &parent);
        if (pid && (is_of(all, kind, pid) || is_of(all, kind, parent)))
            ticks += some;
    }
    if (folder)
        closedir(folder);
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

long watched_memory(const Watched *all, int kind)
{
    long kilobytes = 0;
    for (int i = 0; i < all->count; i++)
        if (all->of[i] == kind)
            kilobytes += memory_of(all->pid[i]);
    return kilobytes;
}
