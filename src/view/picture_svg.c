/* SPDX-License-Identifier: MIT */
/* A board as SVG: ground, strokes or cells, coordinates, the last move's marks, pieces. 100 units
 * are the distance of two points. Only names and numbers of our own tables reach the file, so
 * nothing needs escaping. */
#include "view/picture.h"

#include <string.h>

enum { RADIUS = 36, POINT_RADIUS = 8, STACK_RISE = 13, CELL = 100 };

Picture picture_of(const Game *game, const Pos *pos, const Pos *before, Move move)
{
    Picture picture = {.game = game, .pos = pos};
    if (before)
        picture.path_count = game->ops->path(game, before, move, picture.path);
    return picture;
}

static void add_head(const Picture *picture, Str *out)
{
    const Game *game = picture->game;
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_pos(game, picture->pos, &s);
    str_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
               "font-family=\"sans-serif\">\n<title>%s</title>\n<desc>%s</desc>\n"
               "<rect width=\"100%%\" height=\"100%%\" rx=\"24\" fill=\"#f0dcb4\"/>\n",
               game->shape.width, game->shape.height, game->row->title.in[LANG_EN], text);
}

static void add_strokes(const Shape *shape, Str *out)
{
    str_add(out, "<g stroke=\"#6b5136\" stroke-width=\"5\" stroke-linecap=\"round\" "
                 "fill=\"none\">\n");
    for (int i = 0; i < shape->stroke_count; i++) {
        const Stroke *k = &shape->stroke[i];
        if (k->kind == STROKE_CIRCLE)
            str_format(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", k->x1, k->y1, k->x2);
        else
            str_format(out, "<path d=\"M%d %dL%d %d\"/>\n", k->x1, k->y1, k->x2, k->y2);
    }
    str_add(out, "</g>\n<g fill=\"#6b5136\">\n");
    for (int p = 0; p < shape->point_count; p++)
        str_format(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", shape->point[p].x,
                   shape->point[p].y, POINT_RADIUS);
    str_add(out, "</g>\n");
}

/* One square per cell in the colour of its band, thin lines between them, and a rosette on the
 * innermost one. */
static void add_cells(const Picture *picture, Str *out)
{
    const Shape *shape = &picture->game->shape;
    str_add(out, "<g stroke=\"#26221e\" stroke-opacity=\".35\" stroke-width=\"2\">\n");
    for (int p = 0; p < shape->point_count; p++) {
        const ShapePoint *at = &shape->point[p];
        const char *fill = shape->band_count ? picture_band(picture, at->band).hex : "#e4c793";
        str_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                   at->x - CELL / 2, at->y - CELL / 2, CELL, CELL, fill);
        if (shape->band_count && at->band == shape->band_count - 1)
            str_format(out,
                       "<path d=\"M%d %dl32 32-32 32-32-32z\" fill=\"#fffdf7\" "
                       "fill-opacity=\".55\"/>\n",
                       at->x, at->y - 32);
    }
    str_add(out, "</g>\n");
}

static void add_labels(const Shape *shape, Str *out)
{
    str_add(out, "<g fill=\"#6b5136\" font-size=\"34\" text-anchor=\"middle\">\n");
    for (int i = 0; i < shape->label_count; i++)
        str_format(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", shape->label[i].x,
                   shape->label[i].y + 12, shape->label[i].text);
    str_add(out, "</g>\n");
}

/* On coloured cells marks have two strokes, a light one and a dark one in it, to show on all. */
static void add_cell_marks(const Picture *picture, Str *out)
{
    static const char *const strokes[] = {"stroke=\"#fffdf7\" stroke-width=\"12\"",
                                          "stroke=\"#26221e\" stroke-width=\"5\""};
    for (int layer = 0; layer < 2 && picture->path_count; layer++) {
        str_format(out, "<g %s fill=\"none\" stroke-linejoin=\"round\">\n", strokes[layer]);
        for (int i = 0; i < picture->path_count; i++) {
            const ShapePoint *at = &picture->game->shape.point[picture->path[i].point];
            bool left = picture->path[i].role == ROLE_FROM;
            str_format(out, "<rect x=\"%d\" y=\"%d\" width=\"86\" height=\"86\"%s/>\n", at->x - 43,
                       at->y - 43, left ? " stroke-dasharray=\"16 10\"" : "");
        }
        str_add(out, "</g>\n");
    }
}

