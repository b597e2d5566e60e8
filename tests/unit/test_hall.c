/* SPDX-License-Identifier: MIT */
/* The hall against a store of the test's own: jobs are done late, in groups, refused, or done
 * without being said so; two halls share it like two processes. Clients send acts, send them again
 * when they hear nothing good, and watch. Afterwards the log is compared with what was promised. */
#include "online/room.h"
#include "unit/support.h"

#include "base/utf8.h"
#include "online/hall.h"
#include "unit/fake_store.h"

/* -- Two processes ---------------------------------------------------------------------------- */

enum { PROCESSES = 2, SINKS = 6 };

typedef struct Heard {
    int64_t seq; /* of the last event, or of the state that began it */
    int process;
    bool open;
    char last[4096];
    int states;
} Heard;

static Variants *variants;
static TableStore *stores[PROCESSES];
static Hall *halls[PROCESSES];
static int64_t time_ms;
static Gaps gaps;
static Heard heard[SINKS + 1];

static int64_t read_time(void *context)
{
    (void)context;
    return time_ms;
}

/* A number behind "KEY": in a message; -1 if it is not there. */
static int64_t number_in(const char *text, const char *key)
{
    char pattern[32];
    Str s = str_over(pattern, sizeof pattern);
    str_format(&s, "\"%s\":", key);
    const char *at = strstr(text, pattern);
    return at ? strtoll(at + s.length, NULL, 10) : -1;
}

static void text_in(const char *text, const char *key, char *out, size_t size)
{
    char pattern[32];
    Str s = str_over(pattern, sizeof pattern), o = str_over(out, size);
    str_format(&s, "\"%s\":\"", key);
    const char *at = strstr(text, pattern);
    if (at)
        str_bytes(&o, at + s.length, strcspn(at + s.length, "\""));
}

static void take_message(void *context, SinkId sink, const char *text, size_t length)
{
    (void)context;
    Heard *h = &heard[sink];
    assert_true(sink <= SINKS && utf8_is_plain(text, length));
    if (!h->open)
        return;
    int64_t seq = number_in(text, "seq");
    if (strstr(text, "\"t\":\"state\"")) {
        h->states++;
        h->seq = seq;
    } else {
        assert_int_equal(seq, h->seq + 1); /* none missing, none twice */
        h->seq = seq;
    }
    Str s = str_over(h->last, sizeof h->last);
    str_bytes(&s, text, length);
}

static void ignore_wake(void *context, int64_t at)
{
    (void)context;
    (void)at;
}

static const HallHost host = {.now = read_time, .send = take_message, .wake_at = ignore_wake};

static void open_process(int p, int64_t alive_before)
{
    stores[p] = calloc(1, sizeof *stores[p]);
    if (alive_before)
        gaps_add(&gaps, alive_before, time_ms);
    stores[p]->gaps = gaps;
    halls[p] = hall_open(&host, variants, stores[p]);
    assert_non_null(halls[p]);
}

/* As kill -9 does: what was under way is on the disk or not, and nobody is told. */
static void kill_process(int p)
{
    int before = fake_trouble;
    fake_trouble = 100;
    while (fake_do_job(stores[p]))
        continue;
    fake_trouble = before;
    hall_close(halls[p]);
    free(stores[p]);
    halls[p] = NULL;
    stores[p] = NULL;
}

static void begin(uint64_t seed, int percent)
{
    memset(fake_kept, 0, sizeof fake_kept);
    memset(heard, 0, sizeof heard);
    fake_kept_count = fake_docs_count = 0;
    gaps.count = 0;
    fake_trouble = percent;
    fake_rng = (Rng){seed};
    time_ms = 1000000;
    variants = variants_new(registry_families, registry_count);
    for (int p = 0; p < PROCESSES; p++)
        open_process(p, 0);
}

static void end(void)
{
    for (int p = 0; p < PROCESSES; p++)
        kill_process(p);
    variants_free(variants);
    fake_free();
}

static void hint_others(int p)
{
    for (int o = 0; o < PROCESSES; o++)
        for (int i = 0; o != p && i < fake_kept_count; i++)
            if (rng_below(&fake_rng, 4)) /* a hint may be lost */
                hall_hint(halls[o], fake_kept[i].row.id, fake_kept[i].count);
}

static void work(int p)
{
    if (fake_do_job(stores[p]))
        hint_others(p);
}

static void work_all(void)
{
    for (bool any = true; any;) {
        any = false;
        for (int p = 0; p < PROCESSES; p++)
            while (fake_do_job(stores[p])) {
                any = true;
                for (int i = 0; i < fake_kept_count; i++)
                    hall_hint(halls[!p], fake_kept[i].row.id, fake_kept[i].count);
            }
    }
}

typedef struct Got {
    bool came;
    int status;
    char why[64], json[65536];
} Got;

static void got(void *context, const HallAnswer *answer)
{
    Got *g = context;
    assert_false(g->came); /* answered once */
    g->came = true;
    g->status = answer->status;
    Str w = str_over(g->why, sizeof g->why), j = str_over(g->json, sizeof g->json);
    str_add(&w, answer->why ? answer->why : "");
    if (answer->json)
        str_bytes(&j, answer->json, answer->length);
}

typedef struct Seated {
    char id[ID_CHARS + 1], key[2][KEY_CHARS + 1], invite[KEY_CHARS + 1];
} Seated;

