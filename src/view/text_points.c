/* SPDX-License-Identifier: MIT */
/* Boards of points and links in characters: links straight, along diagonals or with one corner;
 * pieces, eyes, trapped pieces and ranks. */
#include "view/grid.h"

#include <stdlib.h>

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The cells strictly between two places in one row or column. */
static void draw_straight(Grid *grid, int col1, int row1, int col2, int row2)
{
    int dx = sign(col2 - col1), dy = sign(row2 - row1), steps = abs(col2 - col1 + row2 - row1);
    for (int i = 1; i < steps; i++)
        grid_put(grid, col1 + dx * i, row1 + dy * i, dx ? "─" : "│", ink_line);
}

/* A diagonal is drawn at the cells where both coordinates are whole. */
static void draw_diagonal(Grid *grid, const ShapePoint *a, const ShapePoint *b)
{
    int dx = b->col - a->col, dy = b->row - a->row, steps = abs(dy);
    const char *glyph = sign(dx) == sign(dy) ? "╲" : "╱";
    for (int i = 1; i < steps; i++)
        grid_put(grid, a->col + dx * i / steps, a->row + dy * i / steps, glyph, ink_line);
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
    grid_put(grid, b->col, a->row, corner, ink_line);
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
            grid_put(grid, col, row, " ", ink_line);
}

static GridInk ink_on_wood(Shade shade)
{
    return (GridInk){grid_colour(shade), WOOD, 1};
}

/* A piece with its number, filled or not as the piece is. */
static GridCell number_cell(const Piece *piece, int number, Palette palette)
{
    static const char *const filled[] = {"●", "❶", "❷", "❸", "❹", "❺", "❻", "❼", "❽", "❾", "❿"};
    static const char *const open[] = {"○", "①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨", "⑩"};
    bool hollow = piece->shade == SHADE_WHITE && palette == PALETTE_NONE;
    return (GridCell){(hollow ? open : filled)[number], ink_on_wood(piece->shade)};
}

/* What the contract marks at one point: eyes, trapped pieces, and ranks where they are asked for.
 */
static void draw_mark(const Picture *picture, const Mark *mark, Point p, uint8_t piece,
                      Palette palette, Grid *grid)
{
    const Game *game = picture->game;
    const ShapePoint *at = &game->shape.point[p];
    if (mark->kind == MARK_EYE && !piece)
        grid_put(grid, at->col, at->row, "◎", ink_on_wood(picture_shade(game, mark->player)));
    if (mark->kind == MARK_TRAPPED) {
        grid_put(grid, at->col - 1, at->row, "!", ink_on_wood(SHADE_NEUTRAL));
        grid_put(grid, at->col + 1, at->row, "!", ink_on_wood(SHADE_NEUTRAL));
    }
    bool numbered = mark->kind == MARK_RANK && picture->ranks && piece &&
                    game->pieces[piece].form == FORM_MAN && mark->number <= 10;
    if (numbered) {
        GridCell cell = number_cell(&game->pieces[piece], mark->number, palette);
        grid_put(grid, at->col, at->row, cell.glyph, cell.ink);
    }
}

static void draw_marks(const Picture *picture, const uint8_t *board, Palette palette, Grid *grid)
{
    for (int i = 0; i < picture->mark_count; i++)
        for (int p = 0; p < picture->game->shape.point_count; p++)
            if (set_has(&picture->marks[i].points, (Point)p))
                draw_mark(picture, &picture->marks[i], (Point)p, board[p], palette, grid);
}

/* Brackets about the points of the last move. */
static void draw_path(const Picture *picture, Grid *grid)
{
    for (int i = 0; i < picture->path_count; i++) {
        const ShapePoint *at = &picture->game->shape.point[picture->path[i].point];
        grid_put(grid, at->col - 1, at->row, "(", ink_on_wood(SHADE_BLACK));
        grid_put(grid, at->col + 1, at->row, ")", ink_on_wood(SHADE_BLACK));
    }
}

void grid_draw_points(const Picture *picture, const uint8_t *board, Palette palette, Grid *grid)
{
    const Shape *shape = &picture->game->shape;
    lay_ground(shape, grid);
    for (int i = 0; i < shape->link_count; i++)
        draw_link(grid, shape, shape->link[i]);
    for (int p = 0; p < shape->point_count; p++) {
        GridCell cell = {joint(shape, p), ink_line};
        if (board[p])
            cell = grid_piece(&picture->game->pieces[board[p]], WOOD, palette);
        grid_put(grid, shape->point[p].col, shape->point[p].row, cell.glyph, cell.ink);
    }
    draw_path(picture, grid);
    draw_marks(picture, board, palette, grid);
}
