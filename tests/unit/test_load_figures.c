/* SPDX-License-Identifier: MIT */
/* Percentiles and the processor time of other processes, as the load tools take them. */
#include "figures.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void burn(double seconds)
{
    double begun = processor_here();
    while (processor_here() - begun < seconds)
        ;
}

/* 1 to 1,000 ms, in an order of its own. */
static void test_percentiles(void **state)
{
    (void)state;
    Times times = {0};
    for (uint64_t i = 0; i < 1000; i++)
        times_note(&times, 5, 5 + (i * 7 % 1000 + 1) * 1000000);
    times_sort(&times);
    assert_int_equal(times.count, 1000);
    assert_int_equal((int)times_at(&times, 0), 1);
    assert_int_equal((int)times_at(&times, 500), 501);
    assert_int_equal((int)times_at(&times, 990), 991);
    assert_int_equal((int)times_at(&times, 999), 1000);
    free(times.ms);
}

/* A time that ends before it began is told as it is. */
static void test_backwards(void **state)
{
    (void)state;
    Times times = {0};
    times_note(&times, 3000000, 1000000);
    assert_int_equal((int)times_at(&times, 500), -2);
    free(times.ms);
}

static void test_lists(void **state)
{
    (void)state;
    Watched all = {0};
    assert_true(watched_add(&all, "server=12,13"));
    assert_true(watched_add(&all, "postgres=14"));
    assert_int_equal(all.kinds, 2);
    assert_int_equal(all.count, 3);
    assert_int_equal(all.pid[1], 13);
    assert_int_equal(all.of[2], 1);
    assert_string_equal(all.kind[1], "postgres");
    static const char *const bad[] = {"",      "server",    "=12",    "server=",    "server=12,",
                                      "a=1;2", "server=-4", "a=1,,2", "server=x12", "server=12x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Watched none = {0};
        if (watched_add(&none, bad[i]))
            fail_msg("%s is taken", bad[i]);
    }
}

/* Children count, those that live and those that have ended. */
static void test_children(void **state)
{
    (void)state;
    char text[32];
    int ready[2], go[2];
    char byte = 0;
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(go), 0);
    snprintf(text, sizeof text, "me=%d", (int)getpid());
    Watched all = {0};
    assert_true(watched_add(&all, text));
    double before = watched_processor(&all, 0);
    pid_t child = fork();
    if (child == 0) {
        burn(0.3);
        _exit(write(ready[1], &byte, 1) != 1 || read(go[0], &byte, 1) != 1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    double living = watched_processor(&all, 0) - before;
    assert_int_equal(write(go[1], &byte, 1), 1);
    int status = 1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    double ended = watched_processor(&all, 0) - before;
    assert_true(living > 0.2 && living < 2.0);
    assert_true(ended > 0.2 && ended < 2.0);
    assert_true(watched_memory(&all, 0) > 500);
    assert_true(processor_of(0) <= 0.0 && memory_of(0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_percentiles),
        cmocka_unit_test(test_backwards),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
