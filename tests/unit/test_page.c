/* SPDX-License-Identifier: MIT */
/* The exports of concentric.wasm, called natively: under the sanitizers, with anything from
 * outside. tests/web/wasm.test.mjs tests what they answer. */
#include "unit/support.h"

#include "app/wasm/engine.h"
#include "app/wasm/exports.h"
#include "app/wasm/heap.h"
#include "app/wasm/print.h"

#include <cjson/cJSON.h>

enum { ROUNDS = 6000 };

double engine_now(void)
{
    static double now;
    return now += 0.01;
}

static int32_t put(const char *bytes, size_t count)
{
    memcpy(cx_input(0), bytes, count);
    return (int32_t)count;
}

static int32_t put_text(const char *text)
{
    return put(text, strlen(text));
}

/* What came out: JSON (or nothing) if it is good, one line if it is refused. */
static void check_answer(int32_t good, bool json)
{
    const char *text = cx_output();
    assert_int_equal(strlen(text), cx_output_length());
    if (!good) {
        assert_true(*text && !strchr(text, '\n'));
        return;
    }
    if (!json || !*text)
        return;
    const char *end;
    cJSON *parsed = cJSON_ParseWithOpts(text, &end, true);
    if (!parsed)
        fail_msg("not JSON: %.200s", text);
    cJSON_Delete(parsed);
}

static const char *const words[] = {"game=nine",
                                    "game=six",
                                    "game=stacking",
                                    "game=twelve,remove=2",
                                    "\n",
                                    " ",
                                    "1",
                                    "0",
                                    "23",
                                    "a7",
                                    "-",
                                    "xg7",
                                    "d7-d6",
                                    "/",
                                    "~",
                                    ">",
                                    "*",
                                    "1-0",
                                    "[Game \"",
                                    "\"]",
                                    "{",
                                    "}",
                                    "(",
                                    ")",
                                    "White=x",
                                    "\xff",
                                    "白",
                                    "\x01",
                                    "=",
                                    "w 9 9",
                                    "mur",
                                    " match"};

static int32_t put_garbage(Rng *rng)
{
    char text[512];
    Str s = str_over(text, sizeof text);
    uint32_t n = rng_below(rng, 9);
    if (rng_below(rng, 4) == 0) {
        for (uint32_t i = 0; i < 5 * n; i++)
            text[i] = (char)rng_next(rng);
        return put(text, 5 * n);
    }
    for (uint32_t i = 0; i < n; i++)
        str_add(&s, words[rng_below(rng, sizeof words / sizeof *words)]);
    return put_text(text);
}

static int32_t put_setup(Rng *rng)
{
    char text[256];
    Str s = str_over(text, sizeof text);
    str_format(&s, "%s%s\n0 sit person\n1 sit %s", words[rng_below(rng, 4)],
               rng_below(rng, 2) ? " clock=3+1" : "",
               rng_below(rng, 3) ? "person" : "computer level 2");
    return rng_below(rng, 4) ? put_text(text) : put_garbage(rng);
}

/* A legal move now and then, so that games get on; other acts. */
static int32_t put_act(Rng *rng)
{
    static const char *const acts[] = {
        "0 resign",     "1 offer end",  "0 answer end yes", "0 back 1",           "0 forth",
        "1 next",       "h flag",       "t more",           "h line 0 a7",        "h comment 1 x",
        "h delete 2",   "h promote 3",  "0 offer pause",    "1 answer pause yes", "h shift 10",
        "h time 1 500", "0 plan a7 d7", "1 react 3",        "h seat 1 person",    "h abort",
        "s study 1",    "s study 1",    "s study 0"};
    char line[2 * MOVE_TEXT_MAX];
    Str s = str_over(line, sizeof line);
    const Desk *desk = engine.desk;
    uint32_t what = rng_below(rng, 8);
    if (!desk || what == 0)
        return put_garbage(rng);
    if (what < 3)
        return put_text(acts[rng_below(rng, sizeof acts / sizeof *acts)]);
    const Game *game = desk->table.game;
    Move *list = malloc(game->moves_max * sizeof *list);
    uint32_t count = (uint32_t)game->moves(game, &desk->click.pos, list);
    str_format(&s, "s move %s",
               count ? test_move_text(game, &desk->click.pos, list[rng_below(rng, count)]) : "x");
    free(list);
    return put_text(line);
}

