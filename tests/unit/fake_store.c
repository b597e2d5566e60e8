/* SPDX-License-Identifier: MIT */
/* A store in memory, see fake_store.h. */
#include "unit/fake_store.h"

#include <stdlib.h>
#include <string.h>

FakeTable fake_kept[FAKE_TABLES];
int fake_kept_count;
Rng fake_rng;
int fake_trouble;
bool fake_honest;

/* Texts that live until the schedule ends. */
typedef struct Owned {
    struct Owned *next;
    char text[];
} Owned;
static Owned *owned;

char *fake_own(const char *text)
{
    size_t size = text ? strlen(text) + 1 : 1;
    Owned *copy;
    while (!(copy = malloc(sizeof *copy + size))) /* the test's memory does not run out */
        continue;
    memcpy(copy->text, text ? text : "", size);
    copy->next = owned;
    owned = copy;
    return copy->text;
}

void fake_free(void)
{
    for (Owned *next; owned; owned = next) {
        next = owned->next;
        free(owned);
    }
}

FakeTable *fake_find(const char *id)
{
    for (int i = 0; i < fake_kept_count; i++)
        if (strcmp(fake_kept[i].row.id, id) == 0)
            return &fake_kept[i];
    return NULL;
}

FakeJob *fake_new_job(TableStore *store, TstoreDone *done, void *context)
{
    if (store->count == FAKE_JOBS)
        return NULL;
    FakeJob *job = &store->job[store->count++];
    *job = (FakeJob){.store = store, .done = done, .context = context};
    return job;
}

bool tstore_write(TableStore *store, const TstoreChange *changes, int count, TstoreDone *done,
                  void *context)
{
    if (fake_trouble && rng_below(&fake_rng, 400) < (uint32_t)fake_trouble)
        return false;
    FakeJob *job = fake_new_job(store, done, context);
    if (!job)
        return false;
    job->changes = count;
    for (int c = 0; c < count; c++) {
        job->change[c] = changes[c];
        job->change[c].id = fake_own(changes[c].id);
        for (int i = 0; i < changes[c].event_count; i++) {
            TstoreEvent *e = &job->events[c][i];
            *e = changes[c].events[i];
            e->kind = fake_own(e->kind);
            e->cmd = fake_own(e->cmd);
            e->body = fake_own(e->body);
        }
        job->change[c].events = job->events[c];
        const char **texts[] = {&job->change[c].set.state,       &job->change[c].set.seat_key[0],
                                &job->change[c].set.seat_key[1], &job->change[c].set.invite,
                                &job->change[c].set.next,        &job->change[c].set.seat[0],
                                &job->change[c].set.seat[1]};
        for (size_t t = 0; t < 7; t++)
            if (*texts[t])
                *texts[t] = fake_own(*texts[t]);
        if (changes[c].create) {
            TstoreRow row = *changes[c].create;
            row.id = fake_own(row.id);
            row.setup = fake_own(row.setup);
            row.state = fake_own(row.state);
            row.invite = fake_own(row.invite);
            row.next = fake_own(row.next);
            row.tournament = fake_own(row.tournament);
            for (int s = 0; s < 2; s++) {
                row.seat[s] = fake_own(row.seat[s]);
                row.seat_key[s] = fake_own(row.seat_key[s]);
            }
            job->create = row;
            job->change[c].create = &job->create;
        }
    }
    return true;
}

bool tstore_load(TableStore *store, const char *id, int64_t since, TstoreDone *done, void *context)
{
    (void)since;
    FakeJob *job = fake_new_job(store, done, context);
    if (!job)
        return false;
    job->load = true;
    memcpy(job->id, id, sizeof job->id);
    return true;
}

bool tstore_due(TableStore *store, int64_t until, int limit, TstoreDone *done, void *context)
{
    (void)limit;
    FakeJob *job = fake_new_job(store, done, context);
    if (job)
        job->due_until = until;
    return job != NULL;
}

bool tstore_lobby(TableStore *store, int limit, TstoreDone *done, void *context)
{
    (void)limit;
    FakeJob *job = fake_new_job(store, done, context);
    if (job)
        job->lobby = true;
    return job != NULL;
}

bool tstore_alive(TableStore *store, int64_t now, TstoreDone *done, void *context)
{
    (void)store;
    (void)now;
    (void)done;
    (void)context;
    return true;
}

int64_t tstore_gaps_between(const TableStore *store, int64_t from, int64_t until)
{
    return gaps_between(&store->gaps, from, until);
}

static void add_events(FakeTable *table, const TstoreChange *change)
{
    for (int i = 0; i < change->event_count; i++) {
        table->event[table->count] = change->events[i];
        table->event[table->count].seq = table->count + 1;
        table->count++;
    }
    table->row.seq = table->count;
}

