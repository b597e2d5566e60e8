/* SPDX-License-Identifier: MIT */
/* What the store needs of a database: statements with values in, rows of texts out, transactions.
 * SQLite and PostgreSQL are two of these; the statements are the same (store_sql.h). A backend is
 * one connection and belongs to one thread at a time. */
#ifndef CONCENTRIC_ONLINE_STORE_BACKEND_H
#define CONCENTRIC_ONLINE_STORE_BACKEND_H

#include "base/str.h"
#include "online/store.h"

/* Why something did not work, and so what to do about it. */
typedef enum Trouble {
    TROUBLE_NONE,
    TROUBLE_VALUES, /* this statement with these values; others are not concerned */
    TROUBLE_AGAIN,  /* two transactions were in each other's way: the same again works */
    TROUBLE_DISK,   /* it cannot be written now: full, read-only, out of something */
    TROUBLE_AWAY,   /* the connection is gone; nobody knows whether a commit was done */
} Trouble;

/* A value of a statement: nothing, a text, or a number. */
typedef struct Value {
    const char *text; /* NULL: the number counts */
    int64_t number;
    bool null;
} Value;

static inline Value value_text(const char *text)
{
    return (Value){.text = text, .null = !text};
}

static inline Value value_number(int64_t number)
{
    return (Value){.number = number, .null = number == TSTORE_LEAVE};
}

/* Gets a row; cells are texts, never NULL, and live until it returns. False: enough, or no memory.
 */
typedef bool BackendRow(void *context, const char *const *cells);

/* A statement of store_sql.h that changes rows, with its values. */
enum { SQL_VALUES_MAX = 22 };
typedef struct Order {
    int statement;
    Value values[SQL_VALUES_MAX];
    int64_t changed; /* afterwards: how many rows */
} Order;

typedef struct Backend Backend;

typedef struct BackendOps {
    /* Opens the connection (again). False with `trouble` and `why`. */
    bool (*connect)(Backend *backend);
    void (*disconnect)(Backend *backend);
    void (*free)(Backend *backend);
    /* `alone`: nobody else changes the schema meanwhile. */
    bool (*begin)(Backend *backend, bool alone);
    bool (*commit)(Backend *backend);
    void (*rollback)(Backend *backend); /* does nothing outside of a transaction */
    /* Runs a statement of store_sql.h; row may be NULL; *changed (may be NULL) counts rows. */
    bool (*run)(Backend *backend, int statement, const Value *values, BackendRow *row,
                void *context, int64_t *changed);
    /* Runs orders one after the other, inside of a transaction, without waiting for each; NULL
     * where that is nothing special. */
    bool (*run_all)(Backend *backend, Order *orders, int count);
    /* Statements without values, separated by semicolons. */
    bool (*script)(Backend *backend, const char *sql);

    /* Hints to other processes; all NULL where there can be none. */
    bool (*tell)(Backend *backend, const char *hints); /* in a transaction */
    bool (*listen)(Backend *backend);
    int (*socket)(Backend *backend); /* readable: hints may have come */
    /* Calls hear(context, hints, sender) for each. False if the connection is gone. */
    bool (*hear)(Backend *backend, void (*hear)(void *context, const char *hints, int sender),
                 void *context);
    int (*sender)(Backend *backend); /* who others say that this connection is */
} BackendOps;

struct Backend {
    const BackendOps *ops;
    bool connected;
    bool patient;    /* waits minutes for an answer, not seconds: nobody is playing */
    Trouble trouble; /* of the last call that returned false */
    char why[WHY_MAX];
};

/* store_sqlite.c. The backend with `keeper` holds the directory's lock for as long as it lives, and
 * may make directory and file; without it reads only. Neither is connected. NULL with a sentence.
 */
Backend *backend_sqlite(const char *dir, bool keeper, char *why);
/* A file, or with "" one that is nowhere and goes away; `make`: it is made and must not be there.
 * Not connected. */
Backend *backend_sqlite_file(const char *path, bool make, char *why);
/* Copies everything, as it is at one moment. Both are connected. */
bool backend_sqlite_copy(Backend *from, Backend *to);
/* Reads all of a file and its indexes. False if it is damaged. */
bool backend_sqlite_check(Backend *backend);

/* store_pg.c */
Backend *backend_pg(const char *url, char *why);

/* run_all, or run for each. */
bool backend_run_all(Backend *backend, Order *orders, int count);

/* Notes a failure, for `return backend_fail(...)`. */
bool backend_fail(Backend *backend, Trouble trouble, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