static Got make(int p, const HallMake *what)
{
    Got g = {0};
    hall_make(halls[p], what, LANG_EN, got, &g);
    work_all();
    assert_true(g.came);
    return g;
}

static Seated make_and_join(const HallMake *what)
{
    Seated s = {0};
    Got g = make(0, what);
    assert_int_equal(g.status, 201);
    int seat = (int)number_in(g.json, "seat");
    text_in(g.json, "id", s.id, sizeof s.id);
    text_in(g.json, "key", s.key[seat], sizeof s.key[seat]);
    text_in(g.json, "invite", s.invite, sizeof s.invite);
    Got j = {0};
    hall_join(halls[1], &(HallJoin){.id = s.id, .invite = s.invite, .name = "Eva"}, LANG_EN, got,
              &j);
    work_all();
    assert_int_equal(j.status, 200);
    assert_int_equal(number_in(j.json, "seat"), !seat);
    text_in(j.json, "key", s.key[!seat], sizeof s.key[!seat]);
    return s;
}

static Got act(int p, const char *id, const char *key, const char *cmd, const char *text)
{
    Got g = {0};
    hall_do(halls[p], &(HallAct){.id = id, .key = key, .cmd = cmd, .text = text, .on = -1}, LANG_EN,
            got, &g);
    work_all();
    assert_true(g.came);
    return g;
}

static Got show(int p, const char *id, const char *key)
{
    Got g = {0};
    hall_show(halls[p], id, key, LANG_EN, got, &g);
    work_all();
    assert_true(g.came);
    return g;
}

/* -- By example ------------------------------------------------------------------------------- */

static const HallMake nine = {
    .game = "nine", .clock = "300+5", .side = "p1", .name = "<b>Anna</b>"};

static void a_game_between_two(void **state)
{
    (void)state;
    begin(1, 0);
    Seated s = make_and_join(&nine);
    assert_int_equal(act(0, s.id, s.key[1], "a", "move d2").status, 409);
    assert_string_equal(act(0, s.id, s.key[1], "a", "move d2").why, "not-your-turn");
    assert_int_equal(act(0, s.id, s.key[0], "b", "move zz").status, 422);
    Got g = act(0, s.id, s.key[0], "c", "move d2");
    assert_int_equal(g.status, 200);
    assert_int_equal(number_in(g.json, "seq"), 3); /* two have sat down */
    g = act(1, s.id, s.key[0], "c", "move d2");    /* again, at the other process */
    assert_int_equal(g.status, 200);
    assert_int_equal(number_in(g.json, "seq"), 3);
    assert_int_equal(act(1, s.id, s.key[1], "c", "move d6").status, 200);
    assert_int_equal(act(0, s.id, "", "x", "resign").status, 401);
    assert_int_equal(act(0, s.id, "wrongwrongwrongwrongwr", "x", "resign").status, 403);
    assert_int_equal(act(0, "zzzzzzzz", s.key[0], "x", "resign").status, 404);
    assert_int_equal(act(1, s.id, s.key[0], "d", "resign").status, 200);
    g = show(0, s.id, "");
    assert_non_null(strstr(g.json, "\"state\":\"ended\""));
    assert_non_null(strstr(g.json, "\"result\":\"p2win\",\"ended\":\"resignation\""));
    assert_non_null(strstr(g.json, "\"moves\":[\"d2\",\"d6\"]"));
    assert_non_null(strstr(g.json, "<b>Anna<\\/b>") ? "" : strstr(g.json, "<b>Anna</b>"));
    end();
}

static void invitations_are_used_once(void **state)
{
    (void)state;
    begin(2, 0);
    Seated s = make_and_join(&nine);
    Got g = {0};
    hall_join(halls[0], &(HallJoin){.id = s.id, .invite = s.invite}, LANG_JA, got, &g);
    work_all();
    assert_int_equal(g.status, 409);
    Got made = make(0, &nine);
    char id[ID_CHARS + 1];
    text_in(made.json, "id", id, sizeof id);
    Got wrong = {0};
    hall_join(halls[0], &(HallJoin){.id = id, .invite = s.invite}, LANG_EN, got, &wrong);
    work_all();
    assert_int_equal(wrong.status, 403);
    Got none = {0};
    hall_join(halls[0], &(HallJoin){.id = id}, LANG_EN, got, &none);
    work_all();
    assert_int_equal(none.status, 403);
    end();
}

static void a_table_that_its_maker_leaves_is_gone(void **state)
{
    (void)state;
    begin(13, 0);
    Got made = make(0, &(HallMake){.game = "nine", .side = "p1", .lobby = true});
    char id[ID_CHARS + 1], key[KEY_CHARS + 1];
    text_in(made.json, "id", id, sizeof id);
    text_in(made.json, "key", key, sizeof key);
    assert_int_equal(act(0, id, key, "a", "leave").status, 200);
    assert_non_null(strstr(show(1, id, "").json, "\"state\":\"aborted\""));
    Got late = {0};
    hall_join(halls[1], &(HallJoin){.id = id}, LANG_EN, got, &late);
    work_all();
    assert_int_equal(late.status, 410);
    end();
}

