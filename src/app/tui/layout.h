/* SPDX-License-Identifier: MIT */
/* Where a board lies on the screen: the largest scale of a shape that fits, where its points are,
 * which one is meant by a place, and where a cursor key leads. Everything follows from the shape's
 * data. Half turns (a flipped board) happen here and nowhere else. */
#ifndef CONCENTRIC_APP_TUI_LAYOUT_H
#define CONCENTRIC_APP_TUI_LAYOUT_H

#include "core/shape.h"

/* How large pieces are drawn: one glyph, three in a row, or a disc of three rows. */
typedef enum PieceSize { SIZE_GLYPH, SIZE_PILL, SIZE_DISC } PieceSize;

typedef struct Layout {
    const Shape *shape;
    bool flipped;
    double across, down; /* columns and rows for 100 units */
    int left, top;       /* of everything, labels included */
    int cols, rows;
    int margin_left, margin_top;    /* from there to the first column and row of points */
    int side, above, below;         /* how far pieces, cells or the ground reach beyond them */
    int min_x, min_y, max_x, max_y; /* of the points, in units, after the turn */
    PieceSize size;
} Layout;

/* The largest that fits into cols x rows, its corner at 0, 0. False if none does; then cols and
 * rows say what the smallest needs. */
bool layout_fit(const Shape *shape, bool flipped, int cols, int rows, Layout *out);

/* The cell of a point (its middle), and of any place of the picture in real columns and rows. */
void layout_point(const Layout *layout, Point point, int *col, int *row);
void layout_place(const Layout *layout, int x, int y, double *col, double *row);
/* The place of a label's first character. */
void layout_label(const Layout *layout, const ShapeLabel *label, int *col, int *row);

/* The point whose area holds the cell, POINT_NONE if none does. */
Point layout_hit(const Layout *layout, int col, int row);

/* Where a cursor key leads: along a link if one goes that way, else to the nearest point there;
 * the point itself if there is none. dx and dy are -1, 0 or 1 on the screen. */
Point layout_step(const Layout *layout, Point from, int dx, int dy);

#endif
