/* SPDX-License-Identifier: MIT */
/* The lobby of two processes over one store: what is listed to whom, live; whose maker is gone;
 * quick pairing; the wall. */
#include "unit/club_support.h"

#include "online/lobby.h"

static const HallMake live = {.game = "six", .clock = "300+5", .side = "p1", .lobby = true};
static const HallMake slow = {.game = "six", .clock = "3d", .side = "p1", .lobby = true};

static int list(int p, const char *key)
{
    const char *id = key ? known(p, key) : NULL;
    forget_answer();
    hall_lobby(halls[p], id, LANG_EN, take, NULL);
    return wait_for(p);
}

static int listed(int p, const char *key)
{
    assert_int_equal(list(p, key), 200);
    return cJSON_GetArraySize(cJSON_GetObjectItem(got.json, "tables"));
}

static const cJSON *table_at(int i)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItem(got.json, "tables"), i);
}

static double number(const char *name)
{
    return cJSON_GetObjectItem(got.json, name)->valuedouble;
}

/* -- The list --------------------------------------------------------------------------------- */

static void open_tables_are_listed(void **state)
{
    Seated one, two;
    (void)state;
    begin(1);
    assert_int_equal(set(0, anna, "Anna", -1), 200);
    assert_int_equal(listed(0, NULL), 0);
    HallMake wish = live;
    wish.low = 1400;
    wish.high = 1700;
    assert_int_equal(make(0, anna, &wish, &one), 201);
    time_ms += 10;
    wish = slow;
    wish.name = "Nobody";
    assert_int_equal(make(0, NULL, &wish, &two), 201);
    for (int p = 0; p < PROCESSES; p++) {
        settle();
        listed(p, NULL); /* the other process reads names, too */
        settle();
        assert_int_equal(listed(p, NULL), 2);
        const cJSON *newest = table_at(0)->next ? table_at(0) : table_at(1);
        const cJSON *a = strcmp(cJSON_GetObjectItem(newest, "id")->valuestring, one.id) == 0
                             ? newest
                             : table_at(1);
        const cJSON *b = a == table_at(0) ? table_at(1) : table_at(0);
        assert_string_equal(cJSON_GetObjectItem(a, "name")->valuestring, "Anna");
        assert_string_equal(cJSON_GetObjectItem(a, "side")->valuestring, "p2");
        assert_int_equal(cJSON_GetArrayItem(cJSON_GetObjectItem(a, "range"), 1)->valuedouble, 1700);
        const cJSON *player = cJSON_GetObjectItem(a, "player");
        assert_int_equal(cJSON_GetObjectItem(player, "rating")->valuedouble, 1500);
        assert_string_equal(cJSON_GetObjectItem(b, "name")->valuestring, "Nobody");
        assert_true(cJSON_IsNull(cJSON_GetObjectItem(b, "player")));
        assert_true(cJSON_IsNull(cJSON_GetObjectItem(b, "range")));
    }
    /* Private tables never are. */
    wish = live;
    wish.lobby = false;
    assert_int_equal(make(0, anna, &wish, &two), 201);
    assert_int_equal(listed(0, NULL), 2);
    /* Once somebody sits down it is off the list, and public. */
    assert_int_equal(join(1, bo, &one, NULL), 200);
    assert_int_equal(listed(0, NULL), 1);
    assert_int_equal(fake_find(one.id)->row.lobby, TSTORE_PUBLIC);
    assert_int_equal(fake_find(two.id)->row.lobby, TSTORE_PRIVATE);
    end();
}

static void hidden_players_are_not_listed(void **state)
{
    Seated table;
    char id[ID_CHARS + 1];
    (void)state;
    begin(2);
    id_of(0, anna, id);
    assert_int_equal(make(0, anna, &live, &table), 201);
    assert_int_equal(listed(0, bo), 1);
    PlayersAsk a = ask(0, bo);
    players_hide(&a, id, true);
    assert_int_equal(wait_for(0), 200);
    assert_int_equal(listed(0, bo), 0); /* neither sees the other */
    assert_int_equal(listed(0, cy), 1);
    assert_int_equal(listed(0, anna), 1); /* one's own */
    assert_int_equal(join(0, bo, &table, NULL), 403);
    Seated other;
    assert_int_equal(make(0, bo, &live, &other), 201);
    assert_int_equal(listed(0, anna), 1);
    assert_int_equal(listed(0, cy), 2);
    pass(2500);
    assert_int_equal(listed(1, bo), 1); /* at the other process as well */
    end();
}