static void the_lobby_needs_no_invitation(void **state)
{
    (void)state;
    begin(3, 0);
    Got made = make(0, &(HallMake){.game = "mur", .side = "p2", .lobby = true, .name = "Bo"});
    char id[ID_CHARS + 1];
    text_in(made.json, "id", id, sizeof id);
    Got list = {0};
    hall_lobby(halls[0], NULL, LANG_EN, got, &list);
    work_all();
    assert_non_null(strstr(list.json, id));
    assert_non_null(strstr(list.json, "\"side\":\"p1\",\"name\":\"Bo\""));
    Got joined = {0};
    hall_join(halls[1], &(HallJoin){.id = id}, LANG_EN, got, &joined);
    work_all();
    assert_int_equal(joined.status, 200);
    Got empty = {0};
    hall_lobby(halls[1], NULL, LANG_EN, got, &empty);
    work_all();
    assert_null(strstr(empty.json, id));
    end();
}

static void bad_setups_are_refused(void **state)
{
    (void)state;
    static const HallMake bad[] = {
        {.game = "ten"},
        {.game = "nine", .clock = "soon"},
        {.game = "nine", .side = "white"},
        {.game = "nine", .takeback = "perhaps"},
        {.game = "nine", .position = "nonsense"},
        {.game = "nine", .pick = true},
        {.game = "nine", .seed = "x"},
        {.game = "nine", .rated = true},
        {.game = "nine", .rated = true, .clock = "600+5/300+3"},
        {.game = "nine", .name = "a\x01"},
    };
    begin(4, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Got g = make(0, &bad[i]);
        assert_true(g.status == 422 || g.status == 400);
        assert_true(g.why[0]);
    }
    assert_int_equal(fake_kept_count, 0);
    end();
}

static void watch(int p, int sink, const char *id, const char *key, int64_t since)
{
    Got g = {0};
    heard[sink] = (Heard){.open = true, .process = p, .seq = since < 0 ? 0 : since};
    hall_watch(halls[p], &(HallWatch){.id = id, .key = key, .since = since, .sink = (SinkId)sink},
               LANG_EN, got, &g);
    work_all();
    assert_int_equal(g.status, 200);
}

static void leave_at_once(void *context, const HallAnswer *answer)
{
    assert_int_equal(answer->status, 200);
    hall_unwatch(halls[0], 4, context);
}

static void who_has_gone_is_told_nothing(void **state)
{
    (void)state;
    begin(17, 0);
    Seated s = make_and_join(&nine);
    hall_watch(halls[0], &(HallWatch){.id = s.id, .key = "", .since = 0, .sink = 4}, LANG_EN,
               leave_at_once, s.id);
    work_all();
    assert_int_equal(heard[4].seq, 0);
    assert_int_equal(hall_figures(halls[0]).watchers, 0);
    end();
}

static void secrets_stay_secret(void **state)
{
    (void)state;
    begin(5, 0);
    Seated s = make_and_join(
        &(HallMake){.game = "morelli,size=9,edition=nestor", .side = "p1", .pick = true});
    watch(0, 1, s.id, s.key[0], 0);
    watch(0, 2, s.id, s.key[1], 0);
    watch(0, 3, s.id, "", 0);
    assert_int_equal(act(0, s.id, s.key[0], "p", "pick facing").status, 200);
    assert_non_null(strstr(heard[1].last, "facing"));
    assert_null(strstr(heard[2].last, "facing"));
    assert_null(strstr(heard[3].last, "facing"));
    assert_null(strstr(show(1, s.id, s.key[1]).json, "\"facing\",\"facing\""));
    assert_int_equal(number_in(heard[2].last, "seq"), 3);
    assert_int_equal(act(0, s.id, s.key[1], "p", "pick adjacent").status, 200);
    assert_non_null(strstr(show(0, s.id, "").json, "setup=free")); /* different: the third */
    end();

    begin(6, 0);
    s = make_and_join(&nine);
    watch(0, 1, s.id, s.key[0], 0);
    watch(0, 2, s.id, s.key[1], 0);
    assert_int_equal(act(0, s.id, s.key[1], "q", "plan d2 d6").status, 200);
    assert_non_null(strstr(heard[2].last, "\"line\":\"d2 d6\""));
    assert_non_null(strstr(heard[1].last, "\"kind\":\"quiet\""));
    assert_null(strstr(heard[1].last, "d2 d6")); /* "d6" alone may be in a random id */
    assert_null(strstr(show(0, s.id, s.key[0]).json, "\"d6\""));
    assert_non_null(strstr(show(0, s.id, s.key[1]).json, "\"plan\":[\"d2\",\"d6\"]"));
    assert_int_equal(act(0, s.id, s.key[0], "r", "move d2").status, 200);
    assert_non_null(strstr(show(0, s.id, "").json, "\"moves\":[\"d2\",\"d6\"]"));
    end();
}

static void clocks_charge_what_the_lag_does_not_cover(void **state)
{
    (void)state;
    begin(7, 0);
    Seated s = make_and_join(&nine);
    char cmd[8] = "c0";
    static const char *const moves[] = {"move a1", "move g1", "move a4", "move g4",
                                        "move d2", "move d6", "move b4", "move f4"};
    for (int i = 0; i < 8; i++) {
        time_ms += 2000 + (i & 1 ? 300 : 20);
        cmd[1] = (char)('0' + i);
        Got g = {0};
        hall_do(halls[0],
                &(HallAct){.id = s.id,
                           .key = s.key[i & 1],
                           .cmd = cmd,
                           .text = moves[i],
                           .on = -1,
                           .rtt_ms = i & 1 ? 300 : 20},
                LANG_EN, got, &g);
        work_all();
        assert_int_equal(g.status, 200);
    }
    const char *left = strstr(show(0, s.id, "").json, "\"left\":[");
    int64_t first = strtoll(left + 8, NULL, 10), second = strtoll(strchr(left, ',') + 1, NULL, 10);
    assert_int_equal(first, 300000 - 4 * 2000 + 4 * 5000);
    /* 300 + 100 + 100 + 100 in the bank for four moves of 300 ms: 600 are charged. */
    assert_int_equal(second, 300000 - 4 * 2000 - 600 + 4 * 5000);
    end();
}

