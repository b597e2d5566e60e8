/* SPDX-License-Identifier: MIT */
/* The pure parts of `concentric match`: statistics against values worked out by hand, schedule,
 * texts of engines and limits, what engines say, adjudication, the journal. */
#include "unit/support.h"

#include "app/tournament/adjudge.h"
#include "app/tournament/journal.h"
#include "app/tournament/openings.h"
#include "app/tournament/ratings.h"
#include "app/tournament/schedule.h"
#include "app/tournament/spec.h"
#include "app/tournament/standing.h"
#include "app/tournament/stats.h"
#include "proto/ugi_client.h"

#include <math.h>

static bool near(double a, double b, double within)
{
    if (fabs(a - b) <= within)
        return true;
    print_error("%.9g is not %.9g\n", a, b);
    return false;
}

/* ---- statistics ---- */

static void elo_and_score(void **state)
{
    (void)state;
    assert_true(near(stats_elo(0.5), 0, 1e-12));
    assert_true(near(stats_elo(0.75), 190.848501888, 1e-6)); /* 400 log10(3) */
    assert_true(near(stats_score(400), 10.0 / 11, 1e-12));
    assert_true(near(stats_score(stats_elo(0.3)), 0.3, 1e-12));
    assert_true(isinf(stats_elo(1)) && stats_elo(1) > 0);
    assert_true(isinf(stats_elo(0)) && stats_elo(0) < 0);
}

static void estimate_of_pairs(void **state)
{
    (void)state;
    /* mean 1/2, variance (2 * 1/4 + 4 * 1/16) / 10 = 0.075, error of the mean sqrt(0.0075) */
    Pentanomial p = {{1, 2, 4, 2, 1}};
    Estimate e;
    assert_true(stats_estimate(&p, &e));
    assert_true(near(e.score, 0.5, 1e-12));
    assert_true(near(e.score_high - e.score, 1.959963985 * sqrt(0.0075), 1e-8));
    assert_true(near(e.elo_high, 122.818424, 1e-4));
    assert_true(near(e.elo_low, -e.elo_high, 1e-9));
    assert_true(near(e.superiority, 0.5, 1e-12));
    /* mean 0.55, variance 0.01: one standard error of 0.01 times 5 */
    Pentanomial q = {{0, 0, 80, 20, 0}};
    assert_true(stats_estimate(&q, &e));
    assert_true(near(e.score, 0.55, 1e-12));
    assert_true(near(e.score_high, 0.55 + 1.959963985 * 0.01, 1e-8));
    assert_true(near(e.superiority, 1, 1e-6));
}

static void all_pairs_alike(void **state)
{
    (void)state;
    Estimate e;
    assert_false(stats_estimate(&(Pentanomial){{0}}, &e));
    /* rule of three: 30 pairs won say at least 90 % */
    assert_true(stats_estimate(&(Pentanomial){{0, 0, 0, 0, 30}}, &e));
    assert_true(near(e.score_low, 0.9, 1e-12) && near(e.score_high, 1, 1e-12));
    assert_true(isinf(e.elo) && !isinf(e.elo_low));
    assert_true(e.superiority > 0.97);
    assert_true(stats_estimate(&(Pentanomial){{0, 0, 30, 0, 0}}, &e));
    assert_true(near(e.score_low, 0.45, 1e-12) && near(e.score_high, 0.55, 1e-12));
    assert_true(stats_estimate(&(Pentanomial){{1, 0, 0, 0, 0}}, &e));
    assert_true(near(e.score_low, 0, 1e-12) && near(e.score_high, 1, 1e-12));
}

static void sprt_bounds(void **state)
{
    (void)state;
    Sprt s = {0, 10, 0.05, 0.05}, t = {0, 10, 0.01, 0.1};
    assert_true(near(sprt_upper(&s), 2.944438979, 1e-8)); /* ln 19 */
    assert_true(near(sprt_lower(&s), -2.944438979, 1e-8));
    assert_true(near(sprt_upper(&t), log(90), 1e-12));
    assert_true(near(sprt_lower(&t), log(0.1 / 0.99), 1e-12));
}

