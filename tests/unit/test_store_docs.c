/* SPDX-License-Identifier: MIT */
/* The store: who sat where, what ended when, and documents with versions. */
#include "unit/store_support.h"

/* --- Ends and who sat there */

static void end_at(Place *place, TableStore *store, const char *id, int64_t ended, int64_t lobby)
{
    TstoreRow row = {.made = ended,
                     .setup = "s",
                     .state = "running",
                     .lobby = lobby,
                     .turn = 1,
                     .seat = {"playerA1", "playerB1"},
                     .low = 1400,
                     .high = 1700,
                     .tournament = "cup1"};
    TstoreEvent event = {.at = ended, .kind = "resign", .body = "0"};
    TstoreChange make = {.id = id, .create = &row};
    TstoreChange end = {.id = id, .events = &event, .event_count = 1, .set = TSTORE_SET_NOTHING};
    end.set.state = "ended";
    end.set.ended = end.set.at = ended;
    end.set.won = 1;
    end.set.plies = 12;
    end.set.turn = -1;
    assert_int_equal(store_write(place, store, &make, 1), TSTORE_OK);
    if (ended)
        assert_int_equal(store_write(place, store, &end, 1), TSTORE_OK);
}

static void ends(Place *place)
{
    TableStore *store = place_open(place);
    Answer a[6] = {{0}};
    end_at(place, store, "endedCC1", 500, TSTORE_PUBLIC);
    end_at(place, store, "endedAA1", 500, TSTORE_PUBLIC);
    end_at(place, store, "endedBB1", 400, TSTORE_PRIVATE);
    end_at(place, store, "runsOpen", 0, TSTORE_PUBLIC);
    end_at(place, store, "runsHid1", 0, TSTORE_PRIVATE);
    assert_true(tstore_ended(store, 0, "", 10, answer_done, &a[0]));
    loop_wait(&place->loop, store, &a[0], 30);
    assert_int_equal(a[0].tables, 3);
    assert_string_equal(a[0].ids[0], "endedBB1");
    assert_string_equal(a[0].ids[1], "endedAA1"); /* of equal times by id */
    assert_string_equal(a[0].ids[2], "endedCC1");
    assert_int_equal(a[0].row.won, 1);
    assert_int_equal(a[0].row.plies, 12);
    assert_int_equal(a[0].row.turn, -1);
    assert_int_equal(a[0].row.low, 1400);
    assert_int_equal(a[0].row.high, 1700);
    assert_true(tstore_ended(store, 500, "endedAA1", 10, answer_done, &a[1]));
    loop_wait(&place->loop, store, &a[1], 30);
    assert_int_equal(a[1].tables, 1);
    assert_string_equal(a[1].ids[0], "endedCC1");
    assert_true(tstore_running(store, 10, answer_done, &a[2]));
    loop_wait(&place->loop, store, &a[2], 30);
    assert_int_equal(a[2].tables, 1);
    assert_string_equal(a[2].ids[0], "runsOpen");
    assert_int_equal(a[2].row.turn, 1);
    assert_true(tstore_seated(store, "playerB1", false, 10, answer_done, &a[3]));
    loop_wait(&place->loop, store, &a[3], 30);
    assert_int_equal(a[3].tables, 2);
    assert_true(tstore_seated(store, "playerA1", true, 2, answer_done, &a[4]));
    loop_wait(&place->loop, store, &a[4], 30);
    assert_int_equal(a[4].tables, 2);
    assert_string_equal(a[4].ids[0], "endedAA1");
    assert_true(tstore_seated(store, "", true, 2, answer_done, &a[5])); /* nobody is no player */
    loop_wait(&place->loop, store, &a[5], 30);
    assert_int_equal(a[5].tables, 0);
    assert_true(tstore_close(store, 5000));
}

static void ends_and_seats_are_listed(void **state)
{
    (void)state;
    in_each_store(ends);
}

