/* SPDX-License-Identifier: MIT */
/* Series of games: the official MUR match, the usual series of a game without one, and the set-up
 * of a next game held against the reference. */
#include "unit/support.h"

#include "core/series.h"
#include "reference/ref.h"

extern void ref_mur_next_game(const char *variant, const RefState *last, const char *side,
                              RefState *out);

#define EMPTY_BOARD "......../......../......../k"

static const char *start_text(const Series *series)
{
    return test_pos_text(series->game, &series->start);
}

/* Ends the game that is on with this winner at this position. */
static void end_at(Series *series, Winner winner, const char *position)
{
    Pos last = test_pos(series->game, position);
    assert_true(series_end_game(series, winner, &last, 1));
}

static void test_a_mur_match_has_two_sets_of_six_games(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Series series;
    series_begin(&series, game, 1);
    for (int n = 0; n < 12; n++) {
        assert_false(series_is_over(&series));
        assert_int_equal(series_outcome(&series).winner, WINNER_NONE);
        assert_int_equal(series_set(&series), n / 6);
        assert_int_equal(series_number(&series), n % 6);
        end_at(&series, WINNER_DRAW, "b......./......../......../k b 0 0");
    }
    assert_true(series_is_over(&series));
    Pos last = series.start;
    assert_false(series_end_game(&series, WINNER_P1, &last, 1));
    game_close(game);
}

static void test_odd_games_black_starts_and_even_ones_white(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Series series;
    series_begin(&series, game, 1);
    for (int n = 0; n < 12; n++) {
        assert_int_equal(series_starter(&series), n % 2);
        assert_int_equal(series.start.turn, n % 2);
        /* Players keep their colours. */
        assert_int_equal(series_side(&series, 0), 0);
        assert_int_equal(series_side(&series, 1), 1);
        end_at(&series, WINNER_P2, "b......./......../......../k b 0 0");
    }
    game_close(game);
}

static void test_pieces_stay_for_the_next_game_of_a_set(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Series series;
    series_begin(&series, game, 1);
    assert_string_equal(start_text(&series), EMPTY_BOARD " b 0 0");
    /* Trapped ships of both colours and the one on the centre come off together, the kraken goes to
     * the centre, the scores to 0; White starts. */
    end_at(&series, WINNER_P1, "bw...kbw/w......b/......../w b 3 1");
    assert_string_equal(start_text(&series), ".w....b./w......b/......../k w 0 0");
    end_at(&series, WINNER_DRAW, ".w....b./w......b/k......./. w 0 0");
    assert_string_equal(start_text(&series), ".w....b./w......b/......../k b 0 0");
    game_close(game);
}

static void test_the_second_set_begins_from_an_empty_board(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Series series;
    series_begin(&series, game, 1);
    for (int n = 0; n < 6; n++)
        end_at(&series, WINNER_P1, "bw...k.w/.......b/......../w b 3 1");
    assert_int_equal(series_set(&series), 1);
    assert_int_equal(series_number(&series), 0);
    assert_string_equal(start_text(&series), EMPTY_BOARD " b 0 0");
    end_at(&series, WINNER_P1, "bw...k.w/.......b/......../w b 3 1");
    assert_string_equal(start_text(&series), "bw.....w/.......b/......../k w 0 0");
    game_close(game);
}

static void test_a_won_game_is_one_point_and_a_drawn_one_half(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Series series;
    static const Winner winners[12] = {WINNER_P1,   WINNER_P2, WINNER_DRAW, WINNER_P1,
                                       WINNER_DRAW, WINNER_P1, WINNER_P2,   WINNER_P2,
                                       WINNER_P2,   WINNER_P2, WINNER_DRAW, WINNER_P1};
    series_begin(&series, game, 1);
    for (int n = 0; n < 12; n++)
        end_at(&series, winners[n], "b......./......../......../k b 0 0");
    assert_int_equal(series_set_half(&series, 0, 0), 8); /* 4 : 2 */
    assert_int_equal(series_set_half(&series, 0, 1), 4);
    assert_int_equal(series_set_half(&series, 1, 0), 3); /* 1½ : 4½ */
    assert_int_equal(series_set_half(&series, 1, 1), 9);
    assert_int_equal(series.half[0], 11);
    assert_int_equal(series.half[1], 13);
    /* The sum over both sets decides. */
    assert_int_equal(series_outcome(&series).winner, WINNER_P2);
    char text[128];
    Str s = str_over(text, sizeof text);
    series_write(&series, LANG_EN, &s);
    assert_string_equal(text, "all games played; Black 5½ : White 6½");
    game_close(game);
}

static void test_equal_sums_are_a_drawn_match(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Series series;
    series_begin(&series, game, 1);
    for (int n = 0; n < 12; n++)
        end_at(&series, n % 2 ? WINNER_P2 : WINNER_P1, "b......./......../......../k b 0 0");
    assert_int_equal(series_outcome(&series).winner, WINNER_DRAW);
    assert_non_null(series_outcome(&series).reason);
    game_close(game);
}

static void test_a_game_that_goes_on_does_not_end(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Series series;
    series_begin(&series, game, 1);
    Pos last = series.start;
    assert_false(series_end_game(&series, WINNER_NONE, &last, 1));
    assert_int_equal(series.played, 0);
    game_close(game);
}

static void test_the_standing_in_words(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Series series;
    char text[128];
    series_begin(&series, game, 1);
    for (int n = 0; n < 7; n++)
        end_at(&series, n ? WINNER_P1 : WINNER_DRAW, "b......./......../......../k b 0 0");
    Str s = str_over(text, sizeof text);
    series_write(&series, LANG_EN, &s);
    assert_string_equal(text, "set 2, game 2; White begins; Black 6½ : White ½");
    s = str_over(text, sizeof text);
    series_write(&series, LANG_JA, &s);
    assert_string_equal(text, "第2セット第2局、白が先手、黒 6½ : 白 ½");
    game_close(game);
}

