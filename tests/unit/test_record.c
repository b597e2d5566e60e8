/* SPDX-License-Identifier: MIT */
/* Game records: what is written reads back, what is wrong is refused with its line and move. */
#include "unit/support.h"

#include "proto/record.h"
#include "proto/record_series.h"

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static RecordFound read_text(const char *text, Record *out, char *why)
{
    RecordReader reader = {.families = registry_families,
                           .family_count = registry_count,
                           .at = text,
                           .end = text + strlen(text)};
    return record_read(&reader, out, why);
}

static Record read_good(const char *text)
{
    char why[WHY_MAX] = "";
    Record record;
    if (read_text(text, &record, why) != RECORD_GOOD)
        fail_msg("refused: %s\n%s", why, text);
    return record;
}

/* The canonical text of a text. */
static const char *canonical(const char *text)
{
    static char out[1 << 16];
    Record record = read_good(text);
    Str s = str_over(out, sizeof out);
    record_write(&record, append, &s);
    assert_false(s.full);
    record_free(&record);
    return out;
}

static void assert_refused(const char *text, const char *part)
{
    char why[WHY_MAX] = "";
    Record record;
    if (read_text(text, &record, why) != RECORD_BAD)
        fail_msg("accepted:\n%s", text);
    if (!strstr(why, part) || strchr(why, '\n'))
        fail_msg("expected '%s' in '%s' for\n%s", part, why, text);
}

static const char full[] =
    "[Game \"nine\"]\n"
    "[White \"Anna \\\"A\\\" \\\\\"]\n"
    "[Black \"花子\"]\n"
    "[TimeControl \"300+5\"]\n"
    "[Result \"0-1\"]\n"
    "[Termination \"resignation\"]\n"
    "\n"
    "{before} 1. d6 {[%clk 0:04:58] [%eval -0.12] start} 1... d2 2. f4 (2. d7 b4 "
    "(2... f6 3.\nd5xf6) 3. d5xd2) 2... b4 {[%clk 1:00:00.250]} 3. d7 f6 4. d5xf6 g7 "
    "0-1\n";

static void test_written_text_reads_back(void **state)
{
    (void)state;
    assert_string_equal(canonical(full), full);
}

static void test_tree_and_fields(void **state)
{
    (void)state;
    Record r = read_good(full);
    assert_string_equal(r.game->id, "nine");
    assert_string_equal(record_tag(&r, "White"), "Anna \"A\" \\");
    assert_string_equal(record_tag(&r, "Black"), "花子");
    assert_null(record_tag(&r, "Event"));
    assert_int_equal(r.result, WINNER_P2);
    assert_int_equal(r.termination, TERMINATION_RESIGNATION);
    const RecordNode *first = &r.node[r.node[0].child];
    assert_int_equal(first->clock_ms, 298000);
    assert_int_equal(first->eval, -12);
    assert_string_equal(r.text + first->comment, "start");
    const RecordNode *third = &r.node[r.node[first->child].child];
    assert_true(third->next != 0); /* the variation 2. d7 */
    assert_int_equal(r.node[third->child].clock_ms, 3600250);
    record_free(&r);
}

static void test_short_records_get_their_termination(void **state)
{
    (void)state;
    Record r = read_good("[Game \"six\"]\n*");
    assert_int_equal(r.termination, TERMINATION_UNFINISHED);
    record_free(&r);
    r = read_good("[Game \"nine\"][Start \"ww....../......../..bb.bb. w 1 0\"] 1. g7xe5 1/2-1/2");
    assert_int_equal(r.termination, TERMINATION_AGREEMENT);
    record_free(&r);
    r = read_good("[Game \"nine\"][Start \"ww....../......../..bb.b.. w 1 0\"] g7xd3 1-0");
    assert_int_equal(r.termination, TERMINATION_NORMAL);
    record_free(&r);
}

/* The start stands again after four moves and after eight. */
static void test_repetition_ends_a_game(void **state)
{
    (void)state;
    const char *cycle = "[Game \"nine\"][Start \"w......b/.w.....b/......bw w 0 0\"]%s "
                        "a7-d7 a4-a1 d7-a7 a1-a4 a7-d7 a4-a1 d7-a7 a1-a4 %s";
    char text[512];
    snprintf(text, sizeof text, cycle, "", "1/2-1/2");
    Record r = read_good(text);
    assert_int_equal(r.termination, TERMINATION_REPETITION);
    record_free(&r);
    snprintf(text, sizeof text, cycle, "[Termination \"agreement\"]", "1/2-1/2");
    assert_refused(text, "Termination repetition");
    snprintf(text, sizeof text, cycle, "", "*");
    assert_refused(text, "the game ended with 1/2-1/2 (Termination repetition)");
}

