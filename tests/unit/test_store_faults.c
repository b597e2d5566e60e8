/* SPDX-License-Identifier: MIT */
/* The store when things break: kill -9, a full, read-only or slow disk, a server that goes away and
 * comes back, a connection cut in the middle of a commit. The disk is tests/faults/disk.c, linked
 * in. What was acknowledged is there; what cannot be saved is said not to be; all goes on by
 * itself.
 */
#include "unit/store_support.h"

#include "online/store_inner.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- kill -9 */

enum { KILL_TABLES = 20 };

/* CONCENTRIC_KILLS=100 for a longer run. */
static int kill_count(void)
{
    const char *text = getenv("CONCENTRIC_KILLS");
    return text ? atoi(text) : 12;
}

static void table_name(char out[24], int n)
{
    snprintf(out, 24, "kill%04d", n);
}

typedef struct Player {
    TableStore *store;
    int out; /* a pipe: acknowledgements */
    int table;
    int64_t seq;
} Player;

/* A move was acknowledged: tell, and play the next one. */
static void acknowledge(void *context, const TstoreReply *reply)
{
    Player *p = context;
    int64_t told[2] = {p->table, p->seq + 1};
    if (reply->status != TSTORE_OK || write(p->out, told, sizeof told) != sizeof told)
        _exit(3);
    p->seq++;
    char id[24], body[24];
    table_name(id, p->table);
    snprintf(body, sizeof body, "m%lld", (long long)p->seq);
    TstoreEvent event = {.at = p->seq, .kind = "move", .body = body};
    TstoreChange c = {
        .id = id, .after = p->seq, .events = &event, .event_count = 1, .set = TSTORE_SET_NOTHING};
    if (!tstore_write(p->store, &c, 1, acknowledge, p))
        _exit(4);
}

/* Plays at all tables at once until it is killed. seq: where they stand. */
static void play_until_killed(Place *place, int out, const int64_t *seq)
{
    static Player players[KILL_TABLES];
    TstoreSetup setup = place_setup(place);
    char why[WHY_MAX];
    TableStore *store = tstore_open(&setup, why);
    if (!store)
        _exit(2);
    for (int i = 0; i < KILL_TABLES; i++) {
        players[i] = (Player){store, out, i, seq[i] - 1};
        acknowledge(&players[i], &(TstoreReply){.status = TSTORE_OK});
    }
    for (;;)
        loop_turn(&place->loop, store, 1000);
}

/* Runs a child for some time, kills it; seq becomes what it acknowledged. Returns how many. */
static int run_and_kill(Place *place, int64_t *seq, int ms)
{
    int ends[2], acknowledged = 0;
    int64_t told[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        play_until_killed(place, ends[1], seq);
    }
    close(ends[1]);
    /* The first ones only say that it has started. */
    for (int i = 0; i < KILL_TABLES; i++)
        assert_int_equal(read(ends[0], told, sizeof told), sizeof told);
    usleep((useconds_t)ms * 1000);
    kill(child, SIGKILL);
    while (read(ends[0], told, sizeof told) == sizeof told) {
        assert_int_equal(told[1], seq[told[0]] + 1);
        seq[told[0]] = told[1];
        acknowledged++;
    }
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    return acknowledged;
}

static void kill_often(Place *place)
{
    int64_t seq[KILL_TABLES] = {0};
    int acknowledged = 0, more = 0, kills = kill_count();
    char id[24];
    Rng rng = {test_seed()};
    TableStore *store = place_open(place);
    for (int i = 0; i < KILL_TABLES; i++) {
        table_name(id, i);
        assert_int_equal(store_make(place, store, id), TSTORE_OK);
    }
    assert_true(tstore_close(store, 5000));
    for (int k = 0; k < kills; k++) {
        acknowledged += run_and_kill(place, seq, (int)rng_below(&rng, 120));
        store = place_open(place);
        for (int i = 0; i < KILL_TABLES; i++) {
            table_name(id, i);
            Answer a = store_load(place, store, id, 0);
            assert_int_equal(a.row.seq, a.last_seq);
            /* Nothing lost; at most the one that was on its way is more. */
            assert_in_range(a.last_seq, seq[i], seq[i] + 1);
            more += a.last_seq > seq[i];
            seq[i] = a.last_seq;
        }
        assert_true(tstore_close(store, 5000));
    }
    print_message("%s: %d kills, %d moves acknowledged, none lost, %d written but not told\n",
                  place->server ? "PostgreSQL" : "SQLite", kills, acknowledged, more);
    assert_true(acknowledged > kills);
}