static int32_t some_number(Rng *rng)
{
    return rng_below(rng, 8) ? (int32_t)rng_below(rng, 40) - 5 : (int32_t)rng_next(rng);
}

static int32_t put_limits(Rng *rng)
{
    static const char *const limits[] = {"2 0 0 0 0",   "0 500 0 0 1", "0 0 1 0 0",
                                         "0 100 0 3 1", "0 0 0 0 1",   "0 300 0 0 0 5"};
    return rng_below(rng, 4) ? put_text(limits[rng_below(rng, 6)]) : put_garbage(rng);
}

static void call_something(Rng *rng)
{
    switch (rng_below(rng, 19)) {
    case 0:
        check_answer(cx_open(put_setup(rng)), true);
        break;
    case 1: /* what cx_save gave, or garbage */
        check_answer(cx_load(rng_below(rng, 2) && cx_save()
                                 ? put(cx_output(), (size_t)cx_output_length())
                                 : put_garbage(rng)),
                     true);
        break;
    case 2:
        check_answer(cx_save(), false);
        break;
    case 3:
        check_answer(cx_state(), true);
        break;
    case 4:
    case 5:
        check_answer(cx_click((int32_t)rng_below(rng, 28) - 4), true);
        break;
    case 6:
        check_answer(cx_show(some_number(rng)), true);
        break;
    case 7:
        check_answer(cx_tree(), true);
        break;
    case 8:
        check_answer(cx_marks(some_number(rng)), true);
        break;
    case 9:
        check_answer(cx_answer(), true);
        break;
    case 10:
        check_answer(cx_moves((int32_t)rng_below(rng, 4) - 1), true);
        break;
    case 11:
        check_answer(cx_think(put_limits(rng)), true);
        break;
    case 12:
        check_answer(cx_think_on((int32_t)rng_below(rng, 2)), true);
        break;
    case 13:
        check_answer(cx_language(some_number(rng)), true);
        break;
    case 14:
        check_answer(cx_bench(put_text(rng_below(rng, 2) ? "six\n2" : "six\n2x")), true);
        break;
    case 15:
        check_answer(cx_open((int32_t)rng_next(rng)), true);
        break;
    case 17:
        check_answer(cx_review(put_text(rng_below(rng, 4) ? "50 0" : "0 70000")), true);
        break;
    case 16: /* helpers that are asked and never come */
        cx_help(some_number(rng), 0);
        break;
    default:
        check_answer(cx_do(put_act(rng)), true);
        break;
    }
}

static void test_anything_from_outside(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    for (int i = 0; i < ROUNDS; i++)
        call_something(&rng);
}

static void open_for_two(const char *setup)
{
    char text[256];
    snprintf(text, sizeof text, "%s\n0 sit person\n1 sit person", setup);
    if (!cx_open(put_text(text)))
        fail_msg("%s: %s", setup, cx_output());
}

/* A full input, and an output that does not fit. */
static void test_limits_of_the_buffers(void **state)
{
    (void)state;
    memset(cx_input(0), 'a', ENGINE_INPUT_MAX);
    check_answer(cx_open(ENGINE_INPUT_MAX), true);
    check_answer(cx_load(ENGINE_INPUT_MAX), true);
    open_for_two("game=nine");
    memset(cx_input(0), '1', ENGINE_INPUT_MAX);
    assert_int_equal(cx_do(ENGINE_INPUT_MAX), 0);
    assert_int_equal(cx_think(ENGINE_INPUT_MAX), 0);
    assert_int_equal(cx_bench(ENGINE_INPUT_MAX), 0);
    assert_int_equal(cx_open(ENGINE_INPUT_MAX + 1), 0);
    char small[8];
    Str s = str_over(small, sizeof small);
    Json json = json_over(&s);
    json_text(&json, "0123456789");
    assert_true(s.full);
}

static void check_json(const char *text, const char *wanted)
{
    char out[64];
    Str s = str_over(out, sizeof out);
    Json json = json_over(&s);
    json_text(&json, text);
    assert_string_equal(out, wanted);
}