static void test_results_that_do_not_fit(void **state)
{
    (void)state;
    assert_refused("[Game \"nine\"]\n\n1. d2 1-0", "line 3, move 2: result 1-0 needs");
    assert_refused("[Game \"nine\"][Termination \"normal\"] d2 1-0", "do not end the game");
    assert_refused("[Game \"nine\"][Termination \"resignation\"] d2 *", "does not go with");
    assert_refused("[Game \"nine\"][Termination \"resignation\"] d2 1/2-1/2", "cannot be a draw");
    assert_refused("[Game \"nine\"][Termination \"agreement\"] d2 1-0", "by agreement");
    assert_refused("[Game \"nine\"][Result \"1-0\"] d2 0-1", "tag Result says 1-0");
    assert_refused("[Game \"nine\"][Start \"ww....../......../..bb.b.. w 1 0\"] g7xd3 0-1",
                   "the game ended with 1-0");
}

static void test_bad_records_are_refused_with_their_place(void **state)
{
    (void)state;
    assert_refused("d2 d3 *", "line 1: a game begins with tags");
    assert_refused("[White \"A\"] *", "[Game");
    assert_refused("[Game \"ten\"] *", "there is no game 'ten'");
    assert_refused("[Game \"nine\"][Game \"nine\"] *", "given twice");
    assert_refused("[Game \"nine\"][X \"1\"][X \"1\"] *", "given twice");
    assert_refused("[Game nine] *", "a tag looks like");
    assert_refused("[Game \"nine] *", "the text ends too early");
    assert_refused("[Game \"nine\\n\"] *", "after \\");
    assert_refused("[Game \"nine\n\"] *", "ends on its line");
    assert_refused("[Game \"nine\"][Result \"2-0\"] *", "tag Result is one of");
    assert_refused("[Game \"nine\"][Termination \"boredom\"] *", "tag Termination is one of");
    assert_refused("[Game \"nine\"][Seed \"-1\"] *", "tag Seed is a number");
    assert_refused("[Game \"nine\"][Start \"x\"] *", "bad Start");
    assert_refused("[Game \"nine\"]\n\n1. d2\nd9 *", "line 4, move 2: 'd9' is no move");
    assert_refused("[Game \"nine\"]\n1. d2 d2 *", "line 2, move 2: d2 is occupied");
    assert_refused("[Game \"nine\"] d2", "ends without a result");
    assert_refused("[Game \"nine\"] 1. d2 d6 (1. d7) *", "the number here is 1...");
    assert_refused("[Game \"nine\"] 2. d2 *", "the number here is 1.");
    assert_refused("[Game \"nine\"] d2 (d6 *", "( without )");
    assert_refused("[Game \"nine\"] d2 ) *", ") without (");
    assert_refused("[Game \"nine\"] (d6) *", "follows the move");
    assert_refused("[Game \"nine\"] d2 {never ends", "ends too early");
    assert_refused("[Game \"nine\"] d2 {a} {b} *", "one comment");
    assert_refused("[Game \"nine\"] d2 () *", "begins with a move");
    assert_refused("[Game \"nine\"] d2 d6 ((f4)) *", "begins with a move");
    assert_refused("[Game \"nine\"] d2 ({a} f4) *", "begins with a move");
    assert_refused("[Game \"nine\"] d2 {[%clk 0:00:01]} {[%clk 0:00:02]} *", "one clock");
    assert_refused("[Game \"nine\"] d2 {[%eval 1.00]} {[%eval 2.00]} *", "one evaluation");
    assert_refused("[Game \"nine\"][X \"\xc2\x9b[m\"] *", "steers");
    assert_refused("[Game \"nine\"] d2 {\xe2\x80\xae} *", "steers");
    assert_refused("[Game \"nine\"] d2 {[%clk 1:2:3]} *", "a clock looks like");
    assert_refused("[Game \"nine\"] d2 {[%eval x]} *", "an evaluation looks like");
    assert_refused("[Game \"nine\"] d2 {\xff} *", "not UTF-8");
    assert_refused("[Game \"nine\"] d2 {\xe0\x80\x80} *", "not UTF-8");
    assert_refused("[Game \"nine\"] d2 {\xed\xa0\x80} *", "not UTF-8");
    assert_refused("[Game \"nine\"] d2 {\x01} *", "control character");
    assert_refused("[Game \"nine\"] \x80 *", "belongs to no move");
}

