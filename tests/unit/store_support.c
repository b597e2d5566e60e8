/* SPDX-License-Identifier: MIT */
/* Places and loops for tests of the store, see store_support.h. */
#include "unit/store_support.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sqlite3.h>
#include <sys/eventfd.h>
#include <unistd.h>

bool place_has_server(void)
{
    return getenv("CONCENTRIC_TEST_PG") != NULL;
}

void place_pg(const char *what)
{
    char command[1024];
    snprintf(command, sizeof command, "%s/cli/pg.sh %s %s", TESTS_DIR, what,
             getenv("CONCENTRIC_TEST_PG_DIR"));
    assert_int_equal(system(command), 0);
}

static void run_server(const char *url, const char *sql)
{
    PGconn *db = PQconnectdb(url);
    assert_int_equal(PQstatus(db), CONNECTION_OK);
    PGresult *result = PQexec(db, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(db));
    PQclear(result);
    PQfinish(db);
}

/* A database for each: postgresql://postgres@/NAME?host=... */
static void make_database(Place *place)
{
    static int number;
    const char *url = getenv("CONCENTRIC_TEST_PG"), *name = strstr(url, "@/") + 2;
    char sql[80];
    snprintf(sql, sizeof sql, "CREATE DATABASE t%ld_%d", (long)getpid(), ++number);
    run_server(url, sql);
    snprintf(place->url, sizeof place->url, "%.*s%s%s", (int)(name - url), url,
             strrchr(sql, ' ') + 1, strchr(name, '?'));
}

Place place_make(bool server)
{
    Place place = {.server = server};
    const char *tmp = getenv("TMPDIR");
    snprintf(place.dir, sizeof place.dir, "%s/store-XXXXXX", tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(place.dir));
    if (server)
        make_database(&place);
    place.loop.event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return place;
}

void place_remove(Place *place)
{
    char command[512];
    snprintf(command, sizeof command, "rm -rf '%s'", place->dir);
    assert_int_equal(system(command), 0);
    close(place->loop.event);
}

static void wake(void *context)
{
    uint64_t one = 1;
    Loop *loop = context;
    if (write(loop->event, &one, sizeof one) < 0)
        abort();
}

static void note_hint(void *context, const char *id, int64_t seq)
{
    Loop *loop = context;
    loop->hints++;
    loop->hint_seq = seq;
    snprintf(loop->hint_id, sizeof loop->hint_id, "%s", id ? id : "lost");
}

TstoreSetup place_setup(Place *place)
{
    return (TstoreSetup){.dir = place->server ? NULL : place->dir,
                         .url = place->server ? place->url : NULL,
                         .patience_ms = place->patience_ms,
                         .wake = wake,
                         .hint = note_hint,
                         .context = &place->loop};
}

TableStore *place_open(Place *place)
{
    char why[WHY_MAX] = "";
    TstoreSetup setup = place_setup(place);
    TableStore *store = tstore_open(&setup, why);
    if (!store)
        fail_msg("%s", why);
    return store;
}

void place_run(const Place *place, const char *sql)
{
    if (place->server) {
        run_server(place->url, sql);
        return;
    }
    char path[300], *error = NULL;
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/tables.db", place->dir);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, sql, NULL, NULL, &error);
    if (error)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

static void copy_text(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text ? text : "");
}