static void sprt_ratio(void **state)
{
    (void)state;
    /* Only pairs won and lost: Wald's binomial test, 30 ln(s1/s0) + 20 ln((1-s1)/(1-s0)). What was
     * not seen counts as a thousandth of a pair, hence the tolerance. */
    Sprt s = {0, 50, 0.05, 0.05};
    assert_true(near(sprt_llr(&s, &(Pentanomial){{20, 0, 0, 0, 30}}), 0.9231296, 0.002));
    /* Symmetric hypotheses and results. */
    Sprt even = {-20, 20, 0.05, 0.05};
    assert_true(near(sprt_llr(&even, &(Pentanomial){{5, 9, 40, 9, 5}}), 0, 1e-9));
    /* 1000 pairs, mean 0.54, both hypotheses near 1/2: N (s1 - s0)(2 m - s0 - s1) / (2 var) */
    Sprt small = {0, 5, 0.05, 0.05};
    Pentanomial many = {{20, 180, 500, 220, 80}};
    double mean = 0.54, var = 0.0484, s1 = stats_score(5);
    double normal = 1000 * (s1 - 0.5) * (2 * mean - 0.5 - s1) / 2 / var;
    assert_true(near(sprt_llr(&small, &many), normal, 0.05 * normal));
    /* and the maximum of the likelihoods themselves, found by golden section elsewhere */
    assert_true(near(sprt_llr(&small, &many), 5.442538681, 1e-6));
    assert_true(sprt_llr(&small, &(Pentanomial){{0}}) == 0);
}

static void sprt_decides(void **state)
{
    (void)state;
    Sprt s = {0, 50, 0.05, 0.05};
    assert_int_equal(sprt_state(&s, &(Pentanomial){{0}}), SPRT_GOES_ON);
    assert_int_equal(sprt_state(&s, &(Pentanomial){{1, 3, 4, 3, 1}}), SPRT_GOES_ON);
    assert_int_equal(sprt_state(&s, &(Pentanomial){{0, 5, 30, 40, 20}}), SPRT_ACCEPTS_1);
    assert_int_equal(sprt_state(&s, &(Pentanomial){{20, 40, 30, 5, 0}}), SPRT_ACCEPTS_0);
}

