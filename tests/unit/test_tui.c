/* SPDX-License-Identifier: MIT */
/* The terminal game without a terminal: words, commands, layouts, screens, clicks, choices. All
 * over every registered variant where it can be. */
#include "unit/tui_support.h"

#include "app/tui/choices.h"
#include "app/tui/command.h"
#include "app/tui/complete.h"
#include "app/tui/words.h"

#include <string.h>

/* ---- words ---- */

static void placeholders(const char *text, bool *out)
{
    memset(out, 0, 10);
    for (; *text; text++)
        if (text[0] == '{' && text[1] >= '0' && text[1] <= '9' && text[2] == '}')
            out[text[1] - '0'] = true;
}

static void words_are_there_in_every_language(void **state)
{
    (void)state;
    for (int w = 0; w < WORD_COUNT; w++) {
        bool en[10], ja[10];
        assert_non_null(word((Word)w, LANG_EN));
        assert_non_null(word((Word)w, LANG_JA));
        placeholders(word((Word)w, LANG_EN), en);
        placeholders(word((Word)w, LANG_JA), ja);
        assert_memory_equal(en, ja, sizeof en);
    }
}

static void commands_have_help_and_keys_of_their_own(void **state)
{
    (void)state;
    for (int i = 0; i < command_word_count; i++) {
        const CommandWord *c = &command_words[i];
        assert_non_null(c->help.in[LANG_EN]);
        assert_non_null(c->help.in[LANG_JA]);
        assert_true(!c->label.in[LANG_EN] == !c->label.in[LANG_JA]);
        assert_null(strpbrk(c->name, "0123456789")); /* no command looks like a move */
    }
    Play play = tui_open("six", LANG_EN);
    for (int task = 0; task < 2;
         task++) { /* the same key may mean two things in a game and there */
        bool taken[128] = {false};
        play.task.kind = task ? TASK_PUZZLE : TASK_NONE;
        for (int i = 0; i < command_word_count; i++) {
            const CommandWord *c = &command_words[i];
            if (!c->key || !command_is_known(&play, c))
                continue;
            assert_false(taken[(int)c->key]);
            taken[(int)c->key] = true;
            assert_ptr_equal(command_of_key(&play, c->key), c);
        }
    }
    play.task.kind = TASK_NONE;
    play_close(&play);
}

/* ---- frames ---- */

static void text_has_its_width(void **state)
{
    (void)state;
    assert_int_equal(text_width("abc"), 3);
    assert_int_equal(text_width("黒の番"), 6);
    assert_int_equal(text_width("a●b"), 3);
    const char *bad = "\xff\xe3\x81";
    assert_int_equal(text_next(&bad), 0xfffd);
    const char *control = "\033[2J";
    assert_int_equal(text_next(&control), 0xfffd);
}

static void text_is_cut_and_wrapped(void **state)
{
    (void)state;
    static Frame frame;
    char out[512];
    frame_begin(&frame, 10, 4);
    assert_int_equal(frame_text(&frame, 0, 0, 5, "abcdefgh", (Ink){0}), 5);
    assert_int_equal(frame_text(&frame, 0, 1, 5, "あいう", (Ink){0}), 5);
    assert_int_equal(frame_wrap(&frame, 0, 2, 6, 2, "one two three", (Ink){0}), 2);
    Str s = str_over(out, sizeof out);
    frame_write(&frame, &s);
    assert_string_equal(out, "abcd…\nあい…\none\ntwo t…\n");
    frame_begin(&frame, 8, 3);
    assert_int_equal(frame_wrap(&frame, 0, 0, 4, 3, "黒の番だ", (Ink){0}), 2);
    frame_put(&frame, 1, 0, 'x', (Ink){0}); /* half of a wide one goes as a whole */
    s = str_over(out, sizeof out);
    frame_write(&frame, &s);
    assert_string_equal(out, " xの\n番だ\n\n");
}

/* ---- layouts ---- */

static void check_layout(const Layout *l, int cols, int rows)
{
    assert_true(l->cols <= cols && l->rows <= rows);
    for (int p = 0; p < l->shape->point_count; p++) {
        int col, row;
        layout_point(l, (Point)p, &col, &row);
        assert_true(col >= 0 && row >= 0 && col < cols && row < rows);
        assert_int_equal(layout_hit(l, col, row), p);
    }
    for (int i = 0; i < l->shape->label_count; i++) {
        int col, row;
        layout_label(l, &l->shape->label[i], &col, &row);
        assert_true(col >= 0 && row >= 0 && row < rows);
        assert_true(col + (int)strlen(l->shape->label[i].text) <= cols);
    }
}

