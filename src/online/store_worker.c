/* SPDX-License-Identifier: MIT */
/* The threads of the store. The writer takes what has gathered while the last group was on its way
 * to the disk and makes one transaction of it: the slower the disk, the larger the groups. */
#include "online/store_inner.h"

#include "base/clock.h"
#include "online/store_sql.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GROUP_MAX = 256,  /* jobs in a transaction */
    AGAIN_MAX = 8,    /* attempts when processes were in each other's way */
    BACK_OFF_MS = 50, /* before a connection is made again; doubles */
    BACK_OFF_MAX_MS = 2000,
    TELL_BYTES = 7800, /* of one notification; PostgreSQL takes 8000 */
};

/* --- Waiting */

void worker_wake(Worker *worker)
{
    uint64_t one = 1;
    while (write(worker->event, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

static bool closing(Worker *w)
{
    pthread_mutex_lock(&w->store->lock);
    bool closing = w->store->closing;
    pthread_mutex_unlock(&w->store->lock);
    return closing;
}

/* Waits for work, for hints, or for `ms`; -1: for ever. */
static void wait_for_work(Worker *w, int ms)
{
    struct pollfd fds[2] = {{.fd = w->event, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    uint64_t count;
    if (!w->writes && w->backend->connected && w->backend->ops->socket)
        fds[1].fd = w->backend->ops->socket(w->backend);
    if (poll(fds, 2, ms) > 0 && fds[0].revents)
        while (read(w->event, &count, sizeof count) < 0 && errno == EINTR)
            ;
}

/* --- What became of jobs */

static void set_trouble(Worker *w, const char *why, bool away)
{
    pthread_mutex_lock(&w->store->lock);
    memcpy(w->why, why, strlen(why) + 1);
    w->away = away;
    pthread_mutex_unlock(&w->store->lock);
}

/* Hands jobs back; their replies are final. */
static void deliver(Worker *w, StoreJobs *jobs)
{
    TableStore *store = w->store;
    TstoreFigures *f = &store->figures;
    if (jobs->count == 0)
        return;
    pthread_mutex_lock(&store->lock);
    bool first = store->done.count == 0 && !store->closing;
    for (StoreJob *job = jobs->first, *next; job; job = next) {
        next = job->next;
        f->refused += job->reply.status == TSTORE_NOT_SAVED;
        f->conflicts += job->reply.status == TSTORE_CONFLICT;
        f->writes += w->writes && job->reply.status == TSTORE_OK;
        f->reads += !w->writes && job->reply.status != TSTORE_NOT_SAVED;
        store_jobs_add(&store->done, job);
    }
    pthread_mutex_unlock(&store->lock);
    *jobs = (StoreJobs){0};
    if (first && store->wake)
        store->wake(store->context);
}

static void deliver_refused(Worker *w, StoreJobs *jobs)
{
    for (StoreJob *job = jobs->first; job; job = job->next) {
        store_job_clear_reply(job);
        job->reply.status = TSTORE_NOT_SAVED;
    }
    deliver(w, jobs);
}

/* Back to the head of the queue, until the store is there again or their patience is over. */
static void put_back(Worker *w, StoreJobs *jobs)
{
    pthread_mutex_lock(&w->store->lock);
    store_jobs_put_back(&w->queue, jobs);
    pthread_mutex_unlock(&w->store->lock);
}

static StoreJobs take(Worker *w, int most)
{
    pthread_mutex_lock(&w->store->lock);
    StoreJobs jobs = store_jobs_take(&w->queue, most);
    pthread_mutex_unlock(&w->store->lock);
    return jobs;
}

/* --- Connection */

static void lose_hints(TableStore *store)
{
    pthread_mutex_lock(&store->lock);
    store->hints[0] = (Hint){0};
    store->hint_count = 1;
    bool open = !store->closing;
    pthread_mutex_unlock(&store->lock);
    if (open && store->wake)
        store->wake(store->context);
}

static bool connect_backend(Worker *w)
{
    Backend *b = w->backend;
    if (!b->ops->connect(b))
        return false;
    if (w->writes && b->ops->sender) {
        pthread_mutex_lock(&w->store->lock);
        w->store->sender = b->ops->sender(b);
        pthread_mutex_unlock(&w->store->lock);
    }
    if (w->writes || !b->ops->listen)
        return true;
    if (!b->ops->listen(b)) {
        b->ops->disconnect(b);
        return false;
    }
    lose_hints(w->store);
    return true;
}

/* Waits before the next attempt; false if the store is closed meanwhile. */
static bool pause_before_connecting(Worker *w)
{
    for (double end = clock_seconds() + w->pause_ms / 1e3, now; (now = clock_seconds()) < end;) {
        if (closing(w))
            return false;
        wait_for_work(w, (int)((end - now) * 1e3) + 1);
    }
    return true;
}

/* Notes a failure after which the connection is closed. */
static void give_up_connection(Worker *w)
{
    Backend *b = w->backend;
    bool away = b->trouble == TROUBLE_AWAY;
    set_trouble(w, b->why, away);
    b->ops->disconnect(b);
    if (away)
        w->pause_ms = w->pause_ms == 0                    ? BACK_OFF_MS
                      : 2 * w->pause_ms < BACK_OFF_MAX_MS ? 2 * w->pause_ms
                                                          : BACK_OFF_MAX_MS;
}

/* Connected, after some time; false if the store is closed meanwhile. */
static bool stay_connected(Worker *w)
{
    while (!w->backend->connected) {
        if (!pause_before_connecting(w))
            return false;
        if (!connect_backend(w)) {
            w->backend->trouble = TROUBLE_AWAY; /* whatever it is, it is not there */
            give_up_connection(w);
        } else if (w->away) { /* only this thread writes it */
            set_trouble(w, "", false);
        }
    }
    return true;
}

/* Something worked. */
static void be_well(Worker *w)
{
    w->pause_ms = 0;
    if (w->why[0])
        set_trouble(w, "", false);
}

/* --- Writing */

/* One notification for the whole group, unless it is very large. */
static bool tell_others(Backend *b, const StoreJobs *jobs)
{
    char text[TELL_BYTES];
    Str s = str_over(text, sizeof text);
    if (!b->ops->tell)
        return true;
    for (const StoreJob *job = jobs->first; job; job = job->next) {
        bool written = job->kind == JOB_WRITE && job->reply.status == TSTORE_OK;
        for (int i = 0; written && i < job->change_count; i++) {
            const TstoreChange *c = &job->changes[i];
            if (s.length + strlen(c->id) + 24 > sizeof text) {
                if (!b->ops->tell(b, text))
                    return false;
                s = str_over(text, sizeof text);
            }
            /* One that is gone must look like news too. */
            str_format(&s, "%s %lld ", c->id,
                       (long long)(c->after + (c->remove ? 1 : c->event_count)));
        }
    }
    return s.length == 0 || b->ops->tell(b, text);
}

/* All jobs in one transaction. *committing: it had come as far as the commit. */
static bool transact(Backend *b, StoreJobs *jobs, bool *committing)
{
    *committing = false;
    bool good = b->ops->begin(b, false) && sql_write(b, jobs->first) && tell_others(b, jobs);
    *committing = good;
    if (good && b->ops->commit(b))
        return true;
    b->ops->rollback(b);
    return false;
}

static void count_commit(TableStore *store, int64_t microseconds)
{
    TstoreFigures *f = &store->figures;
    pthread_mutex_lock(&store->lock);
    f->groups++;
    histogram_add(&f->commits, (uint64_t)microseconds);
    if (microseconds > f->slowest)
        f->slowest = microseconds;
    pthread_mutex_unlock(&store->lock);
}

static Trouble write_group(Worker *w, StoreJobs *jobs)
{
    Backend *b = w->backend;
    bool committing = false;
    for (int i = 0; i < AGAIN_MAX; i++) {
        double began = clock_seconds();
        if (transact(b, jobs, &committing)) {
            count_commit(w->store, (int64_t)((clock_seconds() - began) * 1e6));
            return TROUBLE_NONE;
        }
        if (b->trouble != TROUBLE_AGAIN)
            break;
    }
    if (committing)
        for (StoreJob *job = jobs->first; job; job = job->next)
            job->maybe_there = true;
    return b->trouble;
}

/* Jobs by themselves, because one of them spoiled the group. */
static void write_singly(Worker *w, StoreJobs *jobs)
{
    while (jobs->first) {
        StoreJobs one = store_jobs_take(jobs, 1);
        Trouble trouble = write_group(w, &one);
        if (trouble == TROUBLE_NONE) {
            deliver(w, &one);
        } else if (trouble == TROUBLE_AWAY) {
            put_back(w, jobs);
            put_back(w, &one);
            return;
        } else {
            deliver_refused(w, &one);
        }
    }
}

static void sort(StoreJobs *jobs)
{
    StoreJob *order[GROUP_MAX];
    int count = 0;
    for (StoreJob *job = jobs->first; job; job = job->next)
        order[count++] = job;
    qsort(order, (size_t)count, sizeof *order, store_job_compare);
    *jobs = (StoreJobs){0};
    for (int i = 0; i < count; i++)
        store_jobs_add(jobs, order[i]);
}

static void write_jobs(Worker *w, StoreJobs *jobs)
{
    Backend *b = w->backend;
    sort(jobs);
    Trouble trouble = write_group(w, jobs);
    if (trouble == TROUBLE_NONE) {
        be_well(w);
        deliver(w, jobs);
        return;
    }
    set_trouble(w, b->why, trouble == TROUBLE_AWAY); /* before anybody is told */
    if (trouble == TROUBLE_AWAY)
        put_back(w, jobs);
    else if (trouble == TROUBLE_DISK || jobs->count == 1)
        deliver_refused(w, jobs);
    else
        write_singly(w, jobs);
    /* A file or connection that failed is opened again; what was wrong with it may be over. */
    if (b->trouble == TROUBLE_DISK || b->trouble == TROUBLE_AWAY)
        give_up_connection(w);
}

/* --- Reading */

static void read_job(Worker *w, StoreJobs *one)
{
    Backend *b = w->backend;
    if (sql_read(b, one->first)) {
        be_well(w);
        deliver(w, one);
        return;
    }
    set_trouble(w, b->why, b->trouble == TROUBLE_AWAY);
    if (b->trouble == TROUBLE_AWAY)
        put_back(w, one);
    else
        deliver_refused(w, one);
    if (b->trouble != TROUBLE_VALUES)
        give_up_connection(w);
}

/* "aB3dE6gH 19 k7QpXy2Z 4 " */
static void hear_hints(void *context, const char *text, int sender)
{
    TableStore *store = context;
    pthread_mutex_lock(&store->lock);
    bool first = store->hint_count == 0;
    while (sender != store->sender && *text) {
        Hint hint = {0};
        size_t length = strcspn(text, " ");
        char *end = NULL;
        hint.seq = text[length] ? strtoll(text + length, &end, 10) : 0;
        if (!end || end == text + length || *end != ' ' || length == 0 || length >= sizeof hint.id)
            break; /* somebody else's words */
        memcpy(hint.id, text, length);
        text = end + 1;
        if (store->hint_count < HINTS_MAX)
            store->hints[store->hint_count++] = hint;
        else
            store->hints[0] = (Hint){0};
    }
    first = first && store->hint_count > 0 && !store->closing;
    pthread_mutex_unlock(&store->lock);
    if (first && store->wake)
        store->wake(store->context);
}

static void listen_for_hints(Worker *w)
{
    Backend *b = w->backend;
    if (b->connected && b->ops->hear && !b->ops->hear(b, hear_hints, w->store))
        give_up_connection(w);
}

/* --- The threads */

/* Nothing is left to do for the closing store, or nothing can be done. */
static bool at_end(Worker *w)
{
    pthread_mutex_lock(&w->store->lock);
    bool end = w->store->closing && (w->queue.count == 0 || w->away || !w->writes);
    pthread_mutex_unlock(&w->store->lock);
    return end;
}

static void work(Worker *w)
{
    while (!at_end(w) && stay_connected(w)) {
        StoreJobs jobs = take(w, w->writes ? GROUP_MAX : 1);
        bool idle = jobs.count == 0;
        if (!idle && w->writes)
            write_jobs(w, &jobs);
        else if (!idle)
            read_job(w, &jobs);
        if (!w->writes)
            listen_for_hints(w);
        if (idle && w->backend->connected)
            wait_for_work(w, -1);
    }
}

void *worker_run(void *worker)
{
    Worker *w = worker;
    work(w);
    pthread_mutex_lock(&w->store->lock);
    w->ended = true;
    pthread_cond_signal(&w->store->end);
    pthread_mutex_unlock(&w->store->lock);
    return NULL;
}
