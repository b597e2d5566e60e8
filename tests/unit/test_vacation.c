/* SPDX-License-Identifier: MIT */
/* Vacations: a clock of days that does not count between two times, as acts of a table. */
#include "unit/support.h"

#include "play/table.h"

enum { HOUR = 3600000, DAY = 24 * HOUR };

static Clock clock_of(const char *text)
{
    Control control;
    char why[WHY_MAX];
    Clock c;
    assert_true(control_read(text, LANG_EN, &control, why));
    clock_begin(&c, &control);
    return c;
}

static void a_held_clock_does_not_count(void **state)
{
    (void)state;
    Clock c = clock_of("2d+1d");
    const int64_t day = DAY;
    clock_start(&c, 0, 0);
    clock_hold(&c, 0, (ClockHold){day, 11 * day}, day);
    assert_int_equal(clock_due(&c), 13 * day);
    assert_true(clock_is_held(&c, day));
    assert_true(clock_is_held(&c, 11 * day - 1));
    assert_false(clock_is_held(&c, 11 * day));
    assert_int_equal(clock_left(&c, 0, 5 * day), 2 * day);
    assert_int_equal(clock_left(&c, 0, 12 * day), day);
    assert_int_equal(clock_flag(&c, 13 * day - 1), -1);
    assert_int_equal(clock_flag(&c, 13 * day), 0);
    clock_charge(&c, 12 * day + day / 2, 0); /* 2.5 days, of which 2 are free */
    assert_int_equal(c.left_ms[0], day / 2);
}

/* It ends sooner, or later, than was said; the other side is charged as always. */
static void a_hold_can_be_changed(void **state)
{
    (void)state;
    const int64_t day = DAY;
    Clock c = clock_of("3d");
    clock_start(&c, 1, 0);
    clock_hold(&c, 1, (ClockHold){day, 30 * day}, day);
    clock_hold(&c, 1, (ClockHold){day, 5 * day}, 5 * day);
    assert_int_equal(clock_due(&c), 7 * day);
    clock_hold(&c, 1, (ClockHold){6 * day, 8 * day}, 6 * day); /* the second one */
    assert_int_equal(clock_due(&c), 9 * day);
    assert_int_equal(clock_left(&c, 1, 6 * day), day);
    clock_charge(&c, 7 * day, 0);
    clock_start(&c, 0, 7 * day);
    assert_int_equal(clock_due(&c), 10 * day);
    clock_charge(&c, 8 * day - HOUR, 0);
    clock_start(&c, 1, 8 * day - HOUR); /* within what is left of the vacation */
    assert_int_equal(clock_due(&c), 11 * day);
}

/* Told too late, when the time was up already by the clock: it counts from when it began. */
static void a_hold_may_be_told_late(void **state)
{
    (void)state;
    const int64_t day = DAY;
    Clock c = clock_of("1d");
    clock_start(&c, 0, 0);
    assert_int_equal(clock_flag(&c, 2 * day), 0);
    clock_hold(&c, 0, (ClockHold){day / 2, 4 * day}, 2 * day);
    assert_int_equal(clock_flag(&c, 2 * day), -1);
    assert_int_equal(clock_due(&c), 4 * day + day / 2);
    clock_hold(&c, 0, (ClockHold){day / 2, 4 * day}, 2 * day); /* the same again changes nothing */
    assert_int_equal(clock_due(&c), 4 * day + day / 2);
    c = clock_of("1d");
    clock_start(&c, 0, 0);
    clock_hold(&c, 0, (ClockHold){day + 1, 4 * day}, 2 * day); /* after the flag: too late */
    assert_int_equal(clock_due(&c), day);
}

