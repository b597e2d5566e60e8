/* SPDX-License-Identifier: MIT */
/* The MUR board made from its description, and the tables of its walks.
 *
 * A walk is a piece under way: a point and the direction in which it goes on. Along a ring it is
 * (point, clockwise or not): 48 walks. Along a diameter turning back at ring 3 is the same as going
 * round a circle of twelve places, of which 0 and 6 are the two ends and u and 12 - u are one point
 * passed in the two directions; four diameters give the other 48 walks:
 *
 *     place     0   1   2   3   4   5   6          point   s3 s2 s1 0 t1 t2 t3
 *                  11  10   9   8   7              with t the spoke opposite s */
#include "games/mur/mur.h"

#include "base/bits.h"

enum { RING_WALKS = 48, PLACES = 12, MIDDLE = 415, RING_GAP = 100, RING_FIRST = 115 };

static int point_at(int spoke, int ring)
{
    return ring ? 3 * (spoke & 7) + ring : 0;
}

static int spoke_of(int point)
{
    return (point - 1) / MUR_RINGS;
}

static int ring_of(int point)
{
    return point ? (point - 1) % MUR_RINGS + 1 : 0;
}

static int ring_walk(int point, bool clockwise)
{
    return 2 * (point - 1) + clockwise;
}

static int across_walk(int diameter, int place)
{
    return RING_WALKS + PLACES * diameter + place;
}

static int next_walk(int walk)
{
    if (walk >= RING_WALKS) {
        int place = (walk - RING_WALKS) % PLACES;
        return walk - place + (place + 1) % PLACES;
    }
    int point = walk / 2 + 1, turn = walk & 1 ? 1 : MUR_SPOKES - 1;
    return ring_walk(point_at(spoke_of(point) + turn, ring_of(point)), walk & 1);
}

static int point_of_walk(int walk)
{
    if (walk < RING_WALKS)
        return walk / 2 + 1;
    int diameter = (walk - RING_WALKS) / PLACES, place = (walk - RING_WALKS) % PLACES;
    int from_end = place <= 6 ? place : PLACES - place; /* 0 to 6 from the first spoke's end */
    return from_end <= 3 ? point_at(diameter, 3 - from_end) : point_at(diameter + 4, from_end - 3);
}

/* The first point of `empty` that a walk comes to, itself last. */
static int first_empty(int walk, uint32_t empty)
{
    int at = next_walk(walk);
    while (at != walk && !(empty >> point_of_walk(at) & 1))
        at = next_walk(at);
    return point_of_walk(at);
}

static void make_walk(MurRules *r, int walk)
{
    r->walk_point[walk] = (uint8_t)point_of_walk(walk);
    for (int at = next_walk(walk); at != walk; at = next_walk(at))
        r->line[walk] |= 1u << point_of_walk(at);
    r->line[walk] |= 1u << point_of_walk(walk);
    /* Every set of the line's points, by the usual trick of counting within a mask. */
    uint32_t empty = 0;
    do {
        r->landing[walk][bits_gather(empty, r->line[walk])] = (uint8_t)first_empty(walk, empty);
        empty = (empty - r->line[walk]) & r->line[walk];
    } while (empty);
}

/* The walks on which a ship can set out from a point. From ring 3 there is one along the diameter,
 * since going outwards means turning back at once. */
static int ways_from(int point, int *out)
{
    int n = 0;
    for (int diameter = 0; diameter < 4; diameter++)
        for (int place = 0; place < PLACES; place++)
            if (point_of_walk(across_walk(diameter, place)) == point)
                out[n++] = across_walk(diameter, place);
    if (point) {
        out[n++] = ring_walk(point, false);
        out[n++] = ring_walk(point, true);
    }
    return n;
}

/* Where a ship of every rank can arrive; never where it began. */
static void make_arrivals(MurRules *r)
{
    for (int from = 0; from < MUR_POINTS; from++) {
        int way[MUR_WAYS_MAX], count = ways_from(from, way);
        for (int rank = 1; rank <= MUR_SHIPS_MAX; rank++) {
            for (int i = 0; i < count; i++) {
                int to = point_of_walk(way[i] = next_walk(way[i]));
                if (to == from)
                    continue;
                if (r->reach[rank][from] >> to & 1)
                    r->twins[rank] |= 1u << from;
                r->reach[rank][from] |= 1u << to;
                r->arrival[rank][from][r->way_count[rank][from]++] = (uint8_t)way[i];
                r->walk_to[rank][from][to] = (uint8_t)way[i];
            }
        }
    }
}

static void join(MurRules *r, Shape *shape, int a, int b)
{
    r->joined[a] |= 1u << b;
    r->joined[b] |= 1u << a;
    shape_add_link(shape, (Point)a, (Point)b);
}

static void join_points(MurRules *r, Shape *shape)
{
    for (int spoke = 0; spoke < MUR_SPOKES; spoke++) {
        for (int ring = 1; ring <= MUR_RINGS; ring++) {
            join(r, shape, point_at(spoke, ring), point_at(spoke, ring - 1));
            join(r, shape, point_at(spoke, ring), point_at(spoke + 1, ring));
        }
    }
}

