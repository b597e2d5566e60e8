/* SPDX-License-Identifier: MIT */
/* Where tables are kept: one interface over SQLite (one process) and PostgreSQL (any number).
 *
 * The loop of a server never waits for a disk. It submits a job and goes on; threads of the store
 * do the work, many writes in one transaction, and call `wake`; the loop then calls tstore_poll(),
 * which runs the `done` functions on its own thread. A write is answered TSTORE_OK only when it is
 * on the disk.
 *
 * A table is a row of columns and a log of numbered events that only grows. Whoever writes says the
 * number that follows (its `seq`): of two that try the same number one gets TSTORE_CONFLICT, loads
 * what it missed and judges again. Nothing else is a lock.
 *
 * Times are milliseconds since 1970. Texts are UTF-8. Nothing that is submitted has to live longer
 * than the call; what a reply points to lives until `done` returns. */
#ifndef CONCENTRIC_ONLINE_STORE_H
#define CONCENTRIC_ONLINE_STORE_H

#include "base/histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TableStore TableStore;

typedef enum TstoreStatus {
    TSTORE_OK,       /* a write: on the disk. A read: here it is */
    TSTORE_CONFLICT, /* nothing written: the seq is not the next one, or the id is taken */
    TSTORE_MISSING,  /* a read: there is no such thing */
    /* Disk full, server away for too long. A read: not answered. A write: not known to be on the
     * disk; in rare cases (cut off in the middle of the commit) it is there, and trying again gives
     * TSTORE_CONFLICT. The writer then finds its own `cmd` in the log. */
    TSTORE_NOT_SAVED,
} TstoreStatus;

/* One event of a log. seq counts from 1 without gaps. */
typedef struct TstoreEvent {
    int64_t seq, at;
    int64_t seat;                  /* 0, 1, or -1: the server's own */
    const char *kind, *cmd, *body; /* cmd: the client's id of the act, "" if none */
} TstoreEvent;

/* The columns of a table. In a reply all are set, "" and 0 where there is nothing. */
typedef struct TstoreRow {
    const char *id; /* ids.h: ID_CHARS characters */
    int64_t made, seq;
    int64_t due;             /* when somebody must look at it again; 0: never */
    int64_t rated;           /* 0 or 1 */
    int64_t lobby;           /* a TstoreLobby: who may see it */
    int64_t low, high;       /* ratings that may sit down; 0: any */
    int64_t at, turn, plies; /* last event; the seat to move or -1; moves on the board */
    int64_t ended, won;      /* when it ended, or 0; then the seat that won, 2: draw, -1: nobody */
    const char *setup;       /* what was asked for when it was made; never changes */
    const char *state;       /* "open", "settling", ...; the lobby shows "open" ones */
    const char *seat[2];     /* ids of players, "" if none */
    const char *seat_key[2]; /* hashes */
    const char *invite;      /* hash; "" once it is used */
    const char *next;        /* the table of the rematch */
    const char *tournament;  /* whose game it is, "" if none */
} TstoreRow;

/* The column `lobby`. Tables that were ever offered to everybody stay public. */
typedef enum TstoreLobby {
    TSTORE_PRIVATE, /* by invitation: never listed */
    TSTORE_WAITING, /* in the lobby while its state is "open" */
    TSTORE_PUBLIC,  /* was in the lobby, or is a tournament's */
} TstoreLobby;

/* An int64_t column of a TstoreChange that stays as it is; for texts this is NULL. */
#define TSTORE_LEAVE INT64_MIN

/* A row of "my tables" of a device. */
typedef struct TstoreMine {
    const char *device, *table;
    int64_t at, turn; /* last change; 1: it is this device's turn */
} TstoreMine;

/* What one act writes to one table: all of it or nothing. The first event's seq must be the next
 * one of the table (events are numbered by the store: their `seq` is not read). */
typedef struct TstoreChange {
    const char *id;
    int64_t after;             /* the seq of the table before this change; 0 with `create` */
    const TstoreRow *create;   /* the columns of a new table (`seq` is not read), or NULL */
    const TstoreEvent *events; /* may be none */
    int event_count;
    /* Columns to set in a table that exists; begin with TSTORE_SET_NOTHING. */
    struct {
        int64_t due, lobby, rated, at, turn, plies, ended, won;
        const char *state, *seat[2], *seat_key[2], *invite, *next;
    } set;
    const TstoreMine *mine; /* `table` is not read: it is this one */
    int mine_count;
    bool remove; /* take the table with its log and rows of `mine` away; all else is not read */
} TstoreChange;