/* A game without a match of its own: two games, fresh boards, the sides change. */
static void test_the_usual_series_changes_sides(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    Series series;
    series_begin(&series, game, 1);
    const char *start = start_text(&series);
    assert_int_equal(series_side(&series, 0), 0);
    assert_int_equal(series_starter(&series), 0);
    end_at(&series, WINNER_P1, start); /* seat 0 won as player 1 */
    assert_int_equal(series_starter(&series), 1);
    assert_int_equal(series_side(&series, 0), 1);
    assert_int_equal(series_side(&series, 1), 0);
    assert_int_equal(series.start.turn, 0);
    end_at(&series, WINNER_P2, start_text(&series)); /* and again, now as player 2 */
    assert_true(series_is_over(&series));
    assert_int_equal(series.half[0], 4);
    assert_int_equal(series.half[1], 0);
    assert_int_equal(series_outcome(&series).winner, WINNER_P1);
    game_close(game);
}

/* ---- 'Next game' against the reference, from the ends of random games of every variant ---- */

static void compare_next(const Game *game, const Pos *last)
{
    for (int starter = 0; starter < 2; starter++) {
        Pos next;
        RefState old = {0}, expected;
        snprintf(old.text, sizeof old.text, "%s", test_pos_text(game, last));
        ref_mur_next_game(game->id, &old, starter ? "w" : "b", &expected);
        game->ops->next_start(game, last, starter, &next);
        assert_string_equal(test_pos_text(game, &next), expected.text);
        assert_true(next.key == game->ops->key(game, &next));
        Pos read = test_pos(game, expected.text); /* no history, nothing marked */
        assert_memory_equal(&next, &read, sizeof next);
    }
}

static void visit(void *context, const Game *game, const Pos *pos, const Move *moves, int count)
{
    (void)moves;
    int *seen = context;
    if (count == 0 || ++*seen % 7 == 0)
        compare_next(game, pos);
}

static void check_variant(const char *variant)
{
    Game *game = test_open(variant);
    int seen = 0;
    if (game->ops->next_start)
        test_walk(game, test_seed(), 2, visit, &seen);
    game_close(game);
}

static void test_next_game_equals_reference(void **state)
{
    (void)state;
    test_each_variant(check_variant);
}

/* Eight ships around the kraken would finish a game of kraken=any before it begins. */
static void test_no_next_game_begins_finished(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *last, *next;
    } cases[] = {
        {"mur,kraken=any", "b......w/......../bwbwbwbw/k b 2 0",
         "b......w/......../......../k b 0 0"},
        {"mur", "b......w/......../bwbwbwbw/k b 2 0", "b......w/......../bwbwbwbw/k b 0 0"},
        {"mur,kraken=any", ".k.....b/......../bwbwbwbw/w w 0 1",
         ".......b/......../......../k b 0 0"},
        /* a1 is trapped and comes off: the other seven stay */
        {"mur,kraken=any", ".k....../w......./bwbwbwbw/w w 0 0",
         "......../w......./.wbwbwbw/k b 0 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Game *game = test_open(cases[i].variant);
        Pos last = test_pos(game, cases[i].last), next;
        game->ops->next_start(game, &last, 0, &next);
        assert_string_equal(test_pos_text(game, &next), cases[i].next);
        assert_int_equal(game->ops->outcome(game, &next).winner, WINNER_NONE);
        compare_next(game, &last);
        game_close(game);
    }
}

/* Any variant's series runs to its end, every start legal. */
static void play_series(const char *variant)
{
    Game *game = test_open(variant);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    Series series;
    Rng rng = {test_seed()};
    series_begin(&series, game, 1);
    for (int n = 0; !series_is_over(&series); n++) {
        assert_in_range(n, 0, SERIES_GAMES_MAX);
        Pos pos = series.start, next;
        assert_int_equal(pos.turn, series_side(&series, series_starter(&series)));
        assert_int_equal(game->ops->outcome(game, &pos).winner, WINNER_NONE);
        for (int ply = 0, count; ply < 60 && (count = game->moves(game, &pos, moves)) > 0; ply++) {
            game->apply(game, &pos, moves[rng_below(&rng, (uint32_t)count)], &next);
            pos = next;
        }
        Winner winner = game->ops->outcome(game, &pos).winner;
        assert_true(series_end_game(&series, winner ? winner : WINNER_DRAW, &pos, rng_next(&rng)));
    }
    assert_int_equal(series.half[0] + series.half[1], 2 * series.played);
    free(moves);
    game_close(game);
}

static void test_every_series_can_be_played(void **state)
{
    (void)state;
    test_each_variant(play_series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_mur_match_has_two_sets_of_six_games),
        cmocka_unit_test(test_odd_games_black_starts_and_even_ones_white),
        cmocka_unit_test(test_pieces_stay_for_the_next_game_of_a_set),
        cmocka_unit_test(test_the_second_set_begins_from_an_empty_board),
        cmocka_unit_test(test_a_won_game_is_one_point_and_a_drawn_one_half),
        cmocka_unit_test(test_equal_sums_are_a_drawn_match),
        cmocka_unit_test(test_a_game_that_goes_on_does_not_end),
        cmocka_unit_test(test_the_standing_in_words),
        cmocka_unit_test(test_the_usual_series_changes_sides),
        cmocka_unit_test(test_next_game_equals_reference),
        cmocka_unit_test(test_no_next_game_begins_finished),
        cmocka_unit_test(test_every_series_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
