/* SPDX-License-Identifier: MIT */
/* The store in a PostgreSQL. Every wait for the server has an end: one that is stopped or cut off
 * without a word counts as away, and the connection is made anew. */
#include "online/store_libpq.h"
#include "online/store_sql.h"

#include "base/clock.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_SECONDS = 10, PATIENT_SECONDS = 600, NUMBER_CHARS = 24 };

/* A lock of ours among the advisory locks of a database: "conc". */
#define SCHEMA_LOCK "SELECT pg_advisory_xact_lock(1668247139)"
#define CHANNEL     "concentric"

typedef struct Pg {
    Backend backend; /* first: a Backend is one of these */
    Libpq pq;
    PGconn *db;
    bool prepared[SQL_COUNT];
    char url[]; /* with a password, maybe: never shown */
} Pg;

static void quiet(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* The first line of what the server or library says. */
static bool fail(Pg *pg, Trouble trouble, const char *message)
{
    int length = (int)strcspn(message, "\n");
    return backend_fail(&pg->backend, trouble, "PostgreSQL: %.*s", length, message);
}

static bool fail_result(Pg *pg, const PGresult *result)
{
    const char *state = result ? pg->pq.resultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    Trouble trouble = TROUBLE_DISK;
    if (pg->pq.status(pg->db) != CONNECTION_OK || !state)
        trouble = TROUBLE_AWAY;
    else if (strncmp(state, "40", 2) == 0) /* deadlock, serialization */
        trouble = TROUBLE_AGAIN;
    else if (strncmp(state, "22", 2) == 0 || strncmp(state, "23", 2) == 0)
        trouble = TROUBLE_VALUES;
    else if (strncmp(state, "57P", 3) == 0 || strcmp(state, "25006") == 0)
        trouble = TROUBLE_AWAY; /* it shuts down, or it is a standby now */
    const char *message = result ? pg->pq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    return fail(pg, trouble, message ? message : pg->pq.errorMessage(pg->db));
}

static void disconnect(Backend *backend)
{
    Pg *pg = (Pg *)backend;
    if (pg->db)
        pg->pq.finish(pg->db);
    pg->db = NULL;
    backend->connected = false;
    memset(pg->prepared, 0, sizeof pg->prepared);
}

static void free_backend(Backend *backend)
{
    disconnect(backend);
    free(backend);
}

/* Waits until the server says something or takes something. */
static bool wait_for(Pg *pg, short events, double deadline)
{
    struct pollfd fd = {.fd = pg->pq.socket(pg->db), .events = events};
    for (;;) {
        double left = deadline - clock_seconds();
        int ready = left > 0 ? poll(&fd, 1, (int)(left * 1000) + 1) : 0;
        if (ready > 0)
            return true;
        if (ready == 0)
            return fail(pg, TROUBLE_AWAY, "the server does not answer");
        if (errno != EINTR)
            return fail(pg, TROUBLE_AWAY, strerror(errno));
    }
}

static bool flush(Pg *pg, double deadline)
{
    int left;
    while ((left = pg->pq.flush(pg->db)) > 0)
        if (!wait_for(pg, POLLIN | POLLOUT, deadline) || !pg->pq.consumeInput(pg->db))
            break;
    return left == 0 || fail(pg, TROUBLE_AWAY, pg->pq.errorMessage(pg->db));
}

/* The next result, NULL at the end; false if the server is away. */
static bool next_result(Pg *pg, PGresult **out)
{
    double deadline = clock_seconds() + (pg->backend.patient ? PATIENT_SECONDS : ANSWER_SECONDS);
    *out = NULL;
    if (!flush(pg, deadline))
        return false;
    while (pg->pq.isBusy(pg->db)) {
        if (!wait_for(pg, POLLIN, deadline))
            return false;
        if (!pg->pq.consumeInput(pg->db))
            return fail(pg, TROUBLE_AWAY, pg->pq.errorMessage(pg->db));
    }
    *out = pg->pq.getResult(pg->db);
    return true;
}

static bool give_rows(const Pg *pg, const PGresult *result, BackendRow *row, void *context)
{
    const char *cells[SQL_CELLS_MAX];
    int count = pg->pq.nfields(result);
    assert(count <= SQL_CELLS_MAX);
    for (int r = 0; r < pg->pq.ntuples(result); r++) {
        for (int i = 0; i < count; i++)
            cells[i] = pg->pq.getvalue(result, r, i);
        if (row && !row(context, cells))
            return false;
    }
    return true;
}

/* Reads everything that the server answers to what was sent. */
static bool finish(Pg *pg, BackendRow *row, void *context, int64_t *changed)
{
    bool good = true;
    for (;;) {
        PGresult *result;
        if (!next_result(pg, &result))
            return false;
        if (!result)
            return good;
        ExecStatusType status = pg->pq.resultStatus(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_SINGLE_TUPLE)
            good = fail_result(pg, result);
        else if (good && !give_rows(pg, result, row, context))
            good = fail(pg, TROUBLE_DISK, "there is not enough memory");
        if (changed && status == PGRES_COMMAND_OK)
            *changed = strtoll(pg->pq.cmdTuples(result), NULL, 10);
        pg->pq.clear(result);
    }
}

static bool sent(Pg *pg, int good)
{
    return good || fail(pg, pg->pq.status(pg->db) == CONNECTION_OK ? TROUBLE_DISK : TROUBLE_AWAY,
                        pg->pq.errorMessage(pg->db));
}

static bool script(Backend *backend, const char *sql)
{
    Pg *pg = (Pg *)backend;
    return sent(pg, pg->pq.sendQuery(pg->db, sql)) && finish(pg, NULL, NULL, NULL);
}

/* The name of a prepared statement: its number. */
static const char *name_of(int number, char name[NUMBER_CHARS])
{
    Str s = str_over(name, NUMBER_CHARS);
    str_format(&s, "s%d", number);
    return name;
}

static bool prepare(Pg *pg, int number)
{
    char name[NUMBER_CHARS];
    if (pg->prepared[number])
        return true;
    pg->prepared[number] = sent(pg, pg->pq.sendPrepare(pg->db, name_of(number, name),
                                                       sql_texts[number].text, 0, NULL)) &&
                           finish(pg, NULL, NULL, NULL);
    return pg->prepared[number];
}

/* Values as texts; numbers are written into `numbers`. */
static void write_values(const Value *values, int count, const char **texts,
                         char numbers[][NUMBER_CHARS])
{
    assert(count <= SQL_VALUES_MAX);
    for (int i = 0; i < count; i++) {
        Str s = str_over(numbers[i], NUMBER_CHARS);
        str_format(&s, "%lld", (long long)values[i].number);
        texts[i] = values[i].null ? NULL : values[i].text ? values[i].text : numbers[i];
    }
}

static bool send_prepared(Pg *pg, int number, const Value *values)
{
    const char *texts[SQL_VALUES_MAX];
    char numbers[SQL_VALUES_MAX][NUMBER_CHARS], name[NUMBER_CHARS];
    int count = sql_texts[number].values;
    write_values(values, count, texts, numbers);
    return sent(
        pg, pg->pq.sendQueryPrepared(pg->db, name_of(number, name), count, texts, NULL, NULL, 0));
}

static bool run(Backend *backend, int number, const Value *values, BackendRow *row, void *context,
                int64_t *changed)
{
    Pg *pg = (Pg *)backend;
    if (changed)
        *changed = 0;
    if (!prepare(pg, number) || !send_prepared(pg, number, values))
        return false;
    if (row) /* a log may be long: rows as they come */
        pg->pq.setSingleRowMode(pg->db);
    return finish(pg, row, context, changed);
}

/* Reads the answers to orders up to the mark behind the last one. After the first error the server
 * passes over the rest. */
static bool collect(Pg *pg, Order *orders, int count)
{
    bool good = true;
    for (int i = 0; i <= count;) {
        PGresult *result;
        if (!next_result(pg, &result))
            return false;
        if (!result) { /* between two orders */
            i++;
            continue;
        }
        ExecStatusType status = pg->pq.resultStatus(result);
        if (status == PGRES_COMMAND_OK && i < count)
            orders[i].changed = strtoll(pg->pq.cmdTuples(result), NULL, 10);
        else if (good && status != PGRES_PIPELINE_SYNC)
            good = fail_result(pg, result);
        pg->pq.clear(result);
        if (status == PGRES_PIPELINE_SYNC)
            return good;
    }
    return fail(pg, TROUBLE_AWAY, "the server has lost count");
}

static bool run_all(Backend *backend, Order *orders, int count)
{
    Pg *pg = (Pg *)backend;
    bool good = true;
    for (int i = 0; i < count && good; i++)
        good = prepare(pg, orders[i].statement);
    if (!good || count == 0)
        return good;
    good = sent(pg, pg->pq.enterPipelineMode(pg->db));
    for (int i = 0; i < count && good; i++)
        good = send_prepared(pg, orders[i].statement, orders[i].values);
    good = good && sent(pg, pg->pq.pipelineSync(pg->db)) && collect(pg, orders, count);
    /* Not possible with answers still to come: then the connection is of no more use. */
    if (!pg->pq.exitPipelineMode(pg->db) && (good || backend->trouble != TROUBLE_AWAY))
        good = fail(pg, TROUBLE_AWAY, pg->pq.errorMessage(pg->db));
    return good;
}

static bool connect_server(Backend *backend)
{
    Pg *pg = (Pg *)backend;
    /* What comes before dbname may be said otherwise in the URL, what follows may not. */
    static const char *const keys[] = {"connect_timeout", "tcp_user_timeout", "dbname",
                                       "client_encoding", "application_name", NULL};
    const char *const values[] = {"5", "10000", pg->url, "UTF8", "concentric", NULL};
    assert(!pg->db);
    pg->db = pg->pq.connectdbParams(keys, values, 1);
    backend->connected = pg->db && pg->pq.status(pg->db) == CONNECTION_OK;
    if (!backend->connected) {
        fail(pg, TROUBLE_AWAY, pg->db ? pg->pq.errorMessage(pg->db) : "there is not enough memory");
    } else {
        pg->pq.setNoticeReceiver(pg->db, quiet, NULL);
        pg->pq.setnonblocking(pg->db, 1);
        /* An acknowledged move is on the disk, whatever the server's default; a default that is
         * stricter stays. */
        if (script(backend, "SELECT set_config('synchronous_commit', 'on', false) WHERE "
                            "current_setting('synchronous_commit') = 'off'"))
            return true;
    }
    disconnect(backend);
    return false;
}

static bool begin(Backend *backend, bool alone)
{
    return script(backend, alone ? "BEGIN ISOLATION LEVEL READ COMMITTED; " SCHEMA_LOCK
                                 : "BEGIN ISOLATION LEVEL READ COMMITTED");
}

static bool commit(Backend *backend)
{
    Pg *pg = (Pg *)backend;
    if (pg->pq.transactionStatus(pg->db) !=
        PQTRANS_INTRANS) /* COMMIT would say yes and roll back */
        return fail(pg, TROUBLE_DISK, "the transaction has failed");
    return script(backend, "COMMIT");
}

static void rollback(Backend *backend)
{
    Pg *pg = (Pg *)backend;
    if (!pg->db || pg->pq.transactionStatus(pg->db) == PQTRANS_IDLE)
        return;
    Trouble trouble = backend->trouble; /* what led here is worth telling, not this */
    char why[WHY_MAX];
    memcpy(why, backend->why, sizeof why);
    script(backend, "ROLLBACK");
    if (pg->pq.status(pg->db) == CONNECTION_OK)
        backend->trouble = trouble;
    memcpy(backend->why, why, sizeof why);
}

static bool tell(Backend *backend, const char *hints)
{
    Pg *pg = (Pg *)backend;
    return sent(pg, pg->pq.sendQueryParams(pg->db, "SELECT pg_notify('" CHANNEL "', $1)", 1, NULL,
                                           &hints, NULL, NULL, 0)) &&
           finish(pg, NULL, NULL, NULL);
}

static bool listen_for(Backend *backend)
{
    return script(backend, "LISTEN " CHANNEL);
}

static int socket_of(Backend *backend)
{
    Pg *pg = (Pg *)backend;
    return pg->pq.socket(pg->db);
}

static bool hear(Backend *backend, void (*one)(void *context, const char *hints, int sender),
                 void *context)
{
    Pg *pg = (Pg *)backend;
    if (!pg->pq.consumeInput(pg->db))
        return fail(pg, TROUBLE_AWAY, pg->pq.errorMessage(pg->db));
    for (PGnotify *n; (n = pg->pq.notifies(pg->db));) {
        one(context, n->extra, n->be_pid);
        pg->pq.freemem(n);
    }
    return true;
}

static int sender(Backend *backend)
{
    Pg *pg = (Pg *)backend;
    return pg->pq.backendPID(pg->db);
}

static const BackendOps pg_ops = {
    .connect = connect_server,
    .disconnect = disconnect,
    .free = free_backend,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = run,
    .run_all = run_all,
    .script = script,
    .tell = tell,
    .listen = listen_for,
    .socket = socket_of,
    .hear = hear,
    .sender = sender,
};

Backend *backend_pg(const char *url, char *why)
{
    static const char *const schemes[] = {"postgresql://", "postgres://"};
    if (strncmp(url, schemes[0], strlen(schemes[0])) != 0 &&
        strncmp(url, schemes[1], strlen(schemes[1])) != 0) {
        refuse(why, "a store is given as postgresql://USER@HOST/DATABASE");
        return NULL;
    }
    size_t size = strlen(url) + 1;
    Pg *pg = calloc(1, sizeof *pg + size);
    if (!pg) {
        refuse(why, "there is not enough memory");
        return NULL;
    }
    memcpy(pg->url, url, size);
    pg->backend.ops = &pg_ops;
    if (libpq_load(&pg->pq, why))
        return &pg->backend;
    free(pg);
    return NULL;
}