static void waiting_for_the_disk_is_not_charged(void **state)
{
    (void)state;
    begin(15, 0);
    Seated s = make_and_join(&(HallMake){.game = "nine", .clock = "60+0", .side = "p1"});
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    time_ms += 2000;
    Got first = {0}, second = {0};
    hall_do(halls[0],
            &(HallAct){.id = s.id, .key = s.key[0], .cmd = "b", .text = "react 1", .on = -1},
            LANG_EN, got, &first);
    time_ms += 1000; /* the reaction is on its way to the disk; the move comes 3 s into its turn */
    hall_do(halls[0],
            &(HallAct){.id = s.id, .key = s.key[1], .cmd = "c", .text = "move d6", .on = -1},
            LANG_EN, got, &second);
    time_ms += 5000;
    work_all();
    assert_int_equal(second.status, 200);
    const char *left = strstr(show(0, s.id, "").json, "\"left\":[60000,");
    assert_non_null(left);
    assert_int_equal(strtoll(strchr(left, ',') + 1, NULL, 10), 57000);
    end();
}

static void a_full_disk_costs_no_time(void **state)
{
    (void)state;
    begin(18, 0);
    Seated s = make_and_join(&(HallMake){.game = "nine", .clock = "60+0", .side = "p1"});
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    time_ms += 5000;
    fake_trouble = 100;
    fake_honest = true;
    for (int i = 0; i < 40; i++) { /* for two minutes it is sent again and again */
        assert_int_equal(act(0, s.id, s.key[1], "b", "move d6").status, 503);
        time_ms += 3000;
        hall_tick(halls[0]);
        work_all();
    }
    fake_trouble = 0;
    hall_tick(halls[0]);
    work_all();
    assert_int_equal(act(0, s.id, s.key[1], "b", "move d6").status, 200);
    const char *left = strstr(show(0, s.id, "").json, "\"left\":[");
    assert_non_null(left);
    assert_int_equal(strtoll(strchr(left, ',') + 1, NULL, 10), 55000);
    end();

    begin(19, 0); /* who does not send it again has no such right */
    s = make_and_join(&(HallMake){.game = "nine", .clock = "60+0", .side = "p1"});
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    fake_trouble = 100;
    assert_int_equal(act(0, s.id, s.key[1], "b", "move d6").status, 503);
    fake_trouble = 0;
    time_ms += 75000;
    show(0, s.id, ""); /* it is read again */
    hall_tick(halls[0]);
    work_all();
    assert_non_null(strstr(show(0, s.id, "").json, "\"ended\":\"time\""));
    fake_honest = false;
    end();
}

static void flags_fall_at_the_server(void **state)
{
    (void)state;
    begin(8, 0);
    Seated s = make_and_join(&(HallMake){.game = "nine", .clock = "10+0", .side = "p1"});
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    time_ms += 10000;
    hall_tick(halls[0]);
    work_all();
    assert_non_null(strstr(show(0, s.id, "").json, "\"state\":\"running\"")); /* still in grace */
    time_ms += 1000;
    hall_tick(halls[0]);
    work_all();
    assert_non_null(strstr(show(0, s.id, "").json, "\"result\":\"p1win\",\"ended\":\"time\""));
    end();
}

static void downtime_is_charged_to_nobody(void **state)
{
    (void)state;
    begin(9, 0);
    Seated s = make_and_join(&(HallMake){.game = "nine", .clock = "60+0", .side = "p1"});
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    time_ms += 5000;
    int64_t alive = time_ms;
    kill_process(0);
    time_ms += 300000;
    open_process(0, alive);
    const char *left = strstr(show(0, s.id, "").json, "\"left\":[60000,");
    assert_non_null(left);
    assert_int_equal(strtoll(strchr(left, ',') + 1, NULL, 10), 55000);
    time_ms += 1000;
    assert_int_equal(act(0, s.id, s.key[1], "b", "move d6").status, 200);
    left = strstr(show(0, s.id, "").json, "\"left\":[60000,");
    assert_int_equal(strtoll(strchr(left, ',') + 1, NULL, 10), 54000);
    end();
}

static void a_gap_is_given_back_once(void **state)
{
    (void)state;
    begin(13, 0);
    Seated s = make_and_join(&(HallMake){.game = "nine", .clock = "60+0", .side = "p1"});
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    time_ms += 5000;
    int64_t alive = time_ms;
    for (int p = 0; p < PROCESSES; p++)
        kill_process(p);
    time_ms += 300000;
    open_process(0, alive);
    time_ms += 1000;
    open_process(1, alive);
    Got g[PROCESSES] = {{0}};
    for (int p = 0; p < PROCESSES; p++) {
        hall_show(halls[p], s.id, "", LANG_EN, got, &g[p]);
        fake_do_job(stores[p]); /* both have read it before either writes */
    }
    work_all();
    const char *left = strstr(show(1, s.id, "").json, "\"left\":[60000,");
    assert_non_null(left);
    assert_int_equal(strtoll(strchr(left, ',') + 1, NULL, 10), 54000);
    end();
}

