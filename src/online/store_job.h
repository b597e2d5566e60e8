/* SPDX-License-Identifier: MIT */
/* A job of the store: a copy of what was asked for, and the reply, in memory of its own. */
#ifndef CONCENTRIC_ONLINE_STORE_JOB_H
#define CONCENTRIC_ONLINE_STORE_JOB_H

#include "online/store.h"

typedef enum StoreJobKind {
    JOB_WRITE,
    JOB_DOCS,
    JOB_FORGET,
    JOB_DEVICE_PUT,
    JOB_UNNAME,
    JOB_META_PUT,
    JOB_ALIVE,
    JOB_READS, /* from here on: reads */
    JOB_LOAD = JOB_READS,
    JOB_DUE,
    JOB_LOBBY,
    JOB_MINE,
    JOB_DEVICE,
    JOB_META,
    JOB_RUNNING,
    JOB_ENDED,
    JOB_SEATED,
    JOB_DOC,
    JOB_DOCS_OWNED,
    JOB_DOCS_LIST,
} StoreJobKind;

typedef struct StoreJobBlock StoreJobBlock;

typedef struct StoreJob {
    struct StoreJob *next;
    StoreJobKind kind;
    TstoreDone *done;
    void *context;
    double deadline;  /* by clock_seconds(): until then it waits for a store that is away */
    uint64_t number;  /* in the order of submission */
    bool maybe_there; /* cut off in a commit: its events may be on the disk already */

    TstoreChange *changes; /* by id */
    int change_count;
    TstoreDoc *docs; /* by kind and id */
    int docs_count;
    const char *first, *second; /* table, device, key, value, kind, id */
    int64_t since, until;
    bool back; /* the newest first; what has ended */
    int64_t limit;
    TstoreDevice device;

    /* Rows that a write has changed: what decides whether it goes in, and the rest. */
    int64_t gate, rest;

    TstoreReply reply;
    TstoreRow *rows; /* what reply points to, while it grows */
    TstoreEvent *events;
    TstoreMine *mine;
    TstoreDoc *found;
    int row_room, event_room, mine_room, doc_room;

    StoreJobBlock *blocks;
} StoreJob;

/* NULL if there is no memory, as all of these. */
StoreJob *store_job_new(StoreJobKind kind, TstoreDone *done, void *context);
void store_job_free(StoreJob *job);
void *store_job_memory(StoreJob *job, size_t size);
/* A copy of a text; NULL stays NULL (and is then no failure). */
const char *store_job_text(StoreJob *job, const char *text);
bool store_job_copy_changes(StoreJob *job, const TstoreChange *changes, int count);
bool store_job_copy_docs(StoreJob *job, const TstoreDoc *docs, int count);

/* Space for one more in the reply. */
TstoreRow *store_job_add_row(StoreJob *job);
TstoreEvent *store_job_add_event(StoreJob *job);
TstoreMine *store_job_add_mine(StoreJob *job);
TstoreDoc *store_job_add_doc(StoreJob *job);
/* Empties the reply, before a second attempt. */
void store_job_clear_reply(StoreJob *job);

/* The order of a group: devices, tables by id, documents, facts; jobs for one thing as they came.
 * Whoever takes locks in this order meets no deadlock. */
int store_job_compare(const void *a, const void *b);

#endif
