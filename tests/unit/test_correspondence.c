/* SPDX-License-Identifier: MIT */
/* Games with days per move, over a store of the test's own that two processes share and a clock
 * that the test moves: vacations, planned lines, whose turn it is, also across kill -9. */
#include "unit/support.h"

#include "online/player_acts.h"
#include "online/vacation.h"
#include "unit/fake_store.h"

enum { PROCESSES = 2, HOUR = 3600000 };
static const int64_t DAY = 24 * (int64_t)HOUR;

static Variants *variants;
static TableStore *stores[PROCESSES];
static Hall *halls[PROCESSES];
static int64_t time_ms;
static int turns; /* that were told */
static char turn_player[ID_CHARS + 1];
static bool turn_here;

static const char *const device[2] = {"Anna-7890123456789012345678901234567890abcd",
                                      "Bo-45678901234567890123456789012345678_abcd"};
static char player[2][ID_CHARS + 1];

static int64_t read_time(void *context)
{
    (void)context;
    return time_ms;
}

static void ignore_message(void *context, SinkId sink, const char *text, size_t length)
{
    (void)context, (void)sink, (void)text, (void)length;
}

static void ignore_wake(void *context, int64_t at)
{
    (void)context, (void)at;
}

static void take_turn(void *context, const HallTurn *turn)
{
    (void)context;
    turns++;
    turn_here = turn->here;
    memcpy(turn_player, turn->player, sizeof turn_player);
}

static void open_process(int p)
{
    static const HallHost host = {
        .now = read_time, .send = ignore_message, .wake_at = ignore_wake, .turn = take_turn};
    stores[p] = calloc(1, sizeof *stores[p]);
    halls[p] = hall_open(&host, variants, stores[p]);
    assert_non_null(halls[p]);
}

/* As kill -9 does, with nothing under way. */
static void kill_process(int p)
{
    while (fake_do_job(stores[p]))
        continue;
    hall_close(halls[p]);
    free(stores[p]);
}

static void work(void)
{
    for (bool any = true; any;) {
        any = false;
        for (int p = 0; p < PROCESSES; p++)
            while (fake_do_job(stores[p]))
                any = true;
    }
}

/* Time goes by, in steps of an hour; what one process writes the other one is told. */
static void pass(int64_t ms)
{
    for (int64_t until = time_ms + ms; time_ms < until;) {
        time_ms += until - time_ms < HOUR ? until - time_ms : HOUR;
        for (int again = 0; again < 3; again++, time_ms += 2)
            for (int p = 0; p < PROCESSES; p++) {
                hall_tick(halls[p]);
                work();
                for (int i = 0; i < fake_kept_count; i++)
                    hall_hint(halls[!p], fake_kept[i].row.id, fake_kept[i].count);
                work();
            }
        time_ms -= 6;
    }
}

/* -- Answers ------------------------------------------------------------------------------------
 */

typedef struct Got {
    bool there;
    int status;
    char why[32];
    cJSON *json;
} Got;

static Got got;

static void take(void *context, const HallAnswer *answer)
{
    (void)context;
    assert_false(got.there);
    cJSON_Delete(got.json);
    got = (Got){.there = true, .status = answer->status};
    snprintf(got.why, sizeof got.why, "%s", answer->why ? answer->why : "");
    got.json = answer->why ? NULL : cJSON_ParseWithLength(answer->json, answer->length);
}

static int answered(void)
{
    work();
    assert_true(got.there);
    got.there = false;
    return got.status;
}

