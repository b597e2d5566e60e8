/* SPDX-License-Identifier: MIT */
/* Jobs and their memory, see store_job.h. */
#include "online/store_job.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Memory is handed out from blocks and given back with the job. */
struct StoreJobBlock {
    StoreJobBlock *next;
    size_t used, size;
    max_align_t bytes[];
};

enum { BLOCK_BYTES = 1000 };

StoreJob *store_job_new(StoreJobKind kind, TstoreDone *done, void *context)
{
    StoreJob *job = calloc(1, sizeof *job);
    if (job) {
        job->kind = kind;
        job->done = done;
        job->context = context;
    }
    return job;
}

void store_job_free(StoreJob *job)
{
    while (job && job->blocks) {
        StoreJobBlock *block = job->blocks;
        job->blocks = block->next;
        free(block);
    }
    free(job);
}

void *store_job_memory(StoreJob *job, size_t size)
{
    StoreJobBlock *block = job->blocks;
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        block = malloc(sizeof *block + room);
        if (!block)
            return NULL;
        *block = (StoreJobBlock){.next = job->blocks, .size = room};
        job->blocks = block;
    }
    void *memory = (char *)block->bytes + block->used;
    block->used += size;
    return memory;
}

const char *store_job_text(StoreJob *job, const char *text)
{
    if (!text)
        return NULL;
    size_t size = strlen(text) + 1;
    char *copy = store_job_memory(job, size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* Copies the text behind a pointer in place. */
static bool own(StoreJob *job, const char **text)
{
    const char *from = *text;
    *text = store_job_text(job, from);
    return !from || *text;
}

/* The same, and what was left out is empty. */
static bool own_some(StoreJob *job, const char **text)
{
    if (!*text)
        *text = "";
    return own(job, text);
}

static bool own_row(StoreJob *job, TstoreRow *row)
{
    return own(job, &row->id) && own(job, &row->setup) && own(job, &row->state) &&
           own(job, &row->seat[0]) && own(job, &row->seat[1]) && own(job, &row->seat_key[0]) &&
           own(job, &row->seat_key[1]) && own(job, &row->invite) && own(job, &row->next) &&
           own(job, &row->tournament);
}

static bool own_create(StoreJob *job, TstoreChange *change)
{
    if (!change->create)
        return true;
    TstoreRow *row = store_job_memory(job, sizeof *row);
    if (!row)
        return false;
    *row = *change->create;
    change->create = row;
    return own_row(job, row);
}

static bool own_events(StoreJob *job, TstoreChange *change)
{
    if (change->event_count == 0)
        return true;
    size_t size = (size_t)change->event_count * sizeof *change->events;
    TstoreEvent *events = store_job_memory(job, size);
    if (!events)
        return false;
    memcpy(events, change->events, size);
    change->events = events;
    for (int i = 0; i < change->event_count; i++) {
        events[i].seq = change->after + 1 + i;
        if (!own_some(job, &events[i].kind) || !own_some(job, &events[i].cmd) ||
            !own_some(job, &events[i].body))
            return false;
    }
    return true;
}

static bool own_mine(StoreJob *job, TstoreChange *change)
{
    if (change->mine_count == 0)
        return true;
    size_t size = (size_t)change->mine_count * sizeof *change->mine;
    TstoreMine *mine = store_job_memory(job, size);
    if (!mine)
        return false;
    memcpy(mine, change->mine, size);
    change->mine = mine;
    for (int i = 0; i < change->mine_count; i++) {
        mine[i].table = change->id;
        if (!own(job, &mine[i].device))
            return false;
    }
    return true;
}

static bool own_change(StoreJob *job, TstoreChange *change)
{
    assert(change->id && (!change->create || change->after == 0));
    return own(job, &change->id) && own_create(job, change) && own_events(job, change) &&
           own_mine(job, change) && own(job, &change->set.state) &&
           own(job, &change->set.seat[0]) && own(job, &change->set.seat[1]) &&
           own(job, &change->set.seat_key[0]) && own(job, &change->set.seat_key[1]) &&
           own(job, &change->set.invite) && own(job, &change->set.next);
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const TstoreChange *)a)->id, ((const TstoreChange *)b)->id);
}

