/* SPDX-License-Identifier: MIT */
/* The Morris board made from its description: concentric squares, spokes, diagonals. */
#include "games/morris/morris.h"

#include <string.h>

static int point_at(int square, int i)
{
    return square * 8 + (i & 7);
}

static void join(MorrisRules *r, Shape *shape, int a, int b)
{
    r->joined[a] |= 1u << b;
    r->joined[b] |= 1u << a;
    shape_add_link(shape, (Point)a, (Point)b);
}

static void add_line(MorrisRules *r, int a, int b, int c)
{
    uint32_t line = 1u << a | 1u << b | 1u << c;
    r->line[r->line_count++] = line;
    for (int p = 0; p < MORRIS_POINTS; p++) {
        if (!(line >> p & 1))
            continue;
        int i = 0;
        while (r->partners[p][i] != MORRIS_NO_LINE)
            i++;
        r->partners[p][i] = line & ~(1u << p);
    }
}

/* The line across the squares through point i of each, drawn and joined; a line of the game only
 * where there are three squares and the variant says so. */
static void add_across(MorrisRules *r, Shape *shape, int i, bool mills)
{
    int inner = r->squares - 1;
    for (int s = 0; s < inner; s++)
        join(r, shape, point_at(s, i), point_at(s + 1, i));
    const ShapePoint *a = &shape->point[i], *b = &shape->point[point_at(inner, i)];
    shape_add_line(shape, a->x, a->y, b->x, b->y);
    if (mills && r->squares == 3) {
        add_line(r, i, point_at(1, i), point_at(2, i));
        for (int s = 0; s < 3; s++)
            r->cross |= 1u << point_at(s, i);
    }
}

static void add_square(MorrisRules *r, Shape *shape, int s)
{
    for (int i = 0; i < 8; i += 2) {
        int a = point_at(s, i), b = point_at(s, i + 1), c = point_at(s, i + 2);
        join(r, shape, a, b);
        join(r, shape, b, c);
        add_line(r, a, b, c);
        shape_add_line(shape, shape->point[a].x, shape->point[a].y, shape->point[c].x,
                       shape->point[c].y);
    }
}

/* Names and places on the 7 x 7 diagram (five by five for two squares, with the same names). */
static void place_points(const MorrisRules *r, Shape *shape)
{
    static const int8_t dx[8] = {-1, 0, 1, 1, 1, 0, -1, -1}, dy[8] = {-1, -1, -1, 0, 1, 1, 1, 0};
    for (int s = 0; s < r->squares; s++) {
        int size = r->squares - s; /* half the side, the inner square's is 1 */
        for (int i = 0; i < 8; i++) {
            int x = r->squares + size * dx[i], y = r->squares + size * dy[i];
            int file = x + 3 - r->squares, rank = 7 - (y + 3 - r->squares);
            shape->point[point_at(s, i)] = (ShapePoint){
                .name = {(char)('a' + file), (char)('0' + rank)},
                .x = (int16_t)(110 + 100 * x),
                .y = (int16_t)(60 + 100 * y),
                .col = (uint8_t)(3 + 4 * x),
                .row = (uint8_t)(2 * y),
                .band = (uint8_t)s};
        }
    }
    int side = 2 * r->squares + 1;
    shape->point_count = r->points;
    shape->width = (int16_t)(170 + 100 * (side - 1));
    shape->height = (int16_t)(170 + 100 * (side - 1));
    shape->cols = (uint8_t)(3 + 4 * (side - 1) + 2);
    shape->rows = (uint8_t)(2 * side);
}

static void add_labels(const MorrisRules *r, Shape *shape)
{
    int side = 2 * r->squares + 1, first = 3 - r->squares;
    for (int i = 0; i < side; i++) {
        char file[2] = {(char)('a' + first + i), '\0'};
        char rank[2] = {(char)('7' - first - i), '\0'};
        shape_add_label(shape, file, 110 + 100 * i, 60 + 100 * (side - 1) + 75, 3 + 4 * i,
                        2 * side - 1);
        shape_add_label(shape, rank, 40, 60 + 100 * i, 0, 2 * i);
    }
}

/* Four quarter turns, each with and without a reflection, each with and without turning the
 * squares inside out: 16. */
static void add_symmetries(const MorrisRules *r, Shape *shape)
{
    for (int n = 0; n < 16; n++) {
        Point *to = shape->symmetry[shape->symmetry_count++];
        for (int s = 0; s < r->squares; s++) {
            for (int i = 0; i < 8; i++) {
                int j = (n & 4 ? 8 - i : i) + 2 * (n & 3);
                to[point_at(s, i)] = (Point)point_at(n & 8 ? r->squares - 1 - s : s, j);
            }
        }
    }
}

/* The steps by direction, for the generator. */
static void list_steps(MorrisRules *r)
{
    for (int p = 0; p < r->points; p++) {
        uint32_t here = 1u << p, inside = here << 8, outside = here >> 8;
        r->round_word[p] = here | morris_turn1(here);
        r->round_word[MORRIS_POINTS + p] = here | morris_back1(here);
        if (r->joined[p] & inside) {
            r->inward |= here;
            r->across_word[p] = here | inside;
        }
        if (r->joined[p] & outside) {
            r->outward |= here;
            r->across_word[MORRIS_POINTS + p] = here | outside;
        }
    }
}

void morris_make_board(MorrisRules *r, Shape *shape)
{
    r->points = (uint8_t)(8 * r->squares);
    r->board = (1u << r->points) - 1;
    for (int p = 0; p < MORRIS_POINTS; p++)
        for (int i = 0; i < MORRIS_POINT_LINES; i++)
            r->partners[p][i] = MORRIS_NO_LINE;
    shape->style = SHAPE_POINTS;
    place_points(r, shape);
    for (int s = 0; s < r->squares; s++)
        add_square(r, shape, s);
    for (int i = 1; i < 8; i += 2)
        add_across(r, shape, i, true);
    if (r->diagonal_moves)
        for (int i = 0; i < 8; i += 2)
            add_across(r, shape, i, r->diagonal_mills);
    list_steps(r);
    add_labels(r, shape);
    add_symmetries(r, shape);
}
