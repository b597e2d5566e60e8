/* SPDX-License-Identifier: MIT */
/* Players without accounts, over a store of the test's own that two processes share: who has a key,
 * linked and revoked devices, who may sit at which table, what is left of somebody who goes. */
#include "unit/club_support.h"

/* -- Keys ------------------------------------------------------------------------------------- */

static void a_key_is_a_player(void **state)
{
    char id[ID_CHARS + 1], other[ID_CHARS + 1];
    (void)state;
    begin(1);
    assert_int_equal(me(0, "short"), 401);
    assert_int_equal(me(0, "22characterslong789012"), 401); /* a seat's */
    assert_int_equal(me(0, anna), 404);
    assert_int_equal(set(0, anna, "a\nb", -1), 400);
    assert_int_equal(set(0, anna, "Anna", -1), 200);
    assert_string_equal(text("name"), "Anna");
    snprintf(id, sizeof id, "%s", text("id"));
    assert_true(id_is(id));
    assert_int_equal(me(1, anna), 200); /* the other process knows it too */
    assert_string_equal(text("id"), id);
    id_of(1, bo, other);
    assert_string_not_equal(other, id);
    for (int i = 0; i < fake_docs_count; i++) /* the key itself is nowhere */
        assert_true(!strstr(fake_docs[i].body, anna) && !strstr(fake_docs[i].id, anna));
    /* What one process changes the other one sees within two seconds. */
    assert_int_equal(set(0, anna, "Anne", -1), 200);
    pass(2500);
    assert_int_equal(me(1, anna), 200);
    assert_string_equal(text("name"), "Anne");
    /* Old news go away. */
    pass(180000);
    for (int i = 0; i < fake_docs_count; i++)
        assert_string_not_equal(fake_docs[i].kind, "news");
    end();
}

typedef struct Who {
    int times;
    PlayersStatus status;
    char id[ID_CHARS + 1];
} Who;

static void take_player(void *context, PlayersStatus status, const Player *player)
{
    Who *who = context;
    who->times++;
    who->status = status;
    snprintf(who->id, sizeof who->id, "%s", player ? player->id : "");
}

/* The same device at two processes at once is one player, in whatever order their reads and writes
 * are done. */
static void two_processes_make_one(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        Who who[PROCESSES] = {{0}};
        begin(seed);
        for (int p = 0; p < PROCESSES; p++)
            players_by_key(hall_players(halls[p]), anna, true, take_player, &who[p]);
        while (!who[0].times || !who[1].times)
            fake_do_job(stores[rng_below(&fake_rng, PROCESSES)]);
        for (int p = 0; p < PROCESSES; p++) {
            assert_int_equal(who[p].times, 1);
            assert_int_equal(who[p].status, PLAYERS_OK);
        }
        assert_string_equal(who[0].id, who[1].id);
        end();
    }
}

/* Somebody who is changed while they are read is read again: thirty devices that were linked at
 * once got one refusal now and then. */
static void who_is_forgotten_while_read_is_read_again(void **state)
{
    char id[ID_CHARS + 1];
    (void)state;
    for (int after = 0; after < 6; after++) {
        Who who = {0};
        begin(1);
        id_of(0, anna, id);
        settle();
        Players *players = hall_players(halls[0]);
        players_forget(players, id);
        players_by_id(players, id, take_player, &who);
        for (int jobs = 0; !who.times; jobs++) {
            if (jobs == after)
                players_forget(players, id);
            fake_do_job(stores[0]);
        }
        assert_int_equal(who.status, PLAYERS_OK);
        assert_string_equal(who.id, id);
        end();
    }
}