/* The four keys reach every point from every other one. */
static void check_steps(const Layout *l)
{
    bool seen[POINTS_MAX] = {true};
    Point list[POINTS_MAX] = {0};
    int count = 1;
    static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < 4; d++) {
            Point to = layout_step(l, list[i], steps[d][0], steps[d][1]);
            assert_true(to < l->shape->point_count);
            if (!seen[to]) {
                seen[to] = true;
                list[count++] = to;
            }
        }
    }
    assert_int_equal(count, l->shape->point_count);
}

static void boards_fit_where_they_say(void **state)
{
    (void)state;
    for (int v = 0; v < TUI_KINDS; v++) {
        Play play = tui_open(tui_kinds[v], LANG_EN);
        const Shape *shape = &play.table.game->shape;
        for (int flipped = 0; flipped < 2; flipped++) {
            Layout l, smallest;
            assert_false(layout_fit(shape, flipped, 1, 1, &smallest));
            assert_true(layout_fit(shape, flipped, smallest.cols, smallest.rows, &l));
            assert_false(layout_fit(shape, flipped, smallest.cols - 1, smallest.rows, &l));
            for (int cols = smallest.cols; cols < 220; cols += 13)
                for (int rows = smallest.rows; rows < 80; rows += 5)
                    if (layout_fit(shape, flipped, cols, rows, &l))
                        check_layout(&l, cols, rows);
            assert_true(layout_fit(shape, flipped, 100, 50, &l));
            check_steps(&l);
        }
        play_close(&play);
    }
}

static void keys_go_along_lines_and_rings(void **state)
{
    (void)state;
    Layout l;
    Play play = tui_open("nine", LANG_EN);
    const Shape *shape = &play.table.game->shape;
    const char *from = "d7", *to = "g7";
    assert_true(layout_fit(shape, false, 80, 24, &l));
    Point a = shape_read_point(shape, &from), b = shape_read_point(shape, &to);
    assert_int_equal(layout_step(&l, a, 1, 0), b);
    assert_int_equal(layout_step(&l, b, -1, 0), a);
    play_close(&play);
    play = tui_open("mur", LANG_EN);
    shape = &play.table.game->shape;
    assert_true(layout_fit(shape, false, 80, 24, &l));
    Point at = 3; /* a3, the top: eight steps round the outer ring */
    static const int round[8][2] = {{1, 0},  {0, 1},  {0, 1},  {-1, 0},
                                    {-1, 0}, {0, -1}, {0, -1}, {1, 0}};
    for (int i = 0; i < 8; i++) {
        at = layout_step(&l, at, round[i][0], round[i][1]);
        assert_int_equal(at, 3 + 3 * ((i + 1) % 8));
    }
    play_close(&play);
}

/* ---- screens ---- */

static void screens_of_every_size_and_kind(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    for (int v = 0; v < TUI_KINDS; v++) {
        for (int round = 0; round < 12; round++) {
            Play play = tui_open(tui_kinds[v], (Lang)(round & 1));
            play.flipped = round & 2;
            assert_true(play_seat(&play, 1, round & 4));
            tui_play_some(&play, &rng, (int)rng_below(&rng, 60));
            Theme theme = {.ascii = rng_below(&rng, 2), .colour = rng_below(&rng, 2)};
            for (int i = 0; i < 12; i++) {
                int cols = 1 + (int)rng_below(&rng, 180), rows = 1 + (int)rng_below(&rng, 70);
                tui_check_screen(&play, &theme, cols, rows, i & 1 ? "" : "d");
            }
            tui_check_screen(&play, &theme, 80, 24, "");
            play_close(&play);
        }
    }
}

/* Whatever the size, going on through the pages shows every command once and ends. */
static void help_has_everything(void **state)
{
    (void)state;
    static Frame frame;
    static char text[4 * FRAME_COLS_MAX * FRAME_ROWS_MAX];
    static const int sizes[][2] = {{80, 24}, {40, 12}, {120, 50}, {20, 3}, {76, 8}, {5, 1}};
    for (int i = 0; i < 6; i++) {
        Play play = tui_open("nine", LANG_EN);
        View view = {.input = "", .help = 1};
        Str s = str_over(text, sizeof text);
        int pages = 0;
        do {
            frame_begin(&frame, sizes[i][0], sizes[i][1]);
            draw_screen(&play, &view, &frame);
            frame_write(&frame, &s);
            view.help++;
            assert_true(++pages < 60);
        } while (view.help_more);
        for (int c = 0; c < command_word_count && sizes[i][0] >= 20; c++)
            if (command_is_known(&play, &command_words[c]))
                assert_non_null(strstr(text, command_words[c].name));
        play_close(&play);
    }
}

