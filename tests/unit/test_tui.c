/* SPDX-License-Identifier: MIT */
/* The terminal game without a terminal: words, commands, layouts, clicks, clocks, picks, files. All
 * over every registered variant where it can be. */
#define _XOPEN_SOURCE 700
#include "unit/support.h"

#include "ai/time.h"
#include "app/tui/brain_limits.h"
#include "app/tui/choices.h"
#include "app/tui/command.h"
#include "app/tui/complete.h"
#include "app/tui/draw.h"
#include "app/tui/files.h"
#include "app/tui/tell.h"
#include "app/tui/words.h"
#include "base/rng.h"
#include "play/record.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const kinds[] = {
    "nine",
    "nine,diagonals,remove=2",
    "six",
    "twelve",
    "stacking",
    "morelli,size=7",
    "morelli,size=9,edition=nestor",
    "morelli,size=7,setup=pairs",
    "morelli",
    "mur",
    "mur,chain=both,ships=4",
};
enum { VARIANT_COUNT = sizeof kinds / sizeof *kinds };

static Variants *variants;

static int open_variants(void **state)
{
    (void)state;
    setlocale(LC_CTYPE, "C.UTF-8");
    variants = variants_new(registry_families, registry_count);
    return variants ? 0 : -1;
}

static int free_variants(void **state)
{
    (void)state;
    variants_free(variants);
    return 0;
}

static const Seat person = {.kind = SEAT_PERSON};
static const Seat level_3 = {.kind = SEAT_COMPUTER, .level = 3};

static PlaySetup setup_of(const char *variant)
{
    PlaySetup setup = {
        .table = table_setup(variant), .seat = {person, person}, .computer = level_3};
    setup.table.seed = 3;
    return setup;
}

static Play open_setup(const PlaySetup *setup)
{
    char why[WHY_MAX] = "";
    Play play;
    if (!play_open(&play, variants, setup, 1000, why))
        fail_msg("%s: %s", setup->table.variant, why);
    return play;
}

static Play open_play(const char *variant, Lang lang)
{
    PlaySetup setup = setup_of(variant);
    setup.lang = lang;
    return open_setup(&setup);
}

static Play open_at(const char *variant, const char *position)
{
    PlaySetup setup = setup_of(variant);
    Str s = str_over(setup.table.position, sizeof setup.table.position);
    str_add(&s, position);
    return open_setup(&setup);
}

static void must_type(Play *play, const char *text)
{
    if (!play_type(play, text))
        fail_msg("%s: %s", text, play->message);
}

static Point point(const Play *play, const char *name)
{
    return shape_read_point(&play->table.game->shape, &name);
}