/* Somebody goes: their names are taken out of logs, what they played stays. */
static void unname(Place *place)
{
    TableStore *store = place_open(place);
    TstoreRow row = {.made = 5, .setup = "s", .state = "running", .seat = {"playerA1", "playerB1"}};
    TstoreEvent events[] = {{.at = 1, .seat = 0, .kind = "sit", .body = "0 remote Anna Example"},
                            {.at = 2, .seat = 1, .kind = "sit", .body = "0 remote Bo"},
                            {.at = 3, .seat = 0, .kind = "name", .body = "0 Anna E."},
                            {.at = 4, .seat = 0, .kind = "move", .body = "120 d2"}};
    TstoreChange both[] = {
        {.id = "tableAAA", .create = &row, .events = events, .event_count = 4},
        {.id = "tableBBB", .create = &row, .events = events, .event_count = 4},
    };
    assert_int_equal(store_write(place, store, &both[0], 1), TSTORE_OK);
    row.seat[0] = "playerB1"; /* at the other seat here */
    row.seat[1] = "playerC1";
    assert_int_equal(store_write(place, store, &both[1], 1), TSTORE_OK);
    Answer a = {0}, seated = {0}, other = {0};
    assert_true(tstore_unname(store, "playerA1", answer_done, &a));
    loop_wait(&place->loop, store, &a, 30);
    assert_int_equal(a.status, TSTORE_OK);
    Answer log = store_load(place, store, "tableAAA", 0);
    assert_int_equal(log.row.seq, 4);
    assert_string_equal(log.text[0], "0 remote");
    assert_string_equal(log.text[1], "0 remote Bo");
    assert_string_equal(log.text[2], "0");
    assert_string_equal(log.text[3], "120 d2");
    assert_string_equal(store_load(place, store, "tableBBB", 0).text[0], "0 remote Anna Example");
    assert_true(tstore_seated(store, "playerA1", false, 10, answer_done, &seated));
    loop_wait(&place->loop, store, &seated, 30);
    assert_int_equal(seated.tables, 0);
    assert_true(tstore_seated(store, "playerB1", false, 10, answer_done, &other));
    loop_wait(&place->loop, store, &other, 30);
    assert_int_equal(other.tables, 2);
    assert_true(tstore_close(store, 5000));
}

static void a_player_is_taken_off_tables(void **state)
{
    (void)state;
    in_each_store(unname);
}

/* --- Documents */

static Answer get(Place *place, TableStore *store, const char *kind, const char *id)
{
    Answer a = {0};
    assert_true(tstore_docs_get(store, kind, id, answer_done, &a));
    loop_wait(&place->loop, store, &a, 30);
    return a;
}

static void versions(Place *place)
{
    TableStore *store = place_open(place);
    TstoreDoc doc = {.kind = "player", .id = "p1", .owner = "p1", .at = 5, .body = "{\"a\":'$1'}"};
    assert_int_equal(get(place, store, "player", "p1").status, TSTORE_MISSING);
    doc.after = 1;
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_CONFLICT); /* there is none */
    doc.after = 0;
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_OK);
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_CONFLICT); /* there is one */
    Answer a = get(place, store, "player", "p1");
    assert_int_equal(a.ver, 1);
    assert_string_equal(a.value, "{\"a\":'$1'}");
    doc.after = 1;
    doc.body = "two";
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_OK);
    doc.body = "three";
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_CONFLICT); /* it is at 2 */
    a = get(place, store, "player", "p1");
    assert_int_equal(a.ver, 2);
    assert_string_equal(a.value, "two");
    doc.after = TSTORE_ANY;
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_OK);
    assert_int_equal(get(place, store, "player", "p1").ver, 3);
    assert_int_equal(get(place, store, "other", "p1").status, TSTORE_MISSING);
    doc.remove = true;
    doc.after = 2;
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_CONFLICT);
    doc.after = 3;
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_OK);
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_CONFLICT);
    doc.after = TSTORE_ANY; /* nothing is there, which is what was wanted */
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_OK);
    assert_int_equal(get(place, store, "player", "p1").status, TSTORE_MISSING);
    assert_true(tstore_close(store, 5000));
}

static void documents_have_versions(void **state)
{
    (void)state;
    in_each_store(versions);
}

