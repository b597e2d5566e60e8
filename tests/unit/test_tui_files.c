/* SPDX-License-Identifier: MIT */
/* Files of the terminal game: records that survive, bad ones, saved games. */
#define _XOPEN_SOURCE 700
#include "unit/tui_support.h"

#include "app/tui/files.h"
#include "play/record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files ---- */

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static char first[1 << 20], second[1 << 20];

static void write_play(const Play *play, char *out, size_t size)
{
    Str s = str_over(out, size);
    assert_true(record_write_table(&play->table, play->shown, append, &s));
    assert_false(s.full);
}

static Play read_play(const char *text, Lang lang)
{
    char why[WHY_MAX] = "";
    Table table;
    uint32_t shown;
    Play play;
    if (!record_read_table(&table, tui_variants, text, strlen(text), 1000, true, lang, &shown, why))
        fail_msg("%s\n%s", why, text);
    play_adopt(&play, &table, shown, lang, 1000);
    return play;
}

/* What is written reads back to the same game and the same text. */
static void check_store(const Play *play)
{
    write_play(play, first, sizeof first);
    Play again = read_play(first, play->lang);
    assert_memory_equal(play_pos(play), play_pos(&again), sizeof(Pos));
    assert_int_equal(play_ply(play), play_ply(&again));
    assert_int_equal(play_length(play), play_length(&again));
    assert_int_equal(table_ending(&play->table)->winner, table_ending(&again.table)->winner);
    assert_int_equal(table_ending(&play->table)->kind, table_ending(&again.table)->kind);
    assert_int_equal(play->table.in_series, again.table.in_series);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(play->table.seat[i].kind, again.table.seat[i].kind);
        if (clock_is_limited(&play->table.clock))
            assert_int_equal(play_clock(play, i), play_clock(&again, i));
    }
    write_play(&again, second, sizeof second);
    assert_string_equal(first, second);
    play_close(&again);
}

static void games_survive_their_files(void **state)
{
    (void)state;
    char why[WHY_MAX];
    Rng rng = {test_seed()};
    for (int v = 0; v < TUI_KINDS; v++) {
        for (int round = 0; round < 6; round++) {
            PlaySetup setup = tui_setup(tui_kinds[v]);
            setup.seat[round & 1] = tui_level_3;
            if (round & 2)
                setup.seat[!(round & 1)] = (Seat){.kind = SEAT_COMPUTER, .time_ms = 250};
            if (round & 4)
                assert_true(control_read("300+5", LANG_EN, &setup.table.control, why));
            Play play = tui_open_setup(&setup);
            tui_play_some(&play, &rng, (int)rng_below(&rng, 50));
            if (round == 3)
                play_undo(&play);
            if (round == 5)
                play_resign(&play, 1);
            if (round == 2)
                play_agree(&play);
            check_store(&play);
            play_close(&play);
        }
    }
}

static void matches_survive_their_files(void **state)
{
    (void)state;
    static const char *const names[] = {"mur,ships=2", "six"};
    for (int k = 0; k < 2; k++) {
        PlaySetup setup = tui_setup(names[k]);
        setup.table.match = true;
        setup.seat[1] = tui_level_3;
        Play play = tui_open_setup(&setup);
        int games = play.table.series.rules->sets * play.table.series.rules->games;
        for (int g = 0; g < games; g++) {
            Rng rng = {(uint64_t)g + 1};
            tui_play_some(&play, &rng, 5);
            check_store(&play);
            if (!play_is_over(&play))
                assert_true(play_resign(&play, g & 1));
            check_store(&play);
            assert_int_equal(play_next(&play), g + 1 < games);
        }
        play_close(&play);
    }
}

/* A finished record: back, forth and a variation change nothing of what it says. */
static void looking_back_loses_nothing(void **state)
{
    (void)state;
    static const char record[] =
        "[Game \"nine\"]\n[Event \"Club\"]\n[White \"Anna\"]\n[Black \"花子\"]\n"
        "[TimeControl \"300+5\"]\n[Result \"1-0\"]\n[Termination \"time\"]\n\n"
        "1. d6! {[%clk 0:05:01] a good start} (1. d2 f4) d2 {[%clk 0:04:59]} "
        "2. f4 {[%clk 0:04:58] [%eval 0.35]} 1-0\n";
    Play play = read_play(record, LANG_EN);
    write_play(&play, first, sizeof first);
    assert_int_equal(table_ending(&play.table)->kind, END_TIME);
    assert_true(play_undo(&play) && play_undo(&play) && play_redo(&play) && play_redo(&play));
    write_play(&play, second, sizeof second);
    assert_string_equal(first, second);
    static const char *const kept[] = {"Anna",   "花子",         "Club", "1-0",  "time", "d6!",
                                       "(1. d2", "a good start", "4:58", "0.35", "300+5"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strstr(second, kept[i]))
            fail_msg("%s is gone:\n%s", kept[i], second);
    assert_true(play_undo(&play));
    tui_type(&play, "b4");
    write_play(&play, second, sizeof second);
    assert_non_null(strstr(second, "b4"));
    assert_non_null(strstr(second, "[Termination \"time\"]"));
    play_close(&play);
}

