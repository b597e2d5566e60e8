/* SPDX-License-Identifier: MIT */
/* libconcentric by its public headers: catalogue, board, variations, endings, records, clocks,
 * series. What the rules say is tested elsewhere. */
#include "unit/support.h"

#include "concentric/concentric.h"

static concentric_match *match_of(const char *variant, const char *position)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_match *match = concentric_new(variant, position, why);
    if (!match)
        fail_msg("%s", why);
    return match;
}

static void play(concentric_match *match, const char *moves)
{
    char why[CONCENTRIC_WHY_MAX] = "", word[64];
    for (int n; sscanf(moves, "%63s%n", word, &n) == 1; moves += n)
        if (!concentric_play(match, word, why))
            fail_msg("%s: %s", word, why);
}

static void version_is_one(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", CONCENTRIC_VERSION_MAJOR, CONCENTRIC_VERSION_MINOR,
             CONCENTRIC_VERSION_PATCH);
    assert_string_equal(concentric_version(), text);
    assert_true(CONCENTRIC_AT_LEAST(0, 1, 0));
    assert_false(CONCENTRIC_AT_LEAST(0, 1, 1));
    assert_false(CONCENTRIC_AT_LEAST(1, 0, 0));
}

/* -- Catalogue ------------------------------------------------------------------------------- */

static bool opens(void *context, const char *variant)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_game *game = concentric_game_open(variant, CONCENTRIC_ENGLISH, why);
    assert_non_null(game);
    assert_string_equal(concentric_game_variant(game), variant);
    concentric_game_close(game);
    return --*(int *)context > 0;
}

/* Every value of every option of every game, alone, opens or is refused with a reason. */
static void check_option(size_t game, size_t option)
{
    size_t values = concentric_value_count(game, option);
    assert_non_null(concentric_option_title(game, option, CONCENTRIC_JAPANESE));
    assert_non_null(concentric_option_help(game, option, CONCENTRIC_ENGLISH));
    assert_true(values == 0 || concentric_value_default(game, option) < values);
    for (size_t v = 0; v < (values ? values : 1); v++) {
        char variant[128], why[CONCENTRIC_WHY_MAX] = "";
        snprintf(variant, sizeof variant, "%s,%s%s%s", concentric_game_id(game),
                 concentric_option_name(game, option), values ? "=" : "",
                 values ? concentric_value(game, option, v) : "");
        concentric_game *opened = concentric_game_open(variant, CONCENTRIC_ENGLISH, why);
        assert_true(opened || strlen(why) > 10);
        concentric_game_close(opened);
    }
    assert_null(concentric_value(game, option, values));
    assert_null(concentric_value_title(game, option, values, CONCENTRIC_ENGLISH));
}

static void catalogue_opens(void **state)
{
    (void)state;
    int room = 20;
    assert_int_equal(concentric_game_count(), 6);
    assert_string_equal(concentric_game_id(0), "nine");
    assert_string_equal(concentric_game_family(0), "morris");
    assert_null(concentric_game_id(6));
    for (size_t g = 0; g < concentric_game_count(); g++) {
        assert_non_null(concentric_game_title(g, CONCENTRIC_JAPANESE));
        assert_non_null(concentric_game_summary(g, CONCENTRIC_ENGLISH));
        for (size_t o = 0; o < concentric_option_count(g); o++)
            check_option(g, o);
        assert_null(concentric_option_name(g, concentric_option_count(g)));
    }
    assert_int_equal(concentric_variants(opens, &room), 20);
    assert_int_equal(concentric_level_count(), 10);
    assert_non_null(concentric_level_name(10, CONCENTRIC_JAPANESE));
    assert_null(concentric_level_name(11, CONCENTRIC_ENGLISH));
    assert_null(concentric_level_help(0, CONCENTRIC_ENGLISH));
    char why[CONCENTRIC_WHY_MAX] = "";
    assert_null(concentric_game_open("elf", CONCENTRIC_JAPANESE, why));
    assert_non_null(strstr(why, "\xe3")); /* kana */
    assert_null(concentric_game_open(NULL, CONCENTRIC_ENGLISH, NULL));
}

