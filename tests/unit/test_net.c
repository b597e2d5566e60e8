/* SPDX-License-Identifier: MIT */
/* Games over the network without one: links, what a server says (also such a one as lies), acts as
 * JSON, and the mirror of a table at one screen. */
#include "unit/support.h"

#include "app/net/net.h"
#include "app/tui/command.h"
#include "app/tui/play.h"
#include "app/tui/tell.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY "abcdefghijkmnopqrstuvw"

/* -- Links ------------------------------------------------------------------------------------ */

static void links_read_back(void **state)
{
    (void)state;
    static const char *const good[] = {
        "http://127.0.0.1:8080/t/aB3dE6gH", "https://play.example.org/t/aB3dE6gH#j=" KEY,
        "https://play.example.org/games/t/aB3dE6gH#s=" KEY, "http://[::1]:8080/t/aB3dE6gH"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[NET_LINK_MAX], why[WHY_MAX];
        Str s = str_over(text, sizeof text);
        TableLink link;
        assert_true(table_link_read(good[i], LANG_EN, &link, why));
        table_link_write(&link, &s);
        assert_string_equal(text, good[i]);
    }
}

static void bad_links_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "/t/aB3dE6gH",
                                      "ftp://host/t/aB3dE6gH",
                                      "file:///t/aB3dE6gH",
                                      "http:///t/aB3dE6gH",
                                      "http://host/t/",
                                      "http://host/t/short",
                                      "http://host/t/aB3dE6gH#x=" KEY,
                                      "http://host/t/aB3dE6gH#s=short",
                                      "http://host/t/aB3dE6gH#s=" KEY "\n",
                                      "http://user:word@host/t/aB3dE6gH",
                                      "http://ho st/t/aB3dE6gH",
                                      "http://host\x1b/t/aB3dE6gH",
                                      "http://host/x/aB3dE6gH"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            char why[WHY_MAX] = "";
            TableLink link;
            assert_false(table_link_read(bad[i], (Lang)lang, &link, why));
            assert_true(why[0]);
            assert_null(strstr(why, KEY));
        }
    }
    char long_link[2000] = "http://", why[WHY_MAX], base[NET_BASE_MAX];
    memset(long_link + 7, 'a', sizeof long_link - 8);
    assert_false(table_link_read_base(long_link, LANG_EN, base, why));
    assert_true(table_link_read_base("http://host:80///", LANG_EN, base, why));
    assert_string_equal(base, "http://host:80");
}

/* -- Messages --------------------------------------------------------------------------------- */

#define SEATS(a, b)                                                                                \
    "\"seats\":[{\"name\":\"" a "\",\"here\":true,\"kind\":\"remote\",\"side\":0,\"away\":null},"  \
    "{\"name\":\"" b "\",\"here\":true,\"kind\":\"remote\",\"side\":1,\"away\":null}]"
#define START "......../........ w 6 6"

/* A table of six, with moves and the position after them. */
static void write_table(char *out, size_t size, int seq, const char *moves, const char *position,
                        const char *rest)
{
    snprintf(out, size,
             "{\"ok\":true,\"id\":\"aB3dE6gH\",\"game\":\"six\",\"seq\":%d,\"start\":\"" START
             "\",\"position\":\"%s\",\"moves\":[%s]," SEATS(
                 "Anna", "Bo") ",\"round\":1,"
                               "\"left\":[299000,300000],\"running\":true,\"paused\":false,"
                               "\"picked\":[false,false],"
                               "\"you\":0,%s}",
             seq, position, moves, rest);
}

#define RUNNING "\"state\":\"running\",\"turn\":0,\"offers\":[],\"result\":\"none\",\"ended\":null"

static bool reads_table(const char *text, WireTable *out)
{
    return wire_read_table(text, strlen(text), out);
}