/* Names from two processes in a store that fails now and then: what is answered well is there. */
static void changes_are_not_lost(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        char name[16], id[ID_CHARS + 1], hidden[3][ID_CHARS + 1];
        begin(seed);
        id_of(0, anna, id);
        id_of(0, bo, hidden[0]);
        id_of(0, cy, hidden[1]);
        pass(3000);
        fake_trouble = 20;
        int named = 0, hides = 0;
        for (int i = 0; i < 40; i++) {
            int p = (int)rng_below(&fake_rng, PROCESSES);
            PlayersAsk a = ask(p, anna);
            snprintf(name, sizeof name, "name%d", i);
            if (i % 2)
                players_set(&a, name, -1);
            else
                players_hide(&a, hidden[i / 2 % 2], true);
            int status = wait_for(p);
            assert_true(status == 200 || status == 503);
            named += status == 200 && i % 2;
            hides += status == 200 && !(i % 2);
        }
        fake_trouble = 0;
        pass(3000);
        assert_int_equal(set(1, anna, "last", -1), 200);
        const cJSON *list = cJSON_GetObjectItemCaseSensitive(got.json, "hidden");
        assert_true(named > 0 && hides > 0);
        assert_in_range(cJSON_GetArraySize(list), 1, 2); /* each once */
        pass(3000);
        assert_int_equal(me(0, anna), 200);
        assert_string_equal(text("name"), "last");
        end();
    }
}

static void devices_are_linked_and_revoked(void **state)
{
    char id[ID_CHARS + 1], code[16], key[16] = "", hash[HASH_CHARS + 1];
    (void)state;
    begin(2);
    id_of(0, anna, id);
    id_of(0, anna2, code); /* the second device has looked around already */
    PlayersAsk a = ask(0, anna);
    players_link(&a, NULL);
    assert_int_equal(wait_for(0), 200);
    snprintf(code, sizeof code, "%s", text("code"));
    assert_int_equal(cJSON_GetObjectItem(got.json, "until")->valuedouble, time_ms + PLAYER_LINK_MS);
    a = ask(1, anna2);
    players_link(&a, "wrong");
    assert_int_equal(wait_for(1), 404);
    a = ask(1, anna2);
    players_link(&a, code);
    assert_int_equal(wait_for(1), 200);
    assert_string_equal(text("id"), id);
    a = ask(1, bo);
    players_link(&a, code); /* once */
    assert_int_equal(wait_for(1), 404);
    pass(2500);
    assert_int_equal(me(0, anna2), 200);
    assert_string_equal(text("id"), id);
    a = ask(0, anna);
    players_keys(&a);
    assert_int_equal(wait_for(0), 200);
    const cJSON *keys = cJSON_GetObjectItem(got.json, "keys"), *one;
    assert_int_equal(cJSON_GetArraySize(keys), 2);
    cJSON_ArrayForEach(one, keys)
    {
        if (!cJSON_IsTrue(cJSON_GetObjectItem(one, "this")))
            snprintf(key, sizeof key, "%s", cJSON_GetObjectItem(one, "id")->valuestring);
    }
    a = ask(0, anna);
    players_revoke(&a, "no such key");
    assert_int_equal(wait_for(0), 404);
    char pocket[16]; /* a code that the device has asked for before it goes */
    a = ask(0, anna2);
    players_link(&a, NULL);
    assert_int_equal(wait_for(0), 200);
    snprintf(pocket, sizeof pocket, "%s", text("code"));
    a = ask(0, anna);
    players_revoke(&a, key);
    assert_int_equal(wait_for(0), 200);
    a = ask(1, anna2);
    players_link(&a, pocket);
    assert_int_equal(wait_for(1), 404);
    assert_int_equal(me(0, anna2), 404);
    pass(2500);
    assert_int_equal(me(1, anna2), 404); /* at the other process too */
    assert_int_equal(me(1, anna), 200);
    a = ask(0, anna);
    players_revoke(&a, "others"); /* there are none, which is good */
    assert_int_equal(wait_for(0), 200);
    key_hash(anna, hash);
    snprintf(key, sizeof key, "%.12s", hash);
    a = ask(0, anna);
    players_revoke(&a, key); /* the last one stays */
    assert_int_equal(wait_for(0), 409);
    assert_int_equal(me(0, anna), 200);
    /* A code that is too old. */
    a = ask(0, anna);
    players_link(&a, NULL);
    assert_int_equal(wait_for(0), 200);
    snprintf(code, sizeof code, "%s", text("code"));
    time_ms += PLAYER_LINK_MS + 1;
    a = ask(0, anna2);
    players_link(&a, code);
    assert_int_equal(wait_for(0), 404);
    end();
}