static void sprt_texts(void **state)
{
    (void)state;
    Sprt s;
    char why[WHY_MAX];
    assert_true(sprt_read("0 10", &s, why));
    assert_true(s.elo0 == 0 && s.elo1 == 10 && s.alpha == 0.05 && s.beta == 0.05);
    assert_true(sprt_read("-5,0.5,0.01,0.1", &s, why));
    assert_true(s.elo0 == -5 && s.elo1 == 0.5 && s.alpha == 0.01 && s.beta == 0.1);
    static const char *const bad[] = {
        "",         "5",        "5 5",    "10 0",          "0 nan", "0 10 .1",
        "0 10 0 0", "0 10 1 1", "1 2 3",  "0 10 .1 .1 .1", "0 1e9", "0 1000000000",
        "0x1 0x2",  "--1 2",    "1.2.3 4"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(sprt_read(bad[i], &s, why));
}

/* ---- ratings of all ---- */

static void two_engines_are_rated_as_before(void **state)
{
    (void)state;
    RatedPairing pairing = {0, 1, {{30, 100, 400, 300, 170}}};
    Rating rating[2];
    Estimate e;
    assert_true(ratings_of(&pairing, 1, 2, rating));
    assert_true(stats_estimate(&pairing.pairs, &e));
    assert_true(near(rating[0].elo, -rating[1].elo, 1e-9));
    /* but for the drawn pair that is added to a thousand */
    assert_true(near(rating[0].elo - rating[1].elo, e.elo, 0.3));
    assert_true(near(2 * rating[0].error, (e.elo_high - e.elo_low) / 2, 0.3));
}

/* Three whose results fit one scale exactly: 2 : 1 each step, 4 : 1 over both. */
static void three_engines_on_one_scale(void **state)
{
    (void)state;
    const uint64_t n = 3000000;
    RatedPairing pairing[3] = {{0, 1, {{n / 3, 0, 0, 0, 2 * n / 3}}},
                               {1, 2, {{n / 3, 0, 0, 0, 2 * n / 3}}},
                               {0, 2, {{n / 5, 0, 0, 0, 4 * n / 5}}}};
    Rating rating[3];
    assert_true(ratings_of(pairing, 3, 3, rating));
    assert_true(near(rating[0].elo, 400 * log10(2), 0.01));
    assert_true(near(rating[1].elo, 0, 0.01));
    assert_true(near(rating[2].elo, -400 * log10(2), 0.01));
    assert_true(rating[0].error > 0 && rating[0].error < 1);
}

static void ratings_stay_finite_and_need_a_connection(void **state)
{
    (void)state;
    RatedPairing won[2] = {{0, 1, {{0, 0, 0, 0, 50}}}, {0, 2, {{0, 0, 0, 0, 50}}}};
    RatedPairing apart[2] = {{0, 1, {{1, 0, 1, 0, 1}}}, {2, 3, {{1, 0, 1, 0, 1}}}};
    Rating rating[4];
    assert_true(ratings_of(won, 2, 3, rating));
    assert_true(rating[0].elo > 300 && rating[0].elo < 2000 &&
                near(rating[1].elo, rating[2].elo, 1e-6));
    assert_false(ratings_of(apart, 2, 4, rating));
}

/* ---- schedule ---- */

/* Every pairing plays every number once, both engines of it, in a robin and in a gauntlet. */
static void slots_cover_all_pairings(void **state)
{
    (void)state;
    for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
        for (int engines = 2; engines <= 7; engines++) {
            Schedule schedule = {.engines = engines, .gauntlet = gauntlet, .games = 6};
            uint32_t seen[7][7][6] = {0}, games = schedule_games(&schedule);
            for (uint32_t g = 0; g < games; g++) {
                Slot slot = schedule_slot(&schedule, g);
                assert_true(slot.engine[0] < slot.engine[1] && slot.engine[1] < engines);
                assert_true(!gauntlet || slot.engine[0] == 0);
                assert_true(slot.number < 6 && slot.number % 2 == g % 2);
                assert_int_equal(seen[slot.engine[0]][slot.engine[1]][slot.number]++, 0);
            }
            assert_int_equal(games, 6 * (gauntlet ? engines - 1 : engines * (engines - 1) / 2));
        }
    }
}

static Opening *read_openings(const Game *game, const char *text, uint32_t *count, char *why)
{
    char *bytes = malloc(strlen(text) + 1);
    assert_non_null(bytes);
    memcpy(bytes, text, strlen(text) + 1);
    Opening *list = openings_read(game, 1, bytes, strlen(text), count, why);
    free(bytes);
    return list;
}

static void openings_of_a_file(void **state)
{
    (void)state;
    char why[WHY_MAX];
    uint32_t count;
    Game *game = game_open("nine", LANG_EN, why);
    assert_non_null(game);
    Opening *list = read_openings(game,
                                  "# three\nstartpos moves d6 f4\r\n\nstartpos\n"
                                  "fen ......../......../........ w 9 9 moves d2",
                                  &count, why);
    assert_non_null(list);
    assert_int_equal(count, 3);
    assert_int_equal(list[0].plies, 2);
    assert_false(list[0].own_start);
    assert_int_equal(list[1].plies, 0);
    assert_true(list[2].own_start && list[2].plies == 1);
    free(list);
    static const char *const bad[][2] = {
        {"", "there is no opening"},
        {"# nothing\n", "there is no opening"},
        {"startpos\nd6 f4\n", "line 2: an opening is"},
        {"startpos d6\n", "line 1: an opening is"},
        {"startpos moves d6 d6\n", "line 1: "},
        {"fen nonsense\n", "line 1: "},
        {"fen\n", "line 1: "},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(read_openings(game, bad[i][0], &count, why));
        assert_true(strncmp(why, bad[i][1], strlen(bad[i][1])) == 0);
    }
    game_close(game);
}

