/* SPDX-License-Identifier: MIT */
/* A store in memory for tests of the hall: jobs are done when the test says so, late, refused, or
 * done without being said so. What several processes share is global; a TableStore is one process's
 * end of it. */
#ifndef CONCENTRIC_TESTS_FAKE_STORE_H
#define CONCENTRIC_TESTS_FAKE_STORE_H

#include "base/rng.h"
#include "online/gaps.h"
#include "online/ids.h"
#include "online/store.h"

enum { FAKE_EVENTS = 400, FAKE_TABLES = 24, FAKE_JOBS = 256, FAKE_DOCS = 512, FAKE_TOGETHER = 32 };

typedef struct FakeTable {
    TstoreRow row;
    TstoreEvent event[FAKE_EVENTS];
    int count;
} FakeTable;

typedef struct FakeJob {
    TableStore *store;
    TstoreChange change[2];
    TstoreEvent events[2][4];
    TstoreRow create;
    int changes;
    char id[ID_CHARS + 1];
    bool load, lobby;
    int64_t due_until; /* 0: not about that */
    enum FakeKind {
        FAKE_OTHER,
        FAKE_DOCS_WRITE,
        FAKE_DOCS_GET,
        FAKE_DOCS_OWNED,
        FAKE_DOCS_LIST,
        FAKE_SEATED,
        FAKE_RUNNING,
        FAKE_UNNAME
    } kind;
    TstoreDoc docs[FAKE_TOGETHER];
    int docs_count;
    const char *first, *second; /* kind and id, kind and owner, player */
    TstoreList list;
    bool ended;
    TstoreDone *done;
    void *context;
} FakeJob;

/* `job` wait until the test lets them be done. */
struct TableStore {
    FakeJob job[FAKE_JOBS];
    int count;
    Gaps gaps;
};

extern TstoreDoc fake_docs[FAKE_DOCS];
extern int fake_docs_count;
extern FakeTable fake_kept[FAKE_TABLES];
extern int fake_kept_count;
extern Rng fake_rng;
extern int fake_trouble; /* of a hundred writes, how many fail */
extern bool fake_honest; /* what fails is not on the disk; else it may be, and nobody knows */

FakeTable *fake_find(const char *id);
/* A text that lives until fake_free. */
char *fake_own(const char *text);
/* The oldest job of a process; false if there is none. */
bool fake_do_job(TableStore *store);
/* fake_docs.c: one that has to do with documents or lists. */
FakeJob *fake_new_job(TableStore *store, TstoreDone *done, void *context);
bool fake_fails(void);
void fake_do_docs(const FakeJob *job);
void fake_free(void);

#endif