/* ---- clicking ---- */

/* Every legal move can be made by clicking its path, and nothing else happens on the way. */
static void click_move(Play *play, Move move)
{
    const Game *game = play->table.game;
    Step path[PATH_MAX];
    Pos want;
    uint32_t ply = play_ply(play);
    int n = game->ops->path(game, play_pos(play), move, path);
    game->apply(game, play_pos(play), move, &want);
    for (int i = 0; i < n && play_ply(play) == ply; i++)
        play_click(play, path[i].point);
    if (play_ply(play) == ply) {
        assert_true(play_can_finish(play));
        assert_true(play_finish(play));
    }
    assert_int_equal(play_ply(play), ply + 1);
    assert_memory_equal(play_pos(play), &want, sizeof want);
}

static void every_move_can_be_clicked(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    for (int v = 0; v < TUI_KINDS; v++) {
        Play play = tui_open(tui_kinds[v], LANG_EN);
        const Game *game = play.table.game;
        for (int i = 0; i < 60 && !play_is_over(&play); i++) {
            int count = game->moves(game, play_pos(&play), play.table.scratch);
            click_move(&play, play.table.scratch[rng_below(&rng, (uint32_t)count)]);
        }
        play_close(&play);
    }
}

/* A click that fits nothing changes nothing; where there is a reason, it is said. */
static void other_clicks_do_no_harm(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    for (int v = 0; v < TUI_KINDS; v++) {
        Play play = tui_open(tui_kinds[v], LANG_JA);
        for (int i = 0; i < 300 && !play_is_over(&play); i++) {
            play_click(&play, (Point)rng_below(&rng, 256));
            assert_true(play.click.count <= PATH_MAX);
            if (rng_below(&rng, 8) == 0)
                play_unclick(&play);
        }
        play_close(&play);
    }
    Play play = tui_open("nine", LANG_EN);
    tui_type(&play, "d6");
    play_click(&play, tui_point(&play, "d6"));
    assert_int_equal(play.tone, TONE_WHY);
    assert_non_null(strstr(play.message, "occupied"));
    play_close(&play);
}

/* A mill waits for the man that is taken: other points, typed, clicked or at the cursor, say so. */
static void a_stray_point_throws_no_mill_away(void **state)
{
    (void)state;
    static const char *const moves[] = {"b6", "b2", "d6", "d2"};
    const char *rest;
    Play play = tui_open("six", LANG_EN);
    for (int i = 0; i < 4; i++)
        tui_type(&play, moves[i]);
    play_click(&play, tui_point(&play, "f6"));
    static const char *const strays[] = {"c5", "f6", "b6", "c5 ", "C5", "e5"};
    for (int i = 0; i < 6; i++) {
        play_hush(&play);
        play_click(&play, tui_point(&play, strays[i]));
        assert_int_equal(play.tone, TONE_WHY);
        play_hush(&play);
        assert_int_equal(command_line(&play, strays[i], &rest), REQUEST_BAD);
        assert_true(play.tone == TONE_WHY && play.message[0]);
        assert_true(play.click.count == 1 && play_ply(&play) == 4);
    }
    assert_int_equal(command_line(&play, "b2", &rest), REQUEST_PLAYED);
    assert_int_equal(play_ply(&play), 5);
    assert_true(play_undo(&play));
    play_click(&play, tui_point(&play, "f6"));
    assert_true(play_unclick(&play)); /* Escape */
    tui_type(&play, "c5");
    play_close(&play);
}

/* ---- completion and commands ---- */

static void typing_completes(void **state)
{
    (void)state;
    Completion c;
    Play play = tui_open("six", LANG_EN);
    complete(&play, "b", &c);
    assert_int_equal(c.count, 4); /* b6 b2 b4 and board */
    complete(&play, "und", &c);
    assert_string_equal(c.common, "undo");
    complete(&play, "D6", &c);
    assert_string_equal(c.common, "d6");
    complete(&play, "zz", &c);
    assert_int_equal(c.count, 0);
    play_close(&play);
}

