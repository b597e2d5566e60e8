/* SPDX-License-Identifier: MIT */
/* A teacher's board: who may do what, what is refused and how, and what each viewer sees. */
#include "support.h"

#include "games/registry.h"
#include "online/slate.h"

#include <stdlib.h>
#include <string.h>

static Variants *variants;
static const SlateBy teacher = {"teacher1", LANG_EN};
static const SlateBy pupil = {"pupil111", LANG_EN};
static const SlateBy other = {"pupil222", LANG_JA};

static int set_up(void **state)
{
    (void)state;
    variants = variants_new(registry_families, registry_count);
    return variants ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    variants_free(variants);
    return 0;
}

static cJSON *make(const char *text, SlateReply *reply)
{
    cJSON *asked = cJSON_Parse(text);
    assert_non_null(asked);
    cJSON *slate = slate_make(asked, &teacher, variants, reply);
    cJSON_Delete(asked);
    return slate;
}

/* The status of an act; the board must be the same where it is refused. */
static int act(cJSON *slate, const SlateBy *by, const char *text, SlateReply *reply)
{
    cJSON *json = cJSON_Parse(text), *before = cJSON_Duplicate(slate, true);
    assert_non_null(json);
    bool good = slate_do(slate, json, by, variants, reply);
    assert_int_equal(good, reply->status == 200);
    assert_int_equal(good, reply->why == NULL);
    if (!good) {
        assert_true(cJSON_Compare(slate, before, true));
        assert_true(strlen(reply->text) > 4);
    }
    assert_true(slate_is(slate));
    cJSON_Delete(json);
    cJSON_Delete(before);
    return reply->status;
}

/* Who has deleted themselves has no name. */
static bool pupil_is_gone;
static const char *name_of(void *context, const char *id)
{
    (void)context;
    return strcmp(id, "teacher1") == 0                     ? "Ann"
           : strcmp(id, "pupil111") == 0 && !pupil_is_gone ? "Bo"
                                                           : "";
}

static const char *view(const cJSON *slate, const char *viewer)
{
    static char text[65536];
    Str s = str_over(text, sizeof text);
    Json json = json_over(&s);
    json_open(&json, '{');
    slate_view(slate, viewer, name_of, NULL, &json);
    json_close(&json, '}');
    assert_false(s.full);
    cJSON *read = cJSON_Parse(text);
    assert_non_null(read);
    cJSON_Delete(read);
    return text;
}

static void test_made(void **state)
{
    (void)state;
    SlateReply reply;
    cJSON *slate = make("{\"game\":\"nine\",\"title\":\"Mills\"}", &reply);
    assert_non_null(slate);
    assert_true(slate_is(slate));
    assert_non_null(strstr(view(slate, "teacher1"), "\"leads\":true"));
    assert_non_null(strstr(view(slate, "pupil111"), "\"leads\":false"));
    assert_non_null(strstr(view(slate, ""), "\"title\":\"Mills\""));
    assert_null(strstr(view(slate, ""), "teacher1"));
    cJSON_Delete(slate);
    assert_null(make("{\"game\":\"ten\"}", &reply));
    assert_int_equal(reply.status, 422);
    assert_null(make("{\"title\":\"x\"}", &reply));
    assert_string_equal(reply.why, "bad-setup");
    assert_null(make("{\"game\":\"nine\",\"title\":\"two\\nlines\"}", &reply));
    assert_null(make("{\"game\":\"nine\",\"title\":\"no \xff UTF-8\"}", &reply));
    assert_null(make("{\"game\":\"nine\",\"title\":\"backwards \xe2\x80\xae\"}", &reply));
}

