/* SPDX-License-Identifier: MIT */
/* The tables of a Morelli board: runs, frames, guards, keys; and its shape.
 *
 * Why the cells that a man may stop on in one direction are one run that begins next to it: its
 * distance from the throne, max(|dx|, |dy|), is a convex function of the number of steps. Where it
 * is below its value at 0 is therefore an interval that begins at 0, or nothing. The throne, on
 * which nobody stops, may lie in it. Only inward directions have any: the three that lead off its
 * side of the board, or on a diagonal of the board the one along it. */
#include "games/morelli/small.h"

#include "base/rng.h"

#include <assert.h>

static int offset_of(const MorelliRules *r)
{
    return (MORELLI_SIDE - r->size) / 2;
}

static bool on_board(const MorelliRules *r, int x, int y)
{
    int low = offset_of(r);
    return x >= low && y >= low && x < low + r->size && y < low + r->size;
}

static void number_points(MorelliRules *r)
{
    memset(r->point, POINT_NONE, sizeof r->point);
    for (int p = 0; p < r->size * r->size; p++) {
        int cell = morelli_cell(offset_of(r) + p / r->size, offset_of(r) + p % r->size);
        r->cell[p] = (uint8_t)cell;
        r->point[cell] = (Point)p;
        if (morelli_band(cell) == offset_of(r))
            set_add(&r->outer, (Point)cell);
        r->frame_number[cell] = cell == MORELLI_THRONE ? 0 : (uint8_t)morelli_frame_number(cell);
        r->ahead[cell] = cell == MORELLI_THRONE
                             ? 0
                             : (uint8_t)(MORELLI_MIDDLE - 1 - morelli_band(cell));
    }
}

/* Where a man from `from` may stop or pass in direction d. */
static void add_run(MorelliRules *r, int from, int d)
{
    int cell = from + morelli_step(d);
    for (int n = 0; cell >= 0 && cell < MORELLI_CELLS; n++, cell += morelli_step(d)) {
        if (r->point[cell] == POINT_NONE || morelli_band(cell) <= morelli_band(from))
            break;
        set_add(&r->run[d][n], (Point)cell);
    }
}

static void add_frame(MorelliRules *r, int cell)
{
    int dx = cell / MORELLI_STRIDE - MORELLI_MIDDLE, dy = cell % MORELLI_STRIDE - MORELLI_MIDDLE;
    for (int turns = 0; turns < 4; turns++) {
        set_add(&r->frame[cell], (Point)morelli_cell(MORELLI_MIDDLE + dx, MORELLI_MIDDLE + dy));
        int old = dx;
        dx = dy;
        dy = -old;
    }
}

/* The runs once more, a lane per direction: up by 1, 13, 14, 15 are directions 4 to 7, down are 3
 * to 0. */
static void make_fans(MorelliRules *r)
{
    for (int lane = 0; lane < 4; lane++)
        for (int n = 0; n < MORELLI_REACH; n++)
            for (int w = 0; w < 3; w++) {
                r->fan[0][n][w][lane] = r->run[4 + lane][n].word[w];
                r->fan[1][n][w][lane] = r->run[3 - lane][n].word[w];
            }
}

/* And as words of the 7 x 7 board. */
static void make_small_runs(MorelliRules *r)
{
    for (int d = 0; d < MORELLI_DIRECTIONS; d++)
        for (int n = 0; n < SMALL_REACH; n++)
            r->small_run[d][n] = small_of(r->run[d][n].word);
}

/* Neighbours whose far neighbour is on the board: the others are never captured. */
static void add_guard(MorelliRules *r, int cell)
{
    int x = cell / MORELLI_STRIDE, y = cell % MORELLI_STRIDE;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            if ((dx || dy) && on_board(r, x + 2 * dx, y + 2 * dy))
                r->guard[cell] |= UINT64_C(1) << (WINDOW_MIDDLE + morelli_cell(dx, dy));
}

static void make_keys(MorelliRules *r)
{
    Rng rng = {0x6d6f72656c6c6921u};
    for (int cell = 0; cell < MORELLI_CELLS; cell++) {
        r->man_key[0][cell] = rng_next(&rng);
        r->man_key[1][cell] = rng_next(&rng);
        r->turned_key[cell] = r->man_key[0][cell] ^ r->man_key[1][cell];
    }
    r->king_key[1] = rng_next(&rng);
    r->king_key[2] = rng_next(&rng);
    r->turn_key = rng_next(&rng);
    r->place_key = rng_next(&rng);
}

static void place_points(const MorelliRules *r, Shape *shape)
{
    int size = r->size;
    shape->style = SHAPE_CELLS;
    shape->width = (int16_t)(190 + 100 * (size - 1));
    shape->height = (int16_t)(180 + 100 * (size - 1));
    shape->cols = (uint8_t)(4 + 3 * size);
    shape->rows = (uint8_t)(size + 1);
    shape->point_count = (uint8_t)(size * size);
    for (int p = 0; p < size * size; p++) {
        int x = p / size, y = p % size;
        ShapePoint *at = &shape->point[p];
        *at = (ShapePoint){.x = (int16_t)(120 + 100 * x),
                           .y = (int16_t)(70 + 100 * (size - 1 - y)),
                           .col = (uint8_t)(4 + 3 * x),
                           .row = (uint8_t)(size - 1 - y),
                           .band = (uint8_t)(morelli_band(r->cell[p]) - offset_of(r))};
        Str s = str_over(at->name, sizeof at->name);
        str_char(&s, (char)('a' + x));
        str_number(&s, (uint64_t)(y + 1));
    }
    shape_add_axes(shape, size, 120, 70, 4, 0, 3, 1);
    shape->band_count = (uint8_t)(BANDS_MAX - offset_of(r));
    for (int b = 0; b < shape->band_count; b++)
        shape->band_name[b] = morelli_band_names[offset_of(r) + b];
}

/* Four quarter turns, each with and without a reflection. */
static void add_symmetries(const MorelliRules *r, Shape *shape)
{
    int last = r->size - 1;
    for (int n = 0; n < 8; n++) {
        for (int p = 0; p < shape->point_count; p++) {
            int x = p / r->size, y = p % r->size;
            if (n & 4)
                x = last - x;
            for (int turns = n & 3; turns > 0; turns--) {
                int old = x;
                x = y;
                y = last - old;
            }
            shape->symmetry[n][p] = (Point)(x * r->size + y);
        }
    }
    shape->symmetry_count = 8;
}

void morelli_make_board(MorelliRules *r, Shape *shape)
{
    number_points(r);
    for (int p = 0; p < r->size * r->size; p++) {
        int cell = r->cell[p];
        if (cell == MORELLI_THRONE)
            continue;
        for (int d = 0; d < MORELLI_DIRECTIONS; d++)
            add_run(r, cell, d);
        add_frame(r, cell);
        r->frame_cells[r->frame_number[cell]] = r->frame[cell];
        r->quarter[cell] = (uint8_t)morelli_quarter(cell);
        r->kind[cell] = (uint8_t)morelli_kind(cell);
        add_guard(r, cell);
    }
    make_fans(r);
    make_small_runs(r);
    make_keys(r);
    place_points(r, shape);
    add_symmetries(r, shape);
}
