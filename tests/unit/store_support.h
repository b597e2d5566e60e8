/* SPDX-License-Identifier: MIT */
/* What tests of the store share: a place of its own for every test in SQLite or PostgreSQL, and a
 * loop that waits for replies. */
#ifndef CONCENTRIC_TESTS_STORE_SUPPORT_H
#define CONCENTRIC_TESTS_STORE_SUPPORT_H

#include "unit/support.h"

#include "base/clock.h"
#include "online/store.h"

/* One loop over one or more stores; counts what came. */
typedef struct Loop {
    int event; /* an eventfd that `wake` writes to */
    int hints;
    char hint_id[16];
    int64_t hint_seq;
} Loop;

/* A place where a store can be opened, and its loop. */
typedef struct Place {
    bool server; /* PostgreSQL */
    char dir[256], url[512];
    int patience_ms;
    Loop loop;
} Place;

/* CONCENTRIC_TEST_PG: the URL of a server; CONCENTRIC_TEST_PG_DIR: where pg.sh made it. */
bool place_has_server(void);
/* Runs `pg.sh WHAT DIR`. */
void place_pg(const char *what);

Place place_make(bool server);
void place_remove(Place *place);
TstoreSetup place_setup(Place *place);
/* Must work. */
TableStore *place_open(Place *place);
/* Statements for a file or server that no store has open. */
void place_run(const Place *place, const char *sql);

/* A reply, copied far enough for tests. */
typedef struct Answer {
    bool there;
    TstoreStatus status;
    double when;
    int tables, events, docs;
    char ids[20][16], text[20][40]; /* tables: id and state; events, documents: body */
    int64_t ver;                    /* of the first document */
    TstoreRow row;                  /* numbers of the first */
    char invite[80], next[16], value[80];
    int64_t last_seq;
} Answer;

void answer_done(void *context, const TstoreReply *reply);
/* Runs the loop until the answer is there; fails after `seconds`. */
void loop_wait(Loop *loop, TableStore *store, const Answer *answer, double seconds);
/* Waits a little for something to come, then polls. */
void loop_turn(Loop *loop, TableStore *store, int ms);

/* A test in SQLite and, where there is a server, in PostgreSQL. */
void in_each_store(void (*test)(Place *place));

/* Submits and waits. */
TstoreStatus store_write(Place *place, TableStore *store, const TstoreChange *changes, int count);
TstoreStatus store_put(Place *place, TableStore *store, const TstoreDoc *docs, int count);
TstoreStatus store_make(Place *place, TableStore *store, const char *id);
TstoreStatus store_append(Place *place, TableStore *store, const char *id, int64_t after,
                          const char *body);
Answer store_load(Place *place, TableStore *store, const char *id, int64_t since);
/* Only submits. */
bool store_submit(TableStore *store, const char *id, int64_t after, const char *body, Answer *out);

#endif
