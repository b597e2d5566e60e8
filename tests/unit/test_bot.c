/* SPDX-License-Identifier: MIT */
/* Bots without a network: what a server says of its lobby, where they sit down, who of them. */
#include "unit/support.h"

#include "app/bot/lobby.h"

#include <stdlib.h>

#define TABLE(id, game, clock, rest)                                                               \
    "{\"id\":\"" id "\",\"game\":\"" game "\",\"clock\":\"" clock "\"" rest "}"

static bool take(Lobby *lobby, const char *line, int64_t now)
{
    return lobby_take(lobby, line, strlen(line), now);
}

static void a_lobby(void **state)
{
    (void)state;
    Lobby *lobby = calloc(1, sizeof *lobby);
    assert_true(
        take(lobby,
             "{\"t\":\"lobby\",\"tables\":[" TABLE("aB3dE6gH", "nine", "300+5", "") "," TABLE(
                 "bB3dE6gH", "mur,ships=4", "none",
                 ",\"rated\":true,\"player\":{\"id\":\"kkkkkkkk\",\"bot\":true,"
                 "\"rating\":1612}") "],\"here\":3}",
             100));
    assert_int_equal(lobby->count, 2);
    assert_string_equal(lobby->table[1].game, "mur,ships=4");
    assert_true(lobby->table[1].bot && lobby->table[1].rated);
    assert_int_equal(lobby->table[1].rating, 1612);
    assert_int_equal(lobby->table[0].rating, -1);
    assert_string_equal(lobby->table[0].player, "");
    /* What has come and gone; a line that only counts; a sign of life. */
    assert_true(take(lobby,
                     "{\"t\":\"lobby\",\"add\":[" TABLE("cB3dE6gH", "six", "3d",
                                                        ",\"player\":null") "],\"gone\":"
                                                                            "[\"aB3dE6gH\","
                                                                            "\"zzzzzzzz\"]}",
                     200));
    assert_true(take(lobby, "{\"t\":\"lobby\",\"here\":4,\"playing\":2}", 210));
    assert_true(lobby_take(lobby, "", 0, 220));
    assert_int_equal(lobby->count, 2);
    /* The whole list again: who was there has waited since then. */
    assert_true(take(lobby,
                     "{\"t\":\"lobby\",\"tables\":[" TABLE("cB3dE6gH", "six", "3d", "") "," TABLE(
                         "dB3dE6gH", "six", "3d", "") "]}",
                     300));
    assert_int_equal(lobby->count, 2);
    assert_int_equal(lobby->table[0].since, 200);
    assert_int_equal(lobby->table[1].since, 300);
    free(lobby);
}

static void a_lobby_that_lies(void **state)
{
    (void)state;
    const char *bad[] = {
        "x",
        "[]",
        "{}",
        "{\"t\":\"ev\"}",
        "{\"t\":\"lobby\",\"tables\":{}}",
        "{\"t\":\"lobby\",\"tables\":[1]}",
        "{\"t\":\"lobby\",\"gone\":[1]}",
        "{\"t\":\"lobby\",\"add\":[{\"id\":\"short\",\"game\":\"nine\",\"clock\":\"none\"}]}",
        "{\"t\":\"lobby\",\"add\":[{\"id\":\"aB3dE6gH\",\"game\":7,\"clock\":\"none\"}]}",
        "{\"t\":\"lobby\",\"add\":[{\"id\":\"aB3dE6gH\",\"game\":\"nine\"}]}",
        "{\"t\":\"lobby\",\"add\":[{\"id\":\"aB3dE6gH\",\"game\":\"\\u001b[2J\",\"clock\":\"none\"}"
        "]}",
        "{\"t\":\"lobby\",\"add\":[" TABLE("aB3dE6gH", "nine", "none",
                                           ",\"player\":{\"id\":\"too long for a player\"}") "]}"};
    Lobby *lobby = calloc(1, sizeof *lobby);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_true(take(
            lobby, "{\"t\":\"lobby\",\"tables\":[" TABLE("aB3dE6gH", "nine", "none", "") "]}", 0));
        assert_int_equal(lobby->count, 1);
        assert_false(take(lobby, bad[i], 0));
        assert_int_equal(lobby->count, 0);
    }
    /* More than there is room for. */
    char *line = malloc(1 << 20);
    Str s = str_over(line, 1 << 20);
    str_add(&s, "{\"t\":\"lobby\",\"tables\":[");
    for (int i = 0; i < 2 * LOBBY_TABLES_MAX; i++)
        str_format(&s, "%s{\"id\":\"%c%c%caaaaa\",\"game\":\"nine\",\"clock\":\"none\"}",
                   i ? "," : "", 'a' + i / 100 % 10, '1' + i / 10 % 10 % 9, 'a' + i % 10);
    str_add(&s, "]}");
    assert_false(s.full);
    assert_true(lobby_take(lobby, line, s.length, 0));
    assert_true(lobby->count > 100 && lobby->count <= LOBBY_TABLES_MAX);
    free(line);
    free(lobby);
}

