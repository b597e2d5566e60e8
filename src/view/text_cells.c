/* SPDX-License-Identifier: MIT */
/* Boards of cells with bands in characters: three for each cell, coloured by its band or, without
 * colours, every second band shaded. */
#include "view/grid.h"

static bool in_path(const Picture *picture, int p)
{
    for (int i = 0; i < picture->path_count; i++)
        if (picture->path[i].point == p)
            return true;
    return false;
}

static void put_three(Grid *grid, const ShapePoint *at, const char *const glyphs[3], GridInk sides,
                      GridInk middle)
{
    grid_put(grid, at->col - 1, at->row, glyphs[0], sides);
    grid_put(grid, at->col, at->row, glyphs[1], middle);
    grid_put(grid, at->col + 1, at->row, glyphs[2], sides);
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
        glyphs[1] = grid_piece(piece, OWN, PALETTE_NONE).glyph;
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
    GridInk ground = {BLACK, band, 0};
    if (!piece) {
        const char *const glyphs[3] = {marked ? "(" : " ", centre ? "◇" : " ", marked ? ")" : " "};
        put_three(grid, at, glyphs, ground, ground);
        return;
    }
    int16_t colour = grid_colour(piece->shade);
    bool king = piece->form == FORM_KING;
    const char *const glyphs[3] = {"▐", king ? "♚" : marked ? "•" : "▁", "▌"};
    GridInk sides = {colour, band, 0};
    int16_t on_it = king ? (colour == WHITE ? BLACK : WHITE) : marked ? RED : band;
    GridInk middle = {on_it, colour, 1};
    put_three(grid, at, glyphs, sides, middle);
}

void grid_draw_cells(const Picture *picture, const uint8_t *board, Palette palette, Grid *grid)
{
    const Game *game = picture->game;
    for (int p = 0; p < game->shape.point_count; p++) {
        const Piece *piece = board[p] ? &game->pieces[board[p]] : NULL;
        if (palette == PALETTE_NONE)
            draw_cell_plain(picture, p, piece, grid);
        else
            draw_cell_coloured(picture, p, piece, grid);
    }
}