static const char *text(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static int64_t number(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsNumber(item) ? (int64_t)item->valuedouble : -1;
}

static void begin(uint64_t seed)
{
    memset(fake_kept, 0, sizeof fake_kept);
    fake_kept_count = fake_docs_count = fake_trouble = 0;
    fake_honest = false;
    fake_rng = (Rng){seed};
    time_ms = 400 * DAY;
    turns = 0;
    variants = variants_new(registry_families, registry_count);
    for (int p = 0; p < PROCESSES; p++)
        open_process(p);
    for (int i = 0; i < 2; i++) {
        PlayersAsk ask = {
            .players = hall_players(halls[0]), .key = device[i], .lang = LANG_EN, .done = take};
        players_set(&ask, i ? "Bo" : "Anna", -1);
        assert_int_equal(answered(), 200);
        snprintf(player[i], sizeof player[i], "%s", text(got.json, "id"));
    }
}

static void end(void)
{
    for (int p = 0; p < PROCESSES; p++)
        kill_process(p);
    variants_free(variants);
    fake_free();
    cJSON_Delete(got.json);
    got = (Got){0};
}

static char table[ID_CHARS + 1];

static int act(int p, int seat, const char *line)
{
    static int number_of;
    char cmd[16];
    snprintf(cmd, sizeof cmd, "c%d", number_of++);
    hall_do(halls[p],
            &(HallAct){.id = table, .key = device[seat], .cmd = cmd, .text = line, .on = -1},
            LANG_EN, take, NULL);
    return answered();
}

static const cJSON *show(int p)
{
    hall_show(halls[p], table, "", LANG_EN, take, NULL);
    assert_int_equal(answered(), 200);
    return got.json;
}

/* Anna makes a table and has seat 0; Bo sits down. Both moves of the beginning are not played. */
static void sit_down(const char *clock)
{
    HallMake make = {.game = "six", .clock = clock, .side = "p1", .player = player[0]};
    hall_make(halls[0], &make, LANG_EN, take, NULL);
    assert_int_equal(answered(), 201);
    snprintf(table, sizeof table, "%s", text(got.json, "id"));
    char invite[64];
    snprintf(invite, sizeof invite, "%s", text(got.json, "invite"));
    hall_join(halls[0], &(HallJoin){.id = table, .invite = invite, .player = player[1]}, LANG_EN,
              take, NULL);
    assert_int_equal(answered(), 200);
}

/* -- Spans --------------------------------------------------------------------------------------
 */

static void thirty_days_in_a_year(void **state)
{
    (void)state;
    Vacations v = {.count = 0};
    int64_t now = 1000 * DAY;
    assert_int_equal(vacations_left(&v, now), 30);
    assert_int_equal(vacations_set(&v, 0, now), VACATION_OK); /* there was none */
    assert_int_equal(vacations_set(&v, 31, now), VACATION_NO_DAYS);
    assert_int_equal(vacations_set(&v, 10, now), VACATION_OK);
    assert_int_equal(vacations_until(&v, now), now + 10 * DAY);
    assert_int_equal(vacations_left(&v, now), 20);
    now += HOUR;
    assert_int_equal(vacations_set(&v, 10, now), VACATION_OK); /* as good as the same */
    assert_int_equal(vacations_left(&v, now), 20);
    now += 3 * DAY + 1;
    assert_int_equal(vacations_set(&v, 0, now), VACATION_OK); /* the fourth day has begun */
    assert_int_equal(vacations_until(&v, now), 0);
    assert_int_equal(vacations_left(&v, now), 26);
    assert_int_equal(vacations_set(&v, 27, now), VACATION_NO_DAYS);
    assert_int_equal(vacations_set(&v, 1, now), VACATION_OK);
    assert_int_equal(vacations_set(&v, 26, now), VACATION_OK); /* longer, from where it began */
    assert_int_equal(v.count, 2);
    assert_int_equal(vacations_left(&v, now), 0);
    now += 26 * DAY;
    assert_int_equal(vacations_until(&v, now), 0);
    assert_int_equal(vacations_set(&v, 1, now), VACATION_NO_DAYS);
    now = 1003 * DAY + HOUR + 1 + 365 * DAY; /* the first one is a year ago */
    assert_int_equal(vacations_left(&v, now), 4);
    assert_int_equal(vacations_set(&v, 5, now), VACATION_NO_DAYS);
    assert_int_equal(vacations_set(&v, 4, now), VACATION_OK);
    assert_int_equal(v.count, 2);
}

enum { SPANS_MOST = 4000 };

/* Remembers how spans were in the end. */
static void collect(ClockHold *all, int *count, const Vacations *v)
{
    for (int i = 0; i < v->count; i++) {
        int at = 0;
        while (at < *count && all[at].from != v->span[i].from)
            at++;
        assert_true(at < SPANS_MOST);
        all[at] = v->span[i];
        *count += at == *count;
    }
}

/* Whatever somebody does, at most thirty days of any 365 are free, and it is read back as it was.
 */
static void nobody_gets_more(void **state)
{
    (void)state;
    static ClockHold all[SPANS_MOST];
    Rng rng = {test_seed()};
    for (int round = 0; round < 50; round++) {
        Vacations v = {.count = 0};
        int64_t now = 10000 * DAY, most = 0;
        int count = 0;
        for (int step = 0; step < 1000; step++) {
            now += rng_below(&rng, 40 * HOUR);
            vacations_set(&v, rng_below(&rng, 3) ? (int)rng_below(&rng, 31) : 0, now);
            collect(all, &count, &v);
            cJSON *body = cJSON_CreateObject();
            Vacations back;
            vacations_write(&v, body);
            vacations_read(body, &back);
            cJSON_Delete(body);
            assert_int_equal(back.count, v.count);
            assert_memory_equal(back.span, v.span, (size_t)v.count * sizeof *v.span);
        }
        for (int i = 0; i < count; i++) {
            int64_t sum = 0;
            for (int j = i; j < count && all[j].from < all[i].from + 365 * DAY; j++)
                sum += all[j].until - all[j].from;
            most = sum > most ? sum : most;
        }
        assert_true(count > 5 && most <= 30 * DAY + 30 * HOUR && most > 20 * DAY);
    }
}

static void damaged_documents_are_no_vacation(void **state)
{
    (void)state;
    static const char *const bad[] = {"{}", "{\"vacation\":3}",
                                      "{\"vacation\":[3,\"x\",[],[1],[5,4],[-1,5],[1e300,1e301]]}",
                                      "{\"vacation\":{\"until\":5}}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Vacations v;
        cJSON *body = cJSON_Parse(bad[i]);
        vacations_read(body, &v);
        assert_int_equal(v.count, 0);
        cJSON_Delete(body);
    }
}

/* -- At tables ----------------------------------------------------------------------------------
 */

typedef struct Wanted {
    int days;
    int times;
} Wanted;

static bool edit(void *context, cJSON *body)
{
    const Wanted *wanted = context;
    Vacations v;
    vacations_read(body, &v);
    if (vacations_set(&v, wanted->days, time_ms) != VACATION_OK)
        return false;
    vacations_write(&v, body);
    return true;
}

static void edited(void *context, PlayersStatus status, const Player *of)
{
    Wanted *wanted = context;
    (void)of;
    assert_int_equal(status, PLAYERS_OK);
    wanted->times++;
}

/* Only what the store has; nobody has told a table. */
static void write_vacation(int p, int who, int days)
{
    Wanted wanted = {days, 0};
    players_change(hall_players(halls[p]), player[who], edit, edited, &wanted);
    work();
    assert_int_equal(wanted.times, 1);
}

static void go_on_vacation(int p, int who, int days)
{
    write_vacation(p, who, days);
    hall_follow_vacation(halls[p], player[who]);
    work();
}

static const cJSON *seat(const cJSON *json, int which)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "seats"), which);
}