static void lines_are_commands_or_moves(void **state)
{
    (void)state;
    const char *rest;
    Play play = tui_open("six", LANG_EN);
    assert_int_equal(command_line(&play, "d6", &rest), REQUEST_PLAYED);
    assert_int_equal(command_line(&play, "undo", &rest), REQUEST_PLAYED);
    assert_int_equal(command_line(&play, "undo twice", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&play, "save  a b ", &rest), REQUEST_SAVE);
    assert_string_equal(rest, "a b ");
    assert_int_equal(command_line(&play, "save", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&play, "level 9", &rest), REQUEST_PLAYED);
    assert_int_equal(play.computer.level, 9);
    assert_int_equal(command_line(&play, "level 0", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&play, "computer both", &rest), REQUEST_PLAYED);
    assert_true(play_is_computer(&play, 0) && play_is_computer(&play, 1));
    assert_int_equal(play.table.seat[0].level, 9);
    assert_int_equal(command_line(&play, "computer maybe", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&play, "d9", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&play, "", &rest), REQUEST_BAD);
    play_close(&play);
}

/* Every value of every line gives a game that opens or is refused with a reason; once round is
 * where it began. */
static void walk_choices(Choices *choices, PlaySetup setup, int line)
{
    MenuLine before[CHOICES_LINES_MAX], now[CHOICES_LINES_MAX];
    Play play;
    int steps = 0;
    choices_lines(choices, LANG_EN, before);
    do {
        char why[WHY_MAX] = "";
        choices_step(choices, line, 1);
        choices_put(choices, &setup);
        if (play_open(&play, tui_variants, &setup, 1000, why))
            play_close(&play);
        else
            assert_true(why[0]);
        choices_lines(choices, LANG_EN, now);
        assert_true(now[line].about[0]);
        assert_true(++steps <= 20);
    } while (strcmp(before[line].title, now[line].title) != 0);
    assert_true(steps > 1);
    assert_string_equal(setup.table.variant, choices->family->rows[choices->row].id);
    choices_step(choices, line, 1);
    choices_step(choices, line, -1);
    choices_lines(choices, LANG_EN, now);
    assert_string_equal(before[line].title, now[line].title);
}

static void choices_lead_to_games(void **state)
{
    (void)state;
    PlaySetup setup = {.table = table_setup("nine"), .computer = {SEAT_COMPUTER, .level = 4}};
    setup.seat[0].kind = SEAT_PERSON;
    setup.seat[1] = setup.computer;
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count; r++) {
            Choices choices;
            MenuLine lines[CHOICES_LINES_MAX];
            choices_open(&choices, registry_families[f], r, &setup);
            int count = choices_lines(&choices, LANG_JA, lines);
            assert_int_equal(count, CHOICES_FIXED + choices.option_count);
            for (int line = CHOICES_SIDE; line < count; line++)
                walk_choices(&choices, setup, line);
        }
}

static void what_is_chosen_is_played(void **state)
{
    (void)state;
    PlaySetup setup = {.table = table_setup("nine"), .computer = {SEAT_COMPUTER, .level = 10}};
    Choices choices;
    setup.seat[0].kind = SEAT_PERSON;
    setup.seat[1] = setup.computer;
    choices_open(&choices, registry_families[0], 0, &setup);
    choices_step(&choices, CHOICES_SIDE, 1);
    choices_step(&choices, CHOICES_LEVEL, 1);
    choices_step(&choices, CHOICES_FIXED, 1);
    choices_put(&choices, &setup);
    assert_string_equal(setup.table.variant, "nine,flying");
    assert_true(setup.seat[0].kind == SEAT_COMPUTER && setup.seat[0].teacher);
    assert_true(setup.seat[1].kind == SEAT_PERSON);
    choices_step(&choices, CHOICES_LEVEL, 1);
    choices_put(&choices, &setup);
    assert_true(setup.computer.perfect && setup.computer.level == LEVEL_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_there_in_every_language),
        cmocka_unit_test(commands_have_help_and_keys_of_their_own),
        cmocka_unit_test(text_has_its_width),
        cmocka_unit_test(text_is_cut_and_wrapped),
        cmocka_unit_test(boards_fit_where_they_say),
        cmocka_unit_test(keys_go_along_lines_and_rings),
        cmocka_unit_test(screens_of_every_size_and_kind),
        cmocka_unit_test(help_has_everything),
        cmocka_unit_test(every_move_can_be_clicked),
        cmocka_unit_test(other_clicks_do_no_harm),
        cmocka_unit_test(a_stray_point_throws_no_mill_away),
        cmocka_unit_test(typing_completes),
        cmocka_unit_test(lines_are_commands_or_moves),
        cmocka_unit_test(choices_lead_to_games),
        cmocka_unit_test(what_is_chosen_is_played),
    };
    return cmocka_run_group_tests(tests, tui_begin, tui_end);
}