static void test_shown(void **state)
{
    (void)state;
    SlateReply reply;
    cJSON *slate = make("{\"game\":\"nine\"}", &reply);
    assert_int_equal(act(slate, &teacher,
                         "{\"do\":\"show\",\"moves\":[\"d2\",\"d6\"],\"marks\":[\"a1>a4\",\"d3\"]}",
                         &reply),
                     200);
    assert_non_null(strstr(view(slate, ""),
                           "\"moves\":[\"d2\",\"d6\"],\"ply\":2,\"marks\":[\"a1>a4\",\"d3\"]"));
    assert_int_equal(
        act(slate, &teacher, "{\"do\":\"show\",\"moves\":[\"d2\",\"d6\"],\"ply\":1}", &reply), 200);
    assert_non_null(strstr(view(slate, ""), "\"ply\":1"));
    assert_int_equal(act(slate, &teacher, "{\"do\":\"show\",\"moves\":[\"d2\",\"d2\"]}", &reply),
                     422);
    assert_string_equal(reply.why, "not-legal");
    assert_int_equal(act(slate, &teacher, "{\"do\":\"show\",\"marks\":[\"z9\"]}", &reply), 422);
    assert_int_equal(act(slate, &teacher, "{\"do\":\"show\",\"marks\":[\"a1>a4>a7\"]}", &reply),
                     422);
    assert_int_equal(act(slate, &teacher, "{\"do\":\"show\",\"moves\":\"d2\"}", &reply), 400);
    assert_int_equal(
        act(slate, &teacher, "{\"do\":\"show\",\"game\":\"mur\",\"start\":\"?\"}", &reply), 422);
    assert_int_equal(act(slate, &teacher, "{\"do\":\"dance\"}", &reply), 400);
    assert_int_equal(act(slate, &pupil, "{\"do\":\"show\"}", &reply), 403);
    /* Another game, and its own moves. */
    assert_int_equal(
        act(slate, &teacher, "{\"do\":\"show\",\"game\":\"six\",\"moves\":[\"b6\"]}", &reply), 200);
    assert_non_null(strstr(view(slate, ""), "\"game\":\"six\""));
    cJSON_Delete(slate);
}

static void test_asked(void **state)
{
    (void)state;
    SlateReply reply;
    cJSON *slate = make("{\"game\":\"nine\"}", &reply);
    assert_int_equal(act(slate, &pupil, "{\"do\":\"answer\",\"move\":\"d2\"}", &reply), 409);
    assert_int_equal(act(slate, &teacher, "{\"do\":\"ask\",\"text\":\"Where?\"}", &reply), 200);
    assert_int_equal(act(slate, &teacher, "{\"do\":\"answer\",\"move\":\"d2\"}", &reply), 403);
    assert_int_equal(act(slate, &pupil, "{\"do\":\"answer\",\"move\":\"d9\"}", &reply), 422);
    assert_int_equal(act(slate, &pupil, "{\"do\":\"answer\"}", &reply), 400);
    assert_int_equal(act(slate, &pupil, "{\"do\":\"answer\",\"move\":\"d2\"}", &reply), 200);
    assert_int_equal(act(slate, &other, "{\"do\":\"answer\",\"move\":\"d6\"}", &reply), 200);
    assert_int_equal(act(slate, &pupil, "{\"do\":\"answer\",\"move\":\"d6\"}", &reply), 200);
    /* While it is open: the number for all, one's own answer, the rest for the leader. */
    assert_non_null(strstr(view(slate, "pupil111"), "\"count\":2,\"mine\":\"d6\"}"));
    assert_non_null(strstr(view(slate, ""), "\"count\":2,\"mine\":null}"));
    assert_null(strstr(view(slate, ""), "d6"));
    assert_non_null(strstr(view(slate, "teacher1"), "\"tally\":[{\"move\":\"d6\",\"count\":2}]"));
    assert_non_null(strstr(view(slate, "teacher1"), "{\"name\":\"Bo\",\"move\":\"d6\"}"));
    pupil_is_gone = true;
    assert_non_null(strstr(view(slate, "teacher1"), "{\"name\":\"\",\"move\":\"d6\"}"));
    pupil_is_gone = false;
    assert_int_equal(act(slate, &teacher, "{\"do\":\"close\"}", &reply), 200);
    assert_non_null(strstr(view(slate, ""), "\"tally\":[{\"move\":\"d6\",\"count\":2}]"));
    assert_null(strstr(view(slate, ""), "Bo"));
    assert_int_equal(act(slate, &pupil, "{\"do\":\"answer\",\"move\":\"d2\"}", &reply), 409);
    /* The same position with other marks keeps the question; another one takes it away. */
    assert_int_equal(act(slate, &teacher, "{\"do\":\"show\",\"marks\":[\"d6\"]}", &reply), 200);
    assert_non_null(strstr(view(slate, ""), "\"tally\""));
    assert_int_equal(act(slate, &teacher, "{\"do\":\"show\",\"moves\":[\"d6\"]}", &reply), 200);
    assert_non_null(strstr(view(slate, ""), "\"question\":null"));
    assert_int_equal(act(slate, &teacher, "{\"do\":\"end\"}", &reply), 200);
    assert_int_equal(act(slate, &teacher, "{\"do\":\"show\"}", &reply), 409);
    assert_int_equal(act(slate, &other, "{\"do\":\"answer\",\"move\":\"d2\"}", &reply), 409);
    assert_string_equal(reply.why, "over");
    assert_string_equal(reply.text, "この授業は終わりました");
    cJSON_Delete(slate);
}

