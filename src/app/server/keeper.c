/* SPDX-License-Identifier: MIT */
/* Backups on a thread, see keeper.h. Whoever reads the directory sees whole files only; files with
 * other names are nobody's business here. */
#define _DEFAULT_SOURCE /* timegm */
#include "app/server/keeper.h"

#include "base/str.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    NAME_BYTES = 32,
    PATH_BYTES = 4096,
    LOOK_SECONDS = 60, /* between two looks at the time, which somebody may set */
    FILES_MAX = 10000,
    RETRY_MS = 60000, /* after one that failed */
    PART_MS = 86400000,
};

struct Keeper {
    KeeperSetup setup;
    TstoreSetup store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake, gone;
    int64_t named; /* the second that the last file is called after; the thread's own */
    /* Under the lock. */
    KeeperDone *done;
    void *context;
    bool asked, stopping, ended;
    int64_t due;
    KeeperFigures figures;
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- names */

static const char form[] = "concentric-00000000T000000Z.db";

static void name_write(int64_t at, char out[NAME_BYTES])
{
    time_t seconds = (time_t)(at / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(out, NAME_BYTES, "concentric-%Y%m%dT%H%M%SZ.db", &parts);
}

bool keeper_name_read(const char *name, int64_t *at)
{
    struct tm parts = {0};
    char again[NAME_BYTES];
    if (strlen(name) != sizeof form - 1)
        return false;
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (form[i] == '0' ? name[i] < '0' || name[i] > '9' : name[i] != form[i])
            return false;
    sscanf(name, "concentric-%4d%2d%2dT%2d%2d%2d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
           &parts.tm_hour, &parts.tm_min, &parts.tm_sec);
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    *at = (int64_t)timegm(&parts) * 1000;
    name_write(*at, again);
    return strcmp(name, again) == 0; /* not the 31st of February */
}

static bool join(const Keeper *keeper, const char *name, char out[PATH_BYTES])
{
    Str s = str_over(out, PATH_BYTES);
    str_format(&s, "%s/%s", keeper->setup.dir, name);
    return !s.full;
}

static int newest_first(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The times of our files, the newest first, for free(). */
static int list(const Keeper *keeper, int64_t **out)
{
    DIR *dir = opendir(keeper->setup.dir);
    int64_t *times = malloc(FILES_MAX * sizeof *times);
    int count = 0;
    for (const struct dirent *entry; dir && times && count < FILES_MAX && (entry = readdir(dir));)
        if (keeper_name_read(entry->d_name, &times[count]))
            count++;
    if (dir)
        closedir(dir);
    if (times)
        qsort(times, (size_t)count, sizeof *times, newest_first);
    *out = times;
    return count;
}

/* What a process that was killed while it wrote has left, a day later. */
static void prune_parts(const Keeper *keeper)
{
    DIR *dir = opendir(keeper->setup.dir);
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        char name[NAME_BYTES], path[PATH_BYTES];
        size_t length = strlen(entry->d_name), own = sizeof form - 1;
        int64_t at;
        Str s = str_over(name, sizeof name);
        str_bytes(&s, entry->d_name, length < own ? length : own);
        if (length > own + 5 && strcmp(entry->d_name + length - 5, ".part") == 0 &&
            keeper_name_read(name, &at) && at < now_ms() - PART_MS &&
            join(keeper, entry->d_name, path))
            unlink(path);
    }
    if (dir)
        closedir(dir);
}

static void prune(const Keeper *keeper)
{
    prune_parts(keeper);
    int64_t *times;
    int count = list(keeper, &times);
    for (int i = keeper->setup.keep; i < count; i++) {
        char name[NAME_BYTES], path[PATH_BYTES];
        name_write(times[i], name);
        if (join(keeper, name, path))
            unlink(path);
    }
    free(times);
}

/* ---- the thread */

/* What somebody may be told: a reason of the store's may have values of its rows. */
static bool write_one(Keeper *keeper, char name[NAME_BYTES], char *why)
{
    char path[PATH_BYTES];
    struct stat file = {0};
    int64_t began = now_ms();
    /* Two in one second: the second one is called after the next. */
    keeper->named = began / 1000 > keeper->named ? began / 1000 : keeper->named + 1;
    name_write(keeper->named * 1000, name);
    bool good = join(keeper, name, path) ? tstore_backup(&keeper->store, path, why)
                                         : refuse(why, "the name of the directory is too long");
    if (good)
        stat(path, &file);
    const OplogField fields[] = {{"ms", NULL, now_ms() - began},
                                 {"bytes", NULL, (int64_t)file.st_size}};
    if (good)
        oplog_say(keeper->setup.log, OPLOG_INFO, "backup", fields, 2);
    else
        oplog_say(keeper->setup.log, OPLOG_ERROR, "backup-failed", fields, 1);
    if (good)
        prune(keeper);
    return good;
}

static void wait_for_time(Keeper *keeper)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t wait = keeper->due - now_ms();
    if (wait > LOOK_SECONDS * 1000)
        wait = LOOK_SECONDS * 1000;
    until.tv_sec += wait / 1000;
    until.tv_nsec += wait % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&keeper->wake, &keeper->lock, &until);
}

