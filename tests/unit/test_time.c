/* SPDX-License-Identifier: MIT */
/* Shares of a clock: whatever it says, there is a plan that leaves time for the answer and for the
 * moves to come. */
#include "unit/support.h"

#include "ai/time.h"

#include <limits.h>
#include <math.h>

static void check_plan(TimePlan plan)
{
    assert_true(plan.soft_ms > 0 && plan.soft_ms <= plan.hard_ms);
    assert_true(isfinite(plan.hard_ms));
}

static void test_any_clock_has_a_plan(void **state)
{
    (void)state;
    static const double clocks[] = {
        -INFINITY, -1e300, -1e12, -50,  -1,    -0.0,  0,    0.001, 1,    2,     10,       29, 30,
        31,        50,     99,    1000, 60000, 3.6e6, 1e12, 1e15,  1e30, 1e300, INFINITY, NAN};
    static const int moves[] = {INT_MIN, -1, 0, 1, 2, 40, INT_MAX};
    enum { CLOCKS = sizeof clocks / sizeof *clocks };
    for (int i = 0; i < CLOCKS; i++) {
        check_plan(time_fixed(clocks[i]));
        for (int j = 0; j < CLOCKS; j++)
            for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) {
                TimePlan plan = time_plan(clocks[i], clocks[j], moves[k]);
                check_plan(plan);
                if (clocks[i] >= 1)
                    assert_true(plan.hard_ms < clocks[i]);
                if (clocks[i] >= 2 * TIME_MARGIN_MS)
                    assert_true(plan.hard_ms <= clocks[i] - TIME_MARGIN_MS);
                else
                    assert_true(!(clocks[i] > 0) || plan.hard_ms <= TIME_MARGIN_MS);
            }
    }
}

static void test_no_time_is_next_to_none(void **state)
{
    (void)state;
    assert_true(time_plan(0, 0, 0).hard_ms <= 1);
    assert_true(time_plan(-1e9, 1e9, 0).hard_ms <= 1);
    assert_true(time_fixed(0).hard_ms <= 1);
    assert_true(time_fixed(-7).hard_ms <= 1);
}

static void test_a_fixed_time_is_used(void **state)
{
    (void)state;
    assert_true(time_fixed(1000).hard_ms >= 980 && time_fixed(1000).hard_ms < 1000);
    assert_true(time_fixed(10).hard_ms >= 8 && time_fixed(10).hard_ms < 10);
    assert_true(time_fixed(1000).soft_ms == time_fixed(1000).hard_ms);
}

static void test_more_time_is_more_thought(void **state)
{
    (void)state;
    for (double left = 1; left < 1e6; left *= 1.5) {
        TimePlan plan = time_plan(left, 0, 0);
        assert_true(time_plan(left * 1.5, 0, 0).hard_ms >= plan.hard_ms);
        assert_true(time_plan(left, 100, 0).soft_ms >= plan.soft_ms);
        assert_true(time_plan(left, 0, 5).hard_ms >= plan.hard_ms);
        assert_true(time_plan(left, 0, 1).hard_ms >= time_plan(left, 0, 2).hard_ms);
    }
}

/* Always thinking as long as it may, a player has time left for every move, be it next to none. */
static void test_a_clock_never_runs_out(void **state)
{
    (void)state;
    for (double start = 100; start < 1e6; start *= 3)
        for (double inc = 0; inc < 2000; inc = inc * 3 + 10) {
            double left = start;
            for (int move = 0; move < 500; move++) {
                double used = time_plan(left, inc, 0).hard_ms;
                assert_true(used < left || (left <= 1 && used <= 1));
                left += inc - used;
            }
        }
}

/* As long as it means to, there is still a tenth after forty moves. */
static void test_time_lasts_for_a_game(void **state)
{
    (void)state;
    double left = 60000;
    for (int move = 0; move < 40; move++)
        left -= time_plan(left, 0, 0).soft_ms;
    assert_true(left > 6000);
}

static void test_the_shorter_of_two(void **state)
{
    (void)state;
    TimePlan plan = time_shorter((TimePlan){1, 5}, (TimePlan){2, 3});
    assert_true(plan.soft_ms == 1 && plan.hard_ms == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_clock_has_a_plan),
        cmocka_unit_test(test_no_time_is_next_to_none),
        cmocka_unit_test(test_a_fixed_time_is_used),
        cmocka_unit_test(test_more_time_is_more_thought),
        cmocka_unit_test(test_a_clock_never_runs_out),
        cmocka_unit_test(test_time_lasts_for_a_game),
        cmocka_unit_test(test_the_shorter_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