static void test_limits(void **state)
{
    (void)state;
    static char text[1 << 20];
    Str s = str_over(text, sizeof text);
    str_add(&s, "[Game \"nine\"] d2");
    for (int i = 0; i < RECORD_DEPTH_MAX; i++)
        str_format(&s, " (%s", i % 2 ? "d2" : "d6");
    str_add(&s, " (");
    assert_refused(text, "nest more than");
    s = str_over(text, sizeof text);
    str_add(&s, "[Game \"nine\"] d2 {");
    for (int i = 0; i < RECORD_TEXT_MAX; i++)
        str_char(&s, 'a');
    str_add(&s, "} *");
    assert_refused(text, "longer than");
    s = str_over(text, sizeof text);
    str_add(&s, "[Game \"nine\"]");
    for (int i = 0; i <= RECORD_TAGS_MAX; i++)
        str_format(&s, "[T%d \"v\"]", i);
    str_add(&s, " *");
    assert_refused(text, "more than 64 tags");
    s = str_over(text, sizeof text);
    str_add(&s, "[Game \"nine\"] ");
    for (int i = 0; i < 1000; i++)
        str_char(&s, 'a');
    assert_refused(text, "longer than any move");
}

static void test_several_games_in_one_file(void **state)
{
    (void)state;
    const char *text =
        "[Game \"nine\"] d2 *\r\n\r\n[Game \"stacking\"]\r\nd2 d6 *\n\n[Game \"x\"] *";
    RecordReader reader = {.families = registry_families,
                           .family_count = registry_count,
                           .at = text,
                           .end = text + strlen(text)};
    char why[WHY_MAX] = "";
    Record r;
    assert_int_equal(record_read(&reader, &r, why), RECORD_GOOD);
    assert_string_equal(r.game->id, "nine");
    record_free(&r);
    assert_int_equal(record_read(&reader, &r, why), RECORD_GOOD);
    assert_string_equal(r.game->id, "stacking");
    assert_int_equal(r.node_count, 3);
    record_free(&r);
    assert_int_equal(record_read(&reader, &r, why), RECORD_BAD);
    assert_non_null(strstr(why, "line 6"));
    reader.at = reader.end;
    assert_int_equal(record_read(&reader, &r, why), RECORD_END);
}

/* Random games of every variant, written move by move, read back to the same tree. */
static void record_random_game(const char *variant)
{
    static char first[1 << 17], second[1 << 17];
    Game *game = test_open(variant);
    if (game->family->id[0] == 't' && strcmp(game->family->id, "template") == 0) {
        game_close(game);
        return;
    }
    Move *moves = malloc(game->moves_max * sizeof *moves);
    Rng rng = {test_seed()};
    Record r;
    Pos start;
    game->ops->start(game, 5, &start);
    assert_true(record_begin(&r, game, 5, &start));
    uint32_t at = 0;
    for (int ply = 0; ply < 120; ply++) {
        int n = game->moves(game, &r.node[at].pos, moves);
        if (!n)
            break;
        if (rng_below(&rng, 8) == 0)
            record_add_move(&r, at, moves[rng_below(&rng, (uint32_t)n)]);
        uint32_t added = record_add_move(&r, at, moves[rng_below(&rng, (uint32_t)n)]);
        at = r.node[at].child ? r.node[at].child : added;
    }
    r.termination = TERMINATION_FORFEIT;
    r.result = WINNER_P1;
    char why[WHY_MAX];
    if (!record_check_result(&r, LANG_EN, why)) { /* it did end by itself */
        Outcome end = game->ops->outcome(game, &r.node[at].pos);
        r.result = end.winner != WINNER_NONE ? end.winner : WINNER_DRAW;
        r.termination = end.winner != WINNER_NONE ? TERMINATION_NORMAL : TERMINATION_REPETITION;
        if (!record_check_result(&r, LANG_EN, why)) {
            r.result = WINNER_DRAW;
            r.termination = TERMINATION_REPETITION;
        }
    }
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    record_write(&r, append, &s);
    assert_false(s.full);
    record_free(&r);
    r = read_good(first);
    record_write(&r, append, &t);
    assert_string_equal(first, second);
    record_free(&r);
    free(moves);
}