static void board_is_data(void **state)
{
    (void)state;
    concentric_match *match = match_of("nine", "ww.w..../......../b.b.b... w 0 0");
    const concentric_game *game = concentric_game_of(match);
    uint8_t board[256] = {0};
    size_t a = 99, b = 99;
    assert_int_equal(concentric_point_count(game), 24);
    assert_int_equal(concentric_link_count(game), 32);
    assert_true(concentric_link(game, 0, &a, &b) && a < 24 && b < 24);
    assert_false(concentric_link(game, 32, &a, &b));
    for (size_t p = 0; p < 24; p++)
        assert_int_equal(concentric_point_find(game, concentric_point_name(game, p)), p);
    assert_int_equal(concentric_point_find(game, "d9"), -1);
    assert_int_equal(concentric_point_find(game, "d2x"), -1);
    assert_null(concentric_point_name(game, 24));
    concentric_board(match, board);
    assert_int_equal(board[concentric_point_find(game, "a7")], 1);
    assert_int_equal(board[concentric_point_find(game, "c5")], 2);
    assert_int_equal(board[concentric_point_find(game, "g7")], 0);
    assert_int_equal(concentric_piece_count(game), 2);
    assert_int_equal(concentric_piece_letter(game, 2), 'b');
    assert_int_equal(concentric_piece_owner(game, 2), 2);
    assert_int_equal(concentric_piece_owner(game, 7), 0);
    assert_string_equal(concentric_game_player(game, 1, CONCENTRIC_ENGLISH), "White");
    assert_null(concentric_game_player(game, 3, CONCENTRIC_ENGLISH));
    assert_string_equal(concentric_counter_id(match, 1), "lost");
    assert_int_equal(concentric_counter_value(match, 1), 6);
    assert_null(concentric_counter_id(match, concentric_counter_count(match)));
    concentric_free(match);
}

/* All images of a position have its canonical form and hash. */
static void check_canonical(const char *variant)
{
    concentric_match *match = concentric_new(variant, NULL, NULL);
    if (!match)
        return; /* the template is not in the library */
    for (int i = 0; i < 5 && concentric_move_count(match); i++)
        assert_true(concentric_play_number(match, concentric_move_count(match) / 2, NULL));
    char canonical[1024];
    snprintf(canonical, sizeof canonical, "%s", concentric_canonical(match));
    uint64_t hash = concentric_canonical_hash(match);
    size_t images = concentric_symmetry_count(concentric_game_of(match));
    assert_string_equal(concentric_transformed(match, 0), concentric_position(match));
    for (size_t s = 0; s < images; s++) {
        concentric_match *image = match_of(variant, concentric_transformed(match, s));
        assert_string_equal(concentric_canonical(image), canonical);
        assert_int_equal(concentric_canonical_hash(image), hash);
        if (strcmp(concentric_position(image), concentric_position(match)) == 0)
            assert_int_equal(concentric_hash(image), concentric_hash(match));
        else
            assert_int_not_equal(concentric_hash(image), concentric_hash(match));
        concentric_free(image);
    }
    assert_null(concentric_transformed(match, images));
    concentric_free(match);
}

static void images_have_one_form(void **state)
{
    (void)state;
    test_each_variant(check_canonical);
}

/* -- Words ------------------------------------------------------------------------------------ */

