/* SPDX-License-Identifier: MIT */
/* The store: what it keeps, who wins at the same number, versions of its schema, backups. Every
 * test runs over SQLite and, where CONCENTRIC_TEST_PG names a server (test_store.sh makes one),
 * over PostgreSQL. */
#include "unit/store_support.h"

#include "online/ids.h"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- What is written is there */

static void keep_and_load(Place *place)
{
    TableStore *store = place_open(place);
    assert_int_equal(store_load(place, store, "nothere1", 0).status, TSTORE_MISSING);
    assert_int_equal(store_make(place, store, "tableAAA"), TSTORE_OK);
    assert_int_equal(store_make(place, store, "tableAAA"), TSTORE_CONFLICT);
    assert_int_equal(store_append(place, store, "tableAAA", 0, "one"), TSTORE_OK);
    assert_int_equal(store_append(place, store, "tableAAA", 0, "two"), TSTORE_CONFLICT);
    assert_int_equal(store_append(place, store, "tableAAA", 2, "gap"), TSTORE_CONFLICT);
    assert_int_equal(store_append(place, store, "nothere1", 0, "none"), TSTORE_CONFLICT);
    assert_int_equal(store_append(place, store, "tableAAA", 1, "\xe3\x81\x82 'quoted' \"$1\" ?"),
                     TSTORE_OK);
    assert_true(tstore_close(store, 5000));

    store = place_open(place); /* and after a restart */
    Answer a = store_load(place, store, "tableAAA", 0);
    assert_int_equal(a.status, TSTORE_OK);
    assert_int_equal(a.events, 2);
    assert_string_equal(a.text[0], "one");
    assert_string_equal(a.text[1], "\xe3\x81\x82 'quoted' \"$1\" ?");
    assert_int_equal(a.row.seq, 2);
    assert_int_equal(a.row.made, 1000);
    assert_string_equal(a.invite, "hash");
    a = store_load(place, store, "tableAAA", 1);
    assert_int_equal(a.events, 1);
    assert_int_equal(a.last_seq, 2);
    assert_int_equal(store_load(place, store, "tableAAA", 9).events, 0);
    assert_true(tstore_close(store, 5000));
}

static void what_is_kept_is_there(void **state)
{
    (void)state;
    in_each_store(keep_and_load);
}

/* --- Several events, columns and rows of an act go in together or not at all */

static void act_together(Place *place)
{
    TableStore *store = place_open(place);
    TstoreEvent events[] = {{.at = 1, .seat = 0, .kind = "move", .cmd = "c1", .body = "d2"},
                            {.at = 1, .seat = -1, .kind = "end", .body = "p1win"}};
    TstoreMine mine[] = {{.device = "devA", .at = 50, .turn = 1}, {.device = "devB", .at = 50}};
    TstoreChange change = {.id = "tableAAA",
                           .events = events,
                           .event_count = 2,
                           .set = TSTORE_SET_NOTHING,
                           .mine = mine,
                           .mine_count = 2};
    change.set.state = "ended";
    change.set.due = 99;
    change.set.invite = "";
    store_make(place, store, "tableAAA");
    assert_int_equal(store_write(place, store, &change, 1), TSTORE_OK);
    /* Again: a conflict, and nothing of it is written. */
    change.set.state = "wrong";
    mine[0].at = 1000;
    assert_int_equal(store_write(place, store, &change, 1), TSTORE_CONFLICT);
    Answer a = store_load(place, store, "tableAAA", 0);
    assert_int_equal(a.events, 2);
    assert_int_equal(a.row.due, 99);
    assert_string_equal(a.invite, "");
    Answer list = {0};
    assert_true(tstore_mine(store, "devA", 10, answer_done, &list));
    loop_wait(&place->loop, store, &list, 30);
    assert_int_equal(list.tables, 1);
    assert_string_equal(list.text[0], "ended");
    /* A set of nothing changes nothing; no event, no number. */
    TstoreChange nothing = {.id = "tableAAA", .after = 2, .set = TSTORE_SET_NOTHING};
    assert_int_equal(store_write(place, store, &nothing, 1), TSTORE_OK);
    a = store_load(place, store, "tableAAA", 0);
    assert_int_equal(a.row.seq, 2);
    assert_int_equal(a.row.due, 99);
    assert_true(tstore_close(store, 5000));
}

static void an_act_is_written_whole_or_not(void **state)
{
    (void)state;
    in_each_store(act_together);
}

