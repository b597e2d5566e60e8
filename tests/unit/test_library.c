/* SPDX-License-Identifier: MIT */
/* libconcentric through its public header alone: texts in and out, undo, the draw by third
 * occurrence, and reasons that nobody wants. What the rules say is tested elsewhere. */
#include "unit/support.h"

#include "concentric/concentric.h"

static const char *const shuffle_start = "ww.w..../......../b.b.b... w 0 0";
static const char *const shuffle[] = {"a7-a4", "c5-c4", "a4-a7", "c4-c5"};

static concentric_match *match_of(const char *variant, const char *position)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_match *match = concentric_new(variant, position, why);
    if (!match)
        fail_msg("%s", why);
    return match;
}

static void play(concentric_match *match, const char *move)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    if (!concentric_play(match, move, why))
        fail_msg("%s: %s", move, why);
}

static void assert_outcome(const concentric_match *match, concentric_result result,
                           const char *reason)
{
    const char *said = "unset";
    assert_int_equal(concentric_outcome(match, &said), result);
    assert_int_equal(concentric_outcome(match, NULL), result);
    if (reason)
        assert_string_equal(said, reason);
    else
        assert_null(said);
}

static void refusals_need_no_reason(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    assert_null(concentric_new("eleven", NULL, NULL));
    assert_null(concentric_new("nine", "nonsense", NULL));
    assert_null(concentric_new_seeded("eleven", 1, NULL));
    concentric_match *match = match_of("nine", NULL);
    char before[256];
    snprintf(before, sizeof before, "%s", concentric_position(match));
    assert_false(concentric_play(match, "zz", NULL));
    assert_string_equal(concentric_position(match), before);
    assert_false(concentric_play(match, "zz", why));
    assert_true(strlen(why) > 10);
    assert_false(concentric_undo(match));
    assert_true(concentric_play(match, "d2", NULL));
    assert_string_not_equal(concentric_position(match), before);
    concentric_free(match);
    concentric_free(NULL);
}

/* Third occurrence, moves after it, and back before it. */
static void repetition_draws_and_is_taken_back(void **state)
{
    (void)state;
    concentric_match *match = match_of("nine", shuffle_start);
    for (int i = 0; i < 8; i++) {
        assert_outcome(match, CONCENTRIC_GOING_ON, NULL);
        play(match, shuffle[i % 4]);
    }
    assert_outcome(match, CONCENTRIC_DRAW, "the position occurred for the third time");
    assert_true(concentric_move_count(match) > 0);
    play(match, "g4-g1");
    assert_outcome(match, CONCENTRIC_DRAW, "the position occurred for the third time");
    assert_true(concentric_undo(match) && concentric_undo(match));
    assert_outcome(match, CONCENTRIC_GOING_ON, NULL);
    play(match, "e3-d3");
    assert_outcome(match, CONCENTRIC_GOING_ON, NULL);
    concentric_free(match);
}

static void rules_end_games(void **state)
{
    (void)state;
    concentric_match *match = match_of("nine", "www...../......../bb...... b 0 0");
    assert_outcome(match, CONCENTRIC_PLAYER_1, "the opponent has fewer than three men");
    assert_int_equal(concentric_move_count(match), 0);
    assert_null(concentric_move(match, 0));
    assert_int_equal(concentric_player(match), 2);
    concentric_free(match);
}

/* Random walks forth and back: every position comes back as it was, with its moves and outcome. */
static void check_walk(const char *variant)
{
    enum { DEPTH = 64 };
    static char stood[DEPTH + 1][1024];
    size_t moves[DEPTH + 1];
    concentric_result results[DEPTH + 1];
    Rng rng = {test_seed()};
    char why[CONCENTRIC_WHY_MAX];
    concentric_match *match = concentric_new_seeded(variant, 7, why);
    if (!match)
        return; /* the template is not in the library */
    for (int at = 0, step = 0; step < 400; step++) {
        snprintf(stood[at], sizeof stood[at], "%s", concentric_position(match));
        moves[at] = concentric_move_count(match);
        results[at] = concentric_outcome(match, NULL);
        if (at < DEPTH && moves[at] && rng_next(&rng) >> 62 != 0) {
            play(match, concentric_move(match, rng_next(&rng) % moves[at]));
            at++;
            continue;
        }
        assert_int_equal(concentric_undo(match), at > 0);
        at -= at > 0;
        assert_string_equal(concentric_position(match), stood[at]);
        assert_int_equal(concentric_move_count(match), moves[at]);
        assert_int_equal(concentric_outcome(match, NULL), results[at]);
    }
    concentric_free(match);
}

static void undo_brings_back_what_stood(void **state)
{
    (void)state;
    test_each_variant(check_walk);
}

/* A program that tries moves and takes them back never uses a match up. */
static void trying_moves_has_no_end(void **state)
{
    (void)state;
    concentric_match *match = match_of("nine", shuffle_start);
    for (int i = 0; i < 300000; i++) {
        play(match, i % 2 ? "g4-g1" : "a7-a4");
        assert_true(concentric_undo(match));
    }
    assert_string_equal(concentric_position(match), shuffle_start);
    assert_outcome(match, CONCENTRIC_GOING_ON, NULL);
    concentric_free(match);
}

static void games_have_a_longest(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_match *match = match_of("nine", shuffle_start);
    for (int i = 0; i < 20000; i++)
        play(match, shuffle[i % 4]);
    assert_false(concentric_play(match, shuffle[0], why));
    assert_non_null(strstr(why, "at most 20000 moves"));
    assert_true(concentric_undo(match));
    play(match, shuffle[3]);
    concentric_free(match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_need_no_reason),
        cmocka_unit_test(repetition_draws_and_is_taken_back),
        cmocka_unit_test(rules_end_games),
        cmocka_unit_test(undo_brings_back_what_stood),
        cmocka_unit_test(trying_moves_has_no_end),
        cmocka_unit_test(games_have_a_longest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
