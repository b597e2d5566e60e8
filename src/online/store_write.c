/* SPDX-License-Identifier: MIT */
/* Writes of a group as statements, see store_sql.h. They are sent in bulk and not one by one,
 * because a server answers a hundred at once as soon as one: first the gates of all jobs, the
 * statements that decide whether a job goes in, then everything else of those that do. */
#include "online/store_sql.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_MAX = 128 };

/* Orders on their way; when they are done, `into` gets the rows that each has changed. */
typedef struct Batch {
    Backend *backend;
    int count;
    Order orders[BATCH_MAX];
    int64_t *into[BATCH_MAX];
} Batch;

static bool send_batch(Batch *b)
{
    int count = b->count;
    b->count = 0;
    if (!backend_run_all(b->backend, b->orders, count))
        return false;
    for (int i = 0; i < count; i++)
        *b->into[i] += b->orders[i].changed;
    return true;
}

static bool order(Batch *b, Statement statement, const Value *values, int64_t *into)
{
    if (b->count == BATCH_MAX && !send_batch(b))
        return false;
    Order *o = &b->orders[b->count];
    o->statement = (int)statement;
    o->changed = 0;
    memcpy(o->values, values, (size_t)sql_texts[statement].values * sizeof *values);
    b->into[b->count++] = into;
    return true;
}

/* --- Gates: of a table its row with the expected seq. It is what two writers meet at: the second
 * waits for the first and then finds no such row. */

/* Columns are never null: what was left out is empty. */
static Value text_or_none(const char *text)
{
    return value_text(text ? text : "");
}

static bool make_table(Batch *b, const TstoreChange *c, int64_t *gate)
{
    const TstoreRow *r = c->create;
    Value values[] = {
        value_text(c->id),
        value_number(r->made),
        text_or_none(r->setup),
        text_or_none(r->state),
        value_number(c->event_count),
        value_number(r->due),
        text_or_none(r->seat[0]),
        text_or_none(r->seat[1]),
        text_or_none(r->seat_key[0]),
        text_or_none(r->seat_key[1]),
        text_or_none(r->invite),
        value_number(r->lobby),
        value_number(r->rated),
        text_or_none(r->next),
        value_number(r->low),
        value_number(r->high),
        value_number(r->at),
        value_number(r->turn),
        value_number(r->plies),
        value_number(r->ended),
        value_number(r->won),
        text_or_none(r->tournament),
    };
    return order(b, SQL_TABLE_MAKE, values, gate);
}

/* Does it set nothing but what every move does? */
static bool is_step(const TstoreChange *c)
{
    return !c->set.state && !c->set.seat[0] && !c->set.seat[1] && !c->set.seat_key[0] &&
           !c->set.seat_key[1] && !c->set.invite && !c->set.next && c->set.lobby == TSTORE_LEAVE &&
           c->set.rated == TSTORE_LEAVE && c->set.ended == TSTORE_LEAVE &&
           c->set.won == TSTORE_LEAVE;
}

static bool step_table(Batch *b, const TstoreChange *c, int64_t *gate)
{
    Value values[] = {
        value_text(c->id),
        value_number(c->after),
        value_number(c->after + c->event_count),
        value_number(c->set.due),
        value_number(c->set.at),
        value_number(c->set.turn),
        value_number(c->set.plies),
    };
    return order(b, SQL_TABLE_STEP, values, gate);
}

static bool change_table(Batch *b, const TstoreChange *c, int64_t *gate)
{
    Value values[] = {
        value_text(c->id),
        value_number(c->after),
        value_number(c->after + c->event_count),
        value_number(c->set.due),
        value_text(c->set.state),
        value_text(c->set.seat[0]),
        value_text(c->set.seat[1]),
        value_text(c->set.seat_key[0]),
        value_text(c->set.seat_key[1]),
        value_text(c->set.invite),
        value_number(c->set.lobby),
        value_number(c->set.rated),
        value_text(c->set.next),
        value_number(c->set.at),
        value_number(c->set.turn),
        value_number(c->set.plies),
        value_number(c->set.ended),
        value_number(c->set.won),
    };
    return order(b, SQL_TABLE_CHANGE, values, gate);
}

static bool ask_change(Batch *b, const TstoreChange *c, int64_t *gate)
{
    Value values[] = {value_text(c->id), value_number(c->after)};
    return c->remove    ? order(b, SQL_TABLE_REMOVE, values, gate)
           : c->create  ? make_table(b, c, gate)
           : is_step(c) ? step_table(b, c, gate)
                        : change_table(b, c, gate);
}