/* Two devices that revoke each other at once: one of them stays. */
static void one_key_stays(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        char code[16];
        begin(seed);
        PlayersAsk a = ask(0, anna);
        players_link(&a, NULL);
        assert_int_equal(wait_for(0), 200);
        snprintf(code, sizeof code, "%s", text("code"));
        a = ask(1, anna2);
        players_link(&a, code);
        assert_int_equal(wait_for(1), 200);
        pass(2500);
        assert_int_equal(me(0, anna), 200);
        assert_int_equal(me(1, anna2), 200);
        a = ask(0, anna);
        players_revoke(&a, "others");
        a = (PlayersAsk){.players = hall_players(halls[1]), .key = anna2, .done = take};
        for (uint32_t n = rng_below(&fake_rng, 3); n && !got.there; n--)
            fake_do_job(stores[0]);
        if (got.there)
            forget_answer();
        players_revoke(&a, "others");
        for (int i = 0; i < 200; i++) {
            int p = (int)rng_below(&fake_rng, PROCESSES);
            fake_do_job(stores[p]);
            if (got.there)
                forget_answer();
        }
        int keys = 0;
        for (int i = 0; i < fake_docs_count; i++)
            keys += strcmp(fake_docs[i].kind, "key") == 0;
        assert_int_equal(keys, 1);
        end();
    }
}

/* -- Tables ----------------------------------------------------------------------------------- */

static void a_device_sits_at_its_tables(void **state)
{
    static const HallMake wish = {.game = "six", .clock = "300+5", .side = "p1", .lobby = true};
    Seated table;
    char id[ID_CHARS + 1];
    (void)state;
    begin(3);
    assert_int_equal(set(0, anna, "Anna", -1), 200);
    snprintf(id, sizeof id, "%s", text("id"));
    assert_int_equal(make(0, anna, &wish, &table), 201);
    assert_int_equal(join(1, bo, &table, NULL), 200);
    /* Any process: by the key of the seat, of the device, not by somebody else's. */
    assert_int_equal(act(1, anna, table.id, "move d2"), 200);
    assert_int_equal(act(0, cy, table.id, "move d6"), 403);
    assert_int_equal(act(0, bo, table.id, "move d6"), 200);
    assert_int_equal(act(0, table.key, table.id, "move f4"), 200);
    assert_int_equal(show(1, "", table.id), 200);
    assert_string_equal(cJSON_GetObjectItem(seat_player(0), "id")->valuestring, id);
    assert_string_equal(cJSON_GetObjectItem(seat_player(0), "name")->valuestring, "Anna");
    assert_int_equal(cJSON_GetObjectItem(seat_player(0), "rating")->valuedouble, 1500);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(seat_player(1), "provisional")));
    assert_int_equal(show(1, bo, table.id), 200);
    assert_int_equal(cJSON_GetObjectItem(got.json, "you")->valuedouble, 1);
    assert_int_equal(show(1, cy, table.id), 403); /* no player yet */
    known(1, cy);
    assert_int_equal(show(1, cy, table.id), 200); /* somebody who watches */
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(got.json, "you")));
    /* The list of one's own. */
    const char *bo_id = known(1, bo);
    forget_answer();
    hall_mine(halls[1], bo_id, LANG_EN, take, NULL);
    assert_int_equal(wait_for(1), 200);
    const cJSON *mine = cJSON_GetArrayItem(cJSON_GetObjectItem(got.json, "tables"), 0);
    assert_string_equal(cJSON_GetObjectItem(mine, "id")->valuestring, table.id);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(mine, "turn")));
    assert_string_equal(
        cJSON_GetObjectItem(cJSON_GetObjectItem(mine, "other"), "name")->valuestring, "Anna");
    end();
}