/* -- Who is gone ------------------------------------------------------------------------------ */

static const char *state_of(const Seated *table)
{
    return fake_find(table->id)->row.state;
}

static void tables_of_who_is_gone_go(void **state)
{
    Seated nobody, here, asks, days, connected;
    (void)state;
    begin(3);
    pass(40000); /* after the start nothing is given up for a while */
    assert_int_equal(make(0, NULL, &live, &nobody), 201);
    assert_int_equal(make(0, anna, &live, &here), 201);
    assert_int_equal(make(0, bo, &live, &asks), 201);
    assert_int_equal(make(0, NULL, &slow, &days), 201);
    assert_int_equal(make(0, NULL, &live, &connected), 201);
    hall_enter(halls[1], known(1, anna)); /* a socket at the other process */
    forget_answer();
    hall_watch(halls[1],
               &(HallWatch){.id = connected.id, .key = connected.key, .since = -1, .sink = 1},
               LANG_EN, take, NULL);
    assert_int_equal(wait_for(1), 200);
    for (int i = 0; i < 12; i++) {
        if (i == 5) {
            assert_string_equal(state_of(&nobody), "open");
            pass(0);
        }
        hall_touch(halls[1], known(1, bo)); /* a request now and then */
        pass(5000);
    }
    assert_string_equal(state_of(&nobody), "aborted");
    assert_string_equal(state_of(&here), "open");
    assert_string_equal(state_of(&asks), "open");
    assert_string_equal(state_of(&days), "open");
    assert_string_equal(state_of(&connected), "open");
    assert_int_equal(join(0, cy, &nobody, NULL), 410);
    hall_leave(halls[1], known(1, anna));
    hall_unwatch(halls[1], 1, connected.id);
    pass(29000);
    assert_string_equal(state_of(&here), "open");
    pass(15000);
    assert_string_equal(state_of(&here), "aborted");
    assert_string_equal(state_of(&asks), "aborted");
    assert_string_equal(state_of(&connected), "aborted");
    /* Days: fourteen of them. */
    assert_string_equal(state_of(&days), "open");
    time_ms += INT64_C(14) * 86400000;
    pass(5000);
    assert_string_equal(state_of(&days), "aborted");
    end();
}

static void a_request_with_the_key_of_the_seat_counts(void **state)
{
    Seated table;
    (void)state;
    begin(4);
    pass(40000);
    assert_int_equal(make(0, NULL, &live, &table), 201);
    for (int i = 0; i < 10; i++) {
        pass(10000);
        assert_int_equal(show(i % 2, table.key, table.id), 200);
    }
    assert_string_equal(state_of(&table), "open");
    for (int i = 0; i < 5; i++) {
        pass(10000);
        assert_int_equal(show(i % 2, "", table.id), 200); /* who only looks does not */
    }
    assert_string_equal(state_of(&table), "aborted");
    end();
}

/* -- Live ------------------------------------------------------------------------------------- */

static void changes_are_told(void **state)
{
    Seated table;
    char id[ID_CHARS + 1];
    (void)state;
    begin(5);
    id_of(0, anna, id);
    PlayersAsk a = ask(1, cy);
    players_set(&a, "Cy", -1);
    wait_for(1);
    a = ask(1, cy);
    players_hide(&a, id, true);
    assert_int_equal(wait_for(1), 200);
    pass(5000);
    hall_lobby_watch(halls[1], 1, NULL);
    hall_lobby_watch(halls[1], 2, known(1, cy));
    hall_lobby_watch(halls[0], 3, NULL);
    assert_non_null(strstr(heard[1].last, "\"t\":\"lobby\",\"tables\":[]"));
    hall_people(halls[0], 4);
    hall_enter(halls[0], id); /* two of the four are one person's */
    hall_enter(halls[0], id);
    assert_int_equal(make(0, anna, &live, &table), 201);
    for (int s = 1; s <= 3; s++)
        heard[s].last[0] = '\0';
    time_ms += 20; /* at once where it was made */
    hall_tick(halls[0]);
    settle();
    assert_non_null(strstr(heard[3].last, table.id));
    pass(8000); /* within two seconds elsewhere; who is here every five */
    forget_answer();
    assert_int_equal(listed(1, NULL), 1);
    assert_int_equal(number("here"), 3);
    assert_true(heard[1].count >= 2);
    assert_non_null(strstr(heard[1].last, "\"here\":3"));
    assert_null(strstr(heard[2].last, table.id)); /* who has hidden her hears nothing of it */
    hall_lobby_unwatch(halls[1], 2);
    int before = heard[2].count;
    assert_int_equal(join(0, bo, &table, NULL), 200);
    pass(2500);
    char gone[64];
    snprintf(gone, sizeof gone, "\"gone\":[\"%s\"]", table.id);
    assert_non_null(strstr(heard[1].last, gone));
    assert_non_null(strstr(heard[3].last, gone));
    assert_int_equal(heard[2].count, before);
    /* Nothing happens: nothing is told. */
    before = heard[1].count;
    pass(20000);
    assert_int_equal(heard[1].count, before);
    end();
}

