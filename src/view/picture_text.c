/* SPDX-License-Identifier: MIT */
/* A board in characters. Everything is first laid out on a grid of cells, each a glyph and an ink;
 * then the grid is written row by row, with escape sequences only where the ink changes. A board of
 * lines is drawn with its links; a board of cells has three characters for each, coloured by its
 * band or, without colours, every second band shaded. */
#include "view/picture.h"

#include <stdlib.h>
#include <string.h>

enum { COLS_MAX = 96, ROWS_MAX = 48 };

/* Numbers of the 256 colours, OWN for the terminal's own; weight 1 is bold, 2 faint. */
enum { OWN = -1, BLACK = 16, WHITE = 231, RED = 160, WOOD = 180, BROWN = 94 };

typedef struct Ink {
    int16_t fg, bg;
    uint8_t weight;
} Ink;

static const Ink ink_plain = {OWN, OWN, 0}, ink_label = {OWN, OWN, 2}, ink_line = {BROWN, WOOD, 0},
                 ink_mark = {BLACK, WOOD, 1};

typedef struct Cell {
    const char *glyph;
    Ink ink;
} Cell;

typedef struct Grid {
    int cols, rows;
    Cell cell[ROWS_MAX][COLS_MAX];
} Grid;

static bool same_ink(Ink a, Ink b)
{
    return a.fg == b.fg && a.bg == b.bg && a.weight == b.weight;
}