static void work(Keeper *keeper)
{
    char name[NAME_BYTES], why[WHY_MAX] = "";
    KeeperDone *done = keeper->done;
    void *context = keeper->context;
    bool asked = keeper->asked;
    pthread_mutex_unlock(&keeper->lock);
    bool good = write_one(keeper, name, why);
    int64_t now = now_ms();
    if (asked)
        done(context, name, good ? "" : why);
    pthread_mutex_lock(&keeper->lock);
    if (asked)
        keeper->asked = false;
    keeper->figures.written += good;
    keeper->figures.failed += !good;
    if (good)
        keeper->figures.last = now;
    int64_t again = good || keeper->setup.every < RETRY_MS ? keeper->setup.every : RETRY_MS;
    keeper->due = now + again;
}

static void *run(void *context)
{
    Keeper *keeper = context;
    pthread_mutex_lock(&keeper->lock);
    while (!keeper->stopping) {
        if (keeper->asked || now_ms() >= keeper->due)
            work(keeper);
        else
            wait_for_time(keeper);
    }
    keeper->ended = true;
    pthread_cond_signal(&keeper->gone);
    pthread_mutex_unlock(&keeper->lock);
    return NULL;
}

/* ---- what others call */

bool keeper_ask(Keeper *keeper, KeeperDone *done, void *context)
{
    pthread_mutex_lock(&keeper->lock);
    bool room = !keeper->asked;
    if (room) {
        keeper->asked = true;
        keeper->done = done;
        keeper->context = context;
        pthread_cond_signal(&keeper->wake);
    }
    pthread_mutex_unlock(&keeper->lock);
    return room;
}

KeeperFigures keeper_figures(Keeper *keeper)
{
    pthread_mutex_lock(&keeper->lock);
    KeeperFigures figures = keeper->figures;
    pthread_mutex_unlock(&keeper->lock);
    return figures;
}

Keeper *keeper_open(const KeeperSetup *setup, char *why)
{
    struct stat there;
    Keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper) {
        refuse(why, "there is no memory");
        return NULL;
    }
    keeper->setup = *setup;
    keeper->store = (TstoreSetup){.dir = setup->store->dir, .url = setup->store->url};
    if (mkdir(setup->dir, 0700) != 0 &&
        (stat(setup->dir, &there) != 0 || !S_ISDIR(there.st_mode))) {
        refuse(why, "cannot make the directory for backups '%s': %s", setup->dir, strerror(errno));
        free(keeper);
        return NULL;
    }
    int64_t *times;
    if (list(keeper, &times) > 0) {
        keeper->named = times[0] / 1000;
        keeper->figures.last = times[0];
        keeper->due = times[0] + setup->every;
    }
    free(times);
    pthread_mutex_init(&keeper->lock, NULL);
    pthread_cond_init(&keeper->wake, NULL);
    pthread_cond_init(&keeper->gone, NULL);
    if (pthread_create(&keeper->thread, NULL, run, keeper) == 0)
        return keeper;
    refuse(why, "the thread of backups cannot be started");
    free(keeper);
    return NULL;
}

bool keeper_close(Keeper *keeper, int ms)
{
    struct timespec until;
    if (!keeper)
        return true;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    pthread_mutex_lock(&keeper->lock);
    keeper->stopping = true;
    pthread_cond_signal(&keeper->wake);
    int late = 0;
    while (!keeper->ended && !late)
        late = pthread_cond_timedwait(&keeper->gone, &keeper->lock, &until);
    bool ended = keeper->ended;
    pthread_mutex_unlock(&keeper->lock);
    if (!ended)
        return false;
    pthread_join(keeper->thread, NULL);
    free(keeper);
    return true;
}
