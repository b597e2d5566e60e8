/* SPDX-License-Identifier: MIT */
/* Atom feeds: escaping and times. That whole feeds are valid is in
 * tests/cli/test_correspondence.py.
 */
#include "unit/support.h"

#include "proto/atom.h"

#include <time.h>

static const char *escaped(const char *text)
{
    static char out[256];
    Str s = str_over(out, sizeof out);
    atom_text(text, &s);
    return out;
}

static void texts_are_escaped(void **state)
{
    (void)state;
    assert_string_equal(escaped("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
    assert_string_equal(escaped("日本"), "日本");
    assert_string_equal(escaped("]]>"), "]]&gt;");
    assert_string_equal(escaped("a\x01\x1b\x7f"), "a\xef\xbf\xbd\xef\xbf\xbd\x7f");
    assert_string_equal(escaped("\t\n"), "\t\n");
    assert_string_equal(escaped("\xff\xc0\xaf"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    assert_string_equal(escaped("\xef\xbf\xbe"), "\xef\xbf\xbd"); /* U+FFFE */
}

static void times_are_those_of_the_calendar(void **state)
{
    (void)state;
    for (int64_t day = 0; day < 60000; day++) {
        time_t seconds = (time_t)(day * 86400 + day % 86400);
        struct tm parts;
        char want[40], got[40];
        Str s = str_over(got, sizeof got);
        strftime(want, sizeof want, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
        atom_time((int64_t)seconds * 1000 + 999, &s);
        assert_string_equal(got, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(times_are_those_of_the_calendar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