static void test_json_texts(void **state)
{
    (void)state;
    check_json("a\"b\\c", "\"a\\\"b\\\\c\"");
    check_json("\n\x1f", "\"\\u000a\\u001f\"");
    check_json("白\xf0\x9f\x98\x80", "\"白\xf0\x9f\x98\x80\"");
    check_json("\xff", "\"\xef\xbf\xbd\"");
    check_json("\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    check_json("\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    check_json("\xe7\x99", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
}

/* A file in the room for a database, `count` of its bytes. */
static uint8_t *put_pack(size_t count)
{
    uint8_t *room = (uint8_t *)cx_input((int32_t)count);
    FILE *file = fopen(SIX_PACK, "rb");
    assert_non_null(room);
    assert_non_null(file);
    assert_int_equal(fread(room, 1, count, file), count);
    fclose(file);
    return room;
}

static size_t pack_size(void)
{
    FILE *file = fopen(SIX_PACK, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    fclose(file);
    return size;
}

/* How many values the last answer has; -1 if it has none. */
static int count_values(const char *within)
{
    cJSON *json = cJSON_Parse(cx_output());
    cJSON *object = within ? cJSON_GetObjectItem(json, within) : json;
    cJSON *values = cJSON_GetObjectItem(object, "values");
    int count = values ? cJSON_GetArraySize(values) : -1;
    cJSON_Delete(json);
    return count;
}

static bool thinks_with_oracle(const char *limits)
{
    assert_true(cx_think(put_text(limits)));
    return engine.memory.oracle.ask != NULL;
}

static void test_a_database_is_taken_in(void **state)
{
    (void)state;
    size_t size = pack_size();
    assert_null(cx_input(ENGINE_SOLVED_MAX + 1));
    open_for_two("game=six");
    assert_true(cx_moves(0));
    assert_int_equal(count_values(NULL), -1);
    put_pack(size - 1); /* cut off */
    assert_false(cx_load((int32_t)size));
    put_pack(size)[size / 2] ^= 1;
    assert_false(cx_load((int32_t)size));
    check_answer(0, false);
    memset(cx_input(100), 0, 100);
    assert_false(cx_load(100));
    put_pack(size);
    cx_input(0); /* a text is put in: the room is given up */
    assert_false(cx_load(put_text("no record")));
    assert_true(cx_moves(0));
    assert_int_equal(count_values(NULL), -1);
    put_pack(size);
    assert_true(cx_load((int32_t)size));
    assert_string_equal(cx_output(), "{\"database\":\"six\"}");
    assert_true(cx_moves(0));
    assert_int_equal(count_values(NULL), 16);
}

static void test_a_database_is_asked(void **state)
{
    (void)state;
    open_for_two("game=six start=w.wbw.bb/bw.bbw.w w 0 0");
    assert_true(cx_state());
    assert_int_equal(count_values("click"), 6); /* men that can move */
    assert_true(thinks_with_oracle("0 100 0 10 0"));
    assert_true(thinks_with_oracle("0 100 0 0 1"));
    assert_false(thinks_with_oracle("0 100 0 9 0"));
    /* Another one in its place, in the middle of a search that asks. */
    assert_true(thinks_with_oracle("0 0 0 10 0"));
    put_pack(pack_size());
    assert_true(cx_load(0));
    assert_false(cx_think_on(1));
    open_for_two("game=six,flying");
    assert_true(cx_moves(0));
    assert_int_equal(count_values(NULL), -1);
    assert_false(thinks_with_oracle("0 100 0 10 0"));
    /* White to move with a man less in hand than the turns allow: no position of play. */
    open_for_two("game=six start=ww..b.../b.w...b. w 2 3");
    assert_true(cx_moves(0));
    assert_int_equal(count_values(NULL), -1);
    assert_true(cx_state());
    assert_non_null(strstr(cx_output(), "\"values\":[null,"));
}

/* The number at this key of line `i` of the thought. */
static int of_line(int i, const char *key)
{
    cJSON *json = cJSON_Parse(cx_output());
    cJSON *line = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "lines"), i);
    int number = line ? cJSON_GetObjectItem(line, key)->valueint : -1;
    cJSON_Delete(json);
    return number;
}

static void test_best_lines(void **state)
{
    (void)state;
    open_for_two("game=six,flying start=wbwbw.../bwb..w.. w 0 0");
    assert_true(cx_think(put_text("4 0 0 0 0 3")));
    while (cx_think_on(1000) && strstr(cx_output(), "\"done\":false"))
        ;
    for (int i = 0; i < 3; i++) {
        assert_true(of_line(i, "chance") >= 0);
        assert_true(i == 0 || of_line(i, "score") <= of_line(i - 1, "score"));
        assert_true(i == 0 || of_line(i, "chance") <= of_line(i - 1, "chance"));
    }
    assert_int_equal(of_line(3, "score"), -1);
    assert_false(cx_think(put_text("4 0 0 0 0 17")));
    assert_true(cx_think(put_text("2 0 0 0 0"))); /* one, if nobody says how many */
    assert_true(cx_think_on(1000));
    assert_int_equal(of_line(1, "score"), -1);
    /* Solved: what is known for certain is no chance. */
    open_for_two("game=six");
    assert_true(cx_think(put_text("0 100 0 0 0 5")));
    assert_true(cx_think_on(1000));
    assert_non_null(strstr(cx_output(), "\"known\":true"));
    assert_int_equal(of_line(0, "chance"), 500);
}

static void test_known_values_of_a_review(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "100 0\n",      "100 0\n9 1 0 d2", "100 0\n0 3 0 d2",    "100 0\n0 1 0 z9",
        "100 0\n0 1 0", "100 0\n0 1 0 ",   "100 0\n0 1 0 d2\nx", "100 0\n-1 1 0 d2"};
    open_for_two("game=nine");
    assert_true(cx_do(put_text("t move d6")) && cx_do(put_text("t move d2")));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_answer(cx_review(put_text(bad[i])), false);
        assert_false(cx_think_on(1)); /* nothing is under way */
    }
    assert_true(cx_review(put_text("100 0\n0 1 0 d2\n1 2 9 a1")));
    while (cx_think_on(1000) && strstr(cx_output(), "\"done\":false"))
        ;
    check_answer(1, true);
    assert_non_null(strstr(cx_output(), "\"exact\":[\"draw\",\"loss\"],\"line\":[\"d2\""));
}