/* Is there room for everything? */
static bool has_room(const FakeJob *job)
{
    int more = 0;
    for (int c = 0; c < job->changes; c++) {
        const FakeTable *table = fake_find(job->change[c].id);
        more += !table;
        if (table && table->count + job->change[c].event_count > FAKE_EVENTS)
            return false;
    }
    return fake_kept_count + more <= FAKE_TABLES;
}

static bool fits(const FakeJob *job)
{
    for (int c = 0; c < job->changes; c++) {
        const FakeTable *table = fake_find(job->change[c].id);
        if (job->change[c].create ? table != NULL : !table || table->count != job->change[c].after)
            return false;
    }
    return true;
}

static void apply_change(const TstoreChange *change)
{
    FakeTable *table = fake_find(change->id);
    if (change->create) {
        table = &fake_kept[fake_kept_count++];
        *table = (FakeTable){.row = *change->create};
    }
    const char *const from[] = {
        change->set.state, change->set.seat_key[0], change->set.seat_key[1], change->set.invite,
        change->set.next,  change->set.seat[0],     change->set.seat[1]};
    const char **to[] = {&table->row.state,  &table->row.seat_key[0], &table->row.seat_key[1],
                         &table->row.invite, &table->row.next,        &table->row.seat[0],
                         &table->row.seat[1]};
    const int64_t numbers[] = {change->set.lobby, change->set.at,    change->set.turn,
                               change->set.plies, change->set.ended, change->set.won,
                               change->set.due};
    int64_t *columns[] = {&table->row.lobby, &table->row.at,  &table->row.turn, &table->row.plies,
                          &table->row.ended, &table->row.won, &table->row.due};
    for (size_t i = 0; i < 7; i++)
        if (from[i])
            *to[i] = from[i];
    for (size_t i = 0; i < 7 && !change->create; i++)
        if (numbers[i] != TSTORE_LEAVE)
            *columns[i] = numbers[i];
    add_events(table, change);
}

static void reply_to(const FakeJob *job, const TstoreReply *reply)
{
    if (job->done)
        job->done(job->context, reply);
}

static void do_write(const FakeJob *job)
{
    bool room = has_room(job);
    bool fails = (int)rng_below(&fake_rng, 100) < fake_trouble || !room;
    bool lies = fails && room && !fake_honest &&
                rng_below(&fake_rng, 2); /* it is on the disk, and nobody knows */
    TstoreStatus status = fails ? TSTORE_NOT_SAVED : TSTORE_CONFLICT;
    if (fits(job) && (!fails || lies)) {
        for (int c = 0; c < job->changes; c++)
            apply_change(&job->change[c]);
        if (!fails)
            status = TSTORE_OK;
    }
    reply_to(job, &(TstoreReply){.status = status});
}

/* One job of a process, the oldest first as in a real queue. */
bool fake_do_job(TableStore *store)
{
    if (!store->count)
        return false;
    FakeJob job = store->job[0];
    memmove(store->job, store->job + 1, (size_t)(store->count - 1) * sizeof *store->job);
    store->count--;
    for (int c = 0; c < job.changes; c++) { /* they point into the job that was moved */
        job.change[c].events = job.events[c];
        if (job.change[c].create)
            job.change[c].create = &job.create;
    }
    const FakeTable *table = job.load ? fake_find(job.id) : NULL;
    if (job.kind)
        fake_do_docs(&job);
    else if (job.changes)
        do_write(&job);
    else if (job.load && !table)
        reply_to(&job, &(TstoreReply){.status = TSTORE_MISSING});
    else if (job.load && (int)rng_below(&fake_rng, 200) < fake_trouble)
        reply_to(&job, &(TstoreReply){.status = TSTORE_NOT_SAVED});
    else if (job.load)
        reply_to(&job, &(TstoreReply){.status = TSTORE_OK,
                                      .tables = &table->row,
                                      .table_count = 1,
                                      .events = table->event,
                                      .event_count = table->count});
    else if (job.lobby || job.due_until) {
        TstoreRow rows[FAKE_TABLES];
        int n = 0;
        for (int i = 0; i < fake_kept_count; i++) {
            const TstoreRow *row = &fake_kept[i].row;
            if (job.lobby ? row->lobby == TSTORE_WAITING && strcmp(row->state, "open") == 0
                          : row->due > 0 && row->due <= job.due_until)
                rows[n++] = *row;
        }
        reply_to(&job, &(TstoreReply){.status = TSTORE_OK, .tables = rows, .table_count = n});
    } else {
        reply_to(&job, &(TstoreReply){.status = TSTORE_OK});
    }
    return true;
}
