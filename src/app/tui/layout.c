/* SPDX-License-Identifier: MIT */
/* Where a board lies on the screen, see layout.h. A character is about twice as high as wide, so a
 * shape of points has two columns for each row; boards of cells have odd widths, so that cells have
 * a middle. */
#include "app/tui/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int turned_x(const Layout *l, int x)
{
    return l->flipped ? l->shape->width - x : x;
}

static int turned_y(const Layout *l, int y)
{
    return l->flipped ? l->shape->height - y : y;
}

static void measure(Layout *l)
{
    l->min_x = l->min_y = INT32_MAX;
    l->max_x = l->max_y = INT32_MIN;
    for (int p = 0; p < l->shape->point_count; p++) {
        int x = turned_x(l, l->shape->point[p].x), y = turned_y(l, l->shape->point[p].y);
        l->min_x = x < l->min_x ? x : l->min_x;
        l->max_x = x > l->max_x ? x : l->max_x;
        l->min_y = y < l->min_y ? y : l->min_y;
        l->max_y = y > l->max_y ? y : l->max_y;
    }
}

static bool has_circles(const Shape *shape)
{
    for (int i = 0; i < shape->stroke_count; i++)
        if (shape->stroke[i].kind == STROKE_CIRCLE)
            return true;
    return false;
}

void layout_place(const Layout *l, int x, int y, double *col, double *row)
{
    *col = l->left + l->margin_left + (turned_x(l, x) - l->min_x) * l->across / 100;
    *row = l->top + l->margin_top + (turned_y(l, y) - l->min_y) * l->down / 100;
}

void layout_point(const Layout *l, Point point, int *col, int *row)
{
    double c, r;
    layout_place(l, l->shape->point[point].x, l->shape->point[point].y, &c, &r);
    *col = (int)floor(c + 0.5);
    *row = (int)floor(r + 0.5);
}

/* Do all pairs of points keep so far apart, in columns or in rows? */
static bool keep_apart(const Layout *l, int cols, int rows)
{
    for (int p = 0; p < l->shape->point_count; p++) {
        int col, row, other_col, other_row;
        layout_point(l, (Point)p, &col, &row);
        for (int q = 0; q < p; q++) {
            layout_point(l, (Point)q, &other_col, &other_row);
            if (abs(col - other_col) < cols && abs(row - other_row) < rows)
                return false;
        }
    }
    return true;
}

/* What stands beyond the points on the four sides: labels, and the outer halves of pieces and
 * cells. */
typedef struct Margins {
    int left, right, top, bottom;
} Margins;

static void widen(int *margin, int to)
{
    if (to > *margin)
        *margin = to;
}

static Margins margins_of(const Layout *l)
{
    Margins m = {l->side, l->side, l->above, l->below};
    for (int i = 0; i < l->shape->label_count; i++) {
        const ShapeLabel *label = &l->shape->label[i];
        int x = turned_x(l, label->x), y = turned_y(l, label->y), n = (int)strlen(label->text);
        if (x < l->min_x)
            widen(&m.left, l->side + 1 + n);
        else if (x > l->max_x)
            widen(&m.right, l->side + 1 + n);
        if (y < l->min_y)
            widen(&m.top, l->above + 1);
        else if (y > l->max_y)
            widen(&m.bottom, l->below + 1);
    }
    return m;
}

static void set_size(Layout *l)
{
    bool cells = l->shape->style == SHAPE_CELLS, disc = l->size == SIZE_DISC;
    l->side = cells ? (int)l->across / 2 : disc ? 3 : l->size == SIZE_PILL ? 2 : 1;
    l->above = cells ? (int)l->down / 2 : disc;
    l->below = cells ? (int)(l->down - 1) / 2 : disc;
    Margins m = margins_of(l);
    l->margin_left = m.left;
    l->margin_top = m.top;
    l->cols = m.left + m.right + 1 + (int)floor((l->max_x - l->min_x) * l->across / 100 + 0.5);
    l->rows = m.top + m.bottom + 1 + (int)floor((l->max_y - l->min_y) * l->down / 100 + 0.5);
}

