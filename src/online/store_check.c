/* SPDX-License-Identifier: MIT */
/* Watches the file of a store from a thread of its own: is it still under its name, and is it
 * whole? Nobody who plays waits for it. */
#include "online/store_inner.h"

#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { LOOK_SECONDS = 1, CHECK_SECONDS = 86400, PROGRESS_STEPS = 10000 };

static void set_damage(TableStore *store, char *damage, const char *why)
{
    pthread_mutex_lock(&store->lock);
    Str s = str_over(damage, WHY_MAX);
    str_add(&s, why);
    pthread_mutex_unlock(&store->lock);
}

/* Is the file that the store has open still the one of this name? */
static bool look_for_file(TableStore *store)
{
    struct stat file;
    char why[WHY_MAX] = "";
    StoreChecker *c = &store->checker;
    if (stat(c->path, &file) != 0 || file.st_ino != c->inode || file.st_dev != c->device)
        refuse(why,
               "'%.200s' was removed or replaced while the server has it open: what is written "
               "now goes away with the process; make a copy of what the server shows, put the file "
               "back and start again",
               c->path);
    set_damage(store, c->lost, why);
    return !why[0];
}

static int stop_when_closing(void *context)
{
    TableStore *store = context;
    pthread_mutex_lock(&store->lock);
    bool closing = store->closing;
    pthread_mutex_unlock(&store->lock);
    return closing;
}

/* What cannot be opened or read now is not damaged: the workers tell that. */
static void check_file(TableStore *store)
{
    StoreChecker *c = &store->checker;
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    char why[WHY_MAX] = "";
    int code = sqlite3_open_v2(c->path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) {
        sqlite3_progress_handler(db, PROGRESS_STEPS, stop_when_closing, store);
        code = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &statement, NULL);
    }
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    const char *said = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if ((said && strcmp(said, "ok") != 0) || code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        refuse(why, "'%.200s' is damaged (%.120s); restore a backup", c->path,
               said ? said : sqlite3_errstr(code));
    if (said || why[0])
        set_damage(store, c->damage, why);
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* False: the store closes. */
static bool wait_a_while(TableStore *store)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += LOOK_SECONDS;
    pthread_mutex_lock(&store->lock);
    int late = 0;
    while (!store->closing && !late)
        late = pthread_cond_timedwait(&store->checker.wake, &store->lock, &until);
    bool open = !store->closing;
    pthread_mutex_unlock(&store->lock);
    return open;
}

static void *checker_run(void *context)
{
    TableStore *store = context;
    int64_t next = 0, seconds = 0;
    do {
        /* Another file of this name is not opened: SQLite would join it with our log. */
        if (look_for_file(store) && seconds++ >= next) {
            next = seconds + CHECK_SECONDS;
            check_file(store);
        }
    } while (wait_a_while(store));
    pthread_mutex_lock(&store->lock);
    store->checker.ended = true;
    pthread_cond_signal(&store->end);
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

bool store_check_start(TableStore *store, const char *dir)
{
    struct stat file;
    StoreChecker *c = &store->checker;
    Str s = str_over(c->path, sizeof c->path);
    str_format(&s, "%s/tables.db", dir);
    if (s.full || stat(c->path, &file) != 0)
        return false;
    c->inode = file.st_ino;
    c->device = file.st_dev;
    c->started = pthread_create(&c->thread, NULL, checker_run, store) == 0;
    return c->started;
}

bool tstore_whole(TableStore *store, char *why)
{
    pthread_mutex_lock(&store->lock);
    const StoreChecker *c = &store->checker;
    const char *trouble = c->lost[0] ? c->lost : c->damage;
    bool whole = !trouble[0] || refuse(why, "%s", trouble);
    pthread_mutex_unlock(&store->lock);
    return whole;
}