static void clocks_stand_still(void **state)
{
    (void)state;
    begin(1);
    sit_down("1d");
    assert_int_equal(act(0, 0, "move b6"), 200);
    pass(6 * HOUR);
    int64_t until = time_ms + 10 * DAY;
    go_on_vacation(0, 1, 10);
    const cJSON *json = show(1); /* the other process says so as well */
    assert_int_equal(number(seat(json, 1), "vacation"), until);
    assert_int_equal(number(seat(json, 0), "vacation"), 0);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(json, "running")));
    pass(5 * DAY);
    assert_string_equal(text(show(0), "state"), "running");
    assert_int_equal(
        (int64_t)cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(got.json, "left"), 1)
            ->valuedouble,
        18 * HOUR);
    assert_int_equal(act(1, 0, "claim time"), 409);
    pass(5 * DAY + 17 * HOUR);
    assert_string_equal(text(show(0), "state"), "running");
    pass(2 * HOUR);
    assert_string_equal(text(show(0), "state"), "ended");
    assert_string_equal(text(got.json, "ended"), "time");
    end();
}

/* The process that was asked dies before it has told any table; the other one, which has forgotten
 * the player, looks before the flag falls. */
static void a_vacation_outlives_its_process(void **state)
{
    (void)state;
    for (int claim = 0; claim < 2; claim++) {
        begin(2);
        sit_down("1d");
        assert_int_equal(act(0, 0, "move b6"), 200);
        write_vacation(0, 1, 10);
        for (int p = 0; p < PROCESSES; p++)
            kill_process(p);
        time_ms += claim ? DAY + HOUR : HOUR;
        open_process(0);
        open_process(1);
        if (claim) /* the first who asks after the time would have been up */
            assert_int_equal(act(0, 0, "claim time"), 409);
        pass(5 * DAY);
        assert_string_equal(text(show(1), "state"), "running");
        assert_true(number(seat(got.json, 1), "vacation") > time_ms);
        pass(7 * DAY);
        assert_string_equal(text(show(1), "state"), "ended");
        end();
    }
}