static void moves_are_judged_and_told(void **state)
{
    (void)state;
    char en[CONCENTRIC_WHY_MAX] = "", ja[CONCENTRIC_WHY_MAX] = "", before[600];
    concentric_match *match = match_of("nine", NULL);
    play(match, "a7 d1 d7 d2");
    snprintf(before, sizeof before, "%s", concentric_position(match));
    assert_false(concentric_check(match, "g7xd3", en));
    assert_false(concentric_check(match, NULL, NULL));
    assert_true(concentric_check(match, "g7xd1", en));
    assert_string_equal(concentric_describe(match, "g7xd1"),
                        "White places a white man on g7; White completes the line a7-d7-g7; White "
                        "takes the black man on d1");
    assert_null(concentric_describe(match, "a7"));
    concentric_set_language(match, CONCENTRIC_JAPANESE);
    assert_false(concentric_check(match, "g7xd3", ja));
    assert_string_not_equal(en, ja);
    assert_non_null(strstr(concentric_describe(match, "g7xd1"), "g7"));
    assert_string_equal(concentric_position(match), before);
    assert_string_equal(concentric_duty(match), "");
    concentric_free(match);
}

static void all_moves_in_one_text(void **state)
{
    (void)state;
    concentric_match *match = match_of("mur", NULL);
    char all[65536];
    snprintf(all, sizeof all, "%s", concentric_moves(match));
    const char *rest = all;
    for (size_t i = 0; i < concentric_move_count(match); i++) {
        const char *move = concentric_move(match, i);
        assert_memory_equal(rest, move, strlen(move));
        rest += strlen(move);
        assert_true(*rest == (i + 1 < concentric_move_count(match) ? ' ' : '\0'));
        rest++;
    }
    assert_false(concentric_play_number(match, concentric_move_count(match), NULL));
    concentric_free(match);
}

static void pictures_show_pieces(void **state)
{
    (void)state;
    concentric_match *match = match_of("nine", NULL);
    char empty[4096];
    snprintf(empty, sizeof empty, "%s", concentric_picture(match));
    play(match, "d2");
    assert_memory_equal(concentric_svg(match), "<svg", 4);
    assert_string_not_equal(concentric_picture(match), empty);
    concentric_free(match);
}

/* -- Variations ------------------------------------------------------------------------------- */

static void variations_stay(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_match *match = match_of("nine", NULL);
    play(match, "a7 d7");
    uint32_t main_line = concentric_node(match);
    assert_true(concentric_back(match));
    play(match, "g7 g4");
    uint32_t variation = concentric_node_parent(match, concentric_node(match));
    assert_int_equal(concentric_node_next(match, main_line), variation);
    assert_string_equal(concentric_node_move(match, variation), "g7");
    assert_int_equal(concentric_ply(match), 3);
    assert_string_equal(concentric_move_at(match, 2), "g4");
    assert_null(concentric_move_at(match, 3));
    assert_string_equal(concentric_position_at(match, 3), concentric_position(match));
    assert_true(concentric_set_comment(match, variation, "the other one", why));
    assert_string_equal(concentric_comment(match, variation), "the other one");
    assert_false(concentric_set_comment(match, variation, "no } here", why));
    assert_false(concentric_set_comment(match, 99, "x", why));
    assert_non_null(strstr(concentric_record(match), "d7 (1... g7 {the other one} 2. g4)"));
    concentric_match *copy = concentric_copy(match);
    assert_true(concentric_promote(match, variation));
    assert_non_null(strstr(concentric_record(match), "g7 {the other one} (1... d7) 2. g4"));
    assert_true(concentric_delete(match, variation));
    assert_int_equal(concentric_ply(match), 1);
    assert_false(concentric_go_to(match, variation));
    assert_true(concentric_go_to(match, main_line));
    assert_false(concentric_delete(match, 0));
    assert_string_equal(concentric_comment(copy, variation), "the other one");
    assert_true(concentric_undo(copy) && concentric_undo(copy) && concentric_undo(copy));
    assert_false(concentric_undo(copy) || concentric_back(copy));
    concentric_free(copy);
    concentric_free(match);
}

/* Also where lines were deleted before, trying moves never uses a match up. */
static void trying_after_deleting(void **state)
{
    (void)state;
    concentric_match *match = match_of("nine", "ww.w..../......../b.b.b... w 0 0");
    play(match, "a7-a4 c5-c4");
    concentric_back(match);
    play(match, "c5-d5");
    assert_true(concentric_delete(match, concentric_node_child(match, 1)));
    for (int i = 0; i < 250000; i++) {
        assert_true(concentric_play_number(match, 0, NULL) &&
                    concentric_play_number(match, 0, NULL));
        concentric_back(match);
        assert_true(concentric_undo(match));
    }
    concentric_free(match);
}

