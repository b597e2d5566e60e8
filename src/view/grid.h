/* SPDX-License-Identifier: MIT */
/* A terminal picture in the making: a grid of cells, each a glyph and an ink. Inside src/view. */
#ifndef CONCENTRIC_VIEW_GRID_H
#define CONCENTRIC_VIEW_GRID_H

#include "view/picture.h"

enum { COLS_MAX = 96, ROWS_MAX = 48 };

/* Numbers of the 256 colours, OWN for the terminal's own; weight 1 is bold, 2 faint. */
enum { OWN = -1, BLACK = 16, WHITE = 231, RED = 160, WOOD = 180, BROWN = 94 };

typedef struct GridInk {
    int16_t fg, bg;
    uint8_t weight;
} GridInk;

typedef struct GridCell {
    const char *glyph;
    GridInk ink;
} GridCell;

typedef struct Grid {
    int cols, rows;
    GridCell cell[ROWS_MAX][COLS_MAX];
} Grid;

static const GridInk ink_plain = {OWN, OWN, 0}, ink_line = {BROWN, WOOD, 0};

/* Nothing happens outside the grid. */
void grid_put(Grid *grid, int col, int row, const char *glyph, GridInk ink);

/* The colour of a shade, and a piece on ground of the given colour. */
int16_t grid_colour(Shade shade);
GridCell grid_piece(const Piece *piece, int ground, Palette palette);

/* text_points.c, text_cells.c: the board with the last move marked, without labels. */
void grid_draw_points(const Picture *picture, const uint8_t *board, Palette palette, Grid *grid);
void grid_draw_cells(const Picture *picture, const uint8_t *board, Palette palette, Grid *grid);

#endif