static void gaps_are_remembered(void **state)
{
    (void)state;
    begin(16, 0);
    Seated s = make_and_join(&(HallMake){.game = "nine", .clock = "60+0", .side = "p1"});
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    for (int i = 0; i < 3; i++) { /* nobody asks for the table between the restarts */
        time_ms += 2000;
        int64_t alive = time_ms;
        kill_process(0);
        time_ms += 100000;
        open_process(0, alive);
    }
    const char *left = strstr(show(0, s.id, "").json, "\"left\":[60000,");
    assert_non_null(left);
    assert_int_equal(strtoll(strchr(left, ',') + 1, NULL, 10), 54000);
    end();

    Gaps g = {.count = 0}, back;
    char text[GAPS_TEXT_MAX];
    Str t = str_over(text, sizeof text);
    for (int i = 0; i < GAPS_MAX + 5; i++)
        gaps_add(&g, 1763000000000 + i * 1000, 1763000000500 + i * 1000);
    assert_int_equal(g.count, GAPS_MAX);
    assert_int_equal(gaps_between(&g, 1763000005400, 1763000007100), 100 + 500 + 100);
    gaps_add(&g, 1763000204000, 1763000300000); /* overlaps */
    assert_int_equal(gaps_between(&g, 1763000203000, INT64_MAX), 500 + 96000);
    gaps_write(&g, &t);
    assert_false(t.full);
    gaps_read(&back, text);
    assert_int_equal(back.count, g.count);
    assert_memory_equal(back.gap, g.gap, sizeof g.gap);
    gaps_read(&back, "5-7 nonsense 9-8 -3 8-9");
    assert_int_equal(back.count, 2);
}

static void a_planned_move_outlives_its_process(void **state)
{
    (void)state;
    begin(14, 0);
    Seated s = make_and_join(&nine);
    assert_int_equal(act(0, s.id, s.key[1], "q", "plan d2 d6").status, 200);
    Got g = {0};
    hall_do(halls[0],
            &(HallAct){.id = s.id, .key = s.key[0], .cmd = "a", .text = "move d2", .on = -1},
            LANG_EN, got, &g);
    while (!g.came)
        assert_true(fake_do_job(stores[0]));
    assert_int_equal(stores[0]->count, 1); /* the answer that was planned is on its way */
    free(stores[0]->job[0].context);       /* and dies with the process */
    stores[0]->count = 0;
    kill_process(0);
    open_process(0, time_ms);
    assert_non_null(strstr(show(0, s.id, "").json, "\"moves\":[\"d2\",\"d6\"]"));
    end();
}

static void a_rematch_is_a_new_table_with_the_sides_changed(void **state)
{
    (void)state;
    begin(10, 0);
    Seated s = make_and_join(&nine);
    watch(0, 1, s.id, s.key[0], 0);
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    assert_int_equal(act(0, s.id, s.key[1], "b", "resign").status, 200);
    assert_int_equal(act(0, s.id, s.key[1], "c", "offer rematch").status, 200);
    assert_int_equal(act(0, s.id, s.key[0], "d", "answer rematch yes").status, 200);
    char next[ID_CHARS + 1] = "";
    text_in(heard[1].last, "next", next, sizeof next);
    assert_int_equal(strlen(next), ID_CHARS);
    assert_string_equal(act(1, next, s.key[0], "e", "move d2").why, "not-your-turn");
    assert_int_equal(act(1, next, s.key[1], "f", "move d2").status, 200);
    end();
}

/* Whoever looks is shown the table as it is on the disk, at once. */
static void looking_does_not_wait_for_a_write(void **state)
{
    (void)state;
    begin(12, 0);
    Seated s = make_and_join(&nine);
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    for (int turn = 0; turn < 2; turn++) { /* a move; the end */
        Got written = {0}, own = {0}, other = {0}, record = {0}, after;
        hall_do(halls[0],
                &(HallAct){.id = s.id,
                           .key = s.key[1],
                           .cmd = turn ? "c" : "b",
                           .text = turn ? "resign" : "move d6",
                           .on = -1},
                LANG_EN, got, &written);
        hall_show(halls[0], s.id, s.key[1], LANG_EN, got, &own);
        hall_show(halls[0], s.id, "", LANG_EN, got, &other);
        hall_record(halls[0], s.id, "", LANG_EN, got, &record);
        assert_false(written.came);
        assert_true(own.came && other.came && record.came);
        assert_int_equal(record.status, 200);
        assert_int_equal(own.status, 200);
        assert_int_equal(number_in(own.json, "seq"), 3 + turn);
        assert_int_equal(number_in(own.json, "you"), 1);
        assert_non_null(strstr(other.json, "\"state\":\"running\""));
        assert_non_null(
            strstr(other.json, turn ? "\"moves\":[\"d2\",\"d6\"]" : "\"moves\":[\"d2\"]"));
        work_all();
        assert_int_equal(written.status, 200);
        after = show(0, s.id, "");
        assert_int_equal(number_in(after.json, "seq"), 4 + turn);
        assert_non_null(strstr(after.json, "\"moves\":[\"d2\",\"d6\"]"));
    }
    end();
}

/* -- Without memory --------------------------------------------------------------------------- */

/* The linker sends the allocations of this program through these (tests/CMakeLists.txt). */
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);