/* -- Endings and records ---------------------------------------------------------------------- */

static void players_end_games(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    const char *reason;
    concentric_match *match = match_of("nine", NULL);
    play(match, "a7 d7");
    assert_false(concentric_end(match, CONCENTRIC_BY_RULES, 1, why));
    assert_false(concentric_end(match, CONCENTRIC_BY_TIME, 3, NULL));
    assert_int_equal(concentric_outcome(match, &reason), CONCENTRIC_GOING_ON);
    assert_string_equal(concentric_ending_text(match), "");
    assert_true(concentric_end(match, CONCENTRIC_BY_RESIGNATION, 1, why));
    assert_int_equal(concentric_outcome(match, &reason), CONCENTRIC_PLAYER_2);
    assert_string_equal(reason, "the opponent resigned");
    assert_int_equal(concentric_ending_of(match), CONCENTRIC_BY_RESIGNATION);
    assert_string_equal(concentric_ending_text(match), "Black wins: the opponent resigned");
    assert_false(concentric_play(match, "g7", why));
    assert_false(concentric_end(match, CONCENTRIC_BY_AGREEMENT, 0, why));
    assert_non_null(strstr(concentric_record(match), "[Termination \"resignation\"]"));
    assert_true(concentric_undo(match));
    assert_int_equal(concentric_outcome(match, NULL), CONCENTRIC_GOING_ON);
    assert_true(concentric_end(match, CONCENTRIC_BY_ARBITER, 0, why));
    assert_int_equal(concentric_outcome(match, NULL), CONCENTRIC_DRAW);
    concentric_free(match);
}

/* Every kind of ending, tags, variations and comments: what is written reads back as itself. */
static void records_come_back(void **state)
{
    (void)state;
    static const concentric_ending how[] = {CONCENTRIC_NOT_ENDED,      CONCENTRIC_BY_AGREEMENT,
                                            CONCENTRIC_BY_RESIGNATION, CONCENTRIC_BY_TIME,
                                            CONCENTRIC_BY_FORFEIT,     CONCENTRIC_BY_ARBITER,
                                            CONCENTRIC_ABORTED};
    char why[CONCENTRIC_WHY_MAX] = "", text[4096];
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        concentric_match *match = match_of("nine,flying", NULL), *back;
        play(match, "a7 d7 g7");
        concentric_back(match);
        play(match, "g1 g4");
        assert_true(concentric_set_tag(match, "White", "A \"quoted\" name", why));
        assert_true(how[i] == CONCENTRIC_NOT_ENDED || concentric_end(match, how[i], 2, why));
        snprintf(text, sizeof text, "%s", concentric_record(match));
        concentric_reader *reader = concentric_reader_new(text, strlen(text), CONCENTRIC_ENGLISH);
        if (concentric_read(reader, &back, why) != CONCENTRIC_FOUND)
            fail_msg("%s\n%s", why, text);
        assert_string_equal(concentric_record(back), text);
        assert_string_equal(concentric_tag(back, "White"), "A \"quoted\" name");
        if (how[i] != CONCENTRIC_NOT_ENDED)
            assert_int_equal(concentric_ending_of(back), how[i]);
        assert_int_equal(concentric_read(reader, &(concentric_match *){NULL}, why),
                         CONCENTRIC_AT_END);
        concentric_reader_free(reader);
        assert_true(concentric_ply(back) > 0 && concentric_undo(back));
        concentric_free(back);
        concentric_free(match);
    }
}

