/* SPDX-License-Identifier: MIT */
/* The statements of the store, the same for every backend: bigint and text only, conflicts counted
 * and not raised, because an error would throw away the whole group. Values are $1, $2, ... */
#ifndef CONCENTRIC_ONLINE_STORE_SQL_H
#define CONCENTRIC_ONLINE_STORE_SQL_H

#include "online/store_backend.h"
#include "online/store_job.h"

typedef enum Statement {
    SQL_TABLE_MAKE,
    SQL_TABLE_STEP,
    SQL_TABLE_CHANGE,
    SQL_TABLE_REMOVE,
    SQL_EVENTS_REMOVE,
    SQL_MINE_REMOVE,
    SQL_EVENT_ADD,
    SQL_MINE_PUT,
    SQL_MINE_FORGET,
    SQL_DEVICE_ADD,
    SQL_DEVICE_CHANGE,
    SQL_META_PUT,
    SQL_META_LATER,
    SQL_UNNAME_LOG0,
    SQL_UNNAME_LOG1,
    SQL_UNNAME_SEAT0,
    SQL_UNNAME_SEAT1,
    SQL_DOC_ADD,
    SQL_DOC_CHANGE,
    SQL_DOC_PUT,
    SQL_DOC_REMOVE,
    SQL_DOC_DROP,
    SQL_DOCS_REMOVE,
    SQL_DOC_COPY,
    SQL_SAVEPOINT,
    SQL_SAVEPOINT_BACK,
    SQL_SAVEPOINT_END,
    SQL_TABLE,
    SQL_EVENTS,
    SQL_DUE,
    SQL_LOBBY,
    SQL_RUNNING,
    SQL_ENDED,
    SQL_SEATED,
    SQL_PLAYED,
    SQL_MINE,
    SQL_DEVICE,
    SQL_META,
    SQL_DOC,
    SQL_DOCS_OWNED,
    SQL_DOCS_LIST,
    SQL_DOCS_LIST_BACK,
    SQL_ALL_TABLES,
    SQL_ALL_EVENTS,
    SQL_ALL_MINE,
    SQL_ALL_DEVICES,
    SQL_ALL_META,
    SQL_ALL_DOCS,
    SQL_ANY,
    SQL_COUNT
} Statement;

enum { SQL_CELLS_MAX = 26 };

typedef struct SqlText {
    const char *text;
    int values, cells; /* how many $n it has, and columns of its rows */
} SqlText;
extern const SqlText sql_texts[SQL_COUNT];

/* The newest schema that this program knows. Version n is made from n - 1 by sql_steps[n - 1]. */
enum { SQL_SCHEMA = 3 };
extern const char *const sql_steps[SQL_SCHEMA];

/* Makes the schema or brings it up to date, up to `version`. False with why of the backend. */
bool sql_migrate(Backend *backend, int version);
/* The version of a schema, without changing anything; 0 if there is none. */
bool sql_version(Backend *backend, int *version);

/* store_write.c: does writes inside of a transaction and sets their status. False: the transaction
 * is lost. */
bool sql_write(Backend *backend, StoreJob *first);
/* Does a read and fills its reply. */
bool sql_read(Backend *backend, StoreJob *job);
/* A fact of `meta` as a number; 0 if there is none. */
bool sql_number(Backend *backend, const char *key, int64_t *out);

#endif