static int memory_left = -1; /* so many allocations are good, then one is not; -1: all are */

static bool has_memory(void)
{
    return memory_left < 0 || memory_left-- > 0;
}

void *__wrap_malloc(size_t bytes)
{
    return has_memory() ? __real_malloc(bytes) : NULL;
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return has_memory() ? __real_calloc(count, bytes) : NULL;
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return has_memory() ? __real_realloc(old, bytes) : NULL;
}

/* Refused once at most, for want of memory, and then it goes. */
static Got act_again(const char *id, const char *key, const char *cmd, const char *text)
{
    Got g = act(0, id, key, cmd, text);
    if (g.status == 503)
        g = act(0, id, key, cmd, text);
    assert_int_equal(g.status, 200);
    return g;
}

static Got show_again(int p, const char *id)
{
    Got g = show(p, id, "");
    if (g.status == 503)
        g = show(p, id, "");
    assert_int_equal(g.status, 200);
    return g;
}

/* A table is made and joined; 503: it cannot be now. */
static int try_to_sit(Seated *s)
{
    Got g = make(0, &nine), j = {0};
    if (g.status == 503)
        g = make(0, &nine);
    assert_int_equal(g.status, 201);
    text_in(g.json, "id", s->id, sizeof s->id);
    text_in(g.json, "key", s->key[0], sizeof s->key[0]);
    text_in(g.json, "invite", s->invite, sizeof s->invite);
    hall_join(halls[0], &(HallJoin){.id = s->id, .invite = s->invite, .name = "Eva"}, LANG_EN, got,
              &j);
    work_all();
    text_in(j.json, "key", s->key[1], sizeof s->key[1]);
    return j.status;
}

static void a_game_and_its_rematch(void)
{
    Seated s = {0};
    char next[ID_CHARS + 1] = "";
    int status = try_to_sit(&s);
    if (status == 503) /* whose key got lost cannot sit down again; another table then */
        status = try_to_sit(&s);
    assert_int_equal(status, 200);
    act_again(s.id, s.key[0], "a", "move d2");
    act_again(s.id, s.key[1], "b", "resign");
    act_again(s.id, s.key[1], "c", "offer rematch");
    act_again(s.id, s.key[0], "d", "answer rematch yes");
    Got here = show_again(0, s.id), there = show_again(1, s.id);
    assert_non_null(strstr(here.json, "\"moves\":[\"d2\"]"));
    assert_non_null(strstr(there.json, "\"ended\":\"resignation\""));
    text_in(there.json, "next", next, sizeof next);
    assert_int_equal(strlen(next), ID_CHARS);
    there = show_again(1, next);
    assert_null(strstr(there.json, "\"kind\":\"empty\""));
    act_again(next, s.key[1], "e", "move d2");
    assert_non_null(strstr(show_again(1, next).json, "\"moves\":[\"d2\"]"));
}

/* Every single allocation fails once. */
static void memory_that_runs_out_breaks_nothing(void **state)
{
    int tried = 0;
    (void)state;
    for (bool ran_out = true; ran_out; tried++) {
        begin(11, 0);
        memory_left = tried;
        a_game_and_its_rematch();
        ran_out = memory_left < 0;
        memory_left = -1;
        end();
    }
    assert_true(tried > 50);
}

static void stale_moves_are_refused(void **state)
{
    (void)state;
    begin(11, 0);
    Seated s = make_and_join(&nine);
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 200);
    assert_int_equal(act(0, s.id, s.key[1], "r", "react 1").status, 200);
    Got g = {0};
    hall_do(halls[0],
            &(HallAct){.id = s.id, .key = s.key[1], .cmd = "b", .text = "move d6", .on = 2},
            LANG_EN, got, &g);
    work_all();
    assert_string_equal(g.why, "stale");
    Got good = {0}; /* what came since did not change the board */
    hall_do(halls[0],
            &(HallAct){.id = s.id, .key = s.key[1], .cmd = "b", .text = "move d6", .on = 3},
            LANG_EN, got, &good);
    work_all();
    assert_int_equal(good.status, 200);
    end();
}

static void who_is_gone_can_be_claimed_against(void **state)
{
    (void)state;
    begin(12, 0);
    Seated s = make_and_join(&(HallMake){.game = "nine", .side = "p1"});
    act(0, s.id, s.key[0], "a", "move d2");
    act(0, s.id, s.key[1], "b", "move d6");
    watch(0, 1, s.id, s.key[0], 0);
    watch(0, 2, s.id, s.key[1], 0);
    hall_unwatch(halls[0], 2, s.id);
    time_ms += 31000;
    hall_tick(halls[0]);
    work_all();
    assert_non_null(strstr(heard[1].last, "\"kind\":\"away\""));
    assert_int_equal(act(0, s.id, s.key[0], "c", "claim gone").status, 409);
    time_ms += TABLE_GONE_MS;
    assert_int_equal(act(0, s.id, s.key[0], "c", "claim gone").status, 200);
    assert_non_null(strstr(heard[1].last, "\"ended\":\"forfeit\""));
    end();
}

