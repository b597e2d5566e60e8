/* SPDX-License-Identifier: MIT */
/* A game at one screen: taking back, its end, clocks, picks, known values. */
#include "unit/tui_support.h"

#include "ai/time.h"
#include "app/tui/brain_limits.h"
#include "app/tui/tell.h"

#include <string.h>

static void undo_goes_to_a_person(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    Play play = tui_open("nine", LANG_EN);
    assert_true(play_seat(&play, 1, true));
    tui_play_some(&play, &rng, 4);
    assert_true(play_undo(&play));
    assert_int_equal(play_ply(&play), 2);
    assert_true(play_is_open(&play));
    assert_true(play_redo(&play));
    assert_int_equal(play_ply(&play), 4);
    assert_false(play_redo(&play));
    assert_true(play_seat(&play, 0, true)); /* two computers: ply by ply, and they wait */
    assert_true(play_undo(&play));
    assert_int_equal(play_ply(&play), 3);
    assert_true(play_is_open(&play) && !play_waits_for_computer(&play));
    assert_true(play_go_on(&play)); /* until they are asked on */
    assert_true(play_waits_for_computer(&play));
    play_close(&play);
}

static void the_computers_first_move_can_be_taken_back(void **state)
{
    (void)state;
    Play play = tui_open("nine", LANG_EN);
    assert_true(play_seat(&play, 0, true));
    assert_true(play_move(&play, test_move(play.table.game, play_pos(&play), "d6")));
    assert_true(play_undo(&play)); /* the tui_person has not moved yet: to the start */
    assert_int_equal(play_ply(&play), 0);
    assert_true(play_is_open(&play));
    tui_type(&play, "d2"); /* somebody moves in its place */
    assert_true(play_is_open(&play) && !play.table.paused);
    assert_true(play_undo(&play));
    assert_false(play_undo(&play));
    assert_int_equal(play.tone, TONE_WHY);
    play_close(&play);
}

/* ---- a game that is over ---- */

static void a_finished_game_is_looked_through(void **state)
{
    (void)state;
    Play play = tui_open("nine", LANG_EN);
    tui_type(&play, "d6");
    tui_type(&play, "d2");
    assert_true(play_resign(&play, 0));
    assert_false(play_is_open(&play));
    assert_true(play_undo(&play) && play_undo(&play));
    assert_false(play_undo(&play)); /* nothing is before the start */
    assert_int_equal(table_ending(&play.table)->kind, END_RESIGNATION);
    tui_type(&play, "f4"); /* a variation: the game stays as it was */
    assert_int_equal(play_ply(&play), 1);
    tui_type(&play, "f2");
    assert_int_equal(play_length(&play), 2);
    assert_true(play_undo(&play) && play_undo(&play));
    assert_true(play_redo(&play) && play_redo(&play)); /* on along the game */
    assert_false(play_redo(&play));
    assert_int_equal(play.shown, play.table.head);
    assert_int_equal(table_ending(&play.table)->kind, END_RESIGNATION);
    assert_int_equal(play_tree(&play)->count, 5);
    play_close(&play);
}

static void a_lost_game_can_be_played_on_from_before(void **state)
{
    (void)state;
    Play play = tui_open("nine", LANG_EN);
    tui_type(&play, "d6");
    tui_type(&play, "d2");
    assert_true(play_resign(&play, 0));
    assert_false(play_go_on(&play)); /* from where it ended there is nothing to go on from */
    assert_true(play_undo(&play));
    tui_type(&play, "f2");
    assert_false(play_go_on(&play)); /* nor from a variation */
    assert_true(play_undo(&play));
    assert_true(play_go_on(&play));
    assert_int_equal(play.table.state, TABLE_RUNNING);
    tui_type(&play, "b4");
    assert_int_equal(play_ply(&play), 2);
    play_close(&play);
}

/* The computer is asked, a tui_person agrees by sitting there. */
static void agreement_needs_the_other_side(void **state)
{
    (void)state;
    Play play = tui_open("nine", LANG_EN);
    assert_true(play_seat(&play, 1, true));
    assert_true(play_agree(&play));
    assert_false(play_is_over(&play));
    assert_int_equal(play_asked(&play), 1);
    assert_true(play_act(&play, BY_SEAT1, "answer end no"));
    assert_int_equal(play_asked(&play), -1);
    assert_true(play_seat(&play, 0, true));
    assert_false(play_agree(&play)); /* nobody is there to offer it */
    assert_true(play_seat(&play, 0, false) && play_seat(&play, 1, false));
    assert_true(play_agree(&play));
    assert_int_equal(table_ending(&play.table)->kind, END_AGREEMENT);
    play_close(&play);
}

