/* SPDX-License-Identifier: MIT */
/* A job of the store: a copy of what was asked for, and the reply, in memory of its own. */
#ifndef CONCENTRIC_ONLINE_STORE_JOB_H
#define CONCENTRIC_ONLINE_STORE_JOB_H

#include "online/store.h"

typedef enum StoreJobKind {
    JOB_WRITE,
    JOB_FORGET,
    JOB_DEVICE_PUT,
    JOB_META_PUT,
    JOB_ALIVE,
    JOB_READS, /* from here on: reads */
    JOB_LOAD = JOB_READS,
    JOB_DUE,
    JOB_LOBBY,
    JOB_MINE,
    JOB_DEVICE,
    JOB_META,
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
    const char *first, *second; /* table, device, key, value */
    int64_t since;
    int64_t limit;
    TstoreDevice device;

    /* Rows that a write has changed: what decides whether it goes in, and the rest. */
    int64_t gate, rest;

    TstoreReply reply;
    TstoreRow *rows; /* what reply points to, while it grows */
    TstoreEvent *events;
    TstoreMine *mine;
    int row_room, event_room, mine_room;

    StoreJobBlock *blocks;
} StoreJob;

/* NULL if there is no memory, as all of these. */
StoreJob *store_job_new(StoreJobKind kind, TstoreDone *done, void *context);
void store_job_free(StoreJob *job);
void *store_job_memory(StoreJob *job, size_t size);
/* A copy of a text; NULL stays NULL (and is then no failure). */
const char *store_job_text(StoreJob *job, const char *text);
bool store_job_copy_changes(StoreJob *job, const TstoreChange *changes, int count);

/* Space for one more in the reply. */
TstoreRow *store_job_add_row(StoreJob *job);
TstoreEvent *store_job_add_event(StoreJob *job);
TstoreMine *store_job_add_mine(StoreJob *job);
/* Empties the reply, before a second attempt. */
void store_job_clear_reply(StoreJob *job);

/* The order of a group: devices, tables by id, facts; jobs for one thing as they came. Whoever
 * takes locks in this order meets no deadlock. */
int store_job_compare(const void *a, const void *b);

#endif