static void options_of_an_engine(void **state)
{
    (void)state;
    static UgiClient client;
    static const char said[] = "option name Hash type spin default 1\n"
                               "option name Clear Hash type button\noption name\noption\n";
    size_t used;
    ugi_client_begin(&client);
    assert_int_equal(ugi_client_take(&client, said, strlen(said), &used), UGI_ANSWER_NONE);
    assert_true(ugi_client_has_option(&client, "Hash"));
    assert_true(ugi_client_has_option(&client, "clear hash"));
    assert_false(ugi_client_has_option(&client, "Clear"));
    assert_false(ugi_client_has_option(&client, "Has"));
    assert_false(ugi_client_has_option(&client, "Hashes"));
}

static bool same_opening(const Opening *a, const Opening *b)
{
    return a->setup == b->setup && a->plies == b->plies &&
           memcmp(&a->start, &b->start, sizeof a->start) == 0 &&
           memcmp(a->move, b->move, a->plies * sizeof *a->move) == 0;
}

/* The opening's moves are legal, as many as asked for, and leave the game open. */
static void check_opening(const Schedule *schedule, const Opening *opening, Move *scratch)
{
    const Game *game = schedule->game;
    Pos pos = opening->start, next;
    assert_int_equal(opening->plies, schedule->opening_plies);
    for (uint32_t i = 0; i < opening->plies; i++) {
        assert_true(game_is_legal(game, &pos, opening->move[i], scratch));
        game->apply(game, &pos, opening->move[i], &next);
        pos = next;
    }
    assert_int_equal(game->ops->outcome(game, &pos).winner, WINNER_NONE);
}

static void openings_of(const char *variant, uint32_t plies)
{
    Game *game = test_open(variant);
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    Schedule schedule = {.game = game,
                         .seed = 7,
                         .games = 40,
                         .opening_plies = plies,
                         .random_setups = schedule_has_setups(game)};
    Opening first, again, other;
    int different = 0;
    assert_true(schedule_opening(&schedule, 0, scratch, &first));
    for (uint32_t pair = 0; pair < 20; pair++) {
        assert_true(schedule_opening(&schedule, pair, scratch, &other));
        assert_true(schedule_opening(&schedule, pair, scratch, &again));
        assert_true(same_opening(&other, &again));
        check_opening(&schedule, &other, scratch);
        different += !same_opening(&first, &other);
    }
    assert_true(different >= 18);
    schedule.seed = 8;
    assert_true(schedule_opening(&schedule, 0, scratch, &other));
    assert_false(same_opening(&first, &other));
    free(scratch);
    game_close(game);
}

static void openings(void **state)
{
    (void)state;
    openings_of("nine", 4);
    openings_of("nine", 20);
    openings_of("stacking", 3);
    openings_of("mur", 6);
    openings_of("morelli,size=9", 0); /* from the set-up alone */
    openings_of("morelli,size=7", 5);
    openings_of("morelli,size=7,setup=pairs", 6);
}

static void sides(void **state)
{
    (void)state;
    for (uint32_t pair = 0; pair < 5; pair++)
        for (int player = 0; player < 2; player++) {
            assert_int_equal(schedule_engine(2 * pair, player), player);
            assert_int_equal(schedule_engine(2 * pair + 1, player), !player);
        }
}

/* ---- standing ---- */