/* Each seat has its own share of talk, whichever key it shows. */
static void talk_has_an_end(void **state)
{
    (void)state;
    char cmd[16];
    begin(13, 0);
    Seated s = make_and_join(&nine);
    int said = 0;
    for (int i = 0; i < 30; i++) {
        snprintf(cmd, sizeof cmd, "n%d", i);
        said += act(i % 2, s.id, s.key[0], cmd, "name Again").status == 200;
    }
    assert_int_equal(said, 20);
    assert_string_equal(act(0, s.id, s.key[0], "x", "name Again").why, "too-many");
    assert_int_equal(act(0, s.id, s.key[1], "x", "name Eve").status, 200);
    assert_int_equal(act(0, s.id, s.key[0], "y", "move d2").status, 200);
    end();
}

/* Somebody comes back to a log in which not even that can be said. */
static void a_full_log_ends_in_order(void **state)
{
    (void)state;
    begin(14, 0);
    Seated s = make_and_join(&nine);
    Table *table = &room_find(halls[0], s.id)->table;
    size_t full = TABLE_LOG_MAX + TABLE_LOG_GAME - 10;
    show(0, s.id, "");
    table->log = realloc(table->log, full + 4096);
    assert_non_null(table->log);
    memset(table->log, '\n', full);
    table->log_length = full;
    table->log_capacity = full + 4096;
    table->away[0] = time_ms;
    assert_int_equal(act(0, s.id, s.key[0], "a", "move d2").status, 413);
    Got g = {0};
    hall_close_table(halls[0], s.id, got, &g);
    work_all();
    assert_int_equal(g.status, 200);
    assert_non_null(strstr(show(1, s.id, "").json, "\"state\":\"aborted\""));
    end();
}

/* -- Against a model -------------------------------------------------------------------------- */

/* A client that wants to get a move in: it sends it until it hears that it was taken or is told for
 * good that it was not. */
typedef struct Client {
    Got got;
    bool waits; /* for an answer from this process */
    int process;
    char cmd[16], text[MOVE_TEXT_MAX + 8];
    int sent;
} Client;

/* Answers whose client has been cut off end here. */
static void nobody(void *context, const HallAnswer *answer)
{
    (void)context;
    (void)answer;
}

typedef struct Promise {
    char cmd[16];
    int seat, seq;
} Promise;

static Promise promises[FAKE_EVENTS];
static int promised;

static const Game *nine_game;

/* A legal move of the position as the store has it. */
static void choose_move(const FakeTable *table, int seat, char *out)
{
    Pos pos, next;
    Move moves[512];
    nine_game->ops->start(nine_game, 1, &pos);
    for (int i = 0; i < table->count; i++) {
        if (strcmp(table->event[i].kind, "move") != 0)
            continue;
        const char *text = strchr(table->event[i].body, ' ') + 1;
        Move move = test_move(nine_game, &pos, text);
        nine_game->apply(nine_game, &pos, move, &next);
        pos = next;
    }
    out[0] = '\0';
    int count = nine_game->moves(nine_game, &pos, moves);
    if (!count || pos.turn != seat)
        return;
    Str s = str_over(out, MOVE_TEXT_MAX + 8);
    str_add(&s, "move ");
    nine_game->ops->write_move(nine_game, &pos, moves[rng_below(&fake_rng, (uint32_t)count)], &s);
}

static void submit(Client *client, const Seated *s, int seat)
{
    int p = (int)rng_below(&fake_rng, PROCESSES);
    bool cut = rng_below(&fake_rng, 6) == 0; /* the answer will be lost, though it may be taken */
    client->sent++;
    client->got = (Got){0};
    client->waits = !cut;
    client->process = p;
    hall_do(
        halls[p],
        &(HallAct){
            .id = s->id, .key = s->key[seat], .cmd = client->cmd, .text = client->text, .on = -1},
        LANG_EN, cut ? nobody : got, &client->got);
    if (rng_below(&fake_rng, 5) == 0) /* and sent twice */
        hall_do(halls[rng_below(&fake_rng, PROCESSES)],
                &(HallAct){.id = s->id,
                           .key = s->key[seat],
                           .cmd = client->cmd,
                           .text = client->text,
                           .on = -1},
                LANG_EN, nobody, NULL);
}

static void hear(Client *client, int seat)
{
    if (!client->waits || !client->got.came)
        return;
    client->waits = false;
    if (client->got.status == 200) {
        promises[promised] = (Promise){.seat = seat,
                                       .seq = (int)number_in(client->got.json, "seq")};
        memcpy(promises[promised++].cmd, client->cmd, sizeof client->cmd);
        client->text[0] = '\0';
    } else if (client->got.status != 503) {
        client->text[0] =
            '\0'; /* told for good: the other process had it first, or it is not our turn */
    }
}

static void rewatch(int sink, const Seated *s)
{
    Heard *h = &heard[sink];
    if (h->open)
        hall_unwatch(halls[h->process], (SinkId)sink, s->id);
    h->process = (int)rng_below(&fake_rng, PROCESSES);
    h->open = true;
    hall_watch(halls[h->process],
               &(HallWatch){.id = s->id, .key = "", .since = h->seq, .sink = (SinkId)sink}, LANG_EN,
               nobody, NULL);
}

static void check_promises(const FakeTable *table)
{
    for (int i = 0; i < promised; i++) {
        int found = 0;
        for (int e = 0; e < table->count; e++)
            if (table->event[e].seat == promises[i].seat &&
                strcmp(table->event[e].cmd, promises[i].cmd) == 0)
                found++, assert_int_equal(e + 1, promises[i].seq);
        assert_int_equal(found, 1); /* fake_kept, and not twice */
    }
    for (int e = 0; e < table->count; e++) /* no command twice, promised or not */
        for (int f = 0; f < e && table->event[e].cmd[0]; f++)
            assert_false(table->event[e].seat == table->event[f].seat &&
                         strcmp(table->event[e].cmd, table->event[f].cmd) == 0);
}