/* What the answer to cx_moves says of a move: its value for the side to move. */
static int value_of(const char *move)
{
    assert_true(cx_moves(0));
    cJSON *json = cJSON_Parse(cx_output());
    cJSON *moves = cJSON_GetObjectItem(json, "moves"),
          *values = cJSON_GetObjectItem(json, "values");
    int value = -2;
    for (int i = 0; i < cJSON_GetArraySize(moves); i++)
        if (strcmp(cJSON_GetArrayItem(moves, i)->valuestring, move) == 0)
            value = cJSON_GetArrayItem(cJSON_GetArrayItem(values, i), 0)->valueint;
    cJSON_Delete(json);
    return value;
}

/* What somebody else knows of a position: values of its moves and points, as if a database were
 * here; and a move that makes a third occurrence is a draw whatever was told. */
static void test_values_are_told(void **state)
{
    (void)state;
    static const char start[] = "w.wbw.bb/bw.bbw.w w 0 0";
    static const char *const bad[] = {"known ",
                                      "known six,flying",
                                      "known ten\n",
                                      "known six,flying\nx\nd",
                                      "known six,flying\n......../........ w 6 6\nx",
                                      "known six,flying\n......../........ w 6 6\nd1",
                                      "known six,flying\n......../........ w 6 6\nd d2",
                                      "known six,flying\n......../........ w 6 6\nd\nd",
                                      "known six,flying\n......../........ w 6 6\nd\n\nd d2",
                                      "known six,flying\n......../........ w 6 6\nd\nd z9",
                                      "known six,flying\n......../........ w 6 6\nw99999999"};
    char text[4096];
    open_for_two("game=six,flying");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(cx_load(put_text(bad[i])));
        check_answer(0, false);
        assert_true(cx_moves(0));
        assert_int_equal(count_values(NULL), -1);
    }
    open_for_two("game=six,flying start=w.wbw.bb/bw.bbw.w w 0 0");
    assert_true(cx_moves(0));
    cJSON *json = cJSON_Parse(cx_output()), *moves = cJSON_GetObjectItem(json, "moves");
    int count = cJSON_GetArraySize(moves), length;
    assert_true(count > 3);
    length = snprintf(text, sizeof text, "known six,flying\n%s\nw7", start);
    for (int i = 0; i < count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "\n%s %s",
                           i == 0   ? "w7"
                           : i == 1 ? "l12"
                           : i == 2 ? "w"
                                    : "d",
                           cJSON_GetArrayItem(moves, i)->valuestring);
    assert_true(cx_load(put_text(text)));
    assert_string_equal(cx_output(), "{\"database\":\"six,flying\"}");
    assert_int_equal(value_of(cJSON_GetArrayItem(moves, 0)->valuestring), 1);
    assert_int_equal(value_of(cJSON_GetArrayItem(moves, 1)->valuestring), -1);
    assert_int_equal(value_of(cJSON_GetArrayItem(moves, 2)->valuestring), 1);
    assert_int_equal(value_of(cJSON_GetArrayItem(moves, count - 1)->valuestring), 0);
    assert_non_null(strstr(cx_output(), "\"values\":[[1,7,0,0],[-1,12,0,0],[1,-1,0,0],[0,-1,0,0]"));
    cJSON_Delete(json);
    assert_true(cx_state());
    assert_int_equal(count_values("click"), 6); /* men that can move */
    assert_true(thinks_with_oracle("0 100 0 10 0"));
    open_for_two("game=nine"); /* of which nothing is known */
    assert_true(cx_moves(0));
    assert_int_equal(count_values(NULL), -1);
    assert_false(thinks_with_oracle("0 100 0 10 0"));
}