static void playing_is_counted_once(void **state)
{
    Seated table;
    (void)state;
    begin(6);
    assert_int_equal(make(0, anna, &live, &table), 201);
    assert_int_equal(join(0, bo, &table, NULL), 200);
    const struct {
        int p;
        const char *key;
    } watch[] = {{0, anna}, {0, anna}, {1, bo}, {1, ""}};
    for (int i = 0; i < 4; i++) {
        forget_answer();
        hall_watch(
            halls[watch[i].p],
            &(HallWatch){.id = table.id, .key = watch[i].key, .since = -1, .sink = (SinkId)i + 1},
            LANG_EN, take, NULL);
        assert_int_equal(wait_for(watch[i].p), 200);
    }
    pass(8000);
    for (int p = 0; p < PROCESSES; p++) {
        listed(p, NULL);
        assert_int_equal(number("playing"), 2);
    }
    for (SinkId sink = 1; sink <= 4; sink++)
        for (int p = 0; p < PROCESSES; p++)
            hall_unwatch(halls[p], sink, table.id);
    pass(8000);
    listed(0, NULL);
    assert_int_equal(number("playing"), 0);
    pass(180000); /* and what processes said of themselves goes away */
    for (int i = 0; i < fake_docs_count; i++)
        assert_string_not_equal(fake_docs[i].kind, "process");
    end();
}

/* -- Pairing ---------------------------------------------------------------------------------- */

static int seek(int p, const char *key, const HallMake *wish)
{
    HallMake m = *wish;
    m.player = key ? known(p, key) : NULL;
    forget_answer();
    hall_seek(halls[p], &m, NULL, LANG_EN, take, NULL);
    return wait_for(p);
}

static void rate(const char *id, int rating)
{
    char body[128];
    snprintf(body, sizeof body,
             "{\"rating\":%d00,\"deviation\":6000,\"volatility\":6000000,\"games\":30,\"at\":1}",
             rating);
    fake_docs[fake_docs_count++] = (TstoreDoc){.kind = "rating",
                                               .id = "morris-blitz/x",
                                               .owner = fake_own(id),
                                               .at = time_ms,
                                               .ver = 1,
                                               .body = fake_own(body)};
}

static void who_seeks_finds_the_nearest(void **state)
{
    static const HallMake wish = {.game = "six", .clock = "300+5"};
    static const HallMake rated = {.game = "six", .clock = "300+5", .rated = true};
    Seated far, near;
    char ids[3][ID_CHARS + 1];
    (void)state;
    begin(7);
    assert_int_equal(seek(0, NULL, &(HallMake){.game = "ten"}), 422);
    assert_int_equal(seek(0, NULL, &(HallMake){.game = "six", .side = "left"}), 422);
    assert_int_equal(seek(0, NULL, &(HallMake){.game = "six", .name = "a\n"}), 400);
    assert_int_equal(seek(0, NULL, &rated), 401);
    id_of(0, anna, ids[0]);
    id_of(0, bo, ids[1]);
    id_of(0, cy, ids[2]);
    rate(ids[0], 1900);
    rate(ids[1], 1550);
    rate(ids[2], 1600);
    pass(3000);
    HallMake m = live;
    m.rated = true;
    assert_int_equal(make(0, anna, &m, &far), 201);
    time_ms += 1000;
    assert_int_equal(make(0, bo, &m, &near), 201);
    assert_int_equal(seek(1, cy, &rated), 200);
    assert_string_equal(text("id"), near.id);
    assert_true(text("key")[0]);
    assert_int_equal(number("seat"), 1);
    /* Another clock, another side, unrated: none fits, one is made. */
    assert_int_equal(seek(1, cy, &(HallMake){.game = "six", .clock = "60+1"}), 201);
    assert_int_equal(seek(1, cy, &wish), 201);
    char own[ID_CHARS + 1];
    snprintf(own, sizeof own, "%s", text("id"));
    /* Who asks again waits at the same table. */
    assert_int_equal(seek(1, cy, &wish), 200);
    assert_string_equal(text("id"), own);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(got.json, "waiting")));
    /* A range that leaves somebody out. */
    m = live;
    m.low = 1000;
    m.high = 1500;
    m.clock = "120+1";
    assert_int_equal(make(0, anna, &m, &far), 201);
    assert_int_equal(seek(0, bo, &(HallMake){.game = "six", .clock = "120+1"}), 201);
    assert_int_equal(seek(0, NULL, &(HallMake){.game = "six", .clock = "120+1"}), 200); /* Bo's */
    assert_string_not_equal(text("id"), far.id);
    end();
}