/* Nothing is asked where the game is over. */
static void test_over(void **state)
{
    (void)state;
    SlateReply reply;
    cJSON *slate = make("{\"game\":\"nine\"}", &reply);
    assert_int_equal(act(slate, &teacher,
                         "{\"do\":\"show\",\"start\":\"www...../bb....../........ b 0 0\"}",
                         &reply),
                     200);
    assert_int_equal(act(slate, &teacher, "{\"do\":\"ask\"}", &reply), 409);
    cJSON_Delete(slate);
}

/* As many answers as fit, and one more. */
static void test_full(void **state)
{
    (void)state;
    SlateReply reply;
    cJSON *slate = make("{\"game\":\"nine\"}", &reply);
    assert_int_equal(act(slate, &teacher, "{\"do\":\"ask\"}", &reply), 200);
    for (int i = 0; i < SLATE_ANSWERS_MAX; i++) {
        char id[16];
        Str s = str_over(id, sizeof id);
        str_format(&s, "p%d", i);
        SlateBy by = {id, LANG_EN};
        assert_int_equal(act(slate, &by,
                             i % 3 ? "{\"do\":\"answer\",\"move\":\"a1\"}"
                                   : "{\"do\":\"answer\",\"move\":\"d2\"}",
                             &reply),
                         200);
    }
    assert_int_equal(act(slate, &pupil, "{\"do\":\"answer\",\"move\":\"d2\"}", &reply), 429);
    assert_non_null(
        strstr(view(slate, "teacher1"),
               "\"tally\":[{\"move\":\"a1\",\"count\":133},{\"move\":\"d2\",\"count\":67}]"));
    cJSON_Delete(slate);
}

/* Texts that are no board are known as such. */
static void test_damaged(void **state)
{
    (void)state;
    static const char *const bad[] = {"{}", "[]", "{\"title\":1}",
                                      "{\"title\":\"\",\"leader\":\"\",\"game\":"
                                      "\"nine\",\"start\":\"\",\"moves\":[]}",
                                      "{\"title\":\"\",\"leader\":\"\",\"game\":"
                                      "\"nine\",\"start\":\"\",\"moves\":[],"
                                      "\"marks\":[],\"question\":{\"text\":\"\"}}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cJSON *json = cJSON_Parse(bad[i]);
        assert_non_null(json);
        assert_false(slate_is(json));
        cJSON_Delete(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made), cmocka_unit_test(test_shown), cmocka_unit_test(test_asked),
        cmocka_unit_test(test_over), cmocka_unit_test(test_full),  cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