static void killed_processes_lose_nothing(void **state)
{
    (void)state;
    for (int server = 0; server <= place_has_server(); server++) {
        Place place = place_make(server);
        kill_often(&place);
        place_remove(&place);
    }
}

/* --- Disk */

static char fault_path[300];

static void set_fault(const char *fault)
{
    FILE *file = fopen(fault_path, "w");
    assert_non_null(file);
    fputs(fault, file);
    fclose(file);
}

static Place disk_place(void)
{
    Place place = place_make(false);
    snprintf(fault_path, sizeof fault_path, "%s/fault", place.dir);
    setenv("CONCENTRIC_DISK_FAULT", fault_path, 1);
    set_fault("");
    return place;
}

static void bad_disk(const char *fault)
{
    char why[WHY_MAX] = "";
    Place place = disk_place();
    TableStore *store = place_open(&place);
    assert_int_equal(store_make(&place, store, "tableAAA"), TSTORE_OK);
    assert_int_equal(store_append(&place, store, "tableAAA", 0, "one"), TSTORE_OK);
    assert_true(tstore_healthy(store, why));
    set_fault(fault);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(store_append(&place, store, "tableAAA", 1, "two"), TSTORE_NOT_SAVED);
        assert_false(tstore_healthy(store, why));
        assert_int_equal(store_load(&place, store, "tableAAA", 0).events, 1);
    }
    set_fault("");
    assert_int_equal(store_append(&place, store, "tableAAA", 1, "two"), TSTORE_OK);
    assert_true(tstore_healthy(store, why));
    assert_true(tstore_close(store, 5000));
    store = place_open(&place);
    Answer a = store_load(&place, store, "tableAAA", 0);
    assert_int_equal(a.events, 2);
    assert_string_equal(a.text[1], "two");
    assert_true(tstore_close(store, 5000));
    place_remove(&place);
}

static void a_full_disk_is_told(void **state)
{
    (void)state;
    bad_disk("full");
}

static void a_disk_without_writing_is_told(void **state)
{
    (void)state;
    bad_disk("readonly");
}

/* An fsync of 1.5 s: reads are answered, the caller is never held, who waits too long is told. */
static void a_slow_disk_holds_nobody(void **state)
{
    (void)state;
    Place place = disk_place();
    place.patience_ms = 500;
    TableStore *store = place_open(&place);
    store_make(&place, store, "tableAAA");
    store_make(&place, store, "tableBBB");
    set_fault("slow 1500");
    Answer first = {0}, second = {0}, read = {0};
    double start = clock_seconds(), longest = 0;
    assert_true(store_submit(store, "tableAAA", 0, "one", &first));
    while (tstore_figures(store).waiting > 0) /* until the worker has it */
        usleep(1000);
    assert_true(store_submit(store, "tableBBB", 0, "late", &second));
    assert_true(tstore_load(store, "tableAAA", 0, answer_done, &read));
    while (!first.there) {
        double before = clock_seconds();
        tstore_poll(store);
        double took = clock_seconds() - before;
        longest = took > longest ? took : longest;
        usleep(5000);
        assert_true(clock_seconds() - start < 60);
    }
    set_fault("");
    assert_int_equal(first.status, TSTORE_OK);
    assert_true(first.when - start > 1.4);
    assert_int_equal(read.status, TSTORE_OK);
    assert_true(read.when < first.when - 0.5);
    assert_int_equal(second.status, TSTORE_NOT_SAVED);
    assert_true(second.when < first.when);
    assert_true(longest < 1);
    assert_int_equal(store_append(&place, store, "tableBBB", 0, "now"), TSTORE_OK);
    /* A thread that is stuck does not hold the end of the process for longer than allowed. */
    set_fault("slow 3000");
    assert_true(store_submit(store, "tableAAA", 1, "two", NULL));
    usleep(200000);
    start = clock_seconds();
    assert_false(tstore_close(store, 100));
    assert_true(clock_seconds() - start < 1.5);
    set_fault("");
    assert_true(tstore_close(store, 30000));
    store = place_open(&place);
    assert_int_equal(store_load(&place, store, "tableAAA", 0).events, 2); /* it did end */
    assert_true(tstore_close(store, 5000));
    place_remove(&place);
}

/* --- A server that goes away */