static void two_tables(Place *place)
{
    TableStore *store = place_open(place);
    TstoreRow row = {.made = 5, .setup = "six", .state = "open"};
    TstoreEvent event = {.at = 1, .kind = "rematch", .body = "x"};
    TstoreChange both[] = {
        {.id = "zNewOne1", .create = &row},
        {.id = "aOldOne1", .events = &event, .event_count = 1, .set = TSTORE_SET_NOTHING}};
    both[1].set.next = "zNewOne1";
    store_make(place, store, "aOldOne1");
    store_append(place, store, "aOldOne1", 0, "first");
    /* The old table is at 1, not 0: neither is written, whatever comes first. */
    assert_int_equal(store_write(place, store, both, 2), TSTORE_CONFLICT);
    assert_int_equal(store_load(place, store, "zNewOne1", 0).status, TSTORE_MISSING);
    both[1].after = 1;
    assert_int_equal(store_write(place, store, both, 2), TSTORE_OK);
    assert_int_equal(store_load(place, store, "zNewOne1", 0).status, TSTORE_OK);
    assert_string_equal(store_load(place, store, "aOldOne1", 0).next, "zNewOne1");
    /* Again: the new one is there already, so the old one does not move. */
    both[1].after = 2;
    assert_int_equal(store_write(place, store, both, 2), TSTORE_CONFLICT);
    assert_int_equal(store_load(place, store, "aOldOne1", 0).row.seq, 2);
    assert_true(tstore_close(store, 5000));
}

static void two_tables_change_together(void **state)
{
    (void)state;
    in_each_store(two_tables);
}

static void removal(Place *place)
{
    TableStore *store = place_open(place);
    TstoreMine mine = {.device = "devA", .at = 1, .turn = 0};
    TstoreChange c = {.id = "tableAAA", .set = TSTORE_SET_NOTHING, .mine = &mine, .mine_count = 1};
    store_make(place, store, "tableAAA");
    store_write(place, store, &c, 1);
    store_append(place, store, "tableAAA", 0, "one");
    TstoreChange gone = {.id = "tableAAA", .after = 0, .remove = true};
    assert_int_equal(store_write(place, store, &gone, 1), TSTORE_CONFLICT);
    gone.after = 1;
    assert_int_equal(store_write(place, store, &gone, 1), TSTORE_OK);
    assert_int_equal(store_load(place, store, "tableAAA", 0).status, TSTORE_MISSING);
    Answer list = {0};
    assert_true(tstore_mine(store, "devA", 10, answer_done, &list));
    loop_wait(&place->loop, store, &list, 30);
    assert_int_equal(list.tables, 0);
    assert_int_equal(store_make(place, store, "tableAAA"), TSTORE_OK); /* nothing is in its way */
    assert_int_equal(store_append(place, store, "tableAAA", 0, "one"), TSTORE_OK);
    assert_true(tstore_close(store, 5000));
}

static void a_table_can_be_removed(void **state)
{
    (void)state;
    in_each_store(removal);
}

/* --- Lists, devices, facts */

static void make_listed(TableStore *store, const char *id, int64_t made, int64_t due, int lobby,
                        const char *state, Answer *out)
{
    TstoreRow row = {.made = made, .setup = "s", .state = state, .due = due, .lobby = lobby};
    TstoreChange c = {.id = id, .create = &row};
    assert_true(tstore_write(store, &c, 1, answer_done, out));
}

static void lists(Place *place)
{
    TableStore *store = place_open(place);
    Answer made[4] = {{0}}, due = {0}, one = {0}, lobby = {0};
    make_listed(store, "listed11", 10, 300, 1, "open", &made[0]);
    make_listed(store, "listed22", 30, 100, 1, "open", &made[1]);
    make_listed(store, "listed33", 20, 0, 1, "running", &made[2]);
    make_listed(store, "listed44", 40, 200, 0, "open", &made[3]);
    for (int i = 0; i < 4; i++)
        loop_wait(&place->loop, store, &made[i], 30);
    assert_true(tstore_due(store, 250, 10, answer_done, &due));
    assert_true(tstore_due(store, 1000, 1, answer_done, &one));
    assert_true(tstore_lobby(store, 10, answer_done, &lobby));
    loop_wait(&place->loop, store, &lobby, 30);
    assert_true(due.there && one.there);
    assert_int_equal(due.tables, 2);
    assert_string_equal(due.ids[0], "listed22");
    assert_string_equal(due.ids[1], "listed44");
    assert_int_equal(one.tables, 1);
    assert_int_equal(lobby.tables, 2);
    assert_string_equal(lobby.ids[0], "listed22");
    assert_string_equal(lobby.ids[1], "listed11");
    assert_true(tstore_close(store, 5000));
}

static void lists_are_in_order(void **state)
{
    (void)state;
    in_each_store(lists);
}

static Answer wait_one(Place *place, TableStore *store, Answer *a)
{
    loop_wait(&place->loop, store, a, 30);
    return *a;
}