/* Plays up to `plies` random moves. */
static void play_some(Play *play, Rng *rng, int plies)
{
    for (int i = 0; i < plies && !play_is_over(play); i++) {
        Move *moves = play->table.scratch;
        int count = play->table.game->moves(play->table.game, play_pos(play), moves);
        assert_true(play_move(play, moves[rng_below(rng, (uint32_t)count)]));
    }
}

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
    bool taken[128] = {false};
    for (int i = 0; i < command_word_count; i++) {
        const CommandWord *c = &command_words[i];
        assert_non_null(c->help.in[LANG_EN]);
        assert_non_null(c->help.in[LANG_JA]);
        assert_true(!c->label.in[LANG_EN] == !c->label.in[LANG_JA]);
        assert_null(strpbrk(c->name, "0123456789")); /* no command looks like a move */
        if (!c->key)
            continue;
        assert_false(taken[(int)c->key]);
        taken[(int)c->key] = true;
        assert_ptr_equal(command_of_key(c->key), c);
    }
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
    for (int v = 0; v < VARIANT_COUNT; v++) {
        Play play = open_play(kinds[v], LANG_EN);
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
    Play play = open_play("nine", LANG_EN);
    const Shape *shape = &play.table.game->shape;
    const char *from = "d7", *to = "g7";
    assert_true(layout_fit(shape, false, 80, 24, &l));
    Point a = shape_read_point(shape, &from), b = shape_read_point(shape, &to);
    assert_int_equal(layout_step(&l, a, 1, 0), b);
    assert_int_equal(layout_step(&l, b, -1, 0), a);
    play_close(&play);
    play = open_play("mur", LANG_EN);
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

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static void check_screen(Play *play, const Theme *theme, int cols, int rows, const char *input)
{
    static Frame frame;
    static char text[4 * FRAME_COLS_MAX * FRAME_ROWS_MAX + FRAME_ROWS_MAX];
    View view = {.theme = *theme, .input = input, .cursor = true};
    Str s = str_over(text, sizeof text);
    frame_begin(&frame, cols, rows);
    draw_screen(play, &view, &frame);
    frame_write(&frame, &s);
    assert_false(s.full);
    if (theme->ascii && play->lang == LANG_EN && !strstr(text, "…"))
        assert_true(is_ascii(text));
    for (int row = 0; row < frame.rows; row++) {
        int width = 0;
        for (int col = 0; col < frame.cols; col++) {
            const Cell *cell = &frame.cell[row][col];
            assert_true(cell->ink.fg < HUE_COUNT && cell->ink.bg < HUE_COUNT);
            width += cell->glyph ? glyph_width(cell->glyph) : 0;
        }
        assert_int_equal(width, frame.cols);
    }
}

static void screens_of_every_size_and_kind(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    for (int v = 0; v < VARIANT_COUNT; v++) {
        for (int round = 0; round < 12; round++) {
            Play play = open_play(kinds[v], (Lang)(round & 1));
            play.flipped = round & 2;
            assert_true(play_seat(&play, 1, round & 4));
            play_some(&play, &rng, (int)rng_below(&rng, 60));
            Theme theme = {.ascii = rng_below(&rng, 2), .colour = rng_below(&rng, 2)};
            for (int i = 0; i < 12; i++) {
                int cols = 1 + (int)rng_below(&rng, 180), rows = 1 + (int)rng_below(&rng, 70);
                check_screen(&play, &theme, cols, rows, i & 1 ? "" : "d");
            }
            check_screen(&play, &theme, 80, 24, "");
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
        Play play = open_play("nine", LANG_EN);
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
    for (int v = 0; v < VARIANT_COUNT; v++) {
        Play play = open_play(kinds[v], LANG_EN);
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
    for (int v = 0; v < VARIANT_COUNT; v++) {
        Play play = open_play(kinds[v], LANG_JA);
        for (int i = 0; i < 300 && !play_is_over(&play); i++) {
            play_click(&play, (Point)rng_below(&rng, 256));
            assert_true(play.click.count <= PATH_MAX);
            if (rng_below(&rng, 8) == 0)
                play_unclick(&play);
        }
        play_close(&play);
    }
    Play play = open_play("nine", LANG_EN);
    must_type(&play, "d6");
    play_click(&play, point(&play, "d6"));
    assert_int_equal(play.tone, TONE_WHY);
    assert_non_null(strstr(play.message, "occupied"));
    play_close(&play);
}

static void undo_goes_to_a_person(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    Play play = open_play("nine", LANG_EN);
    assert_true(play_seat(&play, 1, true));
    play_some(&play, &rng, 4);
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
    Play play = open_play("nine", LANG_EN);
    assert_true(play_seat(&play, 0, true));
    assert_true(play_move(&play, test_move(play.table.game, play_pos(&play), "d6")));
    assert_true(play_undo(&play)); /* the person has not moved yet: to the start */
    assert_int_equal(play_ply(&play), 0);
    assert_true(play_is_open(&play));
    must_type(&play, "d2"); /* somebody moves in its place */
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
    Play play = open_play("nine", LANG_EN);
    must_type(&play, "d6");
    must_type(&play, "d2");
    assert_true(play_resign(&play, 0));
    assert_false(play_is_open(&play));
    assert_true(play_undo(&play) && play_undo(&play));
    assert_false(play_undo(&play)); /* nothing is before the start */
    assert_int_equal(table_ending(&play.table)->kind, END_RESIGNATION);
    must_type(&play, "f4"); /* a variation: the game stays as it was */
    assert_int_equal(play_ply(&play), 1);
    must_type(&play, "f2");
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
    Play play = open_play("nine", LANG_EN);
    must_type(&play, "d6");
    must_type(&play, "d2");
    assert_true(play_resign(&play, 0));
    assert_false(play_go_on(&play)); /* from where it ended there is nothing to go on from */
    assert_true(play_undo(&play));
    must_type(&play, "f2");
    assert_false(play_go_on(&play)); /* nor from a variation */
    assert_true(play_undo(&play));
    assert_true(play_go_on(&play));
    assert_int_equal(play.table.state, TABLE_RUNNING);
    must_type(&play, "b4");
    assert_int_equal(play_ply(&play), 2);
    play_close(&play);
}

/* The computer is asked, a person agrees by sitting there. */
static void agreement_needs_the_other_side(void **state)
{
    (void)state;
    Play play = open_play("nine", LANG_EN);
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
    Play play = open_play("mur", LANG_EN);
    play_some(&play, &rng, 6);
    assert_false(play_next(&play));
    assert_true(play_is_over(&play) || play_resign(&play, 0));
    assert_true(play_undo(&play)); /* looking back does not matter */
    assert_true(play_next(&play));
    assert_int_equal(play.table.round_count, 2);
    assert_int_equal(play_ply(&play), 0);
    assert_true(play_is_open(&play));
    play_close(&play);
    play = open_play("nine", LANG_EN);
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
    PlaySetup setup = setup_of("nine");
    assert_true(control_read("1+2", LANG_EN, &setup.table.control, why));
    Play play = open_setup(&setup);
    assert_false(play_tick(&play, 5001)); /* nobody has moved yet */
    must_type(&play, "d6");
    assert_int_equal(play_clock(&play, 1), 1000);
    assert_false(play_tick(&play, 5401));
    assert_int_equal(play_clock(&play, 1), 600);
    must_type(&play, "d2");
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
    PlaySetup setup = setup_of("nine");
    setup.seat[1] = level_3;
    assert_true(control_read("10+0", LANG_EN, &setup.table.control, why));
    Play play = open_setup(&setup);
    must_type(&play, "d6");
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
    PlaySetup setup = setup_of("morelli,size=7,edition=nestor");
    setup.table.pick = true;
    Play play = open_setup(&setup);
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
    play = open_setup(&setup);
    assert_true(play_pick_skip(&play)); /* as it stands */
    assert_true(play_is_open(&play));
    play_close(&play);
    setup = setup_of("morelli,size=7,edition=nestor,setup=facing");
    setup.table.pick = true;
    play = open_setup(&setup);
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
    BrainJob job = {.task = BRAIN_MOVE, .seat = level_3, .clock = &clock, .now = 5000};
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
        job.seat = level_3;
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
    Play play = open_play("nine", LANG_EN);
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
    check_screen(&play, &theme, 80, 24, "");
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
    Play play = open_at("six", "w.w.w.../.b.b.b.. w 0 0");
    play.oracle = (Oracle){ask_loser, NULL};
    play.knows = true;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        must_type(&play, moves[i]);
    Known known;
    play_click(&play, point(&play, "e5"));
    assert_true(play_known(&play, point(&play, "d5"), &known));
    assert_true(known.value == 0 && known.plies == -1);
    assert_true(play_known_here(&play, &known));
    assert_int_equal(known.value, 1); /* other moves win */
    must_type(&play, "e5-d5");
    assert_int_equal(table_ending(&play.table)->kind, END_REPETITION);
    play_close(&play);
}

/* ---- completion and commands ---- */

static void typing_completes(void **state)
{
    (void)state;
    Completion c;
    Play play = open_play("six", LANG_EN);
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
    Play play = open_play("six", LANG_EN);
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
    if (!record_read_table(&table, variants, text, strlen(text), 1000, true, lang, &shown, why))
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
    for (int v = 0; v < VARIANT_COUNT; v++) {
        for (int round = 0; round < 6; round++) {
            PlaySetup setup = setup_of(kinds[v]);
            setup.seat[round & 1] = level_3;
            if (round & 2)
                setup.seat[!(round & 1)] = (Seat){.kind = SEAT_COMPUTER, .time_ms = 250};
            if (round & 4)
                assert_true(control_read("300+5", LANG_EN, &setup.table.control, why));
            Play play = open_setup(&setup);
            play_some(&play, &rng, (int)rng_below(&rng, 50));
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
        PlaySetup setup = setup_of(names[k]);
        setup.table.match = true;
        setup.seat[1] = level_3;
        Play play = open_setup(&setup);
        int games = play.table.series.rules->sets * play.table.series.rules->games;
        for (int g = 0; g < games; g++) {
            Rng rng = {(uint64_t)g + 1};
            play_some(&play, &rng, 5);
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
    must_type(&play, "b4");
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
        assert_false(record_read_table(&table, variants, bad[i], strlen(bad[i]), 1000, true,
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
    Play play = open_play("six", LANG_EN), again;
    assert_true(files_save_state(&play, false, why)); /* nothing has been played: nothing is kept */
    assert_int_equal(files_list_states(list, FILES_LIST_MAX), 0);
    play_type(&play, "d6");
    assert_true(files_save_state(&play, false, why));
    assert_int_equal(files_list_states(list, FILES_LIST_MAX), 1);
    assert_string_equal(list[0], "six");
    assert_true(files_state_path("six", path));
    assert_true(files_read(path, variants, LANG_EN, 1000, &again, why));
    assert_int_equal(play_ply(&again), 1);
    play_close(&again);
    assert_true(files_save_state(&play, true, why)); /* the old one is put by */
    Str s = str_over(old, sizeof old);
    str_format(&s, "%s.old", path);
    assert_int_equal(access(old, F_OK), 0);
    play_resign(&play, 0);
    assert_true(files_save_state(&play, false, why)); /* over: nothing is left to resume */
    assert_int_equal(files_list_states(list, FILES_LIST_MAX), 0);
    assert_false(files_read(directory, variants, LANG_EN, 1000, &again, why));
    FilesOwn own = {.count = 0};
    assert_false(files_write(&play, "/nowhere/at/all", &own, why));
    unlink(old);
    str_add(&s, "");
    *strrchr(path, '/') = '\0';
    rmdir(path);
    rmdir(directory);
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
        if (play_open(&play, variants, &setup, 1000, why))
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
        cmocka_unit_test(typing_completes),
        cmocka_unit_test(lines_are_commands_or_moves),
        cmocka_unit_test(games_survive_their_files),
        cmocka_unit_test(matches_survive_their_files),
        cmocka_unit_test(looking_back_loses_nothing),
        cmocka_unit_test(old_saved_games_open),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(saved_games_are_found_again),
        cmocka_unit_test(choices_lead_to_games),
        cmocka_unit_test(what_is_chosen_is_played),
    };
    return cmocka_run_group_tests(tests, open_variants, free_variants);
}