static void a_server_comes_back(void **state)
{
    char why[WHY_MAX] = "";
    (void)state;
    if (!place_has_server())
        return;
    Place place = place_make(true);
    place.patience_ms = 20000;
    TableStore *store = place_open(&place);
    store_make(&place, store, "tableAAA");
    assert_int_equal(store_append(&place, store, "tableAAA", 0, "one"), TSTORE_OK);
    place_pg("kill");
    Answer write = {0}, read = {0};
    assert_true(store_submit(store, "tableAAA", 1, "two", &write));
    assert_true(tstore_load(store, "tableAAA", 0, answer_done, &read));
    for (int i = 0; i < 100 && tstore_healthy(store, why); i++)
        loop_turn(&place.loop, store, 50);
    assert_false(tstore_healthy(store, why));
    assert_false(write.there || read.there);
    place.loop.hints = 0;
    place_pg("start");
    loop_wait(&place.loop, store, &write, 30);
    loop_wait(&place.loop, store, &read, 30);
    assert_int_equal(write.status, TSTORE_OK);
    assert_int_equal(read.status, TSTORE_OK);
    assert_string_equal(place.loop.hint_id, "lost"); /* nobody knows what was missed */
    assert_int_equal(store_load(&place, store, "tableAAA", 0).events, 2);
    assert_true(tstore_close(store, 5000));
    place_remove(&place);
}

static void a_server_stays_away(void **state)
{
    (void)state;
    if (!place_has_server())
        return;
    Place place = place_make(true);
    place.patience_ms = 500;
    TableStore *store = place_open(&place);
    store_make(&place, store, "tableAAA");
    place_pg("kill");
    double start = clock_seconds();
    assert_int_equal(store_append(&place, store, "tableAAA", 0, "one"), TSTORE_NOT_SAVED);
    assert_int_equal(store_load(&place, store, "tableAAA", 0).status, TSTORE_NOT_SAVED);
    assert_true(clock_seconds() - start < 10);
    place_pg("start");
    /* It recovers by itself; until then the answer is no. */
    TstoreStatus status = TSTORE_NOT_SAVED;
    for (int i = 0; i < 20 && status == TSTORE_NOT_SAVED; i++)
        status = store_append(&place, store, "tableAAA", 0, "one");
    assert_int_equal(status, TSTORE_OK);
    place_pg("kill");
    start = clock_seconds();
    assert_true(tstore_close(store, 5000)); /* at once, also then */
    assert_true(clock_seconds() - start < 3);
    place_pg("start");
    place_remove(&place);
}

/* A stopped server says nothing at all. The loop goes on, and what waits is told. */
static void a_server_falls_silent(void **state)
{
    char command[600];
    (void)state;
    if (!place_has_server())
        return;
    Place place = place_make(true);
    place.patience_ms = 1000;
    TableStore *store = place_open(&place);
    store_make(&place, store, "tableAAA");
    Answer first = {0}, second = {0};
    snprintf(command, sizeof command,
             "pid=$(head -1 %s/data/postmaster.pid); kill -%%s $pid; pkill -%%s -P $pid || true",
             getenv("CONCENTRIC_TEST_PG_DIR"));
    char stop[700], go[700];
    snprintf(stop, sizeof stop, command, "STOP", "STOP");
    snprintf(go, sizeof go, command, "CONT", "CONT");
    assert_int_equal(system(stop), 0);
    assert_true(store_submit(store, "tableAAA", 0, "one", &first));
    while (tstore_figures(store).waiting > 0)
        usleep(1000);
    assert_true(store_submit(store, "tableAAA", 1, "two", &second));
    loop_wait(&place.loop, store, &second, 30);
    assert_int_equal(second.status, TSTORE_NOT_SAVED);
    assert_false(first.there); /* nobody knows yet */
    assert_int_equal(system(go), 0);
    loop_wait(&place.loop, store, &first, 30);
    assert_int_equal(first.status, TSTORE_OK);
    assert_true(tstore_close(store, 5000));
    place_remove(&place);
}

/* --- Backends that fail on purpose: the real one behind, and a word for the next commit */

typedef struct Liar {
    Backend backend;
    Backend *real;
    int cut_after_commit, cut_before_commit, deadlocks; /* how many more times */
} Liar;

static void pass_trouble(Liar *l)
{
    l->backend.trouble = l->real->trouble;
    l->backend.connected = l->real->connected;
    memcpy(l->backend.why, l->real->why, sizeof l->backend.why);
}