static void devices_and_facts(Place *place)
{
    TableStore *store = place_open(place);
    Answer a[9] = {{0}};
    TstoreDevice device = {"dev1dev1", "hash1", "Ada", 1, 2};
    assert_int_equal(tstore_alive_before(store), 0);
    assert_true(tstore_device(store, "hash1", answer_done, &a[0]));
    assert_int_equal(wait_one(place, store, &a[0]).status, TSTORE_MISSING);
    assert_true(tstore_device_put(store, &device, answer_done, &a[1]));
    device.name = "Grace";
    assert_true(tstore_device_put(store, &device, answer_done, &a[2]));
    assert_int_equal(wait_one(place, store, &a[2]).status, TSTORE_OK);
    assert_true(tstore_device(store, "hash1", answer_done, &a[3]));
    assert_string_equal(wait_one(place, store, &a[3]).value, "Grace");
    device.key_hash = "hash2"; /* the same id with another key */
    assert_true(tstore_device_put(store, &device, answer_done, &a[4]));
    assert_int_equal(wait_one(place, store, &a[4]).status, TSTORE_CONFLICT);
    assert_true(tstore_meta_put(store, "motto", "one", NULL, NULL));
    assert_true(tstore_meta_put(store, "motto", "two", NULL, NULL));
    assert_true(tstore_alive(store, 1000, NULL, NULL));
    assert_true(tstore_alive(store, 900, answer_done, &a[5])); /* never back */
    assert_int_equal(wait_one(place, store, &a[5]).status, TSTORE_OK);
    assert_true(tstore_meta(store, "motto", answer_done, &a[6]));
    assert_string_equal(wait_one(place, store, &a[6]).value, "two");
    assert_true(tstore_meta(store, "nothing", answer_done, &a[7]));
    assert_int_equal(wait_one(place, store, &a[7]).status, TSTORE_MISSING);
    assert_true(tstore_close(store, 5000));
    store = place_open(place);
    assert_int_equal(tstore_alive_before(store), 1000);
    assert_true(tstore_gaps_between(store, 0, INT64_MAX) > 1000000000000);
    assert_int_equal(tstore_gaps_between(store, 0, 5000), 4000);
    assert_true(tstore_alive(store, 1763000000000, answer_done, &a[8]));
    wait_one(place, store, &a[8]);
    assert_true(tstore_close(store, 5000));
    store = place_open(place); /* both gaps are remembered */
    assert_int_equal(tstore_gaps_between(store, 500, 5000), 4000);
    assert_true(tstore_close(store, 5000));
}

static void devices_and_facts_are_kept(void **state)
{
    (void)state;
    in_each_store(devices_and_facts);
}

static void my_list(Place *place)
{
    TableStore *store = place_open(place);
    static const char *const ids[] = {"mineAAA1", "mineBBB1", "mineCCC1"};
    Answer list = {0}, forgotten = {0}, rest = {0};
    for (int i = 0; i < 3; i++) {
        TstoreMine mine = {.device = "devA", .at = 10 * i, .turn = i == 0};
        TstoreChange c = {.id = ids[i], .set = TSTORE_SET_NOTHING, .mine = &mine, .mine_count = 1};
        store_make(place, store, ids[i]);
        assert_int_equal(store_write(place, store, &c, 1), TSTORE_OK);
    }
    assert_true(tstore_mine(store, "devA", 10, answer_done, &list));
    loop_wait(&place->loop, store, &list, 30);
    assert_int_equal(list.tables, 3);
    assert_string_equal(list.ids[0], "mineAAA1"); /* to move */
    assert_string_equal(list.ids[1], "mineCCC1"); /* the latest */
    assert_true(tstore_forget(store, "devA", "mineAAA1", answer_done, &forgotten));
    loop_wait(&place->loop, store, &forgotten, 30);
    assert_true(tstore_mine(store, "devA", 10, answer_done, &rest));
    loop_wait(&place->loop, store, &rest, 30);
    assert_int_equal(rest.tables, 2);
    assert_true(tstore_close(store, 5000));
}

static void a_device_has_its_list(void **state)
{
    (void)state;
    in_each_store(my_list);
}

/* --- Groups */

/* In one burst: good ones, conflicts, and with a server one that it cannot take. */
static void mixed_group(Place *place)
{
    enum { COUNT = 300 };
    TableStore *store = place_open(place);
    static Answer answers[COUNT];
    char ids[8][24];
    int64_t seq[8] = {0};
    memset(answers, 0, sizeof answers);
    for (int i = 0; i < 8; i++) {
        snprintf(ids[i], sizeof ids[i], "group%03d", i);
        assert_int_equal(store_make(place, store, ids[i]), TSTORE_OK);
    }
    for (int i = 0; i < COUNT; i++) {
        bool bad = i % 10 == 9, spoiled = place->server && i == 150;
        int t = i % 8;
        assert_true(store_submit(store, ids[t], bad ? seq[t] + 5 : seq[t], spoiled ? "\xff" : "x",
                                 &answers[i]));
        seq[t] += !bad && !spoiled;
    }
    for (int i = 0; i < COUNT; i++) {
        loop_wait(&place->loop, store, &answers[i], 30);
        assert_int_equal(answers[i].status, place->server && i == 150 ? TSTORE_NOT_SAVED
                                            : i % 10 == 9             ? TSTORE_CONFLICT
                                                                      : TSTORE_OK);
    }
    for (int t = 0; t < 8; t++)
        assert_int_equal(store_load(place, store, ids[t], 0).last_seq, seq[t]);
    TstoreFigures f = tstore_figures(store);
    assert_int_equal(f.conflicts, COUNT / 10);
    assert_true(f.groups < f.writes); /* several in one */
    assert_int_equal(f.waiting, 0);
    assert_true(tstore_close(store, 5000));
}