/* A ring where something came to stand, a dashed one where it left, a cross where it was taken. */
static void add_marks(const Picture *picture, Str *out)
{
    if (!picture->path_count)
        return;
    str_add(out, "<g stroke=\"#c2410c\" stroke-width=\"7\" fill=\"none\">\n");
    for (int i = 0; i < picture->path_count; i++) {
        const ShapePoint *at = &picture->game->shape.point[picture->path[i].point];
        Role role = picture->path[i].role;
        bool gone = role == ROLE_TAKE || role == ROLE_WITHDRAW || role == ROLE_FETCH;
        if (gone)
            str_format(out, "<path d=\"M%d %dl40 40m0-40l-40 40\"/>\n", at->x - 20, at->y - 20);
        else
            str_format(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"%s/>\n", at->x, at->y, RADIUS + 6,
                       role == ROLE_FROM ? " stroke-dasharray=\"10 10\"" : "");
    }
    str_add(out, "</g>\n");
}

static void add_disc(int x, int y, Shade shade, Str *out)
{
    static const char *const fills[] = {
        [SHADE_WHITE] = "#fffdf7", [SHADE_BLACK] = "#26221e", [SHADE_NEUTRAL] = "#b91c1c"};
    str_format(out,
               "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"#26221e\" "
               "stroke-width=\"4\"/>\n",
               x, y, RADIUS, fills[shade]);
    if (shade == SHADE_BLACK) /* a light rim, so that a stack shows two men */
        str_format(out,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"#8a8178\" "
                   "stroke-width=\"2\"/>\n",
                   x, y, RADIUS - 5);
}

/* A crown on a disc, in the other colour. */
static void add_crown(int x, int y, Shade shade, Str *out)
{
    str_format(out,
               "<path d=\"M%d %dl-6-32 14 12 14-20 14 20 14-12-6 32z\" fill=\"%s\" "
               "stroke-linejoin=\"round\"/>\n",
               x - 22, y + 18, shade == SHADE_WHITE ? "#26221e" : "#f6c945");
}

static void add_piece(const ShapePoint *at, const Piece *piece, Str *out)
{
    Shade under = piece->shade == SHADE_WHITE ? SHADE_BLACK : SHADE_WHITE;
    if (piece->form == FORM_STACK) {
        add_disc(at->x, at->y + STACK_RISE, under, out);
        add_disc(at->x, at->y - STACK_RISE, piece->shade, out);
    } else {
        add_disc(at->x, at->y, piece->shade, out);
    }
    if (piece->form == FORM_KING)
        add_crown(at->x, at->y, piece->shade, out);
}

static void add_dots(const Picture *picture, Str *out)
{
    const Shape *shape = &picture->game->shape;
    for (int p = 0; p < shape->point_count; p++)
        if (set_has(&picture->dots, (Point)p))
            str_format(out,
                       "<circle cx=\"%d\" cy=\"%d\" r=\"14\" fill=\"#fffdf7\" stroke=\"#26221e\" "
                       "stroke-width=\"4\"/>\n",
                       shape->point[p].x, shape->point[p].y);
}

void picture_svg(const Picture *picture, Str *out)
{
    const Game *game = picture->game;
    uint8_t board[POINTS_MAX];
    add_head(picture, out);
    bool cells = game->shape.style == SHAPE_CELLS;
    if (cells)
        add_cells(picture, out);
    else
        add_strokes(&game->shape, out);
    add_labels(&game->shape, out);
    game->ops->board(game, picture->pos, board);
    for (int p = 0; p < game->shape.point_count; p++)
        if (board[p])
            add_piece(&game->shape.point[p], &game->pieces[board[p]], out);
    if (cells)
        add_cell_marks(picture, out);
    else
        add_marks(picture, out);
    add_dots(picture, out);
    str_add(out, "</svg>\n");
}