static bool liar_connect(Backend *b)
{
    Liar *l = (Liar *)b;
    bool good = l->real->ops->connect(l->real);
    pass_trouble(l);
    return good;
}

static void liar_disconnect(Backend *b)
{
    Liar *l = (Liar *)b;
    l->real->ops->disconnect(l->real);
    b->connected = false;
}

static void liar_free(Backend *b)
{
    Liar *l = (Liar *)b;
    l->real->ops->free(l->real);
    free(l);
}

static bool liar_begin(Backend *b, bool alone)
{
    Liar *l = (Liar *)b;
    bool good = l->real->ops->begin(l->real, alone);
    pass_trouble(l);
    return good;
}

static bool liar_commit(Backend *b)
{
    Liar *l = (Liar *)b;
    if (l->deadlocks > 0 && l->deadlocks--)
        return backend_fail(b, TROUBLE_AGAIN, "deadlock");
    if (l->cut_before_commit > 0 && l->cut_before_commit--)
        return backend_fail(b, TROUBLE_AWAY, "cut before");
    bool good = l->real->ops->commit(l->real);
    pass_trouble(l);
    if (l->cut_after_commit > 0 && l->cut_after_commit--)
        return backend_fail(b, TROUBLE_AWAY, "cut after");
    return good;
}

static void liar_rollback(Backend *b)
{
    Liar *l = (Liar *)b;
    l->real->ops->rollback(l->real);
}

static bool liar_run(Backend *b, int statement, const Value *values, BackendRow *row, void *context,
                     int64_t *changed)
{
    Liar *l = (Liar *)b;
    bool good = l->real->ops->run(l->real, statement, values, row, context, changed);
    pass_trouble(l);
    return good;
}

static bool liar_script(Backend *b, const char *sql)
{
    Liar *l = (Liar *)b;
    bool good = l->real->ops->script(l->real, sql);
    pass_trouble(l);
    return good;
}

static const BackendOps liar_ops = {
    .connect = liar_connect,
    .disconnect = liar_disconnect,
    .free = liar_free,
    .begin = liar_begin,
    .commit = liar_commit,
    .rollback = liar_rollback,
    .run = liar_run,
    .script = liar_script,
};

static Liar *make_liar(Backend *real)
{
    Liar *l = calloc(1, sizeof *l);
    *l = (Liar){.backend.ops = &liar_ops, .real = real};
    return l;
}

static TableStore *open_liar(Place *place, Liar **writer)
{
    char why[WHY_MAX] = "";
    TstoreSetup setup = place_setup(place);
    *writer = make_liar(backend_sqlite(place->dir, true, why));
    TableStore *store = tstore_over(&(*writer)->backend, backend_sqlite(place->dir, false, why),
                                    &setup, why);
    if (!store)
        fail_msg("%s", why);
    return store;
}

/* Cut off after the commit: the events are there, so the answer is yes, and they are there once. */
static void a_commit_that_was_cut_off_is_found(void **state)
{
    Liar *liar;
    (void)state;
    Place place = place_make(false);
    TableStore *store = open_liar(&place, &liar);
    liar->cut_after_commit = 1; /* the worker is idle */
    assert_int_equal(store_make(&place, store, "tableAAA"), TSTORE_OK);
    liar->cut_after_commit = 1;
    assert_int_equal(store_append(&place, store, "tableAAA", 0, "one"), TSTORE_OK);
    liar->cut_before_commit = 2;
    assert_int_equal(store_append(&place, store, "tableAAA", 1, "two"), TSTORE_OK);
    liar->deadlocks = 3;
    assert_int_equal(store_append(&place, store, "tableAAA", 2, "three"), TSTORE_OK);
    /* Somebody else's event at this number is not ours, cut off or not. */
    liar->cut_before_commit = 1;
    assert_int_equal(store_append(&place, store, "tableAAA", 2, "other"), TSTORE_CONFLICT);
    Answer a = store_load(&place, store, "tableAAA", 0);
    assert_int_equal(a.events, 3);
    assert_string_equal(a.text[0], "one");
    assert_string_equal(a.text[2], "three");
    assert_true(tstore_close(store, 5000));
    place_remove(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_processes_lose_nothing),
        cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(a_disk_without_writing_is_told),
        cmocka_unit_test(a_slow_disk_holds_nobody),
        cmocka_unit_test(a_server_comes_back),
        cmocka_unit_test(a_server_stays_away),
        cmocka_unit_test(a_server_falls_silent),
        cmocka_unit_test(a_commit_that_was_cut_off_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