/* MUR: any game is followed by one from its last board. */
static void the_next_game_begins_on_the_last_board(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    char text[PLAY_MESSAGE_MAX];
    Play play = tui_open("mur", LANG_EN);
    tui_play_some(&play, &rng, 6);
    assert_false(play_next(&play));
    assert_true(play_is_over(&play) || play_resign(&play, 0));
    assert_true(play_undo(&play)); /* looking back does not matter */
    assert_true(play_next(&play));
    assert_int_equal(play.table.round_count, 2);
    assert_int_equal(play_ply(&play), 0);
    assert_true(play_is_open(&play));
    play_close(&play);
    play = tui_open("nine", LANG_EN);
    assert_true(play_resign(&play, 0));
    assert_false(play_next(&play));
    Str s = str_over(text, sizeof text);
    tell_prompt(&play, &s);
    assert_string_equal(text, "Black wins: the opponent resigned. N begins a new game");
    play_close(&play);
}

/* ---- clock, pick, known values ---- */

static void time_runs_out(void **state)
{
    (void)state;
    char why[WHY_MAX];
    PlaySetup setup = tui_setup("nine");
    assert_true(control_read("1+2", LANG_EN, &setup.table.control, why));
    Play play = tui_open_setup(&setup);
    assert_false(play_tick(&play, 5001)); /* nobody has moved yet */
    tui_type(&play, "d6");
    assert_int_equal(play_clock(&play, 1), 1000);
    assert_false(play_tick(&play, 5401));
    assert_int_equal(play_clock(&play, 1), 600);
    tui_type(&play, "d2");
    assert_int_equal(play_clock(&play, 1), 2600);
    assert_true(play_tick(&play, 15001));
    assert_int_equal(table_ending(&play.table)->winner, WINNER_P2);
    assert_int_equal(table_ending(&play.table)->kind, END_TIME);
    assert_int_equal(play_clock(&play, 0), 0);
    assert_true(play_undo(&play)); /* looking back: what stood on the clocks then */
    assert_int_equal(play_clock(&play, 0), 2000);
    assert_true(play_is_over(&play));
    assert_false(play_go_on(&play)); /* the clock has the last word */
    play_close(&play);
}

static void who_waits_is_not_charged(void **state)
{
    (void)state;
    char why[WHY_MAX];
    PlaySetup setup = tui_setup("nine");
    setup.seat[1] = tui_level_3;
    assert_true(control_read("10+0", LANG_EN, &setup.table.control, why));
    Play play = tui_open_setup(&setup);
    tui_type(&play, "d6");
    play_hold(&play);
    assert_false(play_tick(&play, 60000));
    assert_int_equal(play_clock(&play, 1), 10000);
    assert_true(play_go_on(&play));
    assert_false(play_tick(&play, 61000));
    assert_int_equal(play_clock(&play, 1), 9000);
    play_close(&play);
}

static void picks_settle_the_game(void **state)
{
    (void)state;
    PlaySetup setup = tui_setup("morelli,size=7,edition=nestor");
    setup.table.pick = true;
    Play play = tui_open_setup(&setup);
    assert_true(play_is_picking(&play) && !play_is_open(&play));
    assert_false(play_pick(&play, 3));
    assert_int_equal(table_picker(&play.table), 0);
    assert_true(play_pick(&play, 0));
    assert_int_equal(table_picker(&play.table), 1);
    assert_true(play_pick(&play, 1));
    assert_false(play_is_picking(&play));
    assert_non_null(strstr(play.table.game->id, "setup=free"));
    assert_ptr_equal(play.click.game, play.table.game);
    play_close(&play);
    play = tui_open_setup(&setup);
    assert_true(play_pick_skip(&play)); /* as it stands */
    assert_true(play_is_open(&play));
    play_close(&play);
    setup = tui_setup("morelli,size=7,edition=nestor,setup=facing");
    setup.table.pick = true;
    play = tui_open_setup(&setup);
    assert_false(play_is_picking(&play)); /* settled by the text */
    play_close(&play);
}

