/* SPDX-License-Identifier: MIT */
/* Statements, schema, and reads as statements, see store_sql.h; writes are in store_write.c. */
#include "online/store_sql.h"

#include <stdlib.h>
#include <string.h>

#define TABLE_COLUMNS                                                                              \
    "id, made, setup, state, seq, due, seat0, seat1, seat0_key, seat1_key, invite, lobby, rated, " \
    "next, low, high, at, turn, plies, ended, won, tournament"
#define T_COLUMNS                                                                                  \
    "t.id, t.made, t.setup, t.state, t.seq, t.due, t.seat0, t.seat1, t.seat0_key, t.seat1_key, "   \
    "t.invite, t.lobby, t.rated, t.next, t.low, t.high, t.at, t.turn, t.plies, t.ended, t.won, "   \
    "t.tournament"
/* Who sat down and who changed their name, in the words of play/table.h. */
#define UNNAME_LOG(seat)                                                                           \
    "UPDATE event SET body = CASE kind WHEN 'sit' THEN '0 remote' ELSE '0' END WHERE seat = " seat \
    " AND (kind = 'sit' OR kind = 'name') AND tbl IN (SELECT id FROM tbl WHERE seat" seat          \
    " = $1 AND seat" seat " <> '')"
#define DOC_COLUMNS "kind, id, owner, at, ver, body"
enum { TABLE_CELLS = 22, DOC_CELLS = 6 };

/* The row of a table is changed first: the row with this seq is what two writers meet at, and the
 * second finds none. The events behind it then cannot be there yet, and the key (tbl, seq) makes
 * sure of it. A value that is null leaves its column alone. */