#define TSTORE_SET_NOTHING                                                                         \
    {                                                                                              \
        .due = TSTORE_LEAVE, .lobby = TSTORE_LEAVE, .rated = TSTORE_LEAVE, .at = TSTORE_LEAVE,     \
        .turn = TSTORE_LEAVE, .plies = TSTORE_LEAVE, .ended = TSTORE_LEAVE, .won = TSTORE_LEAVE    \
    }

typedef struct TstoreDevice {
    const char *id, *key_hash, *name;
    int64_t made, seen;
} TstoreDevice;

/* Everything else that is kept: a text, in JSON as a rule, under a kind and an id. */
typedef struct TstoreDoc {
    const char *kind, *id;
    const char *owner; /* whose it is and with whom it goes away, "" if nobody's */
    int64_t at;        /* by which it is listed: a time, as a rule */
    int64_t ver;       /* in a reply: 1, and one more with every change */
    const char *body;
    /* A write: the version that it replaces; 0: there must be none, TSTORE_ANY: whatever there is.
     */
    int64_t after;
    /* A write: takes it away; then owner, at and body are not read. Without an id: everything of
     * this owner, of this kind or, without one, of every kind. */
    bool remove;
} TstoreDoc;

#define TSTORE_ANY INT64_MIN

typedef struct TstoreReply {
    TstoreStatus status;
    const TstoreRow *tables; /* load: one; lobby, due, mine: many */
    int table_count;
    const TstoreEvent *events; /* load: the log after `since`, in order, up to tables[0].seq */
    int event_count;
    const TstoreMine *mine; /* mine: one for each of `tables` */
    const TstoreDevice *device;
    const char *value; /* meta */
    const TstoreDoc *docs;
    int doc_count;
} TstoreReply;

typedef void TstoreDone(void *context, const TstoreReply *reply);

/* Another process wrote to a table, which is now at seq. id NULL: hints were lost, any table may
 * have changed. A hint may come late, doubled, or never; the log tells. */
typedef void TstoreHint(void *context, const char *id, int64_t seq);

/* How to open one. Either dir or url; zero numbers mean the defaults. */
typedef struct TstoreSetup {
    const char *dir;             /* SQLite: the directory, made if there is none */
    const char *url;             /* PostgreSQL: postgresql://... */
    int queue_max;               /* jobs that may wait, default 16384 */
    int patience_ms;             /* how long a job waits for a store that is away, default 5000 */
    void (*wake)(void *context); /* called on the store's threads; may be NULL */
    TstoreHint *hint;            /* called by tstore_poll; may be NULL */
    void *context;               /* of wake and hint */
} TstoreSetup;

/* Opens a store, makes or migrates its schema, starts its threads. Waits: call it before the loop
 * runs. NULL with a sentence in why[WHY_MAX], for example when another process has the directory.
 */
TableStore *tstore_open(const TstoreSetup *setup, char *why);

/* Waits for at most `ms` milliseconds until no other process has the directory; at once true where
 * any number of processes may have it. */
bool tstore_wait_free(const TstoreSetup *setup, int ms);

/* Lets writes that were submitted end for at most `ms` milliseconds, calls no more `done`, `wake`
 * or `hint`, and frees the store. False if a thread is stuck in the system: the store is still
 * there, closing; the process may end, or call this again. */
bool tstore_close(TableStore *store, int ms);

/* Runs what is done and gives up what has waited too long. Call it after `wake` and about once a
 * second, always on the same thread. `done` may submit further jobs. */
void tstore_poll(TableStore *store);

/* Jobs. All return at once. False: busy (too many jobs wait, or no memory); `done` is not called.
 * Otherwise `done` (NULL: nobody cares) is called by tstore_poll exactly once. Reads see every
 * write that was answered before they were submitted. */

/* Several changes go in together or not at all; one is the rule. */
bool tstore_write(TableStore *store, const TstoreChange *changes, int count, TstoreDone *done,
                  void *context);
/* A table and its events after `since` (0: all). */
bool tstore_load(TableStore *store, const char *id, int64_t since, TstoreDone *done, void *context);
/* Tables with 0 < due <= until, the earliest first. */
bool tstore_due(TableStore *store, int64_t until, int limit, TstoreDone *done, void *context);
/* Tables in the lobby, the newest first. */
bool tstore_lobby(TableStore *store, int limit, TstoreDone *done, void *context);
/* Public tables that are being played, the newest first. */
bool tstore_running(TableStore *store, int limit, TstoreDone *done, void *context);
/* Tables that ended after this time, or at this time with a larger id, the first one first. Of
 * several processes one may write an earlier time later: look back a few seconds. */