/* The computer's time: its own a move, or what ai/time.h makes of the clock. */
static void the_clock_is_shared_out_in_one_place(void **state)
{
    (void)state;
    Clock clock;
    Control control;
    char why[WHY_MAX];
    static const char *const texts[] = {"300+5", "10+0", "60d3"};
    BrainJob job = {.task = BRAIN_MOVE, .seat = tui_level_3, .clock = &clock, .now = 5000};
    clock_begin(&clock, &(Control){.kind = CONTROL_NONE});
    clock_start(&clock, 0, 1000);
    assert_true(brain_limits(&job).time_ms == 0); /* a level alone has no limit of time */
    assert_int_equal(brain_limits(&job).level, 3);
    for (int i = 0; i < 3; i++) {
        assert_true(control_read(texts[i], LANG_EN, &control, why));
        clock_begin(&clock, &control);
        clock_start(&clock, 0, 1000);
        double left = (double)(control.base_ms - 4000);
        if (control.kind == CONTROL_DELAY)
            left += (double)control.more_ms;
        TimePlan plan = time_plan(left, (double)control.more_ms, 0);
        SearchLimits limits = brain_limits(&job);
        assert_true(limits.time_ms == plan.hard_ms && limits.soft_ms == plan.soft_ms);
        job.seat = (Seat){.kind = SEAT_COMPUTER, .time_ms = 40};
        limits = brain_limits(&job);
        assert_true(limits.time_ms <= 40 && limits.level == 0);
        job.seat = tui_level_3;
    }
}

/* Says that whoever is to move with a man on the first point loses, else draws. */
static bool ask(void *context, const Pos *pos, Known *out)
{
    (*(int *)context)++;
    *out = (Known){pos->stones[0][0] & 1 ? -1 : 0, pos->stones[0][0] & 1 ? 4 : -1};
    return true;
}

static void known_values_reach_the_points(void **state)
{
    (void)state;
    int asked = 0;
    Known known;
    Play play = tui_open("nine", LANG_EN);
    assert_false(play_known(&play, 0, &known)); /* nobody to ask */
    play.oracle = (Oracle){ask, &asked};
    assert_false(play_known(&play, 0, &known)); /* nobody has asked for it */
    play.knows = true;
    assert_true(play_known_here(&play, &known));
    assert_true(asked > 0);
    assert_true(play_known(&play, 0, &known));
    assert_int_equal(known.value, 1);
    assert_int_equal(known.plies, 5);
    assert_true(play_known(&play, 1, &known));
    assert_int_equal(known.value, 0);
    Theme theme = {.colour = true};
    tui_check_screen(&play, &theme, 80, 24, "");
    play_close(&play);
}

/* Says that whoever is to move has lost. */
static bool ask_loser(void *context, const Pos *pos, Known *out)
{
    (void)context, (void)pos;
    *out = (Known){-1, 4};
    return true;
}

/* A move that repeats into a draw is one, whatever is known of the position. */
static void known_values_know_repetition(void **state)
{
    (void)state;
    static const char *const moves[] = {"f2-d2", "d5-e5", "d2-f2", "e5-d5",
                                        "f2-d2", "d5-e5", "d2-f2"};
    Play play = tui_open_at("six", "w.w.w.../.b.b.b.. w 0 0");
    play.oracle = (Oracle){ask_loser, NULL};
    play.knows = true;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        tui_type(&play, moves[i]);
    Known known;
    play_click(&play, tui_point(&play, "e5"));
    assert_true(play_known(&play, tui_point(&play, "d5"), &known));
    assert_true(known.value == 0 && known.plies == -1);
    assert_true(play_known_here(&play, &known));
    assert_int_equal(known.value, 1); /* other moves win */
    tui_type(&play, "e5-d5");
    assert_int_equal(table_ending(&play.table)->kind, END_REPETITION);
    play_close(&play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_goes_to_a_person),
        cmocka_unit_test(the_computers_first_move_can_be_taken_back),
        cmocka_unit_test(a_finished_game_is_looked_through),
        cmocka_unit_test(a_lost_game_can_be_played_on_from_before),
        cmocka_unit_test(agreement_needs_the_other_side),
        cmocka_unit_test(the_next_game_begins_on_the_last_board),
        cmocka_unit_test(time_runs_out),
        cmocka_unit_test(who_waits_is_not_charged),
        cmocka_unit_test(the_clock_is_shared_out_in_one_place),
        cmocka_unit_test(picks_settle_the_game),
        cmocka_unit_test(known_values_reach_the_points),
        cmocka_unit_test(known_values_know_repetition),
    };
    return cmocka_run_group_tests(tests, tui_begin, tui_end);
}