bool store_job_copy_changes(StoreJob *job, const TstoreChange *changes, int count)
{
    assert(count > 0);
    size_t size = (size_t)count * sizeof *changes;
    job->changes = store_job_memory(job, size);
    if (!job->changes)
        return false;
    memcpy(job->changes, changes, size);
    job->change_count = count;
    for (int i = 0; i < count; i++)
        if (!own_change(job, &job->changes[i]))
            return false;
    qsort(job->changes, (size_t)count, sizeof *job->changes, by_id);
    return true;
}

static int by_name(const void *a, const void *b)
{
    const TstoreDoc *one = a, *two = b;
    int order = strcmp(one->kind ? one->kind : "", two->kind ? two->kind : "");
    return order ? order : strcmp(one->id ? one->id : "", two->id ? two->id : "");
}

bool store_job_copy_docs(StoreJob *job, const TstoreDoc *docs, int count)
{
    assert(count > 0);
    size_t size = (size_t)count * sizeof *docs;
    job->docs = store_job_memory(job, size);
    if (!job->docs)
        return false;
    memcpy(job->docs, docs, size);
    job->docs_count = count;
    for (int i = 0; i < count; i++) {
        TstoreDoc *doc = &job->docs[i];
        assert((doc->kind && doc->id) || (doc->remove && doc->owner && doc->owner[0]));
        if (!own(job, &doc->kind) || !own(job, &doc->id) || !own_some(job, &doc->owner) ||
            !own_some(job, &doc->body))
            return false;
    }
    qsort(job->docs, (size_t)count, sizeof *job->docs, by_name);
    return true;
}

/* Room for one more of `size` bytes in an array that has `count` of `*room`. */
static void *grow(StoreJob *job, void *old, int count, int *room, size_t size)
{
    if (count < *room)
        return old;
    int more = *room ? 2 * *room : 8;
    void *array = store_job_memory(job, (size_t)more * size);
    if (!array)
        return NULL;
    if (count)
        memcpy(array, old, (size_t)count * size);
    *room = more;
    return array;
}

TstoreRow *store_job_add_row(StoreJob *job)
{
    TstoreReply *reply = &job->reply;
    void *rows = grow(job, job->rows, reply->table_count, &job->row_room, sizeof *job->rows);
    if (!rows)
        return NULL;
    reply->tables = job->rows = rows;
    return &job->rows[reply->table_count++];
}

TstoreEvent *store_job_add_event(StoreJob *job)
{
    TstoreReply *reply = &job->reply;
    void *events = grow(job, job->events, reply->event_count, &job->event_room,
                        sizeof *job->events);
    if (!events)
        return NULL;
    reply->events = job->events = events;
    return &job->events[reply->event_count++];
}

/* As many as there are rows. */
TstoreMine *store_job_add_mine(StoreJob *job)
{
    TstoreReply *reply = &job->reply;
    void *mine = grow(job, job->mine, reply->table_count - 1, &job->mine_room, sizeof *job->mine);
    if (!mine)
        return NULL;
    reply->mine = job->mine = mine;
    return &job->mine[reply->table_count - 1];
}

TstoreDoc *store_job_add_doc(StoreJob *job)
{
    TstoreReply *reply = &job->reply;
    void *docs = grow(job, job->found, reply->doc_count, &job->doc_room, sizeof *job->found);
    if (!docs)
        return NULL;
    reply->docs = job->found = docs;
    return &job->found[reply->doc_count++];
}

void store_job_clear_reply(StoreJob *job)
{
    job->reply = (TstoreReply){.status = TSTORE_OK};
}

static int rank(const StoreJob *job)
{
    switch (job->kind) {
    case JOB_DEVICE_PUT:
        return 0;
    case JOB_WRITE:
    case JOB_FORGET:
    case JOB_UNNAME:
        return 1;
    case JOB_DOCS:
        return 2;
    default:
        return 3;
    }
}

static const char *name(const StoreJob *job)
{
    if (job->kind == JOB_WRITE)
        return job->changes[0].id;
    return job->first;
}

int store_job_compare(const void *a, const void *b)
{
    const StoreJob *one = *(const StoreJob *const *)a, *two = *(const StoreJob *const *)b;
    int order = rank(one) - rank(two);
    if (order == 0)
        order = one->docs ? by_name(one->docs, two->docs) : strcmp(name(one), name(two));
    if (order == 0)
        order = one->number < two->number ? -1 : 1;
    return order;
}
