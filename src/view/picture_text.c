/* SPDX-License-Identifier: MIT */
/* A board in characters. Everything is first laid out on a grid of cells, each a glyph and an ink;
 * then the grid is written row by row, with escape sequences only where the ink changes. */
#include "view/picture.h"

#include <stdlib.h>
#include <string.h>

enum { COLS_MAX = 96, ROWS_MAX = 48 };

/* Ink 0 is the terminal's own. */
typedef enum Ink {
    INK_PLAIN,
    INK_LABEL,
    INK_LINE,
    INK_WHITE,
    INK_BLACK,
    INK_NEUTRAL,
    INK_WHITE_STACK,
    INK_BLACK_STACK,
    INK_COUNT
} Ink;

static const char *const inks[INK_COUNT] = {
    [INK_PLAIN] = "\033[0m",
    [INK_LABEL] = "\033[0;2m",
    [INK_LINE] = "\033[0;38;5;94;48;5;180m",
    [INK_WHITE] = "\033[0;1;38;5;231;48;5;180m",
    [INK_BLACK] = "\033[0;1;38;5;16;48;5;180m",
    [INK_NEUTRAL] = "\033[0;1;38;5;160;48;5;180m",
    [INK_WHITE_STACK] = "\033[0;38;5;231;48;5;16m",
    [INK_BLACK_STACK] = "\033[0;38;5;16;48;5;231m",
};

typedef struct Cell {
    const char *glyph;
    uint8_t ink;
} Cell;

typedef struct Grid {
    int cols, rows;
    Cell cell[ROWS_MAX][COLS_MAX];
} Grid;

static void put(Grid *grid, int col, int row, const char *glyph, Ink ink)
{
    if (col >= 0 && col < grid->cols && row >= 0 && row < grid->rows)
        grid->cell[row][col] = (Cell){glyph, (uint8_t)ink};
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The cells strictly between two points. A diagonal is drawn at the cells where both coordinates
 * are whole. */
static void draw_link(Grid *grid, const ShapePoint *a, const ShapePoint *b)
{
    int dx = b->col - a->col, dy = b->row - a->row;
    if (dx && dy) {
        int steps = abs(dy);
        const char *glyph = sign(dx) == sign(dy) ? "╲" : "╱";
        for (int i = 1; i < steps; i++)
            put(grid, a->col + dx * i / steps, a->row + dy * i / steps, glyph, INK_LINE);
        return;
    }
    int steps = abs(dx + dy);
    for (int i = 1; i < steps; i++)
        put(grid, a->col + sign(dx) * i, a->row + sign(dy) * i, dx ? "─" : "│", INK_LINE);
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

static Cell piece_cell(const Piece *piece, Palette palette)
{
    bool white = piece->shade == SHADE_WHITE;
    Ink ink = white ? INK_WHITE : piece->shade == SHADE_BLACK ? INK_BLACK : INK_NEUTRAL;
    switch (piece->form) {
    case FORM_STACK: /* the upper half is the man on top */
        if (palette != PALETTE_NONE)
            return (Cell){"▀", white ? INK_WHITE_STACK : INK_BLACK_STACK};
        return (Cell){white ? "◒" : "◓", (uint8_t)ink};
    case FORM_KING:
        return (Cell){white && palette == PALETTE_NONE ? "♔" : "♚", (uint8_t)ink};
    case FORM_MONSTER:
        return (Cell){"◆", (uint8_t)ink};
    case FORM_MAN:
        break;
    }
    return (Cell){white && palette == PALETTE_NONE ? "○" : "●", (uint8_t)ink};
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
            put(grid, col, row, " ", INK_LINE);
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
                    put(grid, label->col + c, label->row, letters[l], INK_LABEL);
    }
}

static void write_grid(const Grid *grid, Palette palette, Str *out)
{
    for (int row = 0; row < grid->rows; row++) {
        int end = grid->cols;
        while (end > 0 && *grid->cell[row][end - 1].glyph == ' ' &&
               (palette == PALETTE_NONE || grid->cell[row][end - 1].ink == INK_PLAIN))
            end--;
        Ink ink = INK_PLAIN;
        for (int col = 0; col < end; col++) {
            const Cell *cell = &grid->cell[row][col];
            if (palette != PALETTE_NONE && cell->ink != ink)
                str_add(out, inks[cell->ink]);
            ink = cell->ink;
            str_add(out, cell->glyph);
        }
        str_add(out, ink != INK_PLAIN && palette != PALETTE_NONE ? "\033[0m\n" : "\n");
    }
}

void picture_text(const Picture *picture, Palette palette, Str *out)
{
    const Shape *shape = &picture->game->shape;
    Grid grid = {.cols = shape->cols, .rows = shape->rows};
    uint8_t board[POINTS_MAX];
    for (int row = 0; row < grid.rows; row++)
        for (int col = 0; col < grid.cols; col++)
            grid.cell[row][col] = (Cell){" ", INK_PLAIN};
    lay_ground(shape, &grid);
    for (int i = 0; i < shape->link_count; i++)
        draw_link(&grid, &shape->point[shape->link[i].a], &shape->point[shape->link[i].b]);
    picture->game->ops->board(picture->game, picture->pos, board);
    for (int p = 0; p < shape->point_count; p++) {
        Cell cell = {joint(shape, p), INK_LINE};
        if (board[p])
            cell = piece_cell(&picture->game->pieces[board[p]], palette);
        put(&grid, shape->point[p].col, shape->point[p].row, cell.glyph, cell.ink);
    }
    draw_labels(shape, &grid);
    for (int i = 0; i < picture->path_count; i++) {
        const ShapePoint *at = &shape->point[picture->path[i].point];
        put(&grid, at->col - 1, at->row, "(", INK_BLACK);
        put(&grid, at->col + 1, at->row, ")", INK_BLACK);
    }
    write_grid(&grid, palette, out);
}
