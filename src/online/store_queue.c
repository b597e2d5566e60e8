/* SPDX-License-Identifier: MIT */
/* The store as its owner sees it: opening, closing, submitting jobs, running what is done. */
#include "online/store_inner.h"

#include "base/clock.h"
#include "online/store_sql.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { QUEUE_MAX = 16384, PATIENCE_MS = 5000 };

/* --- Lists */

void store_jobs_add(StoreJobs *list, StoreJob *job)
{
    job->next = NULL;
    if (list->last)
        list->last->next = job;
    else
        list->first = job;
    list->last = job;
    list->count++;
}

void store_jobs_put_back(StoreJobs *into, StoreJobs *list)
{
    if (list->count == 0)
        return;
    list->last->next = into->first;
    into->first = list->first;
    if (!into->last)
        into->last = list->last;
    into->count += list->count;
    *list = (StoreJobs){0};
}

StoreJobs store_jobs_take(StoreJobs *list, int most)
{
    StoreJobs taken = {0};
    while (list->first && taken.count < most) {
        StoreJob *job = list->first;
        list->first = job->next;
        list->count--;
        store_jobs_add(&taken, job);
    }
    if (!list->first)
        list->last = NULL;
    return taken;
}

StoreJobs store_jobs_take_late(StoreJobs *list, double now)
{
    StoreJobs all = *list, late = {0};
    if (!list->first || list->first->deadline >= now) /* the first ones are the oldest */
        return late;
    *list = (StoreJobs){0};
    for (StoreJob *job = all.first, *next; job; job = next) {
        next = job->next;
        store_jobs_add(job->deadline < now ? &late : list, job);
    }
    return late;
}

void store_jobs_free(StoreJobs *list)
{
    while (list->first) {
        StoreJobs one = store_jobs_take(list, 1);
        store_job_free(one.first);
    }
}

/* --- Opening and closing */

static void free_store(TableStore *store)
{
    /* The writer last: the last connection to a file brings its log into it, if it may write. */
    for (int i = WORKERS - 1; i >= 0; i--) {
        Worker *w = &store->workers[i];
        store_jobs_free(&w->queue);
        if (w->backend)
            w->backend->ops->free(w->backend);
        if (w->event >= 0)
            close(w->event);
    }
    store_jobs_free(&store->done);
    free(store->hints);
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->end);
    pthread_cond_destroy(&store->checker.wake);
    free(store);
}

static void init_lock(TableStore *store)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&store->end, &attributes);
    pthread_cond_init(&store->checker.wake, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&store->lock, NULL);
}