/* An answer to one of several who ask at once. */
typedef struct Asking {
    bool there, seated; /* seated: they play, or somebody plays them */
    char id[ID_CHARS + 1];
} Asking;

static void take_asked(void *context, const HallAnswer *answer)
{
    Asking *asking = context;
    assert_true(!asking->there && !answer->why);
    cJSON *json = cJSON_ParseWithLength(answer->json, answer->length);
    const cJSON *waiting = cJSON_GetObjectItem(json, "waiting");
    asking->there = true;
    asking->seated = answer->status == 200 && !cJSON_IsTrue(waiting);
    snprintf(asking->id, sizeof asking->id, "%s", cJSON_GetObjectItem(json, "id")->valuestring);
    cJSON_Delete(json);
}

/* Any number at once, at one process: everybody but one of an odd number is paired. */
static void at_once_nobody_is_left_over(void **state)
{
    enum { MOST = 9 };
    static const HallMake wish = {.game = "six", .clock = "300+5"};
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        begin(seed);
        int count = 2 + (int)rng_below(&fake_rng, MOST - 1), waiting = 0;
        forget_answer();
        for (int i = 0; i < count; i++)
            hall_seek(halls[0], &wish, NULL, LANG_EN, take, NULL);
        for (int i = 0; i < count; i++) {
            wait_for(0);
            assert_true(got.status == 200 || got.status == 201);
            forget_answer();
        }
        for (int i = 0; i < fake_kept_count; i++)
            waiting += strcmp(fake_kept[i].row.state, "open") == 0;
        assert_int_equal(waiting, count % 2);
        assert_int_equal(fake_kept_count, (count + 1) / 2);
        end();
    }
}

/* At two processes everybody may make a table; asking again and saying where they wait, all are
 * paired, each once, whatever the store does in which order. */
static void processes_find_each_other(void **state)
{
    enum { MANY = 4 };
    static const HallMake wish = {.game = "six", .clock = "300+5", .rated = true};
    const char *const keys[MANY] = {anna, bo, cy, anna2};
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        char at[MANY][ID_CHARS + 1] = {""}, id[MANY][ID_CHARS + 1];
        bool playing[MANY] = {false};
        begin(seed);
        for (int i = 0; i < MANY; i++)
            id_of(i % 2, keys[i], id[i]);
        for (int round = 0; round < 100; round++) {
            int who[PROCESSES];
            Asking asked[PROCESSES] = {{0}};
            time_ms += 100;
            for (int p = 0; p < PROCESSES; p++) { /* one at each, at the same time */
                who[p] = 2 * (int)rng_below(&fake_rng, MANY / 2) + p;
                HallMake m = wish;
                m.player = known(p, keys[who[p]]);
                forget_answer();
                if (playing[who[p]])
                    asked[p].there = true;
                else
                    hall_seek(halls[p], &m, at[who[p]], LANG_EN, take_asked, &asked[p]);
            }
            while (!asked[0].there || !asked[1].there)
                fake_do_job(stores[rng_below(&fake_rng, PROCESSES)]);
            for (int p = 0; p < PROCESSES; p++) {
                if (!asked[p].id[0])
                    continue;
                memcpy(at[who[p]], asked[p].id, sizeof at[0]);
                playing[who[p]] = asked[p].seated;
            }
        }
        int running = 0, open = 0, sits[MANY] = {0};
        for (int i = 0; i < fake_kept_count; i++) {
            const TstoreRow *row = &fake_kept[i].row;
            bool runs = strcmp(row->state, "running") == 0;
            running += runs;
            open += strcmp(row->state, "open") == 0;
            for (int w = 0; w < MANY; w++)
                for (int seat = 0; seat < 2; seat++)
                    sits[w] += runs && strcmp(row->seat[seat], id[w]) == 0;
        }
        assert_int_equal(running, MANY / 2);
        assert_int_equal(open, 0);
        assert_in_range(fake_kept_count, MANY / 2, MANY + 1); /* without going round in circles */
        for (int w = 0; w < MANY; w++)
            assert_int_equal(sits[w], 1);
        end();
    }
}

