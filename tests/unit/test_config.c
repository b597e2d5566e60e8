/* SPDX-License-Identifier: MIT */
/* The configuration file of the server: what is read, what is refused and how, and that the example
 * which is installed has every limit. */
#include "unit/support.h"

#include "app/server/config.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Command command = {
    .name = "serve",
    .words = "",
    .flags = {{"--config", "FILE", ""},
              {"--port", "N", ""},
              {"--bind", "ADDRESS", ""},
              {"--no-sandbox", NULL, ""},
              {.name = "--limit", .value = "NAME=N", .help = "", .many = true},
              {"--take-over", "PATH", ""}},
};
enum { PORT = 1, BIND = 2, NO_SANDBOX = 3 };

typedef struct Told {
    char text[512], why[WHY_MAX];
    Args args;
    Limits *limits;
    bool good;
} Told;

static void tell_bytes(Told *told, const char *bytes, size_t length, const char *port)
{
    *told = (Told){.args = {.command = &command}, .limits = limits_make(false)};
    told->args.value[PORT] = port;
    assert_true(length < sizeof told->text);
    memcpy(told->text, bytes, length);
    told->good = config_read(told->text, length, &told->args, told->limits, told->why);
}

static void tell(Told *told, const char *text)
{
    tell_bytes(told, text, strlen(text), NULL);
}

static void test_values(void **state)
{
    Told told;
    (void)state;
    tell(&told, "# all of it\n\n port=80\r\n\tbind =  ::1  \nno-sandbox = yes\n"
                "limit-tables = 7\n   # limit-joins = 9\nlimit-acts=3");
    assert_true(told.good);
    assert_string_equal(told.args.value[PORT], "80");
    assert_string_equal(told.args.value[BIND], "::1");
    assert_string_equal(told.args.value[NO_SANDBOX], "");
    assert_int_equal(limits_value(told.limits, LIMIT_TABLES), 7);
    assert_int_equal(limits_value(told.limits, LIMIT_JOINS), 60);
    assert_int_equal(limits_value(told.limits, LIMIT_ACTS), 3);
    limits_free(told.limits);
    tell(&told, "no-sandbox = no\n");
    assert_true(told.good);
    assert_null(told.args.value[NO_SANDBOX]);
    limits_free(told.limits);
    tell(&told, "");
    assert_true(told.good);
    limits_free(told.limits);
}

static void test_command_line_wins(void **state)
{
    static const char text[] = "port = 80\nbind = 10.0.0.1\n";
    Told told;
    (void)state;
    tell_bytes(&told, text, sizeof text - 1, "9");
    assert_true(told.good);
    assert_string_equal(told.args.value[PORT], "9");
    assert_string_equal(told.args.value[BIND], "10.0.0.1");
    limits_free(told.limits);
}

static void test_refused(void **state)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"port = 1\nprot = 2\n", "line 2: there is no setting 'prot'; the nearest is port"},
        {"limit-table = 2",
         "line 1: there is no setting 'limit-table'; the nearest is limit-tables"},
        {"\n\nbnd = 2", "line 3: there is no setting 'bnd'; the nearest is bind"},
        {"config = x", "line 1: there is no setting 'config'"},
        {"limit = tables=3", "line 1: there is no setting 'limit'"},
        {"take-over = x", "line 1: there is no setting 'take-over'"},
        {"port = 1\nbind = ::\nport = 2", "line 3: port stands in line 1 already"},
        {"port", "line 1 should be `name = value`"},
        {"= 3", "line 1: there is no setting ''"},
        {"port =", "line 1: port has no value"},
        {"no-sandbox = maybe", "line 1: no-sandbox takes yes or no"},
        {"limit-acts = none", "line 1: limit-acts takes a number"},
        {"limit-acts = 0", "line 1: limit-acts takes a number"},
        {"limit-acts = 10000000000000000000000000000000000000000000000000",
         "line 1: limit-acts takes"},
        {"port = \x01", "line 1 should be `name = value`"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Told told;
        tell(&told, bad[i].text);
        assert_false(told.good);
        if (strncmp(told.why, bad[i].why, strlen(bad[i].why)) != 0)
            fail_msg("%s: %s", bad[i].text, told.why);
        limits_free(told.limits);
    }
}

static void test_bytes(void **state)
{
    Told told;
    char name[400];
    (void)state;
    tell_bytes(&told, "port = 1\0\n", 10, NULL);
    assert_false(told.good);
    limits_free(told.limits);
    memset(name, 'a', sizeof name);
    memcpy(name + 390, " = 1", 5);
    tell(&told, name);
    assert_false(told.good);
    limits_free(told.limits);
}

/* The example that is installed has every limit with its default. test_ops.py looks at the flags.
 */
static void test_example(void **state)
{
    char path[1024], line[256], all[CONFIG_BYTES_MAX] = "";
    Str p = str_over(path, sizeof path), s = str_over(all, sizeof all);
    Limits *limits = limits_make(false);
    (void)state;
    str_format(&p, "%s/../dist/concentric.conf", TESTS_DIR);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        str_add(&s, line);
    fclose(file);
    assert_false(s.full);
    for (int i = 0; i < LIMIT_COUNT; i++) {
        Str t = str_over(line, sizeof line);
        str_format(&t, "\n#limit-%s = %llu\n", limits_name((LimitName)i),
                   (unsigned long long)limits_value(limits, (LimitName)i));
        if (!strstr(all, line))
            fail_msg("not in dist/concentric.conf, or with another default: %s", line);
    }
    limits_free(limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),  cmocka_unit_test(test_command_line_wins),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
