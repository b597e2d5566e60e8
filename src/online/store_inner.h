/* SPDX-License-Identifier: MIT */
/* The store from inside: queues that the owner's thread fills and two workers empty. One lock
 * guards everything that both sides see; nobody holds it while they wait for a disk. */
#ifndef CONCENTRIC_ONLINE_STORE_INNER_H
#define CONCENTRIC_ONLINE_STORE_INNER_H

#include "online/gaps.h"
#include "online/store_backend.h"
#include "online/store_job.h"

#include <pthread.h>
#include <sys/types.h>

typedef struct StoreJobs {
    StoreJob *first, *last;
    int count;
} StoreJobs;

void store_jobs_add(StoreJobs *list, StoreJob *job);
/* All of `list` before what `into` has. */
void store_jobs_put_back(StoreJobs *into, StoreJobs *list);
/* Takes the first ones, at most `most`. */
StoreJobs store_jobs_take(StoreJobs *list, int most);
/* Takes those whose deadline has passed. */
StoreJobs store_jobs_take_late(StoreJobs *list, double now);
void store_jobs_free(StoreJobs *list);

typedef struct Hint {
    char id[16]; /* empty: hints were lost */
    int64_t seq;
} Hint;

/* A thread with a connection. Writes and reads have one each, so that who reads does not wait for
 * an fsync. */
typedef struct Worker {
    TableStore *store;
    Backend *backend;
    bool writes;
    int event; /* an eventfd: there is something to do */
    bool started, ended;
    pthread_t thread;
    int pause_ms; /* before the connection is made again; grows while nothing works */
    /* Under the lock. */
    StoreJobs queue;
    bool away;         /* the connection is being made again */
    char why[WHY_MAX]; /* the last trouble; empty when the last thing worked */
} Worker;

/* store_check.c: looks after the file, where there is one. */
typedef struct StoreChecker {
    char path[4096];
    ino_t inode;
    dev_t device;
    bool started, ended;
    pthread_t thread;
    pthread_cond_t wake; /* the store closes */
    /* Under the lock; empty: nothing is wrong. */
    char lost[WHY_MAX], damage[WHY_MAX];
} StoreChecker;

enum { WRITER, READER, WORKERS };
enum { HINTS_MAX = 4096 };

struct TableStore {
    int queue_max;
    double patience; /* seconds */
    void (*wake)(void *context);
    TstoreHint *hint;
    void *context;
    int64_t alive_before;
    Gaps gaps;
    Worker workers[WORKERS];
    StoreChecker checker;

    pthread_mutex_t lock;
    pthread_cond_t end; /* a worker has ended */
    bool closing;
    StoreJobs done;
    Hint *hints; /* HINTS_MAX of them */
    int hint_count;
    int sender; /* our own name in hints */
    uint64_t submitted;
    TstoreFigures figures;
};

/* store_worker.c: what a worker's thread runs. */
void *worker_run(void *worker);
/* Makes a worker look at its queue. */
void worker_wake(Worker *worker);

/* Begins to look after DIR/tables.db. */
bool store_check_start(TableStore *store, const char *dir);

/* A store over two backends that are not connected, which it owns from now on; what tstore_open is
 * made of, and for tests, whose backends may fail as they like. */
TableStore *tstore_over(Backend *writer, Backend *reader, const TstoreSetup *setup, char *why);

#endif