/* Somebody sits down at the table of a player who is about to leave it for an older one: that is
 * their game, and nobody is in two. */
static void who_is_joined_does_not_leave(void **state)
{
    static const HallMake wish = {.game = "six", .clock = "300+5"};
    Asking seeks = {0}, joins = {0};
    Seated older, own;
    (void)state;
    begin(9);
    assert_int_equal(make(0, bo, &live, &older), 201);
    time_ms += 100;
    assert_int_equal(make(0, anna, &live, &own), 201);
    known(0, cy);
    forget_answer();
    const Player *player = players_known_by_key(hall_players(halls[0]), anna);
    HallMake m = wish;
    m.player = player->id;
    hall_seek(halls[0], &m, own.id, LANG_EN, take_asked, &seeks);
    HallJoin j = {.id = own.id, .player = players_known_by_key(hall_players(halls[0]), cy)->id};
    hall_join(halls[0], &j, LANG_EN, take_asked, &joins);
    settle();
    assert_true(joins.there && joins.seated);
    assert_true(seeks.there && seeks.seated);
    assert_string_equal(seeks.id, own.id);
    assert_string_equal(state_of(&own), "running");
    assert_string_equal(state_of(&older), "open");
    end();
}

/* -- The wall --------------------------------------------------------------------------------- */

static void the_wall_shows_public_games(void **state)
{
    Seated quiet, busy, hidden;
    (void)state;
    begin(8);
    assert_int_equal(set(0, anna, "Anna", -1), 200);
    HallMake private = live;
    private.lobby = false;
    assert_int_equal(make(0, anna, &live, &quiet), 201);
    assert_int_equal(join(0, bo, &quiet, NULL), 200);
    assert_int_equal(make(0, anna, &live, &busy), 201);
    assert_int_equal(join(0, bo, &busy, NULL), 200);
    assert_int_equal(make(0, anna, &private, &hidden), 201);
    assert_int_equal(join(0, bo, &hidden, hidden.invite), 200);
    assert_int_equal(act(0, anna, busy.id, "move d2"), 200);
    const char *const keys[] = {"", anna, "", bo, ""}; /* players do not watch their own game */
    for (int i = 0; i < 5; i++) {
        forget_answer();
        hall_watch(halls[1],
                   &(HallWatch){.id = busy.id, .key = keys[i], .since = -1, .sink = (SinkId)i + 1},
                   LANG_EN, take, NULL);
        assert_int_equal(wait_for(1), 200);
    }
    forget_answer();
    hall_wall(halls[1], LANG_EN, take, NULL);
    assert_int_equal(wait_for(1), 200);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(got.json, "tables")), 2);
    const cJSON *first = table_at(0);
    assert_string_equal(cJSON_GetObjectItem(first, "id")->valuestring, busy.id);
    assert_string_equal(cJSON_GetObjectItem(first, "last")->valuestring, "d2");
    assert_int_equal(cJSON_GetObjectItem(first, "moves")->valuedouble, 1);
    assert_int_equal(cJSON_GetObjectItem(first, "watchers")->valuedouble, 3);
    const cJSON *seat = cJSON_GetArrayItem(cJSON_GetObjectItem(first, "seats"), 0);
    assert_string_equal(cJSON_GetObjectItem(seat, "name")->valuestring, "Anna");
    assert_string_equal(cJSON_GetObjectItem(table_at(1), "id")->valuestring, quiet.id);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_tables_are_listed),
        cmocka_unit_test(hidden_players_are_not_listed),
        cmocka_unit_test(tables_of_who_is_gone_go),
        cmocka_unit_test(a_request_with_the_key_of_the_seat_counts),
        cmocka_unit_test(changes_are_told),
        cmocka_unit_test(playing_is_counted_once),
        cmocka_unit_test(who_seeks_finds_the_nearest),
        cmocka_unit_test(at_once_nobody_is_left_over),
        cmocka_unit_test(processes_find_each_other),
        cmocka_unit_test(who_is_joined_does_not_leave),
        cmocka_unit_test(the_wall_shows_public_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
