/* SPDX-License-Identifier: MIT */
/* A board in characters. Everything is first laid out on a grid of cells, each a glyph and an ink;
 * then the grid is written row by row, with escape sequences only where the ink changes. */
#include "view/grid.h"

#include <string.h>

static const GridInk ink_label = {OWN, OWN, 2};

static bool same_ink(GridInk a, GridInk b)
{
    return a.fg == b.fg && a.bg == b.bg && a.weight == b.weight;
}

void grid_put(Grid *grid, int col, int row, const char *glyph, GridInk ink)
{
    if (col >= 0 && col < grid->cols && row >= 0 && row < grid->rows)
        grid->cell[row][col] = (GridCell){glyph, ink};
}

int16_t grid_colour(Shade shade)
{
    return shade == SHADE_WHITE ? WHITE : shade == SHADE_BLACK ? BLACK : RED;
}

GridCell grid_piece(const Piece *piece, int ground, Palette palette)
{
    bool white = piece->shade == SHADE_WHITE, plain = palette == PALETTE_NONE;
    int16_t fg = grid_colour(piece->shade);
    GridInk ink = {fg, (int16_t)ground, 1};
    switch (piece->form) {
    case FORM_STACK: /* the upper half is the man on top */
        if (!plain)
            return (GridCell){"▀", {fg, white ? BLACK : WHITE, 0}};
        return (GridCell){white ? "◒" : "◓", ink};
    case FORM_KING:
        return (GridCell){white && plain ? "♔" : "♚", ink};
    case FORM_MONSTER:
        return (GridCell){"◆", ink};
    case FORM_MAN:
        break;
    }
    return (GridCell){white && plain ? "○" : "●", ink};
}

/* A label within the board keeps the board's colour behind it. */
static void put_label(Grid *grid, int col, int row, const char *glyph)
{
    bool inside = row < grid->rows && col < grid->cols &&
                  !same_ink(grid->cell[row][col].ink, ink_plain);
    grid_put(grid, col, row, glyph, inside ? ink_line : ink_label);
}

static void draw_labels(const Shape *shape, Grid *grid)
{
    static const char *const letters[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                          "i", "j", "k", "l", "m", "0", "1", "2",
                                          "3", "4", "5", "6", "7", "8", "9"};
    for (int i = 0; i < shape->label_count; i++) {
        const ShapeLabel *label = &shape->label[i];
        for (int c = 0; label->text[c]; c++)
            for (size_t l = 0; l < sizeof letters / sizeof *letters; l++)
                if (*letters[l] == label->text[c])
                    put_label(grid, label->col + c, label->row, letters[l]);
    }
}

static void write_ink(GridInk ink, Str *out)
{
    str_add(out, "\033[0");
    if (ink.weight)
        str_format(out, ";%d", ink.weight);
    if (ink.fg != OWN)
        str_format(out, ";38;5;%d", ink.fg);
    if (ink.bg != OWN)
        str_format(out, ";48;5;%d", ink.bg);
    str_char(out, 'm');
}

static bool is_blank(const GridCell *cell, Palette palette)
{
    return *cell->glyph == ' ' && (palette == PALETTE_NONE || same_ink(cell->ink, ink_plain));
}

/* What stands for a glyph where there is nothing but ASCII; pieces have the letters of positions.
 */
static const char *ascii_of(const char *glyph)
{
    static const struct {
        const char *glyphs;
        const char *ascii;
    } table[] = {
        {"─╴╶", "-"}, {"│╵╷", "|"}, {"╱", "/"},  {"╲", "\\"}, {"╮╯╭╰└┌├┘┴┐┤┬┼", "+"},
        {"○", "w"},   {"●", "b"},   {"♔◒", "W"}, {"♚◓", "B"}, {"◆", "k"},
        {"·", "."},   {"░", ":"},   {"◇", "*"},  {"◎", "o"},
    };
    if (!(*glyph & 0x80))
        return glyph;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strstr(table[i].glyphs, glyph))
            return table[i].ascii;
    return "?";
}

static void use_ascii(Grid *grid)
{
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col < grid->cols; col++)
            grid->cell[row][col].glyph = ascii_of(grid->cell[row][col].glyph);
}

static void write_grid(const Grid *grid, Palette palette, Str *out)
{
    for (int row = 0; row < grid->rows; row++) {
        int end = grid->cols;
        while (end > 0 && is_blank(&grid->cell[row][end - 1], palette))
            end--;
        GridInk ink = ink_plain;
        for (int col = 0; col < end; col++) {
            const GridCell *cell = &grid->cell[row][col];
            if (palette != PALETTE_NONE && !same_ink(cell->ink, ink))
                write_ink(cell->ink, out);
            ink = cell->ink;
            str_add(out, cell->glyph);
        }
        str_add(out, !same_ink(ink, ink_plain) && palette != PALETTE_NONE ? "\033[0m\n" : "\n");
    }
}

void picture_text(const Picture *picture, Palette palette, Str *out)
{
    const Shape *shape = &picture->game->shape;
    Grid grid = {.cols = shape->cols, .rows = shape->rows};
    uint8_t board[POINTS_MAX];
    bool ascii = palette == PALETTE_ASCII;
    palette = ascii ? PALETTE_NONE : palette;
    for (int row = 0; row < grid.rows; row++)
        for (int col = 0; col < grid.cols; col++)
            grid.cell[row][col] = (GridCell){" ", ink_plain};
    picture->game->ops->board(picture->game, picture->pos, board);
    if (shape->style == SHAPE_CELLS && shape->band_count)
        grid_draw_cells(picture, board, palette, &grid);
    else
        grid_draw_points(picture, board, palette, &grid);
    draw_labels(shape, &grid);
    for (int p = 0; p < shape->point_count; p++)
        if (set_has(&picture->dots, (Point)p))
            grid.cell[shape->point[p].row][shape->point[p].col].glyph = "+";
    if (ascii)
        use_ascii(&grid);
    write_grid(&grid, palette, out);
}