static void test_random_games_of_every_variant(void **state)
{
    (void)state;
    test_each_variant(record_random_game);
}

/* A whole official match, every game resigned or played a little, in one text. */
enum { MATCH_TEXT = 1 << 16 };

static void write_match(const char *variant, int games, char *out)
{
    char why[WHY_MAX];
    Str s = str_over(out, MATCH_TEXT);
    Game *game = test_open(variant);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    Rng rng = {test_seed()};
    Series series;
    series_begin(&series, game, 1);
    for (int g = 0; g < games; g++) {
        Record r;
        assert_true(record_begin(&r, game_open(variant, LANG_EN, why), 1, &series.start));
        assert_true(record_series_tag(&series, &r));
        uint32_t at = 0;
        for (int ply = 0, n; ply < 9 && (n = game->moves(game, &r.node[at].pos, moves)) > 0; ply++)
            at = record_add_move(&r, at, moves[rng_below(&rng, (uint32_t)n)]);
        r.result = g % 2 ? WINNER_P1 : WINNER_P2;
        r.termination = TERMINATION_RESIGNATION;
        record_write(&r, append, &s);
        str_char(&s, '\n');
        series_end_game(&series, r.result, &r.node[at].pos, 1);
        record_free(&r);
    }
    assert_false(s.full);
    free(moves);
    game_close(game);
}

/* Reads a file; how many of its games fit, and the reason if one does not. */
static int read_match(const char *text, RecordSeries *series, char *why)
{
    RecordReader reader = {.families = registry_families,
                           .family_count = registry_count,
                           .at = text,
                           .end = text + strlen(text)};
    Record r;
    int games = 0;
    *series = (RecordSeries){0};
    while (record_read(&reader, &r, why) == RECORD_GOOD) {
        bool good = record_series_add(series, &r, registry_families, registry_count, LANG_EN, why);
        record_free(&r);
        if (!good)
            return games;
        games++;
    }
    return games;
}

static void test_a_match_is_one_file(void **state)
{
    (void)state;
    static char text[MATCH_TEXT];
    char why[WHY_MAX] = "";
    RecordSeries series;
    write_match("mur", 12, text);
    assert_int_equal(read_match(text, &series, why), 12);
    assert_true(series_is_over(&series.series));
    assert_int_equal(series_outcome(&series.series).winner, WINNER_DRAW);
    record_series_end(&series);
    /* A game left out, a game too many, another start. */
    char *second = strstr(text, "[Round \"2\"]"), *rest = strstr(second, "\n[Game");
    char *from = second - strlen("[Game \"mur\"]\n[Set \"1\"]\n");
    static char cut[MATCH_TEXT + 64];
    snprintf(cut, sizeof cut, "%.*s%s", (int)(from - text), text, rest);
    assert_int_equal(read_match(cut, &series, why), 1);
    assert_non_null(strstr(why, "should be Set 1, Round 2"));
    record_series_end(&series);
    snprintf(cut, sizeof cut, "%s[Game \"mur\"][Set \"3\"][Round \"1\"] *", text);
    assert_int_equal(read_match(cut, &series, why), 12);
    assert_non_null(strstr(why, "the match is over"));
    record_series_end(&series);
    assert_int_equal(read_match("[Game \"mur\"][Set \"1\"][Round \"1\"]"
                                "[Start \"b......./......../......../k b 0 0\"] *",
                                &series, why),
                     0);
    assert_non_null(strstr(why, "should start from"));
    record_series_end(&series);
    assert_int_equal(read_match("[Game \"mur\"][Set \"1\"][Round \"1\"] * "
                                "[Game \"mur\"][Set \"1\"][Round \"2\"] *",
                                &series, why),
                     1);
    assert_non_null(strstr(why, "has no result"));
    record_series_end(&series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_text_reads_back),
        cmocka_unit_test(test_tree_and_fields),
        cmocka_unit_test(test_short_records_get_their_termination),
        cmocka_unit_test(test_repetition_ends_a_game),
        cmocka_unit_test(test_results_that_do_not_fit),
        cmocka_unit_test(test_bad_records_are_refused_with_their_place),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_several_games_in_one_file),
        cmocka_unit_test(test_random_games_of_every_variant),
        cmocka_unit_test(test_a_match_is_one_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