/* The picture: radii 115, 215 and 315 about the middle. 181 / 256 is half the root of two. In the
 * terminal ring k has the half axes 6 k columns and 3 k rows, its slanting spokes 4 k and 2 k. */
static const int8_t spoke_x[MUR_SPOKES] = {0, 1, 2, 1, 0, -1, -2, -1},
                    spoke_y[MUR_SPOKES] = {-2, -1, 0, 1, 2, 1, 0, -1};

static int reach_of(int units, int radius)
{
    int part = units == 2 || units == -2 ? 256 : 181;
    return units ? (radius * part + 128) / 256 * (units < 0 ? -1 : 1) : 0;
}

static int cols_of(int units, int ring)
{
    return (units == 2 || units == -2 ? 3 : 4) * units * ring;
}

static int rows_of(int units, int ring)
{
    return cols_of(units, ring) / 2;
}

enum { MIDDLE_COL = 21, MIDDLE_ROW = 10 };

static void place_points(Shape *shape)
{
    shape->point_count = MUR_POINTS;
    shape->point[0] = (ShapePoint){.name = "0",
                                   .x = MIDDLE,
                                   .y = MIDDLE,
                                   .col = MIDDLE_COL,
                                   .row = MIDDLE_ROW,
                                   .band = MUR_RINGS};
    for (int p = 1; p < MUR_POINTS; p++) {
        int spoke = spoke_of(p), ring = ring_of(p);
        int radius = RING_FIRST + RING_GAP * (ring - 1), dx = spoke_x[spoke], dy = spoke_y[spoke];
        shape->point[p] = (ShapePoint){
            .name = {(char)('a' + spoke), (char)('0' + ring)},
            .x = (int16_t)(MIDDLE + reach_of(dx, radius)),
            .y = (int16_t)(MIDDLE + reach_of(dy, radius)),
            .col = (uint8_t)(MIDDLE_COL + cols_of(dx, ring)),
            .row = (uint8_t)(MIDDLE_ROW + rows_of(dy, ring)),
            .band = (uint8_t)(MUR_RINGS - ring),
        };
    }
}

static void draw_board(Shape *shape)
{
    for (int ring = 1; ring <= MUR_RINGS; ring++)
        shape_add_circle(shape, MIDDLE, MIDDLE, RING_FIRST + RING_GAP * (ring - 1));
    for (int spoke = 0; spoke < MUR_SPOKES / 2; spoke++) {
        const ShapePoint *a = &shape->point[point_at(spoke, MUR_RINGS)];
        const ShapePoint *b = &shape->point[point_at(spoke + 4, MUR_RINGS)];
        shape_add_line(shape, a->x, a->y, b->x, b->y);
    }
}

/* Letters outside the spokes, numbers outside the rings half way between spokes a and b (98 / 256
 * is the sine of that angle, 237 / 256 its cosine); in the terminal beside spoke a. */
static void add_labels(Shape *shape)
{
    for (int spoke = 0; spoke < MUR_SPOKES; spoke++) {
        char letter[2] = {(char)('a' + spoke), '\0'};
        int dx = spoke_x[spoke], dy = spoke_y[spoke], slant = dx && dy;
        const ShapePoint *end = &shape->point[point_at(spoke, MUR_RINGS)];
        int radius = slant ? 402 : 388;
        shape_add_label(shape, letter, MIDDLE + reach_of(dx, radius), MIDDLE + reach_of(dy, radius),
                        end->col + (slant ? 3 * dx : dx), end->row + dy / (slant ? 1 : 2));
    }
    for (int ring = 1; ring <= MUR_RINGS; ring++) {
        char number[2] = {(char)('0' + ring), '\0'};
        int radius = RING_FIRST + RING_GAP * (ring - 1) + 26;
        shape_add_label(shape, number, MIDDLE + radius * 98 / 256, MIDDLE - radius * 237 / 256,
                        MIDDLE_COL + 1, MIDDLE_ROW - 3 * ring + 1);
    }
}

/* Eight turns, each with and without a reflection. */
static void add_symmetries(Shape *shape)
{
    for (int n = 0; n < 2 * MUR_SPOKES; n++) {
        Point *to = shape->symmetry[shape->symmetry_count++];
        for (int p = 0; p < MUR_POINTS; p++) {
            int spoke = n >= MUR_SPOKES ? MUR_SPOKES - spoke_of(p) : spoke_of(p);
            to[p] = (Point)(p ? point_at(spoke + n, ring_of(p)) : 0);
        }
    }
}

void mur_make_board(MurRules *r, Shape *shape)
{
    shape->style = SHAPE_POINTS;
    shape->width = shape->height = 2 * MIDDLE;
    shape->cols = 2 * MIDDLE_COL + 1;
    shape->rows = 2 * MIDDLE_ROW + 1;
    place_points(shape);
    draw_board(shape);
    add_labels(shape);
    add_symmetries(shape);
    join_points(r, shape);
    for (int w = 0; w < MUR_WALKS; w++)
        make_walk(r, w);
    make_arrivals(r);
}