static void tables_are_read(void **state)
{
    (void)state;
    char text[2048];
    WireTable table;
    write_table(text, sizeof text, 7, "\"d6\",\"d2\"", ".w...b../........ w 5 5", RUNNING);
    assert_true(reads_table(text, &table));
    assert_int_equal(table.seq, 7);
    assert_int_equal(table.move_count, 2);
    assert_string_equal(table.moves[1], "d2");
    assert_string_equal(table.seat[1].name, "Bo");
    assert_int_equal(table.standing.left[0], 299000);
    assert_int_equal(table.you, 0);
    wire_table_free(&table);
    /* Cut anywhere it is no table, and nothing is read behind the end. */
    for (size_t n = 0; n < strlen(text); n++) {
        char *part = malloc(n ? n : 1);
        memcpy(part, text, n);
        assert_false(wire_read_table(part, n, &table));
        free(part);
    }
}

/* What a server that lies might send. */
static void bad_tables_are_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"\"Bo\"", "\"B\\u001b[31mo\""},
        {"\"Bo\"", "\"B\\u202eo\""},
        {"\"Bo\"", "17"},
        {"\"seq\":7", "\"seq\":-7"},
        {"\"seq\":7", "\"seq\":1e300"},
        {"\"seq\":7", "\"seq\":7.5"},
        {"\"side\":1", "\"side\":0"},
        {"\"side\":1", "\"side\":2"},
        {"\"state\":\"running\"", "\"state\":\"dancing\""},
        {"[299000,300000]", "[299000]"},
        {"[299000,300000]", "[-1,300000]"},
        {"\"moves\":[]", "\"moves\":[\"\\u0007\"]"},
        {"\"moves\":[]", "\"moves\":\"d6\""},
        {"\"moves\":[]", "\"moves\":[6]"},
        {"aB3dE6gH", "../../ab"},
        {"\"result\":\"none\"", "\"result\":\"all\""},
        {"\"you\":0", "\"you\":2"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char good[2048], text[4096];
        WireTable table;
        write_table(good, sizeof good, 7, "", START, RUNNING);
        char *at = strstr(good, bad[i][0]);
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, bad[i][1],
                 at + strlen(bad[i][0]));
        assert_false(reads_table(text, &table));
    }
}

static void events_are_read(void **state)
{
    (void)state;
    WireEvent event;
    static const char move[] =
        "{\"t\":\"ev\",\"id\":\"aB3dE6gH\",\"seq\":18,\"at\":1763000000000,\"kind\":\"move\","
        "\"seat\":0,\"m\":\"d6\",\"ply\":1,\"left\":[298100,300000],\"state\":\"running\"}";
    assert_true(wire_read_event(move, strlen(move), &event));
    assert_string_equal(event.move, "d6");
    assert_false(event.newest);
    static const char *const bad[] = {
        "",
        "[]",
        "{}",
        "{\"t\":\"ev\"}",
        "{\"t\":\"ev\",\"seq\":1,\"kind\":\"a kind that is far too long to be one\"}",
        "{\"t\":\"ev\",\"seq\":1,\"kind\":\"react\",\"n\":8,\"state\":\"running\"}",
        "{\"t\":\"ev\",\"seq\":0,\"kind\":\"move\",\"state\":\"running\"}",
        "{\"t\":\"no\",\"seq\":1,\"kind\":\"move\",\"state\":\"running\"}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(wire_read_event(bad[i], strlen(bad[i]), &event));
}

static void acts_are_written(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"move d2-d3xg7", "{\"cmd\":\"c\",\"do\":\"move\",\"move\":\"d2-d3xg7\",\"on\":4}"},
        {"resign", "{\"cmd\":\"c\",\"do\":\"resign\",\"on\":4}"},
        {"answer end no",
         "{\"cmd\":\"c\",\"do\":\"answer\",\"what\":\"end\",\"yes\":false,\"on\":4}"},
        {"react 7", "{\"cmd\":\"c\",\"do\":\"react\",\"n\":7,\"on\":4}"},
        {"name A \"B\"", "{\"cmd\":\"c\",\"do\":\"name\",\"name\":\"A \\\"B\\\"\",\"on\":4}"}};
    char text[512];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Str s = str_over(text, sizeof text);
        assert_true(wire_write_act(pairs[i][0], "c", 4, &s));
        assert_string_equal(text, pairs[i][1]);
    }
    static const char *const bad[] = {"",        "dance",      "move",          "resign now",
                                      "react 8", "answer end", "seat 0 person", "end time p1win"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Str s = str_over(text, sizeof text);
        assert_false(wire_write_act(bad[i], "c", -1, &s));
    }
}

