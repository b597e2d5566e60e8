/* SPDX-License-Identifier: MIT */
/* The lines of a board. Level and upright strokes are box-drawing characters, joined where they
 * meet; circles and slanting strokes are dots of Braille characters (two by four for each cell), or
 * in ASCII the sign that slants like them. */
#include "app/tui/draw.h"

#include <math.h>
#include <string.h>

enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8 };

typedef struct Canvas {
    const Frame *frame;
    uint8_t arms[FRAME_ROWS_MAX][FRAME_COLS_MAX];
    uint8_t dots[FRAME_ROWS_MAX][FRAME_COLS_MAX];
    char slant[FRAME_ROWS_MAX][FRAME_COLS_MAX];
} Canvas;

static bool inside(const Canvas *canvas, int col, int row)
{
    return col >= 0 && row >= 0 && col < canvas->frame->cols && row < canvas->frame->rows;
}

static void add_arms(Canvas *canvas, int col, int row, int arms)
{
    if (inside(canvas, col, row))
        canvas->arms[row][col] |= (uint8_t)arms;
}

static int nearest(double x)
{
    return (int)floor(x + 0.5);
}

static void level(Canvas *canvas, int from, int to, int row)
{
    for (int col = from; col <= to; col++)
        add_arms(canvas, col, row, (col > from ? LEFT : 0) | (col < to ? RIGHT : 0));
}

static void upright(Canvas *canvas, int col, int from, int to)
{
    for (int row = from; row <= to; row++)
        add_arms(canvas, col, row, (row > from ? UP : 0) | (row < to ? DOWN : 0));
}

/* A dot at a place in real columns and rows (whole numbers are the middles of cells), on a line
 * that runs in direction (dx, dy) in cells. */
static void dot(Canvas *canvas, double col, double row, double dx, double dy)
{
    static const uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    double x = col + 0.5, y = row + 0.5;
    int c = (int)floor(x), r = (int)floor(y);
    if (!inside(canvas, c, r))
        return;
    canvas->dots[r][c] |= bits[(int)((y - r) * 4)][(int)((x - c) * 2)];
    double steep = fabs(2 * dy) / (fabs(dx) + 1e-9); /* rows are twice as high */
    canvas->slant[r][c] = steep > 2.4            ? '|'
                          : steep < 0.42         ? '-'
                          : (dx > 0) == (dy > 0) ? '\\'
                                                 : '/';
}

static void slanting(Canvas *canvas, double c1, double r1, double c2, double r2)
{
    int steps = (int)(4 * (fabs(c2 - c1) + fabs(r2 - r1))) + 1;
    for (int i = 0; i <= steps; i++) {
        double t = (double)i / steps;
        dot(canvas, c1 + (c2 - c1) * t, r1 + (r2 - r1) * t, c2 - c1, r2 - r1);
    }
}

static void circle(Canvas *canvas, double col, double row, double across, double down)
{
    int steps = (int)(16 * (across + down)) + 16;
    for (int i = 0; i < steps; i++) {
        double a = 6.283185307179586 * i / steps;
        dot(canvas, col + across * cos(a), row + down * sin(a), -across * sin(a), down * cos(a));
    }
}

static void add_stroke(Canvas *canvas, const Layout *l, const Stroke *stroke)
{
    double c1, r1, c2, r2;
    layout_place(l, stroke->x1, stroke->y1, &c1, &r1);
    if (stroke->kind == STROKE_CIRCLE) {
        circle(canvas, c1, r1, stroke->x2 * l->across / 100, stroke->x2 * l->down / 100);
        return;
    }
    layout_place(l, stroke->x2, stroke->y2, &c2, &r2);
    int col1 = nearest(c1), row1 = nearest(r1), col2 = nearest(c2), row2 = nearest(r2);
    if (stroke->y1 == stroke->y2)
        level(canvas, col1 < col2 ? col1 : col2, col1 < col2 ? col2 : col1, row1);
    else if (stroke->x1 == stroke->x2)
        upright(canvas, col1, row1 < row2 ? row1 : row2, row1 < row2 ? row2 : row1);
    else
        slanting(canvas, c1, r1, c2, r2);
}

static uint32_t box_glyph(int arms, bool ascii)
{
    static const uint32_t glyphs[16] = {' ',    0x2575, 0x2576, 0x2514, 0x2577, 0x2502,
                                        0x250c, 0x251c, 0x2574, 0x2518, 0x2500, 0x2534,
                                        0x2510, 0x2524, 0x252c, 0x253c};
    if (!ascii)
        return glyphs[arms];
    return arms == (UP | DOWN) ? '|' : arms == (LEFT | RIGHT) ? '-' : '+';
}

static uint32_t glyph_at(const Canvas *canvas, int col, int row, bool ascii)
{
    if (canvas->arms[row][col])
        return box_glyph(canvas->arms[row][col], ascii);
    if (!canvas->dots[row][col])
        return 0;
    return ascii ? (uint32_t)canvas->slant[row][col] : 0x2800u + canvas->dots[row][col];
}

/* Points that no straight line runs through need a sign of their own. */
static void add_knots(const Canvas *canvas, const Layout *l, const Theme *theme, Ink ink,
                      Frame *frame)
{
    for (int p = 0; p < l->shape->point_count; p++) {
        int col, row;
        layout_point(l, (Point)p, &col, &row);
        if (inside(canvas, col, row) && !canvas->arms[row][col])
            frame_put(frame, col, row, theme->ascii ? '+' : 0x2022, ink);
    }
}

void draw_lines(const Layout *l, const Theme *theme, Frame *frame)
{
    static Canvas canvas;
    Ink ink = {HUE_LINE, theme->colour ? HUE_WOOD : HUE_OWN, 0};
    memset(&canvas, 0, sizeof canvas);
    canvas.frame = frame;
    for (int i = 0; i < l->shape->stroke_count; i++)
        add_stroke(&canvas, l, &l->shape->stroke[i]);
    for (int row = 0; row < frame->rows; row++) {
        for (int col = 0; col < frame->cols; col++) {
            uint32_t glyph = glyph_at(&canvas, col, row, theme->ascii);
            if (glyph)
                frame_put(frame, col, row, glyph, ink);
        }
    }
    add_knots(&canvas, l, theme, ink, frame);
}