static void conflicts_do_not_spoil_a_group(void **state)
{
    (void)state;
    in_each_store(mixed_group);
}

static void full_queue(Place *place)
{
    char why[WHY_MAX];
    TstoreSetup setup = place_setup(place);
    setup.queue_max = 4;
    TableStore *store = tstore_open(&setup, why);
    assert_non_null(store);
    store_make(place, store, "tableAAA");
    int taken = 0, refused = 0;
    static Answer answers[5000];
    memset(answers, 0, sizeof answers);
    for (int i = 0; i < 5000; i++) /* faster than any disk */
        *(store_submit(store, "tableAAA", taken, "x", &answers[taken]) ? &taken : &refused) += 1;
    assert_true(refused > 0 && taken > 0);
    loop_wait(&place->loop, store, &answers[taken - 1], 30);
    for (int i = 0; i < taken; i++)
        assert_int_equal(answers[i].status, TSTORE_OK);
    assert_true(tstore_close(store, 5000));
}

static void a_full_queue_refuses(void **state)
{
    (void)state;
    in_each_store(full_queue);
}

/* --- Two writers at the same tables */

enum { RIVALS = 2, RIVAL_TABLES = 5 };

typedef struct Rival {
    Place place; /* the same store, its own loop */
    TableStore *store;
    int64_t seq[RIVAL_TABLES]; /* as far as it knows */
    Answer answer[RIVAL_TABLES], load[RIVAL_TABLES];
    int pending[RIVAL_TABLES]; /* 1: a write, 2: a load */
    int won, lost;
} Rival;

static void rival_collect(Rival *r, int t)
{
    if (r->pending[t] == 1 && r->answer[t].there) {
        r->pending[t] = 0;
        if (r->answer[t].status == TSTORE_OK) {
            r->seq[t]++;
            r->won++;
        } else {
            char id[24];
            assert_int_equal(r->answer[t].status, TSTORE_CONFLICT);
            snprintf(id, sizeof id, "rival%03d", t);
            r->lost++;
            r->load[t].there = false;
            r->pending[t] = 2;
            assert_true(tstore_load(r->store, id, r->seq[t], answer_done, &r->load[t]));
        }
    } else if (r->pending[t] == 2 && r->load[t].there) {
        r->pending[t] = 0;
        assert_int_equal(r->load[t].status, TSTORE_OK);
        assert_true(r->load[t].events > 0); /* a conflict means that there is something to read */
        r->seq[t] = r->load[t].last_seq;
    }
}

static void rivals_play(Rival rivals[RIVALS], Rng *rng, int steps)
{
    for (int i = 0; i < steps; i++) {
        Rival *r = &rivals[rng_below(rng, RIVALS)];
        int t = (int)rng_below(rng, RIVAL_TABLES);
        loop_turn(&r->place.loop, r->store, (int)rng_below(rng, 2));
        for (int k = 0; k < RIVAL_TABLES; k++)
            rival_collect(r, k);
        if (!r->pending[t]) {
            char id[24], body[16];
            snprintf(id, sizeof id, "rival%03d", t);
            snprintf(body, sizeof body, "%c%d", (int)('A' + (r - rivals)), r->won);
            r->answer[t].there = false;
            r->pending[t] = 1;
            assert_true(store_submit(r->store, id, r->seq[t], body, &r->answer[t]));
        }
    }
    for (int i = 0; i < RIVALS; i++)
        for (int t = 0; t < RIVAL_TABLES; t++)
            while (rivals[i].pending[t]) {
                loop_turn(&rivals[i].place.loop, rivals[i].store, 50);
                rival_collect(&rivals[i], t);
            }
}