/* -- The mirror ------------------------------------------------------------------------------- */

typedef struct Desk {
    Variants *variants;
    Play play;
} Desk;

static Desk open_desk(const char *moves, const char *position, const char *rest)
{
    Desk desk = {.variants = variants_new(registry_families, registry_count)};
    char text[2048], why[WHY_MAX];
    WireTable table;
    write_table(text, sizeof text, 3, moves, position, rest);
    assert_true(reads_table(text, &table));
    assert_true(far_open(&desk.play, desk.variants, &table, NULL, LANG_EN, 1000, why));
    wire_table_free(&table);
    return desk;
}

static void close_desk(Desk *desk)
{
    play_close(&desk->play);
    variants_free(desk->variants);
}

static FarFound hear(Desk *desk, const char *text)
{
    WireEvent event;
    assert_true(wire_read_event(text, strlen(text), &event));
    return far_take(&desk->play, &event);
}

#define EVENT(seq, rest) "{\"t\":\"ev\",\"seq\":" #seq ",\"left\":[1000,2000]," rest "}"

static void a_move_waits_for_the_server(void **state)
{
    (void)state;
    Desk desk = open_desk("", START, RUNNING);
    Play *play = &desk.play;
    assert_true(play_is_open(play));
    assert_true(play_type(play, "d6"));
    assert_int_equal(play_ply(play), 0); /* not on the board yet */
    assert_true(play->far.saving);
    assert_int_equal(play->far.out_count, 1);
    assert_string_equal(play->far.out[0], "move d6");
    assert_false(play_type(play, "d2"));
    char text[256];
    Str s = str_over(text, sizeof text);
    tell_prompt(play, &s);
    assert_string_equal(text, "d6 is being saved");
    assert_int_equal(hear(&desk, EVENT(4, "\"kind\":\"move\",\"seat\":0,\"m\":\"d6\",\"ply\":1,"
                                          "\"state\":\"running\",\"turn\":1,\"offers\":[],"
                                          "\"result\":\"none\",\"ended\":null")),
                     FAR_CHANGED);
    assert_int_equal(play_ply(play), 1);
    assert_false(play->far.saving);
    assert_false(play_is_open(play)); /* the other's turn */
    /* The server's clock runs for the side to move, and only for it. */
    play->now += 500;
    assert_int_equal(play_clock(play, 0), 1000);
    assert_int_equal(play_clock(play, 1), 1500);
    close_desk(&desk);
}

/* Whatever does not fit makes it ask for the table, and nothing is on the board that is not legal.
 */
