/* SPDX-License-Identifier: MIT */
/* A board as data: where its points are, what is drawn between them, how they are called, which
 * symmetries it has. Views draw shapes; no game draws itself and no view knows a game.
 *
 * Picture coordinates: 100 units are the distance of neighbouring points, x to the right, y down.
 * Terminal coordinates: columns and rows of characters. A link that is neither straight nor upright
 * nor along a diagonal (two columns for each row) is drawn with one corner, away from the middle.
 */
#ifndef CONCENTRIC_CORE_SHAPE_H
#define CONCENTRIC_CORE_SHAPE_H

#include "core/types.h"

enum { STROKES_MAX = 48, LINKS_MAX = 64, LABELS_MAX = 64, SYMMETRIES_MAX = 16, BANDS_MAX = 7 };

typedef enum ShapeStyle { SHAPE_POINTS, SHAPE_CELLS } ShapeStyle;

typedef struct ShapePoint {
    char name[4];
    int16_t x, y;
    uint8_t col, row;
    uint8_t band; /* 0 is the outermost ring */
} ShapePoint;

typedef enum StrokeKind { STROKE_LINE, STROKE_CIRCLE } StrokeKind;

/* A line from (x1, y1) to (x2, y2), or a circle about (x1, y1) with radius x2. */
typedef struct Stroke {
    StrokeKind kind;
    int16_t x1, y1, x2, y2;
} Stroke;

/* Two neighbours, joined by a line in the terminal picture and by cursor keys. */
typedef struct Link {
    Point a, b;
} Link;

/* A coordinate written beside the board. */
typedef struct ShapeLabel {
    char text[4];
    int16_t x, y;
    uint8_t col, row;
} ShapeLabel;

typedef struct Shape {
    ShapeStyle style;
    int16_t width, height; /* the picture, labels included */
    uint8_t cols, rows;    /* the terminal picture, labels included */
    uint8_t point_count, stroke_count, link_count, label_count, symmetry_count, band_count;
    ShapePoint point[POINTS_MAX];
    Stroke stroke[STROKES_MAX];
    Link link[LINKS_MAX];
    ShapeLabel label[LABELS_MAX];
    Point symmetry[SYMMETRIES_MAX][POINTS_MAX]; /* [s][p]: where p goes; [0] is the identity */
    Text band_name[BANDS_MAX];                  /* only where band_count is not 0 */
} Shape;

void shape_add_line(Shape *shape, int x1, int y1, int x2, int y2);
/* A circle about (x, y). */
void shape_add_circle(Shape *shape, int x, int y, int radius);
void shape_add_link(Shape *shape, Point a, Point b);
void shape_add_label(Shape *shape, const char *text, int x, int y, int col, int row);

/* Adds the file letters below and the rank numbers left of a square grid of `side` rows whose
 * first point lies at (x0, y0) / (col0, row0), with the given steps. */
void shape_add_axes(Shape *shape, int side, int x0, int y0, int col0, int row0, int col_step,
                    int row_step);

/* The point named at *text, in either case, the longest name that fits; *text moves behind it.
 * POINT_NONE, and *text unchanged, if there is none. */
Point shape_read_point(const Shape *shape, const char **text);

#endif