static void two_handles_one_order(void **state)
{
    static Rival rivals[RIVALS];
    (void)state;
    if (!place_has_server())
        return;
    memset(rivals, 0, sizeof rivals);
    Rng rng = {test_seed()};
    rivals[0].place = place_make(true);
    rivals[1].place = place_make(true);
    snprintf(rivals[1].place.url, sizeof rivals[1].place.url, "%s", rivals[0].place.url);
    for (int i = 0; i < RIVALS; i++)
        rivals[i].store = place_open(&rivals[i].place);
    for (int t = 0; t < RIVAL_TABLES; t++) {
        char id[24];
        snprintf(id, sizeof id, "rival%03d", t);
        assert_int_equal(store_make(&rivals[0].place, rivals[0].store, id), TSTORE_OK);
    }
    rivals_play(rivals, &rng, 3000);
    int64_t events = 0;
    for (int t = 0; t < RIVAL_TABLES; t++) {
        char id[24];
        snprintf(id, sizeof id, "rival%03d", t);
        Answer a = store_load(&rivals[1].place, rivals[1].store, id, 0);
        assert_int_equal(a.row.seq, a.last_seq);
        events += a.last_seq;
    }
    assert_int_equal(events, rivals[0].won + rivals[1].won); /* each one once, none unanswered */
    assert_true(rivals[0].won > 50 && rivals[1].won > 50);
    assert_true(rivals[0].lost + rivals[1].lost > 10); /* otherwise nothing was tried */
    for (int i = 0; i < RIVALS; i++) {
        assert_true(tstore_close(rivals[i].store, 5000));
        place_remove(&rivals[i].place);
    }
}

static void hints_come_from_others_only(void **state)
{
    (void)state;
    if (!place_has_server())
        return;
    Place here = place_make(true), there = place_make(true);
    snprintf(there.url, sizeof there.url, "%s", here.url);
    TableStore *a = place_open(&here), *b = place_open(&there);
    store_make(&here, a, "tableAAA");
    store_append(&here, a, "tableAAA", 0, "one");
    store_append(&here, a, "tableAAA", 1, "two");
    double end = clock_seconds() + 20;
    while (there.loop.hint_seq < 2 && clock_seconds() < end)
        loop_turn(&there.loop, b, 50);
    assert_string_equal(there.loop.hint_id, "tableAAA");
    assert_int_equal(there.loop.hint_seq, 2);
    store_append(&there, b, "tableAAA", 2, "three");
    while (here.loop.hint_seq < 3 && clock_seconds() < end)
        loop_turn(&here.loop, a, 50);
    assert_int_equal(here.loop.hints, 1); /* nothing of its own */
    place_run(&here, "NOTIFY concentric, 'somebody else''s words'");
    store_append(&there, b, "tableAAA", 3, "four");
    while (here.loop.hint_seq < 4 && clock_seconds() < end)
        loop_turn(&here.loop, a, 50);
    assert_int_equal(here.loop.hints, 2);
    assert_true(tstore_close(a, 5000) && tstore_close(b, 5000));
    place_remove(&here);
    place_remove(&there);
}

/* --- One process at a directory */