/* The layout at the n-th scale from the smallest; false if its points would touch. */
static bool lay_out(Layout *l, int n)
{
    bool cells = l->shape->style == SHAPE_CELLS;
    l->down = cells ? n + 1 : has_circles(l->shape) ? 1.25 + 0.25 * n : n + 1;
    l->across = cells ? 2 * l->down + 1 : 2 * l->down;
    l->size = cells ? (l->down >= 2 ? SIZE_DISC : SIZE_PILL) : SIZE_GLYPH;
    set_size(l);
    if (cells)
        return true;
    if (!keep_apart(l, 2, 1))
        return false;
    l->size = keep_apart(l, 6, 3) ? SIZE_DISC : keep_apart(l, 4, 1) ? SIZE_PILL : SIZE_GLYPH;
    set_size(l);
    return true;
}

bool layout_fit(const Shape *shape, bool flipped, int cols, int rows, Layout *out)
{
    enum { SCALES = 64 };
    Layout smallest = {0}, best = {0};
    bool any = false, found = false;
    for (int n = 0; n < SCALES; n++) {
        Layout l = {.shape = shape, .flipped = flipped};
        measure(&l);
        if (!lay_out(&l, n))
            continue;
        if (!any)
            smallest = l;
        any = true;
        if (l.cols > cols || l.rows > rows)
            continue;
        best = l;
        found = true;
    }
    *out = found ? best : smallest;
    return found;
}

void layout_label(const Layout *l, const ShapeLabel *label, int *col, int *row)
{
    double c, r;
    int x = turned_x(l, label->x), y = turned_y(l, label->y), n = (int)strlen(label->text);
    layout_place(l, label->x, label->y, &c, &r);
    *col = (int)floor(c + 0.5);
    *row = (int)floor(r + 0.5);
    int last = l->left + l->margin_left + (int)floor((l->max_x - l->min_x) * l->across / 100 + 0.5);
    if (x < l->min_x)
        *col = l->left + l->margin_left - l->side - 1 - n;
    else if (x > l->max_x)
        *col = last + l->side + 2;
    if (y < l->min_y)
        *row = l->top;
    else if (y > l->max_y)
        *row = l->top + l->rows - 1;
}

Point layout_hit(const Layout *l, int col, int row)
{
    bool cells = l->shape->style == SHAPE_CELLS;
    int best = INT32_MAX;
    Point found = POINT_NONE;
    /* Half a cell of the board, or what a piece covers and a little more. */
    int reach_cols = cells ? l->side : l->size == SIZE_DISC ? 3 : l->across > 4 ? 2 : 1;
    int above = l->above, below = l->below;
    for (int p = 0; p < l->shape->point_count; p++) {
        int c, r;
        layout_point(l, (Point)p, &c, &r);
        int dc = abs(col - c), dr = abs(row - r);
        if (dc > reach_cols || row < r - above || row > r + below || dc + 2 * dr >= best)
            continue;
        best = dc + 2 * dr;
        found = (Point)p;
    }
    return found;
}

/* How well `to` lies in the direction from `from`: less is better, negative if it does not. Along
 * links the angle decides, elsewhere nearness. */
static double off_course(const Layout *l, Point from, Point to, int dx, int dy, bool links)
{
    const ShapePoint *a = &l->shape->point[from], *b = &l->shape->point[to];
    double x = turned_x(l, b->x) - turned_x(l, a->x), y = turned_y(l, b->y) - turned_y(l, a->y);
    double along = x * dx + y * dy, aside = fabs(x * dy - y * dx), far = hypot(x, y);
    if (along <= 0 || along < (links ? 0.35 : 0.2) * far)
        return -1;
    return links ? aside / along : along + 2.5 * aside;
}

static bool linked(const Shape *shape, Point a, Point b)
{
    for (int i = 0; i < shape->link_count; i++)
        if ((shape->link[i].a == a && shape->link[i].b == b) ||
            (shape->link[i].a == b && shape->link[i].b == a))
            return true;
    return false;
}

static Point best_step(const Layout *l, Point from, int dx, int dy, bool links)
{
    Point found = from;
    double best = -1;
    for (int p = 0; p < l->shape->point_count; p++) {
        if (p == from || (links && !linked(l->shape, from, (Point)p)))
            continue;
        double off = off_course(l, from, (Point)p, dx, dy, links);
        if (off >= 0 && (best < 0 || off < best)) {
            best = off;
            found = (Point)p;
        }
    }
    return found;
}

Point layout_step(const Layout *l, Point from, int dx, int dy)
{
    Point to = best_step(l, from, dx, dy, true);
    return to != from ? to : best_step(l, from, dx, dy, false);
}