static void standing_counts(void **state)
{
    (void)state;
    Standing s;
    assert_true(standing_begin(&s, 8));
    /* pair 0 out of order: 2 and 1 half points; pair 1: 0 and 0; game 5 alone */
    static const Result results[] = {
        {.game = 1, .halves = 1, .verdict = VERDICT_REPETITION, .plies = 10},
        {.game = 2, .halves = 0, .verdict = VERDICT_TIME, .plies = 20, .over_ms = {150, 3}},
        {.game = 0, .halves = 2, .verdict = VERDICT_RULES, .plies = 30},
        {.game = 3, .halves = 0, .verdict = VERDICT_RULES, .plies = 40, .over_ms = {12, 4}},
        {.game = 5, .halves = 2, .verdict = VERDICT_CRASH, .plies = 0},
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        standing_add(&s, &results[i]);
    assert_int_equal(s.played, 5);
    assert_int_equal(s.by_halves[0], 2);
    assert_int_equal(s.by_halves[1], 1);
    assert_int_equal(s.by_halves[2], 2);
    static const uint64_t pairs[PAIR_KINDS] = {1, 0, 0, 1, 0};
    assert_memory_equal(s.pairs.count, pairs, sizeof pairs);
    assert_int_equal(s.as_player[0][2], 1); /* game 0 */
    assert_int_equal(s.as_player[1][2], 1); /* game 5 */
    assert_int_equal(s.faults[0][VERDICT_TIME], 1);
    assert_int_equal(s.faults[1][VERDICT_CRASH], 1);
    assert_int_equal(s.faults[1][VERDICT_TIME], 0);
    assert_int_equal(s.over_ms[0], 150);
    assert_int_equal(s.over_ms[1], 4);
    assert_true(standing_has(&s, 5) && !standing_has(&s, 4));
    char text[4096];
    Str out = str_over(text, sizeof text);
    static const char *const names[2] = {"A", "B"};
    standing_write(&s, names, NULL, &out);
    assert_non_null(strstr(text, "A 2.5 : 2.5 B (50.0 %)"));
    assert_non_null(strstr(text, "pairs     0: 1, 1/2: 0, 1: 0, 3/2: 1, 2: 0\n"));
    assert_false(out.full);
    standing_free(&s);
}

/* ---- limits and engines ---- */

static void limit_texts(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {"movetime=100", "movetime=100"},
        {"depth=6", "depth=6"},
        {" nodes=5000  depth=3 ", "depth=3 nodes=5000"},
        {"clock=10+0.1", "clock=10+0.100"},
        {"clock=0.25", "clock=0.250+0"},
        {"clock=60+1 movetime=5000", "movetime=5000 clock=60+1"},
    };
    static const char *const bad[] = {"",
                                      "100",
                                      "movetime=",
                                      "movetime=0",
                                      "depth=x",
                                      "clock=",
                                      "clock=0",
                                      "clock=10+",
                                      "clock=1.",
                                      "clock=+1",
                                      "clock=10+1x",
                                      "clock=10.1234",
                                      "movetime=99999999999",
                                      "depth=-1",
                                      "tc=10",
                                      "depth=3,nodes=4"};
    char why[WHY_MAX], text[128];
    EngineLimits limits;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Str s = str_over(text, sizeof text);
        assert_true(engine_limits_read(good[i][0], &limits, why));
        engine_limits_write(&limits, &s);
        assert_string_equal(text, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(engine_limits_read(bad[i], &limits, why));
}

static void limits_go_is(const char *mine, const char *other, int player, const char *words)
{
    char why[WHY_MAX], text[256];
    EngineLimits a, b;
    double left[2] = {9000.7, 0};
    Str s = str_over(text, sizeof text);
    assert_true(engine_limits_read(mine, &a, why) && engine_limits_read(other, &b, why));
    engine_limits_write_go(&a, player, left, &b, &s);
    assert_string_equal(text, words);
}

static void limits_as_go(void **state)
{
    (void)state;
    limits_go_is("movetime=50", "depth=1", 0, "go movetime 50");
    limits_go_is("depth=4 nodes=10", "depth=1", 1, "go depth 4 nodes 10");
    limits_go_is("clock=10+0.1", "clock=20+2", 0, "go p1time 9000 p2time 1 p1inc 100 p2inc 2000");
    limits_go_is("clock=10+0.1", "clock=20+2", 1, "go p1time 9000 p2time 1 p1inc 2000 p2inc 100");
    limits_go_is("clock=10", "movetime=50", 0, "go p1time 9000 p2time 9000 p1inc 0 p2inc 0");
}

static void allowances(void **state)
{
    (void)state;
    assert_true(engine_limits_allowance(&(EngineLimits){.movetime_ms = 50}, 0) == 50);
    assert_true(engine_limits_allowance(&(EngineLimits){.depth = 5}, 0) < 0);
    EngineLimits clocked = {.clocked = true, .base_ms = 1000};
    assert_true(engine_limits_allowance(&clocked, 700) == 700);
    assert_true(engine_limits_allowance(&clocked, 0) == 0);
    clocked.movetime_ms = 100;
    assert_true(engine_limits_allowance(&clocked, 700) == 100);
    assert_true(engine_limits_allowance(&clocked, 60) == 60);
}

static void engine_texts(void **state)
{
    (void)state;
    static EngineSpec spec;
    char why[WHY_MAX];
    assert_true(spec_read("name='My engine' option.Hash=16 option.Clear= movetime=20 ./e -x "
                          "\"two words\" name=kept ''",
                          &spec, why));
    assert_string_equal(spec.name, "My engine");
    assert_int_equal(spec.option_count, 2);
    assert_string_equal(spec.option[0].name, "Hash");
    assert_string_equal(spec.option[0].value, "16");
    assert_string_equal(spec.option[1].value, "");
    assert_int_equal(spec.limits.movetime_ms, 20);
    static const char *const argv[] = {"./e", "-x", "two words", "name=kept", ""};
    for (int i = 0; i < 5; i++)
        assert_string_equal(spec.argv[i], argv[i]);
    assert_null(spec.argv[5]);
    assert_false(spec.self);
    assert_true(spec_read(" option.Level=3 self ", &spec, why));
    assert_true(spec.self);
    static const char *const bad[] = {"",           "name=A",      "name= ./e", "option.=1 ./e",
                                      "option.x e", "depth=0 ./e", "'open ./e", "self ugi",
                                      "''",         "name=\x01 e"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(spec_read(bad[i], &spec, why));
    char text[SPEC_TEXT_MAX + 2];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(spec_read(text, &spec, why));
    for (size_t i = 1; i < sizeof text - 1; i += 2)
        text[i] = ' ';
    text[2000] = '\0';
    assert_false(spec_read(text, &spec, why)); /* too many words */
}

/* ---- what engines say ---- */

static UgiClient client;

/* The answers in the text, handed over `step` bytes at a time, as letters. */
static void answers_are(const char *text, size_t step, const char *letters)
{
    char got[64];
    Str s = str_over(got, sizeof got);
    size_t length = strlen(text);
    ugi_client_begin(&client);
    for (size_t at = 0; at < length;) {
        size_t n = length - at < step ? length - at : step, used;
        UgiAnswer answer = ugi_client_take(&client, text + at, n, &used);
        assert_in_range(used, 1, n);
        if (answer != UGI_ANSWER_NONE)
            str_char(&s, " urb"[answer]);
        else
            assert_int_equal(used, n);
        at += used;
    }
    assert_string_equal(got, letters);
}

static void client_answers(void **state)
{
    (void)state;
    static const char talk[] = "hello\nid name Fake 1.0\r\nid author x\noption name Hash\nugiok\n"
                               "error: no such option\nreadyok\n"
                               "info depth 3 score cp -25 nodes 99 pv bestmove x\n"
                               "info depth 4 score cp 70 lowerbound\n"
                               "info depth 5 multipv 2 score cp 9\ninfo string score cp 1\n"
                               "  bestmove  d2-d3   ponder d1\n bestmove\nugioki\n";
    for (size_t step = 1; step <= sizeof talk; step++) {
        answers_are(talk, step, "urbb");
        assert_string_equal(client.name, "Fake 1.0");
        assert_string_equal(client.error, "no such option");
        assert_int_equal(client.score.kind, UGI_SCORE_CP);
        assert_int_equal(client.score.value, -25);
        assert_int_equal(client.nodes, 99);
        assert_string_equal(client.best, ""); /* of the second, which has none */
    }
}

static void client_scores(void **state)
{
    (void)state;
    answers_are("info score mate -4\nbestmove a1\n", 100, "b");
    assert_int_equal(client.score.kind, UGI_SCORE_MATE);
    assert_int_equal(client.score.value, -4);
    assert_string_equal(client.best, "a1");
    ugi_client_think(&client);
    assert_int_equal(client.score.kind, UGI_SCORE_NONE);
    answers_are("info score cp 99999999999\ninfo score cp\ninfo score\ninfo\ninfo depth x\n"
                "info score xx 3\ninfo score cp +7\n",
                100, "");
    assert_int_equal(client.score.value, 7);
}

static void client_long_lines(void **state)
{
    (void)state;
    static char text[3 * UGI_CLIENT_LINE_MAX];
    for (int extra = -1; extra <= 1; extra++) {
        size_t length = (size_t)(UGI_CLIENT_LINE_MAX + extra);
        memset(text, 'x', length);
        memcpy(text, "readyok ", 8);
        strcpy(text + length, "\nugiok\n");
        answers_are(text, 4096, extra > 0 ? "u" : "ru");
        assert_int_equal(client.dropped, extra > 0);
    }
    /* A move that is too long is no move. */
    memset(text, 'x', 300);
    memcpy(text, "bestmove ", 9);
    strcpy(text + 300, "\n");
    answers_are(text, 4096, "b");
    assert_string_equal(client.best, "");
    answers_are("id name \x1b[31m\xffred\n", 4096, "");
    assert_string_equal(client.name, "?[31m?red");
}

/* ---- adjudication ---- */

static UgiScore cp(int32_t value)
{
    return (UgiScore){UGI_SCORE_CP, value};
}

static void gives_up(void **state)
{
    (void)state;
    AdjudgeRules rules = {.resign_score = 500, .resign_moves = 2};
    Adjudge a = {0};
    assert_int_equal(adjudge_take(&a, &rules, 0, cp(-500), 1), WINNER_NONE);
    assert_int_equal(adjudge_take(&a, &rules, 1, cp(600), 2), WINNER_NONE);
    assert_int_equal(adjudge_take(&a, &rules, 0, cp(-499), 3), WINNER_NONE); /* hope again */
    assert_int_equal(adjudge_take(&a, &rules, 1, cp(600), 4), WINNER_NONE);
    assert_int_equal(adjudge_take(&a, &rules, 0, cp(-700), 5), WINNER_NONE);
    assert_int_equal(adjudge_take(&a, &rules, 1, (UgiScore){UGI_SCORE_MATE, 3}, 6), WINNER_NONE);
    assert_int_equal(adjudge_take(&a, &rules, 0, (UgiScore){UGI_SCORE_MATE, -2}, 7), WINNER_P2);
    /* One side alone does not decide. */
    a = (Adjudge){0};
    for (uint32_t ply = 0; ply < 20; ply += 2) {
        assert_int_equal(adjudge_take(&a, &rules, 0, cp(-900), ply), WINNER_NONE);
        assert_int_equal(adjudge_take(&a, &rules, 1, cp(10), ply + 1), WINNER_NONE);
    }
}

static void calls_draws(void **state)
{
    (void)state;
    AdjudgeRules rules = {.draw_score = 10, .draw_moves = 2, .draw_ply = 6}, none = {0};
    Adjudge a = {0};
    for (uint32_t ply = 1; ply < 6; ply++)
        assert_int_equal(adjudge_take(&a, &rules, ply % 2 == 0, cp(-10), ply), WINNER_NONE);
    assert_int_equal(adjudge_take(&a, &rules, 1, cp(0), 6), WINNER_DRAW);
    assert_int_equal(adjudge_take(&a, &rules, 0, (UgiScore){UGI_SCORE_NONE, 0}, 7), WINNER_NONE);
    for (uint32_t ply = 1; ply < 40; ply++)
        assert_int_equal(adjudge_take(&a, &none, ply % 2 == 0, cp(0), ply), WINNER_NONE);
}

static void adjudge_texts(void **state)
{
    (void)state;
    AdjudgeRules r = {0};
    char why[WHY_MAX];
    assert_true(adjudge_read_resign("1000,4", &r, why));
    assert_true(adjudge_read_draw("10,8,80", &r, why));
    assert_true(r.resign_score == 1000 && r.resign_moves == 4 && r.draw_score == 10 &&
                r.draw_moves == 8 && r.draw_ply == 80);
    static const char *const bad[] = {"", "1", "1,", "0,4", "5,0", "5,4,3", "-5,4", "5 4", "5,4x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(adjudge_read_resign(bad[i], &r, why));
    assert_false(adjudge_read_draw("5,4", &r, why));
    assert_false(adjudge_read_draw("5,0,4", &r, why));
}

/* ---- journal ---- */

static void journal_lines(void **state)
{
    (void)state;
    Result r = {.game = 16,
                .halves = 2,
                .verdict = VERDICT_ILLEGAL,
                .plies = 83,
                .over_ms = {2, 0}},
           q;
    uint64_t bytes;
    char line[160];
    Str s = str_over(line, sizeof line);
    journal_write_line(&r, 48213, &s);
    assert_string_equal(line, "17 2 illegal 83 2 0 48213\n");
    assert_true(journal_read_line("17 2 illegal 83 2 0 48213", &q, &bytes));
    assert_true(q.game == 16 && q.halves == 2 && q.verdict == VERDICT_ILLEGAL && q.plies == 83 &&
                q.over_ms[0] == 2 && q.over_ms[1] == 0 && bytes == 48213);
    static const char *const bad[] = {"",
                                      "17",
                                      "0 2 illegal 83 2 0 48213",
                                      "17 3 illegal 83 2 0 48213",
                                      "17 2 bored 83 2 0 48213",
                                      "17 2 illegal 83 2 0",
                                      "17 2 illegal 83 2 0 48213 1",
                                      "17  2 illegal 83 2 0 48213",
                                      "17 2 illegal 83 -2 0 48213"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(journal_read_line(bad[i], &q, &bytes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_engines_are_rated_as_before),
        cmocka_unit_test(three_engines_on_one_scale),
        cmocka_unit_test(ratings_stay_finite_and_need_a_connection),
        cmocka_unit_test(slots_cover_all_pairings),
        cmocka_unit_test(openings_of_a_file),
        cmocka_unit_test(options_of_an_engine),
        cmocka_unit_test(elo_and_score),
        cmocka_unit_test(estimate_of_pairs),
        cmocka_unit_test(all_pairs_alike),
        cmocka_unit_test(sprt_bounds),
        cmocka_unit_test(sprt_ratio),
        cmocka_unit_test(sprt_decides),
        cmocka_unit_test(sprt_texts),
        cmocka_unit_test(openings),
        cmocka_unit_test(sides),
        cmocka_unit_test(standing_counts),
        cmocka_unit_test(limit_texts),
        cmocka_unit_test(limits_as_go),
        cmocka_unit_test(allowances),
        cmocka_unit_test(engine_texts),
        cmocka_unit_test(client_answers),
        cmocka_unit_test(client_scores),
        cmocka_unit_test(client_long_lines),
        cmocka_unit_test(gives_up),
        cmocka_unit_test(calls_draws),
        cmocka_unit_test(adjudge_texts),
        cmocka_unit_test(journal_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
