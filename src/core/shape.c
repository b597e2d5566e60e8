/* SPDX-License-Identifier: MIT */
/* Building shapes and reading point names, see shape.h. */
#include "core/shape.h"

#include "base/str.h"

#include <assert.h>
#include <string.h>

void shape_add_line(Shape *shape, int x1, int y1, int x2, int y2)
{
    assert(shape->stroke_count < STROKES_MAX);
    shape->stroke[shape->stroke_count++] = (Stroke){.kind = STROKE_LINE,
                                                    .x1 = (int16_t)x1,
                                                    .y1 = (int16_t)y1,
                                                    .x2 = (int16_t)x2,
                                                    .y2 = (int16_t)y2};
}

void shape_add_circle(Shape *shape, int x, int y, int radius)
{
    assert(shape->stroke_count < STROKES_MAX);
    shape->stroke[shape->stroke_count++] = (Stroke){
        .kind = STROKE_CIRCLE, .x1 = (int16_t)x, .y1 = (int16_t)y, .x2 = (int16_t)radius};
}

void shape_add_link(Shape *shape, Point a, Point b)
{
    assert(shape->link_count < LINKS_MAX);
    shape->link[shape->link_count++] = (Link){a, b};
}

void shape_add_label(Shape *shape, const char *text, int x, int y, int col, int row)
{
    assert(shape->label_count < LABELS_MAX && strlen(text) < sizeof shape->label[0].text);
    ShapeLabel *label = &shape->label[shape->label_count++];
    *label = (ShapeLabel){
        .x = (int16_t)x, .y = (int16_t)y, .col = (uint8_t)col, .row = (uint8_t)row};
    memcpy(label->text, text, strlen(text) + 1);
}

void shape_add_axes(Shape *shape, int side, int x0, int y0, int col0, int row0, int col_step,
                    int row_step)
{
    for (int i = 0; i < side; i++) {
        char file[2] = {(char)('a' + i), '\0'}, rank[4];
        Str s = str_over(rank, sizeof rank);
        str_number(&s, (uint64_t)(side - i));
        shape_add_label(shape, file, x0 + 100 * i, y0 + 100 * side - 30, col0 + col_step * i,
                        row0 + row_step * (side - 1) + 1);
        shape_add_label(shape, rank, x0 - 70, y0 + 100 * i, col0 - 2 - (int)s.length,
                        row0 + row_step * i);
    }
}

/* The length of a name if `text` begins with it, else 0. */
static size_t name_length(const char *name, const char *text)
{
    size_t n = 0;
    while (name[n] && name[n] == str_lower(text[n]))
        n++;
    return name[n] ? 0 : n;
}

Point shape_read_point(const Shape *shape, const char **text)
{
    Point best = POINT_NONE;
    size_t longest = 0;
    for (int p = 0; p < shape->point_count; p++) {
        size_t n = name_length(shape->point[p].name, *text);
        if (n > longest) {
            longest = n;
            best = (Point)p;
        }
    }
    *text += longest;
    return best;
}