static void one_process_at_a_directory(void **state)
{
    char why[WHY_MAX] = "";
    (void)state;
    Place place = place_make(false);
    TableStore *store = place_open(&place);
    TstoreSetup setup = place_setup(&place);
    assert_null(tstore_open(&setup, why));
    assert_non_null(strstr(why, "in use by another concentric"));
    assert_true(tstore_close(store, 5000));
    pid_t child = fork();
    if (child == 0) {
        store = tstore_open(&setup, why);
        _exit(store ? 0 : 1); /* without closing: the lock dies with the process */
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    store = place_open(&place);
    assert_true(tstore_close(store, 5000));
    place_remove(&place);
}

static void a_bad_place_is_told(void **state)
{
    static const struct {
        TstoreSetup setup;
        const char *say;
    } cases[] = {
        {{.url = "mysql://x"}, "postgresql://"},
        {{.url = "postgresql://nobody@127.0.0.1:1/x"}, "PostgreSQL: "},
        {{.dir = "/proc/nothing/here"}, "cannot make the directory"},
        {{.dir = ""}, "no usable name"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char why[WHY_MAX] = "";
        assert_null(tstore_open(&cases[i].setup, why));
        if (!strstr(why, cases[i].say))
            fail_msg("'%s' does not say '%s'", why, cases[i].say);
    }
}

/* --- Versions of the schema */

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = calloc(1, 10000);
    assert_true(fread(text, 1, 9999, file) > 0);
    fclose(file);
    return text;
}

/* Beside what the file has. */
static const char old_ended[] =
    "INSERT INTO tbl VALUES ('oldEnded', 5, 'six', 'ended', 1, 0, '', '', 'k0', 'k1', 0, 0, '');"
    "INSERT INTO event VALUES ('oldEnded', 1, 9, -1, 'made', '', 'one');";

static void check_migrated(Place *place, TableStore *store)
{
    Answer a = store_load(place, store, "oldTable", 0);
    assert_int_equal(a.status, TSTORE_OK);
    assert_int_equal(a.events, 2);
    assert_string_equal(a.text[1], "two");
    assert_string_equal(a.invite, "");
    assert_int_equal(tstore_alive_before(store), 1763000000000);
    assert_int_equal(a.row.at, 6); /* of its last event */
    assert_int_equal(a.row.turn, -1);
    assert_int_equal(a.row.ended, 0);
    Answer ended = {0};
    assert_true(tstore_ended(store, 0, "", 10, answer_done, &ended));
    loop_wait(&place->loop, store, &ended, 30);
    assert_int_equal(ended.tables, 1);
    assert_int_equal(ended.row.ended, 9);
    assert_int_equal(store_append(place, store, "oldTable", 2, "three"), TSTORE_OK);
}

static void migrate(Place *place)
{
    char *sql = read_text(TESTS_DIR "/unit/store_v1.sql"), why[WHY_MAX];
    place_run(place, sql);
    place_run(place, old_ended);
    free(sql);
    if (!place->server)
        place_run(place, "PRAGMA application_id = 1131376227");
    TableStore *store = place_open(place);
    check_migrated(place, store);
    assert_true(tstore_close(store, 5000));
    /* Of the future: left alone. */
    place_run(place, "UPDATE meta SET value = '99' WHERE key = 'schema'");
    TstoreSetup setup = place_setup(place);
    assert_null(tstore_open(&setup, why));
    assert_non_null(strstr(why, "newer version"));
}

static void an_old_store_is_migrated(void **state)
{
    (void)state;
    in_each_store(migrate);
}

static void a_foreign_file_is_left_alone(void **state)
{
    char why[WHY_MAX];
    (void)state;
    Place place = place_make(false);
    place_run(&place, "CREATE TABLE addresses (name text)");
    TstoreSetup setup = place_setup(&place);
    assert_null(tstore_open(&setup, why));
    assert_non_null(strstr(why, "not a store of Concentric"));
    place_remove(&place);
}

/* --- Backups */

static void backup_to(Place *from, const char *path)
{
    char why[WHY_MAX] = "";
    TstoreSetup setup = place_setup(from);
    if (!tstore_backup(&setup, path, why))
        fail_msg("%s", why);
}

/* All rows as one number, so that two files can be compared. */
static uint64_t digest(const char *path)
{
    static const char *const queries[] = {
        "SELECT * FROM device ORDER BY 1",   "SELECT * FROM tbl ORDER BY 1",
        "SELECT * FROM event ORDER BY 1, 2", "SELECT * FROM mine ORDER BY 1, 2",
        "SELECT * FROM doc ORDER BY 1, 2",   "SELECT * FROM meta ORDER BY 1"};
    sqlite3 *db;
    uint64_t sum = 0;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (size_t q = 0; q < sizeof queries / sizeof *queries; q++) {
        sqlite3_stmt *s = NULL;
        assert_int_equal(sqlite3_prepare_v2(db, queries[q], -1, &s, NULL), SQLITE_OK);
        while (sqlite3_step(s) == SQLITE_ROW)
            for (int i = 0; i < sqlite3_column_count(s); i++)
                for (const char *c = (const char *)sqlite3_column_text(s, i); *c; c++)
                    sum = bits_mix(sum * 31 + (uint64_t)*c + (uint64_t)i);
        sqlite3_finalize(s);
    }
    sqlite3_close(db);
    return sum;
}

static void fill(Place *place, TableStore *store)
{
    TstoreDevice device = {"dev1dev1", "hash1", "\xe3\x81\x82", 1, 2};
    TstoreMine mine = {.device = "dev1dev1", .at = 5, .turn = 1};
    TstoreChange c = {.id = "tableAAA", .set = TSTORE_SET_NOTHING, .mine = &mine, .mine_count = 1};
    Answer last = {0};
    tstore_device_put(store, &device, NULL, NULL);
    tstore_alive(store, 1234567, NULL, NULL);
    TstoreDoc docs[] = {{.kind = "player", .id = "p1", .owner = "p1", .at = 4, .body = "{}"},
                        {.kind = "key", .id = "hash", .owner = "p1", .at = 3, .body = "p1"}};
    assert_int_equal(store_put(place, store, docs, 2), TSTORE_OK);
    docs[1].after = 1;
    assert_int_equal(store_put(place, store, &docs[1], 1), TSTORE_OK); /* a version that is kept */
    store_make(place, store, "tableAAA");
    store_make(place, store, "tableBBB");
    store_write(place, store, &c, 1);
    for (int i = 0; i < 500; i++)
        assert_true(store_submit(store, "tableAAA", i, "body", i == 499 ? &last : NULL));
    loop_wait(&place->loop, store, &last, 30);
}

static void refuse_restore(const TstoreSetup *to, const char *path, const char *say)
{
    char why[WHY_MAX] = "";
    assert_false(tstore_restore(to, path, why));
    if (!strstr(why, say))
        fail_msg("'%s' does not say '%s'", why, say);
}

static void back_up(Place *place)
{
    char first[300], second[300], again[300], why[WHY_MAX] = "";
    TableStore *store = place_open(place);
    snprintf(first, sizeof first, "%s/first", place->dir);
    snprintf(second, sizeof second, "%s/second", place->dir);
    snprintf(again, sizeof again, "%s/again", place->dir);
    fill(place, store);
    backup_to(place, first); /* while it is open */
    TstoreSetup setup = place_setup(place);
    assert_false(tstore_backup(&setup, first, why));
    assert_non_null(strstr(why, "there already"));
    assert_true(tstore_close(store, 5000));
    backup_to(place, second); /* and while nobody has it */
    assert_true(digest(first) == digest(second));
    refuse_restore(&setup, first, "not empty");
    /* Into both kinds, and out again. */
    for (int server = 0; server <= place_has_server(); server++) {
        Place other = place_make(server);
        TstoreSetup to = place_setup(&other);
        if (!tstore_restore(&to, first, why))
            fail_msg("%s", why);
        store = place_open(&other);
        assert_int_equal(tstore_alive_before(store), 1234567);
        assert_int_equal(store_append(&other, store, "tableAAA", 500, "x"), TSTORE_OK);
        TstoreChange gone = {.id = "tableBBB", .remove = true};
        assert_int_equal(store_write(&other, store, &gone, 1), TSTORE_OK);
        store_make(&other, store, "tableBBB");
        assert_true(tstore_close(store, 5000));
        place_run(&other, "DELETE FROM event WHERE seq = 501; UPDATE tbl SET seq = 500 WHERE "
                          "id = 'tableAAA'; DELETE FROM meta WHERE key = 'gaps'");
        backup_to(&other, again);
        assert_true(digest(first) == digest(again));
        assert_int_equal(unlink(again), 0);
        place_remove(&other);
    }
}

static void a_backup_comes_back(void **state)
{
    (void)state;
    in_each_store(back_up);
}

static void bad_backups_are_refused(void **state)
{
    char path[300];
    (void)state;
    Place place = place_make(false), old = place_make(false);
    TstoreSetup setup = place_setup(&place);
    snprintf(path, sizeof path, "%s/nothing", old.dir);
    refuse_restore(&setup, path, "unable to open");
    FILE *file = fopen(path, "w");
    fputs("this is not a database, but it is long enough to have a head of one, had it one...",
          file);
    fclose(file);
    refuse_restore(&setup, path, "not a database");
    /* One of version 1 is read. */
    char *sql = read_text(TESTS_DIR "/unit/store_v1.sql"), why[WHY_MAX] = "";
    place_run(&old, sql);
    place_run(&old, old_ended);
    place_run(&old, "PRAGMA application_id = 1131376227");
    free(sql);
    snprintf(path, sizeof path, "%s/tables.db", old.dir);
    if (!tstore_restore(&setup, path, why))
        fail_msg("%s", why);
    TableStore *store = place_open(&place);
    check_migrated(&place, store);
    refuse_restore(&setup, path, "in use by another concentric");
    assert_true(tstore_close(store, 5000));
    /* One that is damaged is not. */
    Place third = place_make(false);
    TstoreSetup to = place_setup(&third);
    assert_true((file = fopen(path, "r+")) && fseek(file, 4096 * 2, SEEK_SET) == 0);
    for (int i = 0; i < 4096; i++)
        fputc(0x55, file);
    fclose(file);
    refuse_restore(&to, path, "");
    place_remove(&place);
    place_remove(&old);
    place_remove(&third);
}

/* A bit that fell over, wherever it is, and an end that is missing. */
static void a_backup_with_a_flipped_bit_is_refused(void **state)
{
    enum { FLIPS = 48 };
    char path[300];
    (void)state;
    Place place = place_make(false), other = place_make(false);
    TableStore *store = place_open(&place);
    fill(&place, store);
    assert_true(tstore_close(store, 5000));
    snprintf(path, sizeof path, "%s/copy", place.dir);
    backup_to(&place, path);
    TstoreSetup to = place_setup(&other);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    for (int i = 0; i < FLIPS; i++) {
        long at = i < FLIPS - 1 ? size * i / (FLIPS - 1) : size - 1;
        at = at < size ? at : size - 1;
        fseek(file, at, SEEK_SET);
        int byte = fgetc(file);
        for (int turn = 0; turn < 2; turn++) {
            fseek(file, at, SEEK_SET);
            fputc(turn ? byte : byte ^ 1 << i % 8, file);
            fflush(file);
            if (!turn)
                refuse_restore(&to, path, "damaged");
        }
    }
    assert_int_equal(ftruncate(fileno(file), size - 1), 0);
    refuse_restore(&to, path, "damaged");
    fclose(file);
    place_remove(&place);
    place_remove(&other);
}

/* --- The file and its log */

/* A process that was killed: its log is not yet in the file. */
static void leave_log(Place *place)
{
    pid_t child = fork();
    if (child == 0) {
        TableStore *store = place_open(place);
        _exit(store_make(place, store, "tableAAA") == TSTORE_OK ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static long size_of(const Place *place, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", place->dir, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

static void a_log_without_its_file_is_not_thrown_away(void **state)
{
    (void)state;
    for (int gone = 0; gone < 2; gone++) {
        char path[300], copy[300], why[WHY_MAX] = "";
        Place place = place_make(false);
        TstoreSetup setup = place_setup(&place);
        leave_log(&place);
        long log = size_of(&place, "tables.db-wal");
        assert_true(log > 0);
        snprintf(path, sizeof path, "%s/tables.db", place.dir);
        snprintf(copy, sizeof copy, "%s/copy", place.dir);
        assert_int_equal(gone ? unlink(path) : truncate(path, 0), 0);
        assert_null(tstore_open(&setup, why));
        assert_non_null(strstr(why, "write-ahead log"));
        assert_non_null(strstr(why, "restore a backup"));
        assert_false(tstore_backup(&setup, copy, why));
        assert_non_null(strstr(why, "write-ahead log"));
        assert_int_equal(size_of(&place, "tables.db-wal"), log);
        assert_int_equal(size_of(&place, "tables.db"), gone ? -1 : 0);
        place_remove(&place);
    }
}

static void a_clean_stop_leaves_no_log(void **state)
{
    (void)state;
    Place place = place_make(false);
    TableStore *store = place_open(&place);
    fill(&place, store);
    assert_true(size_of(&place, "tables.db-wal") > 0);
    assert_true(tstore_close(store, 5000));
    assert_true(size_of(&place, "tables.db-wal") <= 0);
    place_remove(&place);
}

static void wait_for_damage(TableStore *store, const char *say)
{
    char why[WHY_MAX] = "";
    double end = clock_seconds() + 30;
    while (tstore_whole(store, why) && clock_seconds() < end)
        usleep(10000);
    if (!strstr(why, say))
        fail_msg("'%s' does not say '%s'", why, say);
}

static void a_file_that_is_gone_or_damaged_is_told(void **state)
{
    char path[300], aside[300], why[WHY_MAX] = "";
    (void)state;
    Place place = place_make(false);
    snprintf(path, sizeof path, "%s/tables.db", place.dir);
    snprintf(aside, sizeof aside, "%s/aside", place.dir);
    TableStore *store = place_open(&place);
    fill(&place, store);
    assert_true(tstore_whole(store, why));
    assert_int_equal(rename(path, aside), 0);
    wait_for_damage(store, "removed or replaced");
    assert_int_equal(rename(aside, path), 0);
    for (double end = clock_seconds() + 30; !tstore_whole(store, why) && clock_seconds() < end;)
        usleep(10000);
    assert_true(tstore_whole(store, why));
    assert_true(tstore_close(store, 5000));
    /* The last page is one of the long log, which nothing reads at the start. */
    long size = size_of(&place, "tables.db");
    FILE *file = fopen(path, "r+");
    assert_true(file && fseek(file, size - 4096, SEEK_SET) == 0);
    for (int i = 0; i < 4096; i++)
        fputc(0x55, file);
    fclose(file);
    store = place_open(&place);
    wait_for_damage(store, "is damaged");
    assert_true(tstore_close(store, 5000));
    place_remove(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_is_there),
        cmocka_unit_test(an_act_is_written_whole_or_not),
        cmocka_unit_test(two_tables_change_together),
        cmocka_unit_test(a_table_can_be_removed),
        cmocka_unit_test(lists_are_in_order),
        cmocka_unit_test(devices_and_facts_are_kept),
        cmocka_unit_test(a_device_has_its_list),
        cmocka_unit_test(conflicts_do_not_spoil_a_group),
        cmocka_unit_test(a_full_queue_refuses),
        cmocka_unit_test(two_handles_one_order),
        cmocka_unit_test(hints_come_from_others_only),
        cmocka_unit_test(one_process_at_a_directory),
        cmocka_unit_test(a_bad_place_is_told),
        cmocka_unit_test(an_old_store_is_migrated),
        cmocka_unit_test(a_foreign_file_is_left_alone),
        cmocka_unit_test(a_backup_comes_back),
        cmocka_unit_test(bad_backups_are_refused),
        cmocka_unit_test(a_backup_with_a_flipped_bit_is_refused),
        cmocka_unit_test(a_log_without_its_file_is_not_thrown_away),
        cmocka_unit_test(a_clean_stop_leaves_no_log),
        cmocka_unit_test(a_file_that_is_gone_or_damaged_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