/* The job's gate: 1 if it went in. To take away what may be there always goes in. */
static bool write_doc(Batch *b, StoreJob *job, const TstoreDoc *d)
{
    int64_t *gate = &job->gate;
    Value named[] = {value_text(d->kind), value_text(d->id), value_number(d->after)};
    Value owned[] = {value_text(d->kind), value_text(d->owner)};
    Value whole[] = {value_text(d->kind), value_text(d->id),   value_text(d->owner),
                     value_number(d->at), value_text(d->body), value_number(d->after)};
    if (d->remove && (!d->id || d->after == TSTORE_ANY)) {
        *gate += 1; /* how many there were is not asked */
        return d->id ? order(b, SQL_DOC_DROP, named, &job->rest)
                     : order(b, SQL_DOCS_REMOVE, owned, &job->rest);
    }
    return d->remove                ? order(b, SQL_DOC_REMOVE, named, gate)
           : d->after == TSTORE_ANY ? order(b, SQL_DOC_PUT, whole, gate)
           : d->after == 0          ? order(b, SQL_DOC_ADD, whole, gate)
                                    : order(b, SQL_DOC_CHANGE, whole, gate);
}

/* The logs first: they are found by the seats. */
static bool unname(Batch *b, StoreJob *job, const Value *player)
{
    return order(b, SQL_UNNAME_LOG0, player, &job->rest) &&
           order(b, SQL_UNNAME_LOG1, player, &job->rest) &&
           order(b, SQL_UNNAME_SEAT0, player, &job->rest) &&
           order(b, SQL_UNNAME_SEAT1, player, &job->rest);
}

static bool ask(Batch *b, StoreJob *job)
{
    const TstoreDevice *d = &job->device;
    Value two[] = {value_text(job->first), value_text(job->second)};
    Value device[] = {value_text(d->id), value_text(d->key_hash), value_text(d->name),
                      value_number(d->made), value_number(d->seen)};
    job->gate = job->rest = 0;
    switch (job->kind) {
    case JOB_WRITE:
        return ask_change(b, &job->changes[0], &job->gate);
    case JOB_UNNAME:
        return unname(b, job, two);
    case JOB_DOCS:
        return write_doc(b, job, &job->docs[0]);
    case JOB_DEVICE_PUT:
        return order(b, SQL_DEVICE_ADD, device, &job->gate);
    case JOB_FORGET:
        return order(b, SQL_MINE_FORGET, two, &job->gate);
    case JOB_META_PUT:
        return order(b, SQL_META_PUT, two, &job->gate);
    default:
        return order(b, SQL_META_LATER, two, &job->gate);
    }
}

/* --- The rest */

static bool add_event(Batch *b, const char *id, const TstoreEvent *e, int64_t *added)
{
    Value values[] = {value_text(id),        value_number(e->seq), value_number(e->at),
                      value_number(e->seat), value_text(e->kind),  value_text(e->cmd),
                      value_text(e->body)};
    return order(b, SQL_EVENT_ADD, values, added);
}

static bool put_mine(Batch *b, const char *id, const TstoreMine *m, int64_t *added)
{
    Value values[] = {value_text(m->device), value_text(id), value_number(m->at),
                      value_number(m->turn)};
    return order(b, SQL_MINE_PUT, values, added);
}

static bool follow_change(Batch *b, const TstoreChange *c, int64_t *added)
{
    Value id[] = {value_text(c->id)};
    bool good = true;
    if (c->remove)
        return order(b, SQL_EVENTS_REMOVE, id, added) && order(b, SQL_MINE_REMOVE, id, added);
    for (int i = 0; i < c->event_count && good; i++)
        good = add_event(b, c->id, &c->events[i], added);
    for (int i = 0; i < c->mine_count && good; i++)
        good = put_mine(b, c->id, &c->mine[i], added);
    return good;
}

static bool follow(Batch *b, StoreJob *job)
{
    const TstoreDevice *d = &job->device;
    Value device[] = {value_text(d->key_hash), value_text(d->name), value_number(d->seen)};
    if (job->kind == JOB_WRITE && job->gate == 1)
        return follow_change(b, &job->changes[0], &job->rest);
    if (job->kind == JOB_DEVICE_PUT && job->gate == 0) /* it is there: its name and time */
        return order(b, SQL_DEVICE_CHANGE, device, &job->rest);
    return true;
}

/* The row of the table was at the number before these events, so none of them can be there. */
static bool check_rest(Backend *backend, const TstoreChange *c, int64_t added)
{
    return c->remove || added == c->event_count + c->mine_count ||
           backend_fail(backend, TROUBLE_VALUES,
                        "the log of table %s has an event that its row does not count", c->id);
}

/* --- What was cut off */

typedef struct Sight {
    const TstoreChange *change;
    bool same;
} Sight;

static bool see_event(void *context, const char *const *cells)
{
    Sight *sight = context;
    const TstoreEvent *e = &sight->change->events[0];
    sight->same = strtoll(cells[1], NULL, 10) == e->at && strtoll(cells[2], NULL, 10) == e->seat &&
                  strcmp(cells[3], e->kind) == 0 && strcmp(cells[4], e->cmd) == 0 &&
                  strcmp(cells[5], e->body) == 0;
    return true;
}