bool tstore_ended(TableStore *store, int64_t after, const char *after_id, int limit,
                  TstoreDone *done, void *context);
/* Tables where a player sits: those that have not ended, the latest event first, or those that
 * have, the latest first. */
bool tstore_seated(TableStore *store, const char *player, bool ended, int limit, TstoreDone *done,
                   void *context);
/* The tables of a device: those where it is to move first, then the latest. */
bool tstore_mine(TableStore *store, const char *device, int limit, TstoreDone *done, void *context);
/* Takes a table off a device's list. */
bool tstore_forget(TableStore *store, const char *device, const char *table, TstoreDone *done,
                   void *context);
/* A device by the hash of its key; and a new one, or new name and time of one with this hash. */
bool tstore_device(TableStore *store, const char *key_hash, TstoreDone *done, void *context);
bool tstore_device_put(TableStore *store, const TstoreDevice *device, TstoreDone *done,
                       void *context);
/* Small facts by name; names of the store's own: "schema", "alive_until", "gaps". */
bool tstore_meta(TableStore *store, const char *key, TstoreDone *done, void *context);
bool tstore_meta_put(TableStore *store, const char *key, const char *value, TstoreDone *done,
                     void *context);

/* Takes a player off all tables: the seats are nobody's any more and their names, also in the logs,
 * are empty. No seq changes. */
bool tstore_unname(TableStore *store, const char *player, TstoreDone *done, void *context);

/* Documents, all of them or none. TSTORE_CONFLICT: one is not at its version; read again, judge
 * again. Two writes to one document go in in any order while neither is answered. */
bool tstore_docs_write(TableStore *store, const TstoreDoc *docs, int count, TstoreDone *done,
                       void *context);
/* One of them, or TSTORE_MISSING. */
bool tstore_docs_get(TableStore *store, const char *kind, const char *id, TstoreDone *done,
                     void *context);
/* Those of an owner, of one kind or (NULL) of all, the newest first. */
bool tstore_docs_owned(TableStore *store, const char *kind, const char *owner, int limit,
                       TstoreDone *done, void *context);
/* Those of a kind with from <= at <= until, in order of `at`, or of `at` backwards. */
typedef struct TstoreList {
    const char *kind;
    int64_t from, until;
    bool newest_first;
    int limit;
} TstoreList;
bool tstore_docs_list(TableStore *store, const TstoreList *list, TstoreDone *done, void *context);

/* "A server was alive at this time": write it once a second while clocks run. After a restart the
 * time since then is charged to nobody. Of several processes the latest time counts. */
bool tstore_alive(TableStore *store, int64_t now, TstoreDone *done, void *context);
/* What was written before this store was opened; 0 if nothing. */
int64_t tstore_alive_before(const TableStore *store);
/* How many milliseconds between two times no server was alive: from the last sign of life to the
 * opening of a store, for the last 200 such gaps. */
int64_t tstore_gaps_between(const TableStore *store, int64_t from, int64_t until);

/* Is the store reachable? If not, why[WHY_MAX] says what the matter is, for the operator. */
bool tstore_healthy(TableStore *store, char *why);

/* Is the file of the store whole, and still under its name? Looked after on a thread; true where
 * there is no file. If not, why[WHY_MAX] says what to do, for the operator. */
bool tstore_whole(TableStore *store, char *why);

/* For people and monitors. */
typedef struct TstoreFigures {
    int64_t writes, groups, conflicts, refused, reads; /* since it was opened */
    int waiting;                                       /* jobs in the queues now */
    Histogram commits;                                 /* how long transactions took */
    int64_t
        slowest; /* microseconds of the longest commit since these figures were last asked for */
} TstoreFigures;
TstoreFigures tstore_figures(TableStore *store);

/* store_copy.c. Writes everything into a new SQLite file, while others serve from the store.
 * The file appears under its name when it is whole, with a checksum at its end; one that exists is
 * refused. */
bool tstore_backup(const TstoreSetup *from, const char *path, char *why);
/* Reads such a file, of this or an older version, into a store with nothing in it. One
 * whose checksum does not agree is refused. */
bool tstore_restore(const TstoreSetup *to, const char *path, char *why);

#endif