static void a_store_that_is_away_lets_no_flag_fall(void **state)
{
    (void)state;
    begin(3);
    sit_down("1d");
    assert_int_equal(act(0, 0, "move b6"), 200);
    write_vacation(1, 1, 3);
    fake_trouble = 100;
    fake_honest = true;
    time_ms += 2 * DAY;
    for (int i = 0; i < 20; i++, time_ms += 1000)
        for (int p = 0; p < PROCESSES; p++) {
            hall_tick(halls[p]);
            work();
        }
    fake_trouble = 0;
    pass(HOUR);
    assert_string_equal(text(show(0), "state"), "running");
    end();
}

static void it_ends_when_its_player_says_so(void **state)
{
    (void)state;
    begin(4);
    sit_down("1d");
    assert_int_equal(act(0, 0, "move b6"), 200);
    go_on_vacation(0, 1, 20);
    pass(4 * DAY);
    go_on_vacation(1, 1, 0);
    assert_int_equal(number(seat(show(0), 1), "vacation"), 0);
    pass(22 * HOUR);
    assert_string_equal(text(show(0), "state"), "running");
    go_on_vacation(0, 1, 2); /* another one, at the last moment */
    pass(2 * DAY);
    assert_string_equal(text(show(0), "state"), "running");
    pass(3 * HOUR);
    assert_string_equal(text(show(0), "state"), "ended");
    end();
}

/* Who plays on vacation plays; the turn that begins in it is not charged before it ends; and a game
 * that begins in it knows. */
static void games_begin_and_go_on_in_a_vacation(void **state)
{
    (void)state;
    begin(5);
    go_on_vacation(0, 1, 5);
    sit_down("1d");
    assert_true(number(seat(show(1), 1), "vacation") > time_ms);
    assert_int_equal(act(0, 0, "move b6"), 200);
    pass(2 * DAY);
    assert_int_equal(act(1, 1, "move d2"), 200);
    assert_int_equal(act(0, 0, "move f2"), 200);
    pass(3 * DAY + 23 * HOUR);
    assert_string_equal(text(show(0), "state"), "running");
    pass(2 * HOUR);
    assert_string_equal(text(show(0), "state"), "ended");
    assert_string_equal(text(got.json, "result"), "p1win");
    end();
}