const SqlText sql_texts[SQL_COUNT] = {
    [SQL_TABLE_MAKE] = {"INSERT INTO tbl (" TABLE_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, "
                        "$8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, "
                        "$22) ON CONFLICT DO NOTHING",
                        TABLE_CELLS, 0},
    /* A move: no column that an index has, but `due`. A column that is named in SET is written into
     * its indexes anew even if it stays as it is. */
    [SQL_TABLE_STEP] = {"UPDATE tbl SET seq = $3, due = COALESCE($4, due), at = COALESCE($5, at), "
                        "turn = COALESCE($6, turn), plies = COALESCE($7, plies) "
                        "WHERE id = $1 AND seq = $2",
                        7, 0},
    [SQL_TABLE_CHANGE] = {"UPDATE tbl SET seq = $3, due = COALESCE($4, due), "
                          "state = COALESCE($5, state), seat0 = COALESCE($6, seat0), "
                          "seat1 = COALESCE($7, seat1), seat0_key = COALESCE($8, seat0_key), "
                          "seat1_key = COALESCE($9, seat1_key), invite = COALESCE($10, invite), "
                          "lobby = COALESCE($11, lobby), rated = COALESCE($12, rated), "
                          "next = COALESCE($13, next), at = COALESCE($14, at), "
                          "turn = COALESCE($15, turn), plies = COALESCE($16, plies), "
                          "ended = COALESCE($17, ended), won = COALESCE($18, won) "
                          "WHERE id = $1 AND seq = $2",
                          18, 0},
    [SQL_TABLE_REMOVE] = {"DELETE FROM tbl WHERE id = $1 AND seq = $2", 2, 0},
    [SQL_EVENTS_REMOVE] = {"DELETE FROM event WHERE tbl = $1", 1, 0},
    [SQL_MINE_REMOVE] = {"DELETE FROM mine WHERE tbl = $1", 1, 0},
    [SQL_EVENT_ADD] = {"INSERT INTO event (tbl, seq, at, seat, kind, cmd, body) "
                       "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                       7, 0},
    [SQL_MINE_PUT] = {"INSERT INTO mine (device, tbl, at, turn) VALUES ($1, $2, $3, $4) "
                      "ON CONFLICT (device, tbl) DO UPDATE SET at = excluded.at, "
                      "turn = excluded.turn",
                      4, 0},
    [SQL_MINE_FORGET] = {"DELETE FROM mine WHERE tbl = $1 AND device = $2", 2, 0},
    [SQL_DEVICE_ADD] = {"INSERT INTO device (id, key_hash, name, made, seen) "
                        "VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                        5, 0},
    [SQL_DEVICE_CHANGE] = {"UPDATE device SET name = $2, seen = $3 WHERE key_hash = $1", 3, 0},
    [SQL_META_PUT] = {"INSERT INTO meta (key, value) VALUES ($1, $2) "
                      "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                      2, 0},
    [SQL_META_LATER] = {"INSERT INTO meta (key, value) VALUES ($1, $2) "
                        "ON CONFLICT (key) DO UPDATE SET value = excluded.value "
                        "WHERE CAST(meta.value AS bigint) < CAST(excluded.value AS bigint)",
                        2, 0},
    [SQL_UNNAME_LOG0] = {UNNAME_LOG("0"), 1, 0},
    [SQL_UNNAME_LOG1] = {UNNAME_LOG("1"), 1, 0},
    [SQL_UNNAME_SEAT0] = {"UPDATE tbl SET seat0 = '' WHERE seat0 = $1 AND seat0 <> ''", 1, 0},
    [SQL_UNNAME_SEAT1] = {"UPDATE tbl SET seat1 = '' WHERE seat1 = $1 AND seat1 <> ''", 1, 0},
    [SQL_DOC_ADD] = {"INSERT INTO doc (kind, id, owner, at, ver, body) "
                     "VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT DO NOTHING",
                     5, 0},
    [SQL_DOC_CHANGE] = {"UPDATE doc SET owner = $3, at = $4, ver = ver + 1, body = $5 "
                        "WHERE kind = $1 AND id = $2 AND ver = $6",
                        6, 0},
    [SQL_DOC_PUT] = {"INSERT INTO doc (kind, id, owner, at, ver, body) "
                     "VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT (kind, id) DO UPDATE SET "
                     "owner = excluded.owner, at = excluded.at, ver = doc.ver + 1, "
                     "body = excluded.body",
                     5, 0},
    [SQL_DOC_REMOVE] = {"DELETE FROM doc WHERE kind = $1 AND id = $2 AND ver = $3", 3, 0},
    [SQL_DOC_DROP] = {"DELETE FROM doc WHERE kind = $1 AND id = $2", 2, 0},
    [SQL_DOCS_REMOVE] = {"DELETE FROM doc WHERE owner = $2 AND owner <> '' "
                         "AND kind = COALESCE($1, kind)",
                         2, 0},
    [SQL_DOC_COPY] = {"INSERT INTO doc (" DOC_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6) "
                      "ON CONFLICT DO NOTHING",
                      DOC_CELLS, 0},
    [SQL_SAVEPOINT] = {"SAVEPOINT together", 0, 0},
    [SQL_SAVEPOINT_BACK] = {"ROLLBACK TO SAVEPOINT together", 0, 0},
    [SQL_SAVEPOINT_END] = {"RELEASE SAVEPOINT together", 0, 0},
    [SQL_TABLE] = {"SELECT " TABLE_COLUMNS " FROM tbl WHERE id = $1", 1, TABLE_CELLS},
    [SQL_EVENTS] = {"SELECT seq, at, seat, kind, cmd, body FROM event "
                    "WHERE tbl = $1 AND seq > $2 AND seq <= $3 ORDER BY seq",
                    3, 6},
    [SQL_DUE] = {"SELECT " TABLE_COLUMNS " FROM tbl WHERE due > 0 AND due <= $1 "
                 "ORDER BY due LIMIT $2",
                 2, TABLE_CELLS},
    [SQL_LOBBY] = {"SELECT " TABLE_COLUMNS " FROM tbl WHERE lobby = 1 AND state = 'open' "
                   "ORDER BY made DESC LIMIT $1",
                   1, TABLE_CELLS},
    [SQL_RUNNING] = {"SELECT " TABLE_COLUMNS " FROM tbl WHERE lobby = 2 AND state = 'running' "
                     "ORDER BY made DESC LIMIT $1",
                     1, TABLE_CELLS},
    [SQL_ENDED] = {"SELECT " TABLE_COLUMNS " FROM tbl WHERE ended > 0 AND ended >= $1 AND "
                   "(ended > $1 OR id > $2) ORDER BY ended, id LIMIT $3",
                   3, TABLE_CELLS},
    [SQL_SEATED] = {"SELECT " TABLE_COLUMNS " FROM tbl WHERE "
                    "((seat0 = $1 AND seat0 <> '') OR (seat1 = $1 AND seat1 <> '')) "
                    "AND ended = 0 ORDER BY at DESC, id LIMIT $2",
                    2, TABLE_CELLS},
    [SQL_PLAYED] = {"SELECT " TABLE_COLUMNS " FROM tbl WHERE "
                    "((seat0 = $1 AND seat0 <> '') OR (seat1 = $1 AND seat1 <> '')) "
                    "AND ended > 0 ORDER BY ended DESC, id LIMIT $2",
                    2, TABLE_CELLS},
    [SQL_MINE] = {"SELECT " T_COLUMNS ", m.device, m.tbl, m.at, m.turn "
                  "FROM mine m JOIN tbl t ON t.id = m.tbl WHERE m.device = $1 "
                  "ORDER BY m.turn DESC, m.at DESC LIMIT $2",
                  2, TABLE_CELLS + 4},
    [SQL_DEVICE] = {"SELECT id, key_hash, name, made, seen FROM device WHERE key_hash = $1", 1, 5},
    [SQL_META] = {"SELECT value FROM meta WHERE key = $1", 1, 1},
    [SQL_DOC] = {"SELECT " DOC_COLUMNS " FROM doc WHERE kind = $1 AND id = $2", 2, DOC_CELLS},
    [SQL_DOCS_OWNED] = {"SELECT " DOC_COLUMNS " FROM doc WHERE owner = $2 AND owner <> '' "
                        "AND kind = COALESCE($1, kind) ORDER BY at DESC, kind, id LIMIT $3",
                        3, DOC_CELLS},
    [SQL_DOCS_LIST] = {"SELECT " DOC_COLUMNS " FROM doc WHERE kind = $1 AND at >= $2 "
                       "AND at <= $3 ORDER BY at, id LIMIT $4",
                       4, DOC_CELLS},
    [SQL_DOCS_LIST_BACK] = {"SELECT " DOC_COLUMNS " FROM doc WHERE kind = $1 AND at >= $2 "
                            "AND at <= $3 ORDER BY at DESC, id DESC LIMIT $4",
                            4, DOC_CELLS},
    [SQL_ALL_TABLES] = {"SELECT " TABLE_COLUMNS " FROM tbl ORDER BY id", 0, TABLE_CELLS},
    [SQL_ALL_EVENTS] = {"SELECT tbl, seq, at, seat, kind, cmd, body FROM event "
                        "ORDER BY tbl, seq",
                        0, 7},
    [SQL_ALL_MINE] = {"SELECT device, tbl, at, turn FROM mine ORDER BY device, tbl", 0, 4},
    [SQL_ALL_DEVICES] = {"SELECT id, key_hash, name, made, seen FROM device ORDER BY id", 0, 5},
    [SQL_ALL_META] = {"SELECT key, value FROM meta ORDER BY key", 0, 2},
    [SQL_ALL_DOCS] = {"SELECT " DOC_COLUMNS " FROM doc ORDER BY kind, id", 0, DOC_CELLS},
    [SQL_ANY] = {"SELECT 1 WHERE EXISTS (SELECT 1 FROM tbl) OR EXISTS (SELECT 1 FROM event) OR "
                 "EXISTS (SELECT 1 FROM mine) OR EXISTS (SELECT 1 FROM device) OR "
                 "EXISTS (SELECT 1 FROM doc)",
                 0, 1},
};

/* Never change a step that was released: add one. */
const char *const sql_steps[SQL_SCHEMA] = {
    "CREATE TABLE device (id text PRIMARY KEY, key_hash text NOT NULL UNIQUE, name text NOT NULL, "
    "made bigint NOT NULL, seen bigint NOT NULL);"
    "CREATE TABLE tbl (id text PRIMARY KEY, made bigint NOT NULL, setup text NOT NULL, "
    "state text NOT NULL, seq bigint NOT NULL, due bigint NOT NULL, seat0 text NOT NULL, "
    "seat1 text NOT NULL, seat0_key text NOT NULL, seat1_key text NOT NULL, "
    "lobby bigint NOT NULL, rated bigint NOT NULL, next text NOT NULL);"
    "CREATE INDEX tbl_due ON tbl (due) WHERE due > 0;"
    "CREATE TABLE event (tbl text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, "
    "seat bigint NOT NULL, kind text NOT NULL, cmd text NOT NULL, body text NOT NULL, "
    "PRIMARY KEY (tbl, seq));"
    "CREATE TABLE mine (device text NOT NULL, tbl text NOT NULL, at bigint NOT NULL, "
    "turn bigint NOT NULL, PRIMARY KEY (device, tbl));",
    /* Invitations apart from seats; what the lobby and removing look for. */
    "ALTER TABLE tbl ADD COLUMN invite text NOT NULL DEFAULT '';"
    "CREATE INDEX tbl_lobby ON tbl (made) WHERE lobby = 1;"
    "CREATE INDEX mine_tbl ON mine (tbl);",
    /* Players at tables, ends, and everything else as documents. */
    "ALTER TABLE tbl ADD COLUMN low bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE tbl ADD COLUMN high bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE tbl ADD COLUMN at bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE tbl ADD COLUMN turn bigint NOT NULL DEFAULT -1;"
    "ALTER TABLE tbl ADD COLUMN plies bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE tbl ADD COLUMN ended bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE tbl ADD COLUMN won bigint NOT NULL DEFAULT -1;"
    "ALTER TABLE tbl ADD COLUMN tournament text NOT NULL DEFAULT '';"
    "UPDATE tbl SET at = COALESCE((SELECT max(event.at) FROM event WHERE event.tbl = tbl.id), "
    "made);"
    "UPDATE tbl SET ended = at WHERE state = 'ended' OR state = 'aborted';"
    "UPDATE tbl SET lobby = 0 WHERE state <> 'open';"
    "CREATE INDEX tbl_ended ON tbl (ended, id) WHERE ended > 0;"
    "CREATE INDEX tbl_running ON tbl (made) WHERE lobby = 2 AND state = 'running';"
    "CREATE INDEX tbl_seat0 ON tbl (seat0, ended) WHERE seat0 <> '';"
    "CREATE INDEX tbl_seat1 ON tbl (seat1, ended) WHERE seat1 <> '';"
    "CREATE TABLE doc (kind text NOT NULL, id text NOT NULL, owner text NOT NULL, "
    "at bigint NOT NULL, ver bigint NOT NULL, body text NOT NULL, PRIMARY KEY (kind, id));"
    "CREATE INDEX doc_owner ON doc (owner, kind) WHERE owner <> '';"
    "CREATE INDEX doc_at ON doc (kind, at);",
};

static bool run(Backend *backend, Statement statement, const Value *values, int64_t *changed)
{
    return backend->ops->run(backend, statement, values, NULL, NULL, changed);
}

/* --- Schema */

static bool take_number(void *context, const char *const *cells)
{
    *(int64_t *)context = strtoll(cells[0], NULL, 10);
    return true;
}

bool sql_number(Backend *backend, const char *key, int64_t *out)
{
    Value values[] = {value_text(key)};
    *out = 0;
    return backend->ops->run(backend, SQL_META, values, take_number, out, NULL);
}

bool sql_version(Backend *backend, int *version)
{
    int64_t number;
    bool good = sql_number(backend, "schema", &number);
    *version = good && number > 0 && number < INT32_MAX ? (int)number : 0;
    return good;
}

static bool take_steps(Backend *backend, int from, int to)
{
    for (int v = from; v < to; v++)
        if (!backend->ops->script(backend, sql_steps[v]))
            return false;
    char text[24];
    Str s = str_over(text, sizeof text);
    str_number(&s, (uint64_t)to);
    Value values[] = {value_text("schema"), value_text(text)};
    return run(backend, SQL_META_PUT, values, NULL);
}

static bool migrate(Backend *backend, int version)
{
    static const char first[] =
        "CREATE TABLE IF NOT EXISTS meta (key text PRIMARY KEY, value text NOT NULL);";
    int found;
    if (!backend->ops->script(backend, first) || !sql_version(backend, &found))
        return false;
    if (found > version)
        return backend_fail(backend, TROUBLE_VALUES,
                            "the store has schema %d and this program knows %d: it was used by a "
                            "newer version",
                            found, version);
    return found == version || take_steps(backend, found, version);
}

bool sql_migrate(Backend *backend, int version)
{
    if (backend->ops->begin(backend, true) && migrate(backend, version) &&
        backend->ops->commit(backend))
        return true;
    backend->ops->rollback(backend);
    return false;
}

/* --- Reads */

static int64_t number(const char *cell)
{
    return strtoll(cell, NULL, 10);
}

static bool take_row(void *context, const char *const *cells)
{
    StoreJob *job = context;
    TstoreRow *row = store_job_add_row(job);
    if (!row)
        return false;
    *row = (TstoreRow){
        .id = store_job_text(job, cells[0]),
        .made = number(cells[1]),
        .setup = store_job_text(job, cells[2]),
        .state = store_job_text(job, cells[3]),
        .seq = number(cells[4]),
        .due = number(cells[5]),
        .seat = {store_job_text(job, cells[6]), store_job_text(job, cells[7])},
        .seat_key = {store_job_text(job, cells[8]), store_job_text(job, cells[9])},
        .invite = store_job_text(job, cells[10]),
        .lobby = number(cells[11]),
        .rated = number(cells[12]),
        .next = store_job_text(job, cells[13]),
        .low = number(cells[14]),
        .high = number(cells[15]),
        .at = number(cells[16]),
        .turn = number(cells[17]),
        .plies = number(cells[18]),
        .ended = number(cells[19]),
        .won = number(cells[20]),
        .tournament = store_job_text(job, cells[21]),
    };
    return row->id && row->setup && row->state && row->seat[0] && row->seat[1] &&
           row->seat_key[0] && row->seat_key[1] && row->invite && row->next && row->tournament;
}

static bool take_event(void *context, const char *const *cells)
{
    StoreJob *job = context;
    TstoreEvent *event = store_job_add_event(job);
    if (!event)
        return false;
    *event = (TstoreEvent){.seq = number(cells[0]),
                           .at = number(cells[1]),
                           .seat = number(cells[2]),
                           .kind = store_job_text(job, cells[3]),
                           .cmd = store_job_text(job, cells[4]),
                           .body = store_job_text(job, cells[5])};
    return event->kind && event->cmd && event->body;
}

static bool take_mine(void *context, const char *const *cells)
{
    StoreJob *job = context;
    TstoreMine *mine = take_row(job, cells) ? store_job_add_mine(job) : NULL;
    const char *const *rest = cells + TABLE_CELLS;
    if (!mine)
        return false;
    *mine = (TstoreMine){store_job_text(job, rest[0]), store_job_text(job, rest[1]),
                         number(rest[2]), number(rest[3])};
    return mine->device && mine->table;
}

static bool take_device(void *context, const char *const *cells)
{
    StoreJob *job = context;
    job->device = (TstoreDevice){store_job_text(job, cells[0]), store_job_text(job, cells[1]),
                                 store_job_text(job, cells[2]), number(cells[3]), number(cells[4])};
    job->reply.device = &job->device;
    return job->device.id && job->device.key_hash && job->device.name;
}

static bool take_value(void *context, const char *const *cells)
{
    StoreJob *job = context;
    job->reply.value = store_job_text(job, cells[0]);
    return job->reply.value != NULL;
}

static bool take_doc(void *context, const char *const *cells)
{
    StoreJob *job = context;
    TstoreDoc *doc = store_job_add_doc(job);
    if (!doc)
        return false;
    *doc = (TstoreDoc){.kind = store_job_text(job, cells[0]),
                       .id = store_job_text(job, cells[1]),
                       .owner = store_job_text(job, cells[2]),
                       .at = number(cells[3]),
                       .ver = number(cells[4]),
                       .body = store_job_text(job, cells[5])};
    return doc->kind && doc->id && doc->owner && doc->body;
}

static bool read_rows(Backend *backend, StoreJob *job, Statement statement, const Value *values,
                      BackendRow *row)
{
    return backend->ops->run(backend, statement, values, row, job, NULL);
}

/* First the row, then the events that it counts: together they are the table at one moment, because
 * events never change. */
static bool load(Backend *backend, StoreJob *job)
{
    Value id[] = {value_text(job->first)};
    if (!read_rows(backend, job, SQL_TABLE, id, take_row))
        return false;
    if (job->reply.table_count == 0) {
        job->reply.status = TSTORE_MISSING;
        return true;
    }
    Value range[] = {value_text(job->first), value_number(job->since),
                     value_number(job->reply.tables[0].seq)};
    if (!read_rows(backend, job, SQL_EVENTS, range, take_event))
        return false;
    if (job->since + job->reply.event_count < job->reply.tables[0].seq) { /* removed meanwhile */
        store_job_clear_reply(job);
        job->reply.status = TSTORE_MISSING;
    }
    return true;
}

static bool read_one(Backend *backend, StoreJob *job, Statement statement, BackendRow *row)
{
    Value key[] = {value_text(job->first)};
    if (!read_rows(backend, job, statement, key, row))
        return false;
    if (!job->reply.device && !job->reply.value)
        job->reply.status = TSTORE_MISSING;
    return true;
}

static bool read_doc(Backend *backend, StoreJob *job)
{
    Value name[] = {value_text(job->first), value_text(job->second)};
    if (!read_rows(backend, job, SQL_DOC, name, take_doc))
        return false;
    if (job->reply.doc_count == 0)
        job->reply.status = TSTORE_MISSING;
    return true;
}

/* Several documents or rows of tables. */
static bool read_many(Backend *backend, StoreJob *job)
{
    Value range[] = {value_text(job->first), value_number(job->since), value_number(job->until),
                     value_number(job->limit)};
    Value owned[] = {value_text(job->first), value_text(job->second), value_number(job->limit)};
    Value ended[] = {value_number(job->since), value_text(job->first), value_number(job->limit)};
    switch (job->kind) {
    case JOB_DOCS_OWNED:
        return read_rows(backend, job, SQL_DOCS_OWNED, owned, take_doc);
    case JOB_DOCS_LIST:
        return read_rows(backend, job, job->back ? SQL_DOCS_LIST_BACK : SQL_DOCS_LIST, range,
                         take_doc);
    case JOB_ENDED:
        return read_rows(backend, job, SQL_ENDED, ended, take_row);
    default:
        return read_rows(backend, job, SQL_RUNNING, ended + 2, take_row);
    }
}

bool sql_read(Backend *backend, StoreJob *job)
{
    Value due[] = {value_number(job->since), value_number(job->limit)};
    Value mine[] = {value_text(job->first), value_number(job->limit)};
    store_job_clear_reply(job);
    switch (job->kind) {
    case JOB_LOAD:
        return load(backend, job);
    case JOB_DUE:
        return read_rows(backend, job, SQL_DUE, due, take_row);
    case JOB_LOBBY:
        return read_rows(backend, job, SQL_LOBBY, due + 1, take_row);
    case JOB_MINE:
        return read_rows(backend, job, SQL_MINE, mine, take_mine);
    case JOB_SEATED:
        return read_rows(backend, job, job->back ? SQL_PLAYED : SQL_SEATED, mine, take_row);
    case JOB_DOC:
        return read_doc(backend, job);
    case JOB_DOCS_OWNED:
    case JOB_DOCS_LIST:
    case JOB_ENDED:
    case JOB_RUNNING:
        return read_many(backend, job);
    case JOB_DEVICE:
        return read_one(backend, job, SQL_DEVICE, take_device);
    default:
        return read_one(backend, job, SQL_META, take_value);
    }
}