static TableStore *new_store(Backend *writer, Backend *reader, const TstoreSetup *setup)
{
    TableStore *store = calloc(1, sizeof *store);
    Backend *backends[WORKERS] = {writer, reader};
    if (!store)
        return NULL;
    init_lock(store);
    store->queue_max = setup->queue_max ? setup->queue_max : QUEUE_MAX;
    store->patience = (setup->patience_ms ? setup->patience_ms : PATIENCE_MS) / 1e3;
    store->wake = setup->wake;
    store->hint = setup->hint;
    store->context = setup->context;
    store->hints = calloc(HINTS_MAX, sizeof *store->hints);
    for (int i = 0; i < WORKERS; i++)
        store->workers[i] = (Worker){.store = store,
                                     .backend = backends[i],
                                     .writes = i == WRITER,
                                     .event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    return store;
}

static bool take_gaps(void *context, const char *const *cells)
{
    gaps_read(context, cells[0]);
    return true;
}

/* The time since the last sign of life joins the gaps that are known, before the first sign of this
 * process. A disk that does not take it now is no reason not to serve. */
static bool note_gap(TableStore *store, Backend *writer)
{
    struct timespec now;
    char text[GAPS_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    Value key[] = {value_text("gaps")};
    clock_gettime(CLOCK_REALTIME, &now);
    if (!sql_number(writer, "alive_until", &store->alive_before) ||
        !writer->ops->run(writer, SQL_META, key, take_gaps, &store->gaps, NULL))
        return false;
    if (!store->alive_before)
        return true;
    gaps_add(&store->gaps, store->alive_before, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
    gaps_write(&store->gaps, &s);
    Value values[] = {value_text("gaps"), value_text(text)};
    if (!writer->ops->run(writer, SQL_META_PUT, values, NULL, NULL, NULL))
        writer->ops->disconnect(writer);
    return true;
}

/* The schema, and that both connections work, before anything is promised. */
static bool prepare(TableStore *store, char *why)
{
    Backend *writer = store->workers[WRITER].backend, *reader = store->workers[READER].backend;
    if (!writer->ops->connect(writer) || !sql_migrate(writer, SQL_SCHEMA) ||
        !note_gap(store, writer))
        return refuse(why, "%s", writer->why);
    if (!reader->ops->connect(reader) || (reader->ops->listen && !reader->ops->listen(reader)))
        return refuse(why, "%s", reader->why);
    store->sender = writer->ops->sender ? writer->ops->sender(writer) : 0;
    return true;
}

static bool start(TableStore *store, char *why)
{
    for (int i = 0; i < WORKERS; i++) {
        Worker *w = &store->workers[i];
        w->started = w->event >= 0 && store->hints &&
                     pthread_create(&w->thread, NULL, worker_run, w) == 0;
        if (!w->started)
            return refuse(why, "the threads of the store could not be started");
    }
    return true;
}

TableStore *tstore_over(Backend *writer, Backend *reader, const TstoreSetup *setup, char *why)
{
    TableStore *store = new_store(writer, reader, setup);
    if (!store) {
        refuse(why, "there is not enough memory");
        writer->ops->free(writer);
        reader->ops->free(reader);
        return NULL;
    }
    if (prepare(store, why) && start(store, why))
        return store;
    tstore_close(store, PATIENCE_MS);
    return NULL;
}

TableStore *tstore_open(const TstoreSetup *setup, char *why)
{
    Backend *writer = setup->url ? backend_pg(setup->url, why)
                                 : backend_sqlite(setup->dir, true, why);
    Backend *reader = !writer      ? NULL
                      : setup->url ? backend_pg(setup->url, why)
                                   : backend_sqlite(setup->dir, false, why);
    if (reader) {
        TableStore *store = tstore_over(writer, reader, setup, why);
        if (!store || setup->url || store_check_start(store, setup->dir))
            return store;
        refuse(why, "the threads of the store could not be started");
        tstore_close(store, PATIENCE_MS);
        return NULL;
    }
    if (writer)
        writer->ops->free(writer);
    return NULL;
}

static struct timespec time_in(int ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += ms % 1000 * 1000000L;
    if (t.tv_nsec >= 1000000000L) {
        t.tv_nsec -= 1000000000L;
        t.tv_sec++;
    }
    return t;
}

static bool all_ended(const TableStore *store)
{
    bool ended = store->checker.ended || !store->checker.started;
    for (int i = 0; i < WORKERS; i++)
        ended &= store->workers[i].ended || !store->workers[i].started;
    return ended;
}

bool tstore_close(TableStore *store, int ms)
{
    struct timespec end = time_in(ms);
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->checker.wake);
    for (int i = 0; i < WORKERS; i++)
        worker_wake(&store->workers[i]);
    int late = 0;
    while (!all_ended(store) && late == 0)
        late = pthread_cond_timedwait(&store->end, &store->lock, &end);
    bool ended = all_ended(store);
    pthread_mutex_unlock(&store->lock);
    if (!ended) /* a thread that is stuck still uses all of it */
        return false;
    for (int i = 0; i < WORKERS; i++)
        if (store->workers[i].started)
            pthread_join(store->workers[i].thread, NULL);
    if (store->checker.started)
        pthread_join(store->checker.thread, NULL);
    free_store(store);
    return true;
}

/* --- Running what is done */

static void give_hints(TableStore *store)
{
    if (!store->hint_count)
        return;
    Hint *hints = store->hints;
    int count = store->hint_count;
    Hint *fresh = calloc(HINTS_MAX, sizeof *fresh);
    if (!fresh)
        return; /* they stay; the next call may have more luck */
    store->hints = fresh;
    store->hint_count = 0;
    pthread_mutex_unlock(&store->lock);
    bool lost = hints[0].id[0] == '\0';
    for (int i = 0; i < (lost ? 1 : count) && store->hint; i++)
        store->hint(store->context, lost ? NULL : hints[i].id, hints[i].seq);
    free(hints);
    pthread_mutex_lock(&store->lock);
}

void tstore_poll(TableStore *store)
{
    StoreJobs done, late = {0};
    double now = clock_seconds();
    pthread_mutex_lock(&store->lock);
    give_hints(store);
    for (int i = 0; i < WORKERS; i++) {
        StoreJobs some = store_jobs_take_late(&store->workers[i].queue, now);
        store_jobs_put_back(&late, &some);
    }
    store->figures.refused += late.count;
    done = store->done;
    store->done = (StoreJobs){0};
    pthread_mutex_unlock(&store->lock);
    for (StoreJob *job = late.first; job; job = job->next) {
        store_job_clear_reply(job);
        job->reply.status = TSTORE_NOT_SAVED;
    }
    store_jobs_put_back(&late, &done);
    while (late.first) {
        StoreJobs one = store_jobs_take(&late, 1);
        if (one.first->done)
            one.first->done(one.first->context, &one.first->reply);
        store_job_free(one.first);
    }
}

bool tstore_healthy(TableStore *store, char *why)
{
    bool good = true;
    pthread_mutex_lock(&store->lock);
    for (int i = 0; i < WORKERS && good; i++)
        if (store->workers[i].why[0])
            good = refuse(why, "%s", store->workers[i].why);
    pthread_mutex_unlock(&store->lock);
    return good;
}

TstoreFigures tstore_figures(TableStore *store)
{
    pthread_mutex_lock(&store->lock);
    TstoreFigures figures = store->figures;
    store->figures.slowest = 0;
    figures.waiting = store->workers[WRITER].queue.count + store->workers[READER].queue.count;
    pthread_mutex_unlock(&store->lock);
    return figures;
}

int64_t tstore_alive_before(const TableStore *store)
{
    return store->alive_before;
}

int64_t tstore_gaps_between(const TableStore *store, int64_t from, int64_t until)
{
    return gaps_between(&store->gaps, from, until);
}

/* --- Submitting */

/* Takes the job over; `whole`: it could be made. */
static bool submit(TableStore *store, StoreJob *job, bool whole)
{
    if (!job || !whole) {
        store_job_free(job);
        return false;
    }
    Worker *w = &store->workers[job->kind < JOB_READS ? WRITER : READER];
    pthread_mutex_lock(&store->lock);
    bool room = w->queue.count < store->queue_max && !store->closing;
    bool first = w->queue.count == 0;
    if (room) {
        job->deadline = clock_seconds() + store->patience;
        job->number = store->submitted++;
        store_jobs_add(&w->queue, job);
    }
    pthread_mutex_unlock(&store->lock);
    if (!room)
        store_job_free(job);
    else if (first)
        worker_wake(w);
    return room;
}

/* A job with up to two texts. */
static bool submit_texts(TableStore *store, StoreJob *job, const char *first, const char *second)
{
    bool whole = job != NULL;
    if (whole) {
        job->first = store_job_text(job, first);
        job->second = store_job_text(job, second);
        whole = (!first || job->first) && (!second || job->second);
    }
    return submit(store, job, whole);
}

bool tstore_write(TableStore *store, const TstoreChange *changes, int count, TstoreDone *done,
                  void *context)
{
    StoreJob *job = store_job_new(JOB_WRITE, done, context);
    return submit(store, job, job && store_job_copy_changes(job, changes, count));
}

bool tstore_load(TableStore *store, const char *id, int64_t since, TstoreDone *done, void *context)
{
    StoreJob *job = store_job_new(JOB_LOAD, done, context);
    if (job)
        job->since = since;
    return submit_texts(store, job, id, NULL);
}

bool tstore_due(TableStore *store, int64_t until, int limit, TstoreDone *done, void *context)
{
    StoreJob *job = store_job_new(JOB_DUE, done, context);
    if (job) {
        job->since = until;
        job->limit = limit;
    }
    return submit(store, job, true);
}

bool tstore_lobby(TableStore *store, int limit, TstoreDone *done, void *context)
{
    StoreJob *job = store_job_new(JOB_LOBBY, done, context);
    if (job)
        job->limit = limit;
    return submit(store, job, true);
}

bool tstore_running(TableStore *store, int limit, TstoreDone *done, void *context)
{
    StoreJob *job = store_job_new(JOB_RUNNING, done, context);
    if (job)
        job->limit = limit;
    return submit(store, job, true);
}

bool tstore_ended(TableStore *store, int64_t after, const char *after_id, int limit,
                  TstoreDone *done, void *context)
{
    StoreJob *job = store_job_new(JOB_ENDED, done, context);
    if (job) {
        job->since = after;
        job->limit = limit;
    }
    return submit_texts(store, job, after_id, NULL);
}

bool tstore_seated(TableStore *store, const char *player, bool ended, int limit, TstoreDone *done,
                   void *context)
{
    StoreJob *job = store_job_new(JOB_SEATED, done, context);
    if (job) {
        job->back = ended;
        job->limit = limit;
    }
    return submit_texts(store, job, player, NULL);
}

bool tstore_mine(TableStore *store, const char *device, int limit, TstoreDone *done, void *context)
{
    StoreJob *job = store_job_new(JOB_MINE, done, context);
    if (job)
        job->limit = limit;
    return submit_texts(store, job, device, NULL);
}

bool tstore_forget(TableStore *store, const char *device, const char *table, TstoreDone *done,
                   void *context)
{
    return submit_texts(store, store_job_new(JOB_FORGET, done, context), table, device);
}

bool tstore_device(TableStore *store, const char *key_hash, TstoreDone *done, void *context)
{
    return submit_texts(store, store_job_new(JOB_DEVICE, done, context), key_hash, NULL);
}

bool tstore_device_put(TableStore *store, const TstoreDevice *device, TstoreDone *done,
                       void *context)
{
    StoreJob *job = store_job_new(JOB_DEVICE_PUT, done, context);
    if (!job)
        return false;
    job->device = (TstoreDevice){
        store_job_text(job, device->id), store_job_text(job, device->key_hash),
        store_job_text(job, device->name ? device->name : ""), device->made, device->seen};
    job->first = job->device.key_hash;
    return submit(store, job, job->device.id && job->first && job->device.name);
}

bool tstore_meta(TableStore *store, const char *key, TstoreDone *done, void *context)
{
    return submit_texts(store, store_job_new(JOB_META, done, context), key, NULL);
}

bool tstore_meta_put(TableStore *store, const char *key, const char *value, TstoreDone *done,
                     void *context)
{
    return submit_texts(store, store_job_new(JOB_META_PUT, done, context), key, value);
}

bool tstore_unname(TableStore *store, const char *player, TstoreDone *done, void *context)
{
    return submit_texts(store, store_job_new(JOB_UNNAME, done, context), player, NULL);
}

bool tstore_docs_write(TableStore *store, const TstoreDoc *docs, int count, TstoreDone *done,
                       void *context)
{
    StoreJob *job = store_job_new(JOB_DOCS, done, context);
    return submit(store, job, job && store_job_copy_docs(job, docs, count));
}

bool tstore_docs_get(TableStore *store, const char *kind, const char *id, TstoreDone *done,
                     void *context)
{
    return submit_texts(store, store_job_new(JOB_DOC, done, context), kind, id);
}

bool tstore_docs_owned(TableStore *store, const char *kind, const char *owner, int limit,
                       TstoreDone *done, void *context)
{
    StoreJob *job = store_job_new(JOB_DOCS_OWNED, done, context);
    if (job)
        job->limit = limit;
    return submit_texts(store, job, kind, owner);
}

bool tstore_docs_list(TableStore *store, const TstoreList *list, TstoreDone *done, void *context)
{
    StoreJob *job = store_job_new(JOB_DOCS_LIST, done, context);
    if (job) {
        job->since = list->from;
        job->until = list->until;
        job->back = list->newest_first;
        job->limit = list->limit;
    }
    return submit_texts(store, job, list->kind, NULL);
}

bool tstore_alive(TableStore *store, int64_t now, TstoreDone *done, void *context)
{
    char text[24];
    Str s = str_over(text, sizeof text);
    str_format(&s, "%lld", (long long)now);
    return submit_texts(store, store_job_new(JOB_ALIVE, done, context), "alive_until", text);
}