/* Somebody who is not connected is not gone where a move has days. */
static void nobody_is_gone(void **state)
{
    (void)state;
    begin(6);
    sit_down("3d");
    assert_int_equal(act(0, 0, "move b6"), 200);
    assert_int_equal(act(0, 0, "claim gone"), 409);
    pass(HOUR);
    assert_int_equal(act(0, 0, "claim gone"), 409);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(seat(show(0), 1), "away")));
    end();
}

/* -- Planned lines, and whose turn it is ---------------------------------------------------------
 */

static void a_planned_line_waits_for_days(void **state)
{
    (void)state;
    begin(7);
    sit_down("3d+2d");
    assert_int_equal(act(0, 1, "plan b6 d2 f2 b2"), 200);
    pass(2 * DAY);
    assert_int_equal(hall_figures(halls[0]).rooms, 0); /* nothing of it is in memory */
    assert_int_equal(hall_figures(halls[1]).rooms, 0);
    assert_int_equal(act(1, 0, "move b6"), 200);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(show(0), "moves")), 2);
    pass(2 * DAY);
    for (int p = 0; p < PROCESSES; p++)
        kill_process(p);
    open_process(0);
    open_process(1);
    assert_int_equal(act(0, 0, "move f2"), 200);
    work();
    const cJSON *moves = cJSON_GetObjectItemCaseSensitive(show(1), "moves");
    assert_int_equal(cJSON_GetArraySize(moves), 4);
    assert_string_equal(cJSON_GetArrayItem(moves, 3)->valuestring, "b2");
    end();
}

static void turns_are_told_once(void **state)
{
    (void)state;
    begin(8);
    sit_down("3d");
    assert_int_equal(turns, 1); /* the game has begun */
    assert_string_equal(turn_player, player[0]);
    hall_watch(halls[0], &(HallWatch){.id = table, .key = device[1], .since = -1, .sink = 2},
               LANG_EN, take, NULL);
    assert_int_equal(answered(), 200);
    assert_int_equal(act(0, 0, "move b6"), 200);
    assert_int_equal(turns, 2);
    assert_string_equal(turn_player, player[1]);
    assert_true(turn_here);
    assert_int_equal(act(0, 0, "offer end"), 200); /* that is no turn */
    pass(DAY);
    show(1);
    assert_int_equal(turns, 2); /* nor is reading it again */
    assert_int_equal(act(1, 0, "plan d2 f2"), 200);
    assert_int_equal(act(1, 1, "move d2"), 200);
    work();
    assert_int_equal(turns, 3); /* Anna has answered already: it is Bo's turn again */
    assert_string_equal(turn_player, player[1]);
    hall_unwatch(halls[0], 2, table);
    hall_enter(halls[0], player[0]); /* somewhere on the page */
    assert_int_equal(act(0, 1, "move b2"), 200);
    assert_string_equal(turn_player, player[0]);
    assert_true(turn_here);
    hall_leave(halls[0], player[0]);
    assert_int_equal(act(0, 0, "move f4"), 200);
    assert_int_equal(act(0, 1, "move b4"), 200);
    assert_false(turn_here);
    end();
    begin(9);
    sit_down("300+5");
    assert_int_equal(act(0, 0, "move b6"), 200);
    assert_int_equal(turns, 0); /* who plays by minutes is here */
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thirty_days_in_a_year),
        cmocka_unit_test(nobody_gets_more),
        cmocka_unit_test(damaged_documents_are_no_vacation),
        cmocka_unit_test(clocks_stand_still),
        cmocka_unit_test(a_vacation_outlives_its_process),
        cmocka_unit_test(a_store_that_is_away_lets_no_flag_fall),
        cmocka_unit_test(it_ends_when_its_player_says_so),
        cmocka_unit_test(games_begin_and_go_on_in_a_vacation),
        cmocka_unit_test(nobody_is_gone),
        cmocka_unit_test(a_planned_line_waits_for_days),
        cmocka_unit_test(turns_are_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