static void restart(int p, const Seated *s)
{
    kill_process(p);
    open_process(p, time_ms);
    for (int sink = 1; sink <= SINKS; sink++)
        if (heard[sink].open && heard[sink].process == p) {
            heard[sink].open = false;
            rewatch(sink, s);
        }
}

static void run_schedule(uint64_t seed)
{
    Client client[2] = {{.waits = false}};
    int number = 0;
    begin(seed, 0);
    nine_game = variants_open(variants, "nine", LANG_EN, (char[WHY_MAX]){0});
    Seated s = make_and_join(&(HallMake){.game = "nine", .clock = "600+5", .side = "p1"});
    fake_trouble = (int)rng_below(&fake_rng, 25);
    promised = 0;
    for (int step = 0; step < 150; step++) {
        const FakeTable *table = fake_find(s.id);
        time_ms += rng_below(&fake_rng, 50);
        int seat = (int)rng_below(&fake_rng, 2);
        Client *c = &client[seat];
        if (!c->text[0]) {
            choose_move(table, seat, c->text);
            Str k = str_over(c->cmd, sizeof c->cmd);
            str_format(&k, "m%d", ++number);
            c->sent = 0;
        }
        if (c->text[0] && !c->waits)
            submit(c, &s, seat);
        for (int w = (int)rng_below(&fake_rng, 4); w; w--)
            work((int)rng_below(&fake_rng, PROCESSES));
        if (rng_below(&fake_rng, 8) == 0)
            hall_tick(halls[rng_below(&fake_rng, PROCESSES)]);
        if (rng_below(&fake_rng, 10) == 0)
            rewatch(1 + (int)rng_below(&fake_rng, SINKS), &s);
        if (rng_below(&fake_rng, 60) == 0) {
            int p = (int)rng_below(&fake_rng, PROCESSES);
            for (int i = 0; i < 2; i++)
                hear(&client[i], i);
            restart(p, &s);
            for (int i = 0; i < 2; i++) /* whoever waited there waits no more */
                client[i].waits = client[i].waits && client[i].process != p;
        }
        for (int i = 0; i < 2; i++)
            hear(&client[i], i);
    }
    fake_trouble = 0;
    work_all();
    for (int sink = 1; sink <= SINKS;
         sink++) /* a watch may have been refused in the fake_trouble */
        if (heard[sink].open)
            rewatch(sink, &s);
    for (int round = 0; round < 4; round++) { /* in quiet, everybody comes to the same end */
        work_all();
        for (int p = 0; p < PROCESSES; p++) {
            hall_hint(halls[p], s.id, fake_find(s.id)->count);
            hall_tick(halls[p]);
        }
        for (int i = 0; i < 2; i++)
            hear(&client[i], i);
    }
    work_all();
    const FakeTable *table = fake_find(s.id);
    check_promises(table);
    for (int sink = 1; sink <= SINKS; sink++)
        if (heard[sink].open)
            assert_int_equal(heard[sink].seq, table->count);
    char one[65536];
    Got a = show(0, s.id, ""), b = show(1, s.id, "");
    memcpy(one, a.json, sizeof one);
    const char *cut = strstr(one, "\"seats\""), *other = strstr(b.json, "\"seats\"");
    assert_int_equal(cut - one, other - b.json); /* but for who is here */
    assert_memory_equal(one, b.json, (size_t)(cut - one));
    end();
}

static void schedules_keep_every_promise(void **state)
{
    (void)state;
    const char *given = getenv("CONCENTRIC_SCHEDULES");
    int count = given ? atoi(given) : 400;
    for (int i = 0; i < count; i++)
        run_schedule(test_seed() * 1000000 + (uint64_t)i);
    printf("%d schedules\n", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_between_two),
        cmocka_unit_test(invitations_are_used_once),
        cmocka_unit_test(a_table_that_its_maker_leaves_is_gone),
        cmocka_unit_test(the_lobby_needs_no_invitation),
        cmocka_unit_test(bad_setups_are_refused),
        cmocka_unit_test(who_has_gone_is_told_nothing),
        cmocka_unit_test(secrets_stay_secret),
        cmocka_unit_test(clocks_charge_what_the_lag_does_not_cover),
        cmocka_unit_test(waiting_for_the_disk_is_not_charged),
        cmocka_unit_test(a_full_disk_costs_no_time),
        cmocka_unit_test(flags_fall_at_the_server),
        cmocka_unit_test(downtime_is_charged_to_nobody),
        cmocka_unit_test(a_gap_is_given_back_once),
        cmocka_unit_test(gaps_are_remembered),
        cmocka_unit_test(a_planned_move_outlives_its_process),
        cmocka_unit_test(a_rematch_is_a_new_table_with_the_sides_changed),
        cmocka_unit_test(looking_does_not_wait_for_a_write),
        cmocka_unit_test(memory_that_runs_out_breaks_nothing),
        cmocka_unit_test(stale_moves_are_refused),
        cmocka_unit_test(who_is_gone_can_be_claimed_against),
        cmocka_unit_test(talk_has_an_end),
        cmocka_unit_test(a_full_log_ends_in_order),
        cmocka_unit_test(schedules_keep_every_promise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
