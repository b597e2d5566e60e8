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

/* The cells strictly between two places in one row or column. */
static void draw_straight(Grid *grid, int col1, int row1, int col2, int row2)
{
    int dx = sign(col2 - col1), dy = sign(row2 - row1), steps = abs(col2 - col1 + row2 - row1);
    for (int i = 1; i < steps; i++)
        put(grid, col1 + dx * i, row1 + dy * i, dx ? "─" : "│", INK_LINE);
}

/* A diagonal is drawn at the cells where both coordinates are whole. */
static void draw_diagonal(Grid *grid, const ShapePoint *a, const ShapePoint *b)
{
    int dx = b->col - a->col, dy = b->row - a->row, steps = abs(dy);
    const char *glyph = sign(dx) == sign(dy) ? "╲" : "╱";
    for (int i = 1; i < steps; i++)
        put(grid, a->col + dx * i / steps, a->row + dy * i / steps, glyph, INK_LINE);
}

/* How a link runs: straight, along a diagonal, or with a corner in the row of one end and the
 * column of the other. */
typedef enum Course { COURSE_STRAIGHT, COURSE_DIAGONAL, COURSE_BENT } Course;

static Course course_of(const ShapePoint *a, const ShapePoint *b)
{
    int dx = abs(b->col - a->col), dy = abs(b->row - a->row);
    return !dx || !dy ? COURSE_STRAIGHT : dx == 2 * dy ? COURSE_DIAGONAL : COURSE_BENT;
}

/* Of a bent link's ends, is it a whose row has the corner? The corner lies away from the middle of
 * the picture. */
static bool bends_in_row_of(const Shape *shape, const ShapePoint *a, const ShapePoint *b)
{
    int middle_row = shape->rows / 2, middle_col = shape->cols / 2;
    int one = abs(a->row - middle_row) * 2 + abs(b->col - middle_col);
    int other = abs(b->row - middle_row) * 2 + abs(a->col - middle_col);
    return one > other;
}

static void draw_bent(Grid *grid, const Shape *shape, const ShapePoint *a, const ShapePoint *b)
{
    if (!bends_in_row_of(shape, a, b)) {
        const ShapePoint *swap = a;
        a = b;
        b = swap;
    }
    bool left = a->col<b->col, below = b->row> a->row;
    const char *corner = left ? (below ? "╮" : "╯") : (below ? "╭" : "╰");
    draw_straight(grid, a->col, a->row, b->col, a->row);
    draw_straight(grid, b->col, a->row, b->col, b->row);
    put(grid, b->col, a->row, corner, INK_LINE);
}

static void draw_link(Grid *grid, const Shape *shape, Link link)
{
    const ShapePoint *a = &shape->point[link.a], *b = &shape->point[link.b];
    switch (course_of(a, b)) {
    case COURSE_STRAIGHT:
        draw_straight(grid, a->col, a->row, b->col, b->row);
        break;
    case COURSE_DIAGONAL:
        draw_diagonal(grid, a, b);
        break;
    case COURSE_BENT:
        draw_bent(grid, shape, a, b);
        break;
    }
}

/* The side on which a link leaves a point: bit 0 up, 1 right, 2 down, 3 left; 0 for a diagonal. */
static int arm_of(const Shape *shape, const ShapePoint *here, const ShapePoint *there)
{
    int dx = there->col - here->col, dy = there->row - here->row;
    Course course = course_of(here, there);
    if (course == COURSE_DIAGONAL)
        return 0;
    if (!dx || (course == COURSE_BENT && !bends_in_row_of(shape, here, there)))
        return dy < 0 ? 1 : 4;
    return dx > 0 ? 2 : 8;
}

/* The corner, edge or crossing that the links at an empty point make. */
static const char *joint(const Shape *shape, int p)
{
    static const char *const glyphs[16] = {"·", "╵", "╶", "└", "╷", "│", "┌", "├",
                                           "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    int arms = 0;
    for (int i = 0; i < shape->link_count; i++) {
        Link link = shape->link[i];
        if (link.a != p && link.b != p)
            continue;
        arms |= arm_of(shape, &shape->point[p], &shape->point[link.a == p ? link.b : link.a]);
    }
    return glyphs[arms];
}

static Ink ink_of(Shade shade)
{
    return shade == SHADE_WHITE ? INK_WHITE : shade == SHADE_BLACK ? INK_BLACK : INK_NEUTRAL;
}

static Cell piece_cell(const Piece *piece, Palette palette)
{
    bool white = piece->shade == SHADE_WHITE;
    Ink ink = ink_of(piece->shade);
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

/* A label within the board keeps the board's colour behind it. */
static void put_label(Grid *grid, int col, int row, const char *glyph)
{
    bool inside = row < grid->rows && col < grid->cols && grid->cell[row][col].ink != INK_PLAIN;
    put(grid, col, row, glyph, inside ? INK_LINE : INK_LABEL);
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

/* A piece with its number, filled or not as the piece is. */
static Cell number_cell(const Piece *piece, int number, Palette palette)
{
    static const char *const filled[] = {"●", "❶", "❷", "❸", "❹", "❺", "❻", "❼", "❽", "❾", "❿"};
    static const char *const open[] = {"○", "①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨", "⑩"};
    bool hollow = piece->shade == SHADE_WHITE && palette == PALETTE_NONE;
    return (Cell){(hollow ? open : filled)[number], (uint8_t)ink_of(piece->shade)};
}

/* What the contract marks at one point: eyes, trapped pieces, and ranks where they are asked for.
 */
static void draw_mark(const Picture *picture, const Mark *mark, Point p, uint8_t piece,
                      Palette palette, Grid *grid)
{
    const Game *game = picture->game;
    const ShapePoint *at = &game->shape.point[p];
    if (mark->kind == MARK_EYE && !piece)
        put(grid, at->col, at->row, "◎", ink_of(picture_shade(game, mark->player)));
    if (mark->kind == MARK_TRAPPED) {
        put(grid, at->col - 1, at->row, "!", INK_NEUTRAL);
        put(grid, at->col + 1, at->row, "!", INK_NEUTRAL);
    }
    bool numbered = mark->kind == MARK_RANK && picture->ranks && piece &&
                    game->pieces[piece].form == FORM_MAN && mark->number <= 10;
    if (numbered) {
        Cell cell = number_cell(&game->pieces[piece], mark->number, palette);
        put(grid, at->col, at->row, cell.glyph, cell.ink);
    }
}

static void draw_marks(const Picture *picture, const uint8_t *board, Palette palette, Grid *grid)
{
    for (int i = 0; i < picture->mark_count; i++)
        for (int p = 0; p < picture->game->shape.point_count; p++)
            if (set_has(&picture->marks[i].points, (Point)p))
                draw_mark(picture, &picture->marks[i], (Point)p, board[p], palette, grid);
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
        draw_link(&grid, shape, shape->link[i]);
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
    draw_marks(picture, board, palette, &grid);
    write_grid(&grid, palette, out);
}