/* After two moves there and back by both sides, twice, the next one makes the draw. */
static void test_the_third_occurrence_is_a_draw(void **state)
{
    (void)state;
    static const char *const moves[] = {"f2-d2", "e4-e5", "d2-f2", "e5-e4",
                                        "f2-d2", "e4-e5", "d2-f2"};
    open_for_two("game=six start=w.wbw.bb/bw.bbw.w w 0 0");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        char line[32];
        snprintf(line, sizeof line, "t move %s", moves[i]);
        assert_true(cx_do(put_text(line)));
        if (i % 4 == 2)
            assert_int_equal(value_of("e5-e4"), i == 6 ? 0 : -1);
    }
}

/* On the analysis board nothing is played: every move is a line, wherever it is made, behind the
 * end of a game too. Where nothing may be taken back, it is refused and nothing changes. */
static void test_the_analysis_board(void **state)
{
    (void)state;
    static const char *const moves[] = {"t move d6", "t move f4", "t move d2"};
    for (int over = 0; over < 2; over++) {
        open_for_two("game=nine takeback=free");
        for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
            assert_true(cx_do(put_text(moves[i])));
        assert_true(!over || cx_do(put_text("0 resign")));
        assert_int_equal(cx_do(put_text("s move b4")), !over);
        assert_true(cx_do(put_text("s study 1")));
        const Desk *desk = engine.desk;
        const Tree *tree = table_tree(&desk->table);
        assert_int_equal(tree->node[desk->table.head].ply, over ? 3 : 0);
        assert_true(cx_show(3) && cx_do(put_text("s move b4")) && cx_do(put_text("s move a7")));
        assert_int_equal(tree->node[desk->shown].ply, 5);
        assert_true(cx_show(0) && cx_do(put_text("s move g7")));
        assert_int_equal(tree->node[tree->node[0].child].next, desk->shown);
        assert_int_equal(cx_do(put_text("h delete 1")), !over);
        assert_true(cx_do(put_text("s study 0")));
    }
    open_for_two("game=nine takeback=no");
    assert_true(cx_do(put_text(moves[0])));
    assert_false(cx_do(put_text("s study 1")));
    assert_false(engine.desk->study);
    assert_int_equal(engine.desk->shown, 1);
}

static void check_print(const char *format, ...)
{
    char ours[64], theirs[64];
    for (size_t room = 0; room <= sizeof ours; room += 7) {
        va_list args, same;
        va_start(args, format);
        va_copy(same, args);
        memset(ours, 'x', sizeof ours);
        memset(theirs, 'x', sizeof theirs);
        int wanted = print_format(ours, room, format, args);
        assert_int_equal(wanted, vsnprintf(theirs, room, format, same));
        assert_memory_equal(ours, theirs, sizeof ours);
        va_end(same);
        va_end(args);
    }
}

static void test_printing_is_as_in_libc(void **state)
{
    (void)state;
    check_print("plain 100 %%");
    check_print("%s, %s and %c", "one", "", 'x');
    check_print("%d %d %d %d", 0, 42, -7, INT32_MIN);
    check_print("%02d:%02d %03d %03d", 5, 123, -4, 0);
    check_print("%u %llu", UINT32_MAX, (unsigned long long)UINT64_MAX);
    check_print("%lld %lld %lldd", 0LL, INT64_MIN, 12LL);
}

static int free_engine(void **state)
{
    (void)state;
    free(engine.memory.tt.slots);
    free(engine.search);
    free(engine.memory.moves);
    free(engine.memory.order);
    desk_close(engine.desk);
    variants_free(engine.variants);
    return 0;
}