static void bad_records_and_tags_are_refused(void **state)
{
    (void)state;
    static const char bad[] = "[Game \"nine\"]\n\n1. a7 a7 *\n";
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_match *match = (concentric_match *)why;
    concentric_reader *reader = concentric_reader_new(bad, strlen(bad), CONCENTRIC_ENGLISH);
    assert_int_equal(concentric_read(reader, &match, why), CONCENTRIC_BAD);
    assert_null(match);
    assert_non_null(strstr(why, "line 3"));
    assert_int_equal(concentric_read(reader, &match, NULL), CONCENTRIC_AT_END);
    concentric_reader_free(reader);
    match = match_of("nine", NULL);
    assert_false(concentric_set_tag(match, "Result", "1-0", why));
    assert_false(concentric_set_tag(match, "a b", "x", why));
    assert_false(concentric_set_tag(match, "A", "two\nlines", why));
    assert_true(concentric_set_tag(match, "A", "1", why) &&
                concentric_set_tag(match, "A", "2", why));
    assert_int_equal(concentric_tag_count(match), 1);
    assert_string_equal(concentric_tag_name(match, 0), "A");
    assert_string_equal(concentric_tag_value(match, 0), "2");
    assert_null(concentric_tag_value(match, 1));
    concentric_free(match);
}

/* -- Clocks and series ------------------------------------------------------------------------ */

static void clocks_run(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    assert_null(concentric_clock_new("soon", CONCENTRIC_ENGLISH, why));
    assert_true(strlen(why) > 5);
    concentric_clock *clock = concentric_clock_new("60+2", CONCENTRIC_ENGLISH, why);
    assert_int_equal(concentric_clock_flag(clock, 0), 0);
    concentric_clock_start(clock, 2, 1000);
    assert_int_equal(concentric_clock_left(clock, 2, 11000), 50000);
    concentric_clock_moved(clock, 11000);
    assert_int_equal(concentric_clock_left(clock, 2, 99000), 52000);
    concentric_clock_start(clock, 1, 20000);
    concentric_clock_pause(clock, 30000);
    concentric_clock_resume(clock, 40000);
    assert_int_equal(concentric_clock_due(clock), 90000);
    assert_int_equal(concentric_clock_flag(clock, 89999), 0);
    assert_int_equal(concentric_clock_flag(clock, 90000), 1);
    concentric_clock_free(clock);
    concentric_clock_free(NULL);
}

static void series_count(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_game *game = concentric_game_open("nine", CONCENTRIC_ENGLISH, why);
    concentric_series *series = concentric_series_new(game, 1, why);
    concentric_game_close(game); /* the series keeps it */
    for (int n = 1; n <= 2; n++) {
        assert_int_equal(concentric_series_number(series), n);
        assert_int_equal(concentric_series_player(series, 1), n);
        concentric_match *match = concentric_series_match(series, why);
        assert_false(concentric_series_ended(series, match, 1, why));
        assert_true(concentric_end(match, CONCENTRIC_BY_RESIGNATION, 2, why));
        assert_true(concentric_series_ended(series, match, 1, why));
        concentric_free(match);
    }
    assert_true(concentric_series_is_over(series));
    assert_int_equal(concentric_series_half_points(series, 1), 2);
    assert_int_equal(concentric_series_half_points(series, 2), 2);
    assert_int_equal(concentric_series_outcome(series), CONCENTRIC_DRAW);
    assert_null(concentric_series_match(series, why));
    assert_true(strlen(concentric_series_text(series, CONCENTRIC_ENGLISH)) > 5);
    concentric_series_free(series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_one),
        cmocka_unit_test(catalogue_opens),
        cmocka_unit_test(board_is_data),
        cmocka_unit_test(images_have_one_form),
        cmocka_unit_test(moves_are_judged_and_told),
        cmocka_unit_test(all_moves_in_one_text),
        cmocka_unit_test(pictures_show_pieces),
        cmocka_unit_test(variations_stay),
        cmocka_unit_test(trying_after_deleting),
        cmocka_unit_test(players_end_games),
        cmocka_unit_test(records_come_back),
        cmocka_unit_test(bad_records_and_tags_are_refused),
        cmocka_unit_test(clocks_run),
        cmocka_unit_test(series_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