/* By brute force: minute after minute is counted or not. */
static void holds_pauses_and_shifts_add_up(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    for (int round = 0; round < 300; round++) {
        Clock c = clock_of("2d+1d");
        int64_t used = 0, now = 0, end = -1;
        bool paused = false;
        clock_start(&c, 0, 0);
        for (; now < 6 * (int64_t)DAY; now += HOUR) {
            if (now >= end && rng_below(&rng, 40) == 0) {
                end = now + (int64_t)rng_below(&rng, 60) * HOUR;
                clock_hold(&c, 0, (ClockHold){now, end}, now);
            } else if (rng_below(&rng, 30) == 0) {
                paused = !paused;
                if (paused)
                    clock_pause(&c, now);
                else
                    clock_resume(&c, now);
            }
            int64_t left = 3 * (int64_t)DAY - used;
            assert_int_equal(clock_left(&c, 0, now), left > 0 ? left : 0);
            used += paused || now < end ? 0 : HOUR;
        }
    }
}

/* -- At a table ------------------------------------------------------------------------------- */

static Variants *variants;

static bool says(Table *table, uint8_t by, int64_t now, const char *act, Refused *refused)
{
    Reply reply;
    Caller caller = {.by = by, .now = now};
    bool done = table_do(table, &caller, act, &reply);
    if (refused)
        *refused = done ? REFUSED_NOT : reply.refused;
    return done;
}

static void open_table(Table *table, const char *clock)
{
    char why[WHY_MAX];
    TableSetup setup = table_setup("six");
    assert_true(control_read(clock, LANG_EN, &setup.control, why));
    assert_true(table_open(table, variants, &setup, 0, LANG_EN, why));
    assert_true(says(table, 0, 0, "sit remote Ann", NULL));
    assert_true(says(table, 1, 0, "sit remote Bo", NULL));
    assert_true(says(table, 0, 1, "move b6", NULL));
}

static void add_log(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static void vacations_are_acts_of_the_host(void **state)
{
    (void)state;
    Refused refused;
    Table table;
    open_table(&table, "1d");
    assert_false(says(&table, 1, 2, "vacation 1 2 500000000", &refused));
    assert_int_equal(refused, REFUSED_NOT_YOURS);
    static const char *const bad[] = {"vacation",       "vacation 1",     "vacation 2 1 5",
                                      "vacation 1 5 4", "vacation 1 1 x", "vacation 1 1 5 6"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(says(&table, BY_HOST, 2, bad[i], &refused));
        assert_int_equal(refused, REFUSED_BAD_ACT);
    }
    assert_true(says(&table, BY_HOST, HOUR, "vacation 1 3600000 864000000", NULL));
    assert_int_equal(table_due(&table), 864000000 + (int64_t)DAY + 1 - HOUR);
    assert_false(says(&table, BY_HOST, HOUR, "vacation 1 3600001 864000000", &refused));
    assert_int_equal(refused, REFUSED_BAD_ACT); /* another one while this one lasts */
    assert_false(says(&table, BY_HOST, 5 * (int64_t)DAY, "flag", &refused));
    assert_int_equal(refused, REFUSED_NOT_NOW);
    char log[4096], why[WHY_MAX];
    Str s = str_over(log, sizeof log);
    table_write_log(&table, add_log, &s);
    Table again;
    assert_true(table_replay(&again, variants, log, s.length, LANG_EN, why));
    assert_int_equal(table_due(&again), table_due(&table));
    assert_int_equal(again.vacation[1].until, 864000000);
    assert_true(says(&again, 1, 864000000, "move d2", NULL)); /* one may play on vacation, too */
    table_close(&again);
    table_close(&table);
    open_table(&table, "300+5");
    assert_false(says(&table, BY_HOST, 2, "vacation 1 2 500000000", &refused));
    assert_int_equal(refused, REFUSED_NOT_NOW);
    table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_clock_does_not_count),
        cmocka_unit_test(a_hold_can_be_changed),
        cmocka_unit_test(a_hold_may_be_told_late),
        cmocka_unit_test(holds_pauses_and_shifts_add_up),
        cmocka_unit_test(vacations_are_acts_of_the_host),
    };
    variants = variants_new(registry_families, registry_count);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    variants_free(variants);
    return failed;
}