static void put(Grid *grid, int col, int row, const char *glyph, Ink ink)
{
    if (col >= 0 && col < grid->cols && row >= 0 && row < grid->rows)
        grid->cell[row][col] = (Cell){glyph, ink};
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* --- Boards of lines
 * ----------------------------------------------------------------------------*/

/* The cells strictly between two points. A diagonal is drawn at the cells where both coordinates
 * are whole. */
static void draw_link(Grid *grid, const ShapePoint *a, const ShapePoint *b)
{
    int dx = b->col - a->col, dy = b->row - a->row;
    if (dx && dy) {
        int steps = abs(dy);
        const char *glyph = sign(dx) == sign(dy) ? "╲" : "╱";
        for (int i = 1; i < steps; i++)
            put(grid, a->col + dx * i / steps, a->row + dy * i / steps, glyph, ink_line);
        return;
    }
    int steps = abs(dx + dy);
    for (int i = 1; i < steps; i++)
        put(grid, a->col + sign(dx) * i, a->row + sign(dy) * i, dx ? "─" : "│", ink_line);
}

/* The corner, edge or crossing that the links at an empty point make. */
static const char *joint(const Shape *shape, int p)
{
    /* bit 0 up, 1 right, 2 down, 3 left */
    static const char *const glyphs[16] = {"·", "╵", "╶", "└", "╷", "│", "┌", "├",
                                           "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    int arms = 0;
    for (int i = 0; i < shape->link_count; i++) {
        Link link = shape->link[i];
        if (link.a != p && link.b != p)
            continue;
        const ShapePoint *here = &shape->point[p];
        const ShapePoint *there = &shape->point[link.a == p ? link.b : link.a];
        int dx = there->col - here->col, dy = there->row - here->row;
        if (!dx)
            arms |= dy < 0 ? 1 : 4;
        else if (!dy)
            arms |= dx > 0 ? 2 : 8;
    }
    return glyphs[arms];
}

/* A piece on ground of the given colour. */
static Cell piece_cell(const Piece *piece, int ground, Palette palette)
{
    bool white = piece->shade == SHADE_WHITE, plain = palette == PALETTE_NONE;
    int16_t fg = white ? WHITE : piece->shade == SHADE_BLACK ? BLACK : RED;
    Ink ink = {fg, (int16_t)ground, 1};
    switch (piece->form) {
    case FORM_STACK: /* the upper half is the man on top */
        if (!plain)
            return (Cell){"▀", {fg, white ? BLACK : WHITE, 0}};
        return (Cell){white ? "◒" : "◓", ink};
    case FORM_KING:
        return (Cell){white && plain ? "♔" : "♚", ink};
    case FORM_MONSTER:
        return (Cell){"◆", ink};
    case FORM_MAN:
        break;
    }
    return (Cell){white && plain ? "○" : "●", ink};
}

/* The board's own cells get the board's colour, the labels' do not. */
static void lay_ground(const Shape *shape, Grid *grid)
{
    int left = 255, right = 0, top = 255, bottom = 0;
    for (int p = 0; p < shape->point_count; p++) {
        const ShapePoint *at = &shape->point[p];
        left = at->col < left ? at->col : left;
        right = at->col > right ? at->col : right;
        top = at->row < top ? at->row : top;
        bottom = at->row > bottom ? at->row : bottom;
    }
    for (int row = top; row <= bottom; row++)
        for (int col = left - 1; col <= right + 1; col++)
            put(grid, col, row, " ", ink_line);
}

static void draw_points(const Picture *picture, Palette palette, Grid *grid)
{
    const Shape *shape = &picture->game->shape;
    uint8_t board[POINTS_MAX];
    lay_ground(shape, grid);
    for (int i = 0; i < shape->link_count; i++)
        draw_link(grid, &shape->point[shape->link[i].a], &shape->point[shape->link[i].b]);
    picture->game->ops->board(picture->game, picture->pos, board);
    for (int p = 0; p < shape->point_count; p++) {
        Cell cell = {joint(shape, p), ink_line};
        if (board[p])
            cell = piece_cell(&picture->game->pieces[board[p]], WOOD, palette);
        put(grid, shape->point[p].col, shape->point[p].row, cell.glyph, cell.ink);
    }
}

/* Brackets about the points of the last move. */
static void mark_points(const Picture *picture, Grid *grid)
{
    for (int i = 0; i < picture->path_count; i++) {
        const ShapePoint *at = &picture->game->shape.point[picture->path[i].point];
        put(grid, at->col - 1, at->row, "(", ink_mark);
        put(grid, at->col + 1, at->row, ")", ink_mark);
    }
}

/* --- Boards of cells with bands
 * -----------------------------------------------------------------*/

static bool in_path(const Picture *picture, int p)
{
    for (int i = 0; i < picture->path_count; i++)
        if (picture->path[i].point == p)
            return true;
    return false;
}

static void put_three(Grid *grid, const ShapePoint *at, const char *const glyphs[3], Ink sides,
                      Ink middle)
{
    put(grid, at->col - 1, at->row, glyphs[0], sides);
    put(grid, at->col, at->row, glyphs[1], middle);
    put(grid, at->col + 1, at->row, glyphs[2], sides);
}

/* Without colours: brackets about the last move, shades on every second band, and a mark on the
 * innermost cell. */
static void draw_cell_plain(const Picture *picture, int p, const Piece *piece, Grid *grid)
{
    const Shape *shape = &picture->game->shape;
    const ShapePoint *at = &shape->point[p];
    int from_centre = shape->band_count - 1 - at->band;
    const char *ground = from_centre % 2 ? "░" : " ";
    const char *empty = !from_centre ? "◇" : from_centre % 2 ? "░" : "·";
    const char *glyphs[3] = {ground, empty, ground};
    if (piece)
        glyphs[1] = piece_cell(piece, OWN, PALETTE_NONE).glyph;
    if (in_path(picture, p)) {
        glyphs[0] = "(";
        glyphs[2] = ")";
    }
    put_three(grid, at, glyphs, ink_plain, ink_plain);
}

/* With colours a man is a block, broad enough to stand out on every band, with a line below that
 * parts it from the next one; the last move is a dot in it, or brackets about the cell it left. */
static void draw_cell_coloured(const Picture *picture, int p, const Piece *piece, Grid *grid)
{
    const Shape *shape = &picture->game->shape;
    const ShapePoint *at = &shape->point[p];
    int16_t band = picture_band(picture, at->band).ansi;
    bool marked = in_path(picture, p), centre = at->band == shape->band_count - 1;
    Ink ground = {BLACK, band, 0};
    if (!piece) {
        const char *const glyphs[3] = {marked ? "(" : " ", centre ? "◇" : " ", marked ? ")" : " "};
        put_three(grid, at, glyphs, ground, ground);
        return;
    }
    int16_t colour = piece_cell(piece, band, PALETTE_256).ink.fg;
    bool king = piece->form == FORM_KING;
    const char *const glyphs[3] = {"▐", king ? "♚" : marked ? "•" : "▁", "▌"};
    Ink sides = {colour, band, 0};
    int16_t on_it = king ? (colour == WHITE ? BLACK : WHITE) : marked ? RED : band;
    Ink middle = {on_it, colour, 1};
    put_three(grid, at, glyphs, sides, middle);
}

static void draw_cells(const Picture *picture, Palette palette, Grid *grid)
{
    const Game *game = picture->game;
    uint8_t board[POINTS_MAX];
    game->ops->board(game, picture->pos, board);
    for (int p = 0; p < game->shape.point_count; p++) {
        const Piece *piece = board[p] ? &game->pieces[board[p]] : NULL;
        if (palette == PALETTE_NONE)
            draw_cell_plain(picture, p, piece, grid);
        else
            draw_cell_coloured(picture, p, piece, grid);
    }
}

/* --- The whole picture
 * --------------------------------------------------------------------------*/

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
                    put(grid, label->col + c, label->row, letters[l], ink_label);
    }
}

static void write_ink(Ink ink, Str *out)
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

static bool is_blank(const Cell *cell, Palette palette)
{
    return *cell->glyph == ' ' && (palette == PALETTE_NONE || same_ink(cell->ink, ink_plain));
}

static void write_grid(const Grid *grid, Palette palette, Str *out)
{
    for (int row = 0; row < grid->rows; row++) {
        int end = grid->cols;
        while (end > 0 && is_blank(&grid->cell[row][end - 1], palette))
            end--;
        Ink ink = ink_plain;
        for (int col = 0; col < end; col++) {
            const Cell *cell = &grid->cell[row][col];
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
    for (int row = 0; row < grid.rows; row++)
        for (int col = 0; col < grid.cols; col++)
            grid.cell[row][col] = (Cell){" ", ink_plain};
    if (shape->style == SHAPE_CELLS && shape->band_count) {
        draw_cells(picture, palette, &grid);
    } else {
        draw_points(picture, palette, &grid);
        mark_points(picture, &grid);
    }
    draw_labels(shape, &grid);
    for (int p = 0; p < shape->point_count; p++)
        if (set_has(&picture->dots, (Point)p))
            grid.cell[shape->point[p].row][shape->point[p].col].glyph = "+";
    write_grid(&grid, palette, out);
}