void answer_done(void *context, const TstoreReply *reply)
{
    Answer *a = context;
    assert_false(a->there); /* exactly once */
    *a = (Answer){.there = true,
                  .status = reply->status,
                  .when = clock_seconds(),
                  .tables = reply->table_count,
                  .events = reply->event_count,
                  .docs = reply->doc_count};
    for (int i = 0; i < reply->table_count && i < 20; i++) {
        copy_text(a->ids[i], sizeof a->ids[i], reply->tables[i].id);
        copy_text(a->text[i], sizeof a->text[i], reply->tables[i].state);
    }
    for (int i = 0; i < reply->event_count; i++) {
        assert_true(i == 0 || reply->events[i].seq == reply->events[i - 1].seq + 1);
        a->last_seq = reply->events[i].seq;
        if (i < 20)
            copy_text(a->text[i], sizeof a->text[i], reply->events[i].body);
    }
    if (reply->table_count) {
        a->row = reply->tables[0];
        copy_text(a->invite, sizeof a->invite, a->row.invite);
        copy_text(a->next, sizeof a->next, a->row.next);
        copy_text(a->value, sizeof a->value, a->row.setup);
    }
    for (int i = 0; i < reply->doc_count && i < 20; i++)
        copy_text(a->text[i], sizeof a->text[i], reply->docs[i].body);
    if (reply->doc_count) {
        a->ver = reply->docs[0].ver;
        copy_text(a->value, sizeof a->value, reply->docs[0].body);
    }
    if (reply->device)
        copy_text(a->value, sizeof a->value, reply->device->name);
    if (reply->value)
        copy_text(a->value, sizeof a->value, reply->value);
}

void loop_turn(Loop *loop, TableStore *store, int ms)
{
    struct pollfd fd = {.fd = loop->event, .events = POLLIN};
    uint64_t count;
    if (poll(&fd, 1, ms) > 0 && read(loop->event, &count, sizeof count) < 0)
        abort();
    tstore_poll(store);
}

void loop_wait(Loop *loop, TableStore *store, const Answer *answer, double seconds)
{
    double end = clock_seconds() + seconds;
    while (!answer->there) {
        if (clock_seconds() > end)
            fail_msg("no answer within %.0f s", seconds);
        loop_turn(loop, store, 50);
    }
}

TstoreStatus store_make(Place *place, TableStore *store, const char *id)
{
    Answer answer = {0};
    TstoreRow row = {.made = 1000, .setup = "nine", .state = "open", .invite = "hash"};
    TstoreChange change = {.id = id, .create = &row};
    assert_true(tstore_write(store, &change, 1, answer_done, &answer));
    loop_wait(&place->loop, store, &answer, 30);
    return answer.status;
}

bool store_submit(TableStore *store, const char *id, int64_t after, const char *body, Answer *out)
{
    TstoreEvent event = {.at = 7, .seat = 1, .kind = "move", .cmd = "k7Qp", .body = body};
    TstoreChange change = {
        .id = id, .after = after, .events = &event, .event_count = 1, .set = TSTORE_SET_NOTHING};
    return tstore_write(store, &change, 1, out ? answer_done : NULL, out);
}

TstoreStatus store_append(Place *place, TableStore *store, const char *id, int64_t after,
                          const char *body)
{
    Answer answer = {0};
    assert_true(store_submit(store, id, after, body, &answer));
    loop_wait(&place->loop, store, &answer, 30);
    return answer.status;
}

Answer store_load(Place *place, TableStore *store, const char *id, int64_t since)
{
    Answer answer = {0};
    assert_true(tstore_load(store, id, since, answer_done, &answer));
    loop_wait(&place->loop, store, &answer, 30);
    return answer;
}

TstoreStatus store_write(Place *place, TableStore *store, const TstoreChange *changes, int count)
{
    Answer answer = {0};
    assert_true(tstore_write(store, changes, count, answer_done, &answer));
    loop_wait(&place->loop, store, &answer, 30);
    return answer.status;
}

TstoreStatus store_put(Place *place, TableStore *store, const TstoreDoc *docs, int count)
{
    Answer answer = {0};
    assert_true(tstore_docs_write(store, docs, count, answer_done, &answer));
    loop_wait(&place->loop, store, &answer, 30);
    return answer.status;
}

void in_each_store(void (*test)(Place *place))
{
    for (int server = 0; server <= place_has_server(); server++) {
        Place place = place_make(server);
        test(&place);
        place_remove(&place);
    }
}
