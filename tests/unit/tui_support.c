/* SPDX-License-Identifier: MIT */
/* See tui_support.h. */
#define _XOPEN_SOURCE 700
#include "unit/tui_support.h"

#include <locale.h>
#include <string.h>

const char *const tui_kinds[TUI_KINDS] = {
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

Variants *tui_variants;

int tui_begin(void **state)
{
    (void)state;
    setlocale(LC_CTYPE, "C.UTF-8");
    tui_variants = variants_new(registry_families, registry_count);
    return tui_variants ? 0 : -1;
}

int tui_end(void **state)
{
    (void)state;
    variants_free(tui_variants);
    return 0;
}

const Seat tui_person = {.kind = SEAT_PERSON};
const Seat tui_level_3 = {.kind = SEAT_COMPUTER, .level = 3};

PlaySetup tui_setup(const char *variant)
{
    PlaySetup setup = {
        .table = table_setup(variant), .seat = {tui_person, tui_person}, .computer = tui_level_3};
    setup.table.seed = 3;
    return setup;
}

Play tui_open_setup(const PlaySetup *setup)
{
    char why[WHY_MAX] = "";
    Play play;
    if (!play_open(&play, tui_variants, setup, 1000, why))
        fail_msg("%s: %s", setup->table.variant, why);
    return play;
}

Play tui_open(const char *variant, Lang lang)
{
    PlaySetup setup = tui_setup(variant);
    setup.lang = lang;
    return tui_open_setup(&setup);
}

Play tui_open_at(const char *variant, const char *position)
{
    PlaySetup setup = tui_setup(variant);
    Str s = str_over(setup.table.position, sizeof setup.table.position);
    str_add(&s, position);
    return tui_open_setup(&setup);
}

void tui_type(Play *play, const char *text)
{
    if (!play_type(play, text))
        fail_msg("%s: %s", text, play->message);
}

Point tui_point(const Play *play, const char *name)
{
    return shape_read_point(&play->table.game->shape, &name);
}

/* Plays up to `plies` random moves. */
void tui_play_some(Play *play, Rng *rng, int plies)
{
    for (int i = 0; i < plies && !play_is_over(play); i++) {
        Move *moves = play->table.scratch;
        int count = play->table.game->moves(play->table.game, play_pos(play), moves);
        assert_true(play_move(play, moves[rng_below(rng, (uint32_t)count)]));
    }
}

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

void tui_check_screen(Play *play, const Theme *theme, int cols, int rows, const char *input)
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