static void rated_games_have_their_conditions(void **state)
{
    static const HallMake wish = {
        .game = "six", .clock = "300+5", .side = "p1", .rated = true, .lobby = true};
    Seated table;
    char id[ID_CHARS + 1];
    (void)state;
    begin(4);
    assert_int_equal(make(0, NULL, &wish, &table), 401);
    HallMake none = wish;
    none.clock = "none";
    assert_int_equal(make(0, anna, &none, &table), 422);
    assert_int_equal(make(0, anna, &wish, &table), 201);
    assert_int_equal(join(1, NULL, &table, NULL), 401);
    assert_int_equal(join(1, anna, &table, NULL), 403); /* oneself */
    assert_int_equal(set(0, bo, NULL, 1), 200);         /* a bot */
    assert_int_equal(join(0, bo, &table, NULL), 403);
    assert_int_equal(set(0, bo, NULL, 0), 200);
    /* Hidden, either way. */
    id_of(0, cy, id);
    PlayersAsk a = ask(0, anna);
    players_hide(&a, id, true);
    assert_int_equal(wait_for(0), 200);
    assert_int_equal(join(0, cy, &table, NULL), 403);
    assert_int_equal(join(0, cy, &table, table.invite), 403);
    pass(2500);
    assert_int_equal(join(1, bo, &table, NULL), 200);
    /* A range of ratings. */
    HallMake range = wish;
    range.low = 1600;
    range.high = 1700;
    assert_int_equal(make(0, anna, &range, &table), 201);
    assert_int_equal(join(0, bo, &table, NULL), 403);
    assert_string_equal(got.why, "out-of-range");
    TstoreDoc rating = {.kind = "rating",
                        .owner = fake_own(known(0, bo)),
                        .at = time_ms,
                        .ver = 1,
                        .id = "morris-blitz/whoever",
                        .body = "{\"rating\":165000,\"deviation\":9000,\"volatility\":6000000,"
                                "\"games\":20,\"at\":1000000}"};
    fake_docs[fake_docs_count++] = rating;
    pass(2500); /* it is heard of */
    assert_int_equal(join(0, bo, &table, NULL), 200);
    assert_int_equal(show(0, "", table.id), 200);
    assert_int_equal(cJSON_GetObjectItem(seat_player(1), "rating")->valuedouble, 1650);
    assert_int_equal(set(0, bo, NULL, 1), 409); /* who has a rating stays what they are */
    range.lobby = false;
    assert_int_equal(make(0, anna, &range, &table), 422);
    range = wish;
    range.low = 1700;
    range.high = 1600;
    assert_int_equal(make(0, anna, &range, &table), 422);
    end();
}

/* Both seats of a rated table on one network: a mark in the store, and no address. */
static void one_network_is_flagged(void **state)
{
    (void)state;
    begin(7);
    for (int rated = 0; rated < 2; rated++) {
        HallMake wish = {
            .game = "six", .clock = "300+5", .side = "p1", .rated = rated, .lobby = true};
        Seated table;
        assert_int_equal(make(0, anna, &wish, &table), 201);
        assert_int_equal(join(0, bo, &table, NULL), 200);
        for (int i = 0; i < 4; i++) {
            int flags = 0;
            forget_answer();
            hall_do(halls[0],
                    &(HallAct){.id = table.id,
                               .key = i / 2 ? bo : anna,
                               .cmd = i % 2 ? "b" : "a",
                               .text = "react 1",
                               .on = -1,
                               .peer = i % 2   ? 770077007700
                                       : i / 2 ? 0
                                               : 78},
                    LANG_EN, take, NULL);
            assert_int_equal(wait_for(0), 200);
            pass(500);
            for (int d = 0; d < fake_docs_count; d++) {
                flags += strcmp(fake_docs[d].kind, "flag") == 0;
                assert_null(strstr(fake_docs[d].body, "770077007700"));
            }
            assert_int_equal(flags, rated && i == 3);
        }
    }
    end();
}