/* A match through its next games, out as a record and in again, and thrown away half played. */
static void test_a_match_is_kept_and_freed(void **state)
{
    (void)state;
    static char record[1 << 16];
    open_for_two("game=mur match");
    for (int game = 0; game < 12; game++) {
        assert_true(game == 0 || cx_do(put_text("0 next")));
        assert_true(cx_moves(0));
        assert_true(cx_do(put_text(game % 2 ? "1 resign" : "0 resign")));
        check_answer(cx_state(), true);
    }
    assert_false(cx_do(put_text("0 next")));
    assert_true(cx_save());
    memcpy(record, cx_output(), (size_t)cx_output_length() + 1);
    assert_true(cx_load(put_text(record)));
    assert_true(cx_save());
    assert_string_equal(cx_output(), record);
    /* A game too many: what was read so far is given back. */
    strcat(record, "\n[Game \"mur\"]\n[Set \"1\"]\n[Round \"2\"]\n\n*\n");
    assert_false(cx_load(put_text(record)));
    open_for_two("game=six match");
    open_for_two("game=nine");
}

/* -- The heap of the module -------------------------------------------------------------------- */

enum { ARENA = 1 << 20, BLOCKS = 64 };
static _Alignas(16) char arena[ARENA];
static size_t arena_used;

/* In pieces that touch, and with gaps between some. */
static void *grow_arena(size_t *bytes)
{
    size_t begin = (arena_used + 15) & ~(size_t)15;
    size_t room = (*bytes + 4095) & ~(size_t)4095;
    if (begin + room > ARENA)
        return NULL;
    arena_used = begin + room + (room % 8192 ? 0 : 32);
    *bytes = room;
    return arena + begin;
}

static void check_filled(const unsigned char *block, size_t size, int value)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(block[i], (unsigned char)value);
}

/* Blocks of all sizes, taken, changed and given back at random: each keeps its bytes. */
static void test_the_heap(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    Heap heap = {.grow = grow_arena};
    unsigned char *block[BLOCKS] = {NULL};
    size_t size[BLOCKS] = {0};
    int refused = 0;
    for (int n = 0; n < 20000; n++) {
        uint32_t i = rng_below(&rng, BLOCKS);
        size_t wanted = rng_below(&rng, rng_below(&rng, 8) ? 200 : 60000);
        check_filled(block[i], size[i], (int)i + 1);
        if (rng_below(&rng, 3) == 0) {
            heap_give(&heap, block[i]);
            block[i] = NULL;
            size[i] = 0;
            continue;
        }
        unsigned char *next;
        if (block[i]) {
            size_t kept = wanted < size[i] ? wanted : size[i];
            next = heap_change(&heap, block[i], wanted);
            if (next)
                check_filled(next, kept, (int)i + 1);
        } else {
            size_t align = (size_t)1 << rng_below(&rng, 8);
            next = heap_take(&heap, align, wanted);
            assert_true(!next || (uintptr_t)next % align == 0);
        }
        refused += !next;
        if (!next)
            continue;
        assert_int_equal((uintptr_t)next % 16, 0);
        block[i] = next;
        size[i] = wanted;
        memset(next, (int)i + 1, wanted);
    }
    assert_true(refused < 20000 / 2);
    assert_null(heap_take(&heap, 16, SIZE_MAX - 8));
    for (int i = 0; i < BLOCKS; i++)
        heap_give(&heap, block[i]);
    void *large = heap_take(&heap, 16, 100000); /* neighbours were joined again */
    assert_non_null(large);
    heap_give(&heap, large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_texts),
        cmocka_unit_test(test_printing_is_as_in_libc),
        cmocka_unit_test(test_the_heap),
        cmocka_unit_test(test_anything_from_outside),
        cmocka_unit_test(test_limits_of_the_buffers),
        cmocka_unit_test(test_a_match_is_kept_and_freed),
        cmocka_unit_test(test_a_database_is_taken_in),
        cmocka_unit_test(test_a_database_is_asked),
        cmocka_unit_test(test_best_lines),
        cmocka_unit_test(test_known_values_of_a_review),
        cmocka_unit_test(test_values_are_told),
        cmocka_unit_test(test_the_third_occurrence_is_a_draw),
        cmocka_unit_test(test_the_analysis_board),
    };
    return cmocka_run_group_tests(tests, NULL, free_engine);
}