/* Saved by the version before tables: the game stood at Ply and could be played again from there,
 * and who sat there was in the players' tags. */
static void old_saved_games_open(void **state)
{
    (void)state;
    static const char saved[] =
        "[Game \"nine\"]\n[White \"person\"]\n[Black \"computer level 4\"]\n"
        "[TimeControl \"300+5\"]\n[Ply \"2\"]\n[Result \"*\"]\n"
        "[Termination \"unfinished\"]\n\n"
        "1. d6 {[%clk 0:05:02]} d2 {[%clk 0:05:04]} 2. f4 {[%clk 0:05:03]} b4 {[%clk 0:05:08]} "
        "*\n";
    Play play = read_play(saved, LANG_EN);
    assert_int_equal(play_ply(&play), 2);
    assert_int_equal(play.table.head, play.shown);
    assert_int_equal(play_length(&play), 4);
    assert_true(play_is_computer(&play, 1) && !play_is_computer(&play, 0));
    assert_int_equal(play.computer.level, 4);
    assert_int_equal(play_clock(&play, 0), 302000);
    assert_true(play_redo(&play));
    assert_int_equal(play_ply(&play), 4);
    play_close(&play);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "nonsense",
                                      "[Game \"nine\"]\n\n1. zz *\n",
                                      "[Game \"nope\"]\n\n*\n",
                                      "[Game \"mur\"]\n[Set \"1\"]\n[Round \"2\"]\n\n*\n",
                                      "[Game \"nine\"]\n[Result \"1-0\"]\n\n1. d6 1-0\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char why[WHY_MAX] = "";
        Table table;
        uint32_t shown;
        assert_false(record_read_table(&table, tui_variants, bad[i], strlen(bad[i]), 1000, true,
                                       LANG_EN, &shown, why));
        assert_true(*why && !strchr(why, '\n'));
    }
    static const char odd[] =
        "[Game \"nine\"]\n[White \"computer level 99\"]\n[Black \"computer 0 ms\"]\n"
        "[TimeControl \"9999999999+1\"]\n[Ply \"77\"]\n\n1. d6 *\n";
    Play play = read_play(odd, LANG_EN); /* tags that mean nothing to us are names and no limits */
    assert_false(play_is_computer(&play, 0) || play_is_computer(&play, 1));
    assert_false(clock_is_limited(&play.table.clock));
    assert_int_equal(play_ply(&play), 1);
    assert_int_equal(play.tone, TONE_NONE);
    play_close(&play);
}

static void saved_games_are_found_again(void **state)
{
    (void)state;
    char directory[] = "/tmp/concentric-test-XXXXXX", path[FILES_PATH_MAX], why[WHY_MAX];
    char list[FILES_LIST_MAX][VARIANT_TEXT_MAX], old[FILES_PATH_MAX + 8];
    assert_non_null(mkdtemp(directory));
    setenv("XDG_STATE_HOME", directory, 1);
    Play play = tui_open("six", LANG_EN), again;
    assert_true(files_save_state(&play, false, why)); /* nothing has been played: nothing is kept */
    assert_int_equal(files_list_states(list, FILES_LIST_MAX), 0);
    play_type(&play, "d6");
    assert_true(files_save_state(&play, false, why));
    assert_int_equal(files_list_states(list, FILES_LIST_MAX), 1);
    assert_string_equal(list[0], "six");
    assert_true(files_state_path("six", path));
    assert_true(files_read(path, tui_variants, LANG_EN, 1000, &again, why));
    assert_int_equal(play_ply(&again), 1);
    play_close(&again);
    assert_true(files_save_state(&play, true, why)); /* the old one is put by */
    Str s = str_over(old, sizeof old);
    str_format(&s, "%s.old", path);
    assert_int_equal(access(old, F_OK), 0);
    play_resign(&play, 0);
    assert_true(files_save_state(&play, false, why)); /* over: nothing is left to resume */
    assert_int_equal(files_list_states(list, FILES_LIST_MAX), 0);
    assert_false(files_read(directory, tui_variants, LANG_EN, 1000, &again, why));
    FilesOwn own = {.count = 0};
    assert_false(files_write(&play, "/nowhere/at/all", &own, why));
    unlink(old);
    str_add(&s, "");
    *strrchr(path, '/') = '\0';
    rmdir(path);
    rmdir(directory);
    play_close(&play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_survive_their_files),  cmocka_unit_test(matches_survive_their_files),
        cmocka_unit_test(looking_back_loses_nothing), cmocka_unit_test(old_saved_games_open),
        cmocka_unit_test(bad_files_are_refused),      cmocka_unit_test(saved_games_are_found_again),
    };
    return cmocka_run_group_tests(tests, tui_begin, tui_end);
}