static void paired_players_sit_at_once(void **state)
{
    char one[ID_CHARS + 1], two[ID_CHARS + 1];
    (void)state;
    begin(5);
    id_of(0, anna, one);
    id_of(0, bo, two);
    HallPair pair = {.id = "pairedAA",
                     .player = {one, two},
                     .name = {"Anna", "Bo"},
                     .tournament = "cupcup11",
                     .game = "six",
                     .clock = "300+5",
                     .rated = true};
    for (int i = 0; i < 2; i++) { /* the same again makes nothing new */
        forget_answer();
        hall_pair(halls[i], &pair, LANG_EN, take, NULL);
        assert_int_equal(wait_for(i), i ? 409 : 201);
    }
    assert_int_equal(fake_kept_count, 1);
    assert_int_equal(show(1, anna, "pairedAA"), 200);
    assert_string_equal(text("state"), "running");
    assert_string_equal(text("tournament"), "cupcup11");
    assert_int_equal(act(1, bo, "pairedAA", "move d2"), 409);
    assert_int_equal(act(1, anna, "pairedAA", "move d2"), 200);
    pair.clock = "nonsense";
    pair.id = "pairedBB";
    forget_answer();
    hall_pair(halls[0], &pair, LANG_EN, take, NULL);
    assert_int_equal(wait_for(0), 422);
    end();
}

/* -- Going ------------------------------------------------------------------------------------ */

static void nothing_is_left_of_who_goes(void **state)
{
    static const HallMake wish = {.game = "six", .clock = "300+5", .side = "p1", .lobby = true};
    Seated table;
    char id[ID_CHARS + 1], other[ID_CHARS + 1];
    (void)state;
    begin(6);
    assert_int_equal(set(0, anna, "Anna Example", -1), 200);
    snprintf(id, sizeof id, "%s", text("id"));
    assert_int_equal(set(0, bo, "Bo", -1), 200);
    snprintf(other, sizeof other, "%s", text("id"));
    assert_int_equal(make(0, anna, &wish, &table), 201);
    assert_int_equal(join(1, bo, &table, NULL), 200);
    assert_int_equal(act(1, anna, table.id, "move d2"), 200);
    assert_int_equal(act(1, anna, table.id, "name Anna E."), 200);
    fake_docs[fake_docs_count++] = (TstoreDoc){
        .kind = "feed", .id = "secret", .owner = fake_own(id), .body = "{\"x\":1}", .ver = 1};
    PlayersAsk a = ask(1, anna);
    players_export(&a);
    assert_int_equal(wait_for(1), 200);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(got.json, "documents")), 3);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(got.json, "tables")), 1);
    a = ask(0, anna);
    players_delete(&a);
    assert_int_equal(wait_for(0), 200);
    assert_int_equal(me(0, anna), 404);
    pass(2500);
    assert_int_equal(me(1, anna), 404);
    for (int i = 0; i < fake_docs_count; i++)
        assert_true(strcmp(fake_docs[i].owner, id) != 0 && !strstr(fake_docs[i].body, "Example"));
    const FakeTable *kept = fake_find(table.id);
    for (int i = 0; i < kept->count; i++)
        assert_null(strstr(kept->event[i].body, "Anna"));
    /* What both processes show: nobody at that seat, the moves, the other one. */
    for (int p = 0; p < PROCESSES; p++) {
        assert_int_equal(show(p, "", table.id), 200);
        char *all = cJSON_PrintUnformatted(got.json);
        assert_null(strstr(all, "Anna"));
        assert_non_null(strstr(all, "\"d2\""));
        assert_non_null(strstr(all, "\"Bo\""));
        cJSON_free(all);
        assert_true(cJSON_IsNull(seat_player(0)));
        assert_string_equal(cJSON_GetObjectItem(seat_player(1), "id")->valuestring, other);
    }
    assert_int_equal(act(0, anna, table.id, "move d6"), 403);
    assert_int_equal(act(0, bo, table.id, "move d6"), 200); /* the game goes on */
    assert_int_equal(act(0, table.key, table.id, "move f4"), 200);
    /* The key may be used again, by somebody new. */
    id_of(0, anna, other);
    assert_string_not_equal(other, id);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_a_player),
        cmocka_unit_test(two_processes_make_one),
        cmocka_unit_test(who_is_forgotten_while_read_is_read_again),
        cmocka_unit_test(changes_are_not_lost),
        cmocka_unit_test(devices_are_linked_and_revoked),
        cmocka_unit_test(one_key_stays),
        cmocka_unit_test(a_device_sits_at_its_tables),
        cmocka_unit_test(rated_games_have_their_conditions),
        cmocka_unit_test(one_network_is_flagged),
        cmocka_unit_test(paired_players_sit_at_once),
        cmocka_unit_test(nothing_is_left_of_who_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