static bool fits(const char *games, const char *clocks, bool rated, bool bots, LobbyTable table)
{
    char why[WHY_MAX];
    BotRules rules = {.none = true, .live = true, .days = true, .rated = rated, .bots = bots};
    assert_true(!games || rules_read_games(games, &rules, why));
    assert_true(!clocks || rules_read_clocks(clocks, &rules, why));
    return rules_fit(&rules, &table, 0);
}

static void rules(void **state)
{
    (void)state;
    LobbyTable nine = {.game = "nine,flying", .clock = "300+5"},
               mur = {.game = "mur", .clock = "none"}, days = {.game = "nine", .clock = "3d+10d"},
               rated = {.game = "six", .clock = "60+0", .rated = true},
               bot = {.game = "six", .clock = "none", .bot = true},
               bad = {.game = "six", .clock = "whenever"};
    assert_true(fits(NULL, NULL, false, false, nine));
    assert_true(fits("nine,mur", NULL, false, false, nine));
    assert_true(fits("nine,mur", NULL, false, false, mur));
    assert_false(fits("mur", NULL, false, false, nine));
    assert_false(fits("six", "live,days", false, false, bot));
    assert_true(fits(NULL, "days", false, false, days));
    assert_false(fits(NULL, "live,none", false, false, days));
    assert_false(fits(NULL, NULL, false, false, rated));
    assert_true(fits(NULL, NULL, true, false, rated));
    assert_false(fits(NULL, NULL, true, false, bot));
    assert_true(fits(NULL, NULL, false, true, bot));
    assert_false(fits(NULL, NULL, true, true, bad));
    BotRules later = {.none = true, .wait_ms = 5000};
    LobbyTable waits = {.game = "six", .clock = "none", .since = 1000};
    assert_false(rules_fit(&later, &waits, 5999));
    assert_true(rules_fit(&later, &waits, 6000));
    const char *games[] = {"", ",", "nine,", "nine,,mur", "chess", "nine,chess"};
    char why[WHY_MAX];
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (strcmp(games[i], "nine,") != 0)
            assert_false(rules_read_games(games[i], &later, why));
    const char *clocks[] = {"", "fast", "none,", "none,fast", ","};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        if (strcmp(clocks[i], "none,") != 0)
            assert_false(rules_read_clocks(clocks[i], &later, why));
}

static void who_comes(void **state)
{
    (void)state;
    enum { NONE = INT32_MIN };
    const int all[] = {900, 1500, 2100, -1}, full[] = {NONE, NONE}, some[] = {NONE, -1, NONE, -1};
    assert_int_equal(rules_choose(all, 4, 1600, 0), 1);
    assert_int_equal(rules_choose(all, 4, 2900, 7), 2);
    assert_int_equal(rules_choose(full, 2, 1500, 3), -1);
    assert_int_equal(rules_choose(some, 4, 1500, 0), 1);
    assert_int_equal(rules_choose(some, 4, -1, 1), 3);
    int seen[4] = {0};
    for (uint64_t luck = 0; luck < 40; luck++)
        seen[rules_choose(all, 4, -1, luck)]++;
    for (int i = 0; i < 4; i++)
        assert_int_equal(seen[i], 10);
}

static int mine(const char *text, MyTable out[MINE_MAX])
{
    return mine_read(text, strlen(text), out);
}

static void my_tables(void **state)
{
    (void)state;
    static MyTable tables[MINE_MAX];
    assert_int_equal(mine("{\"ok\":true,\"tables\":[{\"id\":\"aB3dE6gH\",\"state\":\"running\"},"
                          "{\"id\":\"bB3dE6gH\",\"state\":\"ended\"}]}",
                          tables),
                     2);
    assert_false(tables[0].over);
    assert_true(tables[1].over);
    assert_int_equal(mine("{\"tables\":[]}", tables), 0);
    const char *bad[] = {"",
                         "[]",
                         "{}",
                         "{\"tables\":1}",
                         "{\"tables\":[{\"id\":\"aB3dE6gH\"}]}",
                         "{\"tables\":[{\"id\":\"/../\",\"state\":\"running\"}]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(mine(bad[i], tables), -1);
    BotSelf self;
    const char me[] =
        "{\"ok\":true,\"id\":\"kkkkkkkk\",\"name\":\"Bo\",\"ratings\":{\"a\":{\"rating\":1400},"
        "\"b\":{\"rating\":1600}}}";
    assert_true(self_read(me, strlen(me), &self));
    assert_string_equal(self.name, "Bo");
    assert_int_equal(self.rating, 1500);
    assert_true(self_read("{\"id\":\"kkkkkkkk\"}", 17, &self));
    assert_int_equal(self.rating, -1);
    assert_false(self_read("{\"ok\":true}", 11, &self));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_lobby),
                                       cmocka_unit_test(a_lobby_that_lies), cmocka_unit_test(rules),
                                       cmocka_unit_test(who_comes), cmocka_unit_test(my_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