static void a_server_that_lies(void **state)
{
    (void)state;
    Desk desk = open_desk("\"d6\"", ".w....../........ b 5 6",
                          "\"state\":\"running\",\"turn\":1,\"offers\":[],\"result\":\"none\","
                          "\"ended\":null");
    static const char *const lies[] = {
        EVENT(4, "\"kind\":\"move\",\"seat\":1,\"m\":\"d6\",\"ply\":2,\"state\":\"running\""),
        EVENT(4, "\"kind\":\"move\",\"seat\":1,\"m\":\"d2\",\"ply\":5,\"state\":\"running\""),
        EVENT(6, "\"kind\":\"move\",\"seat\":1,\"m\":\"d2\",\"ply\":2,\"state\":\"running\""),
        EVENT(4, "\"kind\":\"react\",\"seat\":1,\"n\":0,\"ply\":1,\"state\":\"ended\"")};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        assert_int_equal(hear(&desk, lies[i]), FAR_ASK);
        assert_int_equal(play_ply(&desk.play), 1);
    }
    char text[2048], why[WHY_MAX];
    WireTable table;
    Play other;
    write_table(text, sizeof text, 9, "\"d6\",\"d2\"", START, RUNNING); /* not that position */
    assert_true(reads_table(text, &table));
    assert_false(far_follow(&desk.play, &table));
    assert_false(far_open(&other, desk.variants, &table, NULL, LANG_JA, 0, why));
    assert_true(why[0]);
    wire_table_free(&table);
    close_desk(&desk);
}

static void takebacks_and_ends_are_followed(void **state)
{
    (void)state;
    Desk desk = open_desk("\"d6\",\"d2\"", ".w...b../........ w 5 5", RUNNING);
    char text[2048];
    WireTable table;
    write_table(
        text, sizeof text, 8, "\"d6\"", ".w....../........ b 5 6",
        "\"state\":\"running\",\"turn\":1,\"offers\":[],\"result\":\"none\",\"ended\":null");
    assert_true(reads_table(text, &table));
    assert_true(far_follow(&desk.play, &table));
    assert_int_equal(play_ply(&desk.play), 1);
    wire_table_free(&table);
    write_table(text, sizeof text, 9, "\"d6\"", ".w....../........ b 5 6",
                "\"state\":\"ended\",\"turn\":1,\"offers\":[],\"result\":\"p1win\","
                "\"ended\":\"time\"");
    assert_true(reads_table(text, &table));
    assert_true(far_follow(&desk.play, &table));
    assert_true(play_is_over(&desk.play));
    wire_table_free(&table);
    close_desk(&desk);
}

static void no_help_while_it_is_on(void **state)
{
    (void)state;
    Desk desk = open_desk("", START, RUNNING);
    const char *rest;
    assert_int_equal(command_line(&desk.play, "hint", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&desk.play, "eval", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&desk.play, "perfect", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&desk.play, "level 3", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&desk.play, "yes", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&desk.play, "agree", &rest), REQUEST_PLAYED);
    assert_string_equal(desk.play.far.out[0], "offer end");
    desk.play.far.help = true;
    assert_int_equal(command_line(&desk.play, "hint", &rest), REQUEST_HINT);
    close_desk(&desk);
}

static void offers_are_told_and_answered(void **state)
{
    (void)state;
    Desk desk = open_desk("", START, RUNNING);
    const char *rest;
    char text[256];
    hear(&desk, EVENT(4, "\"kind\":\"offer\",\"seat\":1,\"what\":\"pause\",\"ply\":0,\"state\":"
                         "\"running\",\"turn\":0,\"offers\":[{\"what\":\"pause\",\"seat\":1}],"
                         "\"result\":\"none\",\"ended\":null"));
    assert_string_equal(desk.play.message, "Bo (Black) proposes: pause (yes or no?)");
    Str s = str_over(text, sizeof text);
    tell_prompt(&desk.play, &s);
    assert_string_equal(text, desk.play.message);
    assert_int_equal(command_line(&desk.play, "yes", &rest), REQUEST_PLAYED);
    assert_string_equal(desk.play.far.out[0], "answer pause yes");
    close_desk(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_read_back),
        cmocka_unit_test(bad_links_are_refused),
        cmocka_unit_test(tables_are_read),
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(events_are_read),
        cmocka_unit_test(acts_are_written),
        cmocka_unit_test(a_move_waits_for_the_server),
        cmocka_unit_test(a_server_that_lies),
        cmocka_unit_test(takebacks_and_ends_are_followed),
        cmocka_unit_test(no_help_while_it_is_on),
        cmocka_unit_test(offers_are_told_and_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