static void docs_together(Place *place)
{
    TableStore *store = place_open(place);
    TstoreDoc three[] = {
        {.kind = "z", .id = "1", .owner = "p1", .at = 30, .body = "z1"},
        {.kind = "a", .id = "1", .owner = "p1", .at = 10, .body = "a1"},
        {.kind = "a", .id = "2", .owner = "p2", .at = 20, .body = "a2", .after = 1},
    };
    assert_int_equal(store_put(place, store, three, 3), TSTORE_CONFLICT);
    assert_int_equal(get(place, store, "z", "1").status, TSTORE_MISSING);
    assert_int_equal(get(place, store, "a", "1").status, TSTORE_MISSING);
    three[2].after = 0;
    assert_int_equal(store_put(place, store, three, 3), TSTORE_OK);
    Answer a[4] = {{0}};
    assert_true(tstore_docs_owned(store, NULL, "p1", 10, answer_done, &a[0]));
    loop_wait(&place->loop, store, &a[0], 30);
    assert_int_equal(a[0].docs, 2);
    assert_string_equal(a[0].text[0], "z1"); /* the newest first */
    assert_true(tstore_docs_owned(store, "a", "p1", 10, answer_done, &a[1]));
    loop_wait(&place->loop, store, &a[1], 30);
    assert_int_equal(a[1].docs, 1);
    TstoreList list = {.kind = "a", .from = 10, .until = 20, .limit = 10};
    assert_true(tstore_docs_list(store, &list, answer_done, &a[2]));
    loop_wait(&place->loop, store, &a[2], 30);
    assert_int_equal(a[2].docs, 2);
    assert_string_equal(a[2].text[0], "a1");
    list.newest_first = true;
    list.limit = 1;
    assert_true(tstore_docs_list(store, &list, answer_done, &a[3]));
    loop_wait(&place->loop, store, &a[3], 30);
    assert_int_equal(a[3].docs, 1);
    assert_string_equal(a[3].text[0], "a2");
    TstoreDoc gone = {.owner = "p1", .remove = true};
    assert_int_equal(store_put(place, store, &gone, 1), TSTORE_OK);
    assert_int_equal(get(place, store, "z", "1").status, TSTORE_MISSING);
    assert_int_equal(get(place, store, "a", "1").status, TSTORE_MISSING);
    assert_int_equal(get(place, store, "a", "2").status, TSTORE_OK);
    assert_true(tstore_close(store, 5000));
}

static void documents_change_together(void **state)
{
    (void)state;
    in_each_store(docs_together);
}

/* Two processes count in one document: nothing is lost, because only what was read is replaced. */
static void two_handles_one_document(void **state)
{
    enum { ADDS = 200 };
    (void)state;
    if (!place_has_server())
        return;
    Place places[2] = {place_make(true), place_make(true)};
    snprintf(places[1].url, sizeof places[1].url, "%s", places[0].url);
    TableStore *stores[2] = {place_open(&places[0]), place_open(&places[1])};
    TstoreDoc doc = {.kind = "sum", .id = "1", .body = "0"};
    assert_int_equal(store_put(&places[0], stores[0], &doc, 1), TSTORE_OK);
    int done[2] = {0}, lost = 0;
    while (done[0] < ADDS || done[1] < ADDS) {
        Answer read[2] = {{0}}, write[2] = {{0}};
        char body[2][16];
        for (int i = 0; i < 2; i++)
            assert_true(tstore_docs_get(stores[i], "sum", "1", answer_done, &read[i]));
        for (int i = 0; i < 2; i++) {
            loop_wait(&places[i].loop, stores[i], &read[i], 30);
            snprintf(body[i], sizeof body[i], "%d", atoi(read[i].value) + (done[i] < ADDS));
            doc = (TstoreDoc){.kind = "sum", .id = "1", .body = body[i], .after = read[i].ver};
            assert_true(tstore_docs_write(stores[i], &doc, 1, answer_done, &write[i]));
        }
        for (int i = 0; i < 2; i++) {
            loop_wait(&places[i].loop, stores[i], &write[i], 30);
            lost += write[i].status == TSTORE_CONFLICT;
            done[i] += done[i] < ADDS && write[i].status == TSTORE_OK;
        }
    }
    assert_int_equal(atoi(get(&places[1], stores[1], "sum", "1").value), 2 * ADDS);
    assert_true(lost > 0); /* otherwise nothing was tried */
    for (int i = 0; i < 2; i++) {
        assert_true(tstore_close(stores[i], 5000));
        place_remove(&places[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_and_seats_are_listed), cmocka_unit_test(a_player_is_taken_off_tables),
        cmocka_unit_test(documents_have_versions),   cmocka_unit_test(documents_change_together),
        cmocka_unit_test(two_handles_one_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