static bool see_table(void *context, const char *const *cells)
{
    Sight *sight = context;
    const TstoreRow *r = sight->change->create;
    sight->same = strtoll(cells[1], NULL, 10) == r->made &&
                  strcmp(cells[8], r->seat_key[0] ? r->seat_key[0] : "") == 0 &&
                  strcmp(cells[9], r->seat_key[1] ? r->seat_key[1] : "") == 0 &&
                  strcmp(cells[10], r->invite ? r->invite : "") == 0;
    return true;
}

/* Of a change that was cut off in a commit: is what is there in its place our own? The first event
 * tells, of a new table its keys, which nobody else has. */
static bool find_own(Backend *backend, const TstoreChange *c, bool *found)
{
    Sight sight = {c, false};
    Value values[] = {value_text(c->id), value_number(c->after), value_number(c->after + 1)};
    bool good = true;
    if (c->create)
        good = backend->ops->run(backend, SQL_TABLE, values, see_table, &sight, NULL);
    else if (c->event_count > 0)
        good = backend->ops->run(backend, SQL_EVENTS, values, see_event, &sight, NULL);
    *found = sight.same;
    return good;
}

static bool see_doc(void *context, const char *const *cells)
{
    StoreJob *job = context;
    const TstoreDoc *d = &job->docs[0];
    int64_t ver = strtoll(cells[4], NULL, 10);
    job->gate = !d->remove && ver == d->after + 1 && strcmp(cells[2], d->owner) == 0 &&
                strtoll(cells[3], NULL, 10) == d->at && strcmp(cells[5], d->body) == 0;
    return true;
}

/* The same of documents: the first one is as this job would have left it. */
static bool find_own_doc(Backend *backend, StoreJob *job)
{
    const TstoreDoc *d = &job->docs[0];
    Value values[] = {value_text(d->kind), value_text(d->id)};
    job->gate = d->remove; /* unless there is one */
    return backend->ops->run(backend, SQL_DOC, values, see_doc, job, NULL);
}

/* --- Jobs */

static bool settle(Backend *backend, StoreJob *job)
{
    if (job->kind == JOB_DOCS && job->gate != 1 && job->maybe_there && !find_own_doc(backend, job))
        return false;
    bool done = job->kind <= JOB_DOCS         ? job->gate == 1
                : job->kind == JOB_DEVICE_PUT ? job->gate + job->rest == 1 /* or the id is taken */
                                              : true;
    if (job->kind == JOB_WRITE && done && job->change_count == 1 &&
        !check_rest(backend, &job->changes[0], job->rest))
        return false;
    /* All changes of a job went in together, so the first tells of all. */
    if (job->kind == JOB_WRITE && !done && job->maybe_there &&
        !find_own(backend, &job->changes[0], &done))
        return false;
    job->reply.status = done ? TSTORE_OK : TSTORE_CONFLICT;
    return true;
}

static bool together(const StoreJob *job)
{
    return job->change_count > 1 || job->docs_count > 1;
}

static bool run(Backend *backend, Statement statement)
{
    return backend->ops->run(backend, (int)statement, NULL, NULL, NULL, NULL);
}

static bool write_docs(Batch *b, StoreJob *job)
{
    for (int i = 0; i < job->docs_count && job->gate == 1; i++) {
        job->gate = 0;
        if (!write_doc(b, job, &job->docs[i]) || !send_batch(b))
            return false;
    }
    return true;
}

/* Several changes, all or none: one after the other, back to the start if one does not go in. */
static bool write_together(Batch *b, StoreJob *job)
{
    job->gate = 1;
    if (!run(b->backend, SQL_SAVEPOINT))
        return false;
    if (!write_docs(b, job))
        return false;
    for (int i = 0; i < job->change_count && job->gate == 1; i++) {
        int64_t added = 0;
        const TstoreChange *c = &job->changes[i];
        job->gate = 0;
        if (!ask_change(b, c, &job->gate) || !send_batch(b))
            return false;
        if (job->gate == 1 &&
            (!follow_change(b, c, &added) || !send_batch(b) || !check_rest(b->backend, c, added)))
            return false;
    }
    if (job->gate != 1 && !run(b->backend, SQL_SAVEPOINT_BACK))
        return false;
    return run(b->backend, SQL_SAVEPOINT_END) && settle(b->backend, job);
}

/* Jobs from `first` to the next one that needs more than this. */
static bool write_apart(Batch *b, StoreJob *first, StoreJob **end)
{
    StoreJob *job;
    for (job = first; job && !together(job); job = job->next)
        if (!ask(b, job))
            return false;
    *end = job;
    if (!send_batch(b))
        return false;
    for (job = first; job != *end; job = job->next)
        if (!follow(b, job))
            return false;
    if (!send_batch(b))
        return false;
    for (job = first; job != *end; job = job->next)
        if (!settle(b->backend, job))
            return false;
    return true;
}

bool sql_write(Backend *backend, StoreJob *first)
{
    Batch b = {.backend = backend};
    for (StoreJob *job = first; job;) {
        if (!together(job)) {
            if (!write_apart(&b, job, &job))
                return false;
        } else if (!write_together(&b, job)) {
            return false;
        } else {
            job = job->next;
        }
    }
    return true;
}
