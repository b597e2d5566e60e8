/* SPDX-License-Identifier: MIT */
/* A board as SVG: ground, strokes or cells, coordinates, the last move's marks, pieces. 100 units
 * are the distance of two points. Only names and numbers of our own tables reach the file, so
 * nothing needs escaping. */
#include "view/picture_part.h"

#include <string.h>

enum { RADIUS = 36, POINT_RADIUS = 8, STACK_RISE = 13, CELL = 100 };

static const char *const fills[] = {
    [SHADE_WHITE] = "#fffdf7", [SHADE_BLACK] = "#26221e", [SHADE_NEUTRAL] = "#b91c1c"};

Shade picture_shade(const Game *game, int player)
{
    for (int p = 1; p < game->piece_count; p++)
        if (game->pieces[p].owner == player)
            return game->pieces[p].shade;
    return SHADE_NEUTRAL;
}

Picture picture_of(const Game *game, const Pos *pos, const Pos *before, Move move)
{
    Picture picture = {.game = game, .pos = pos};
    picture.mark_count = game->ops->marks(game, pos, POINT_NONE, picture.marks);
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

/* An eye at an empty point, in the colour of its player. */
static void add_eye(const ShapePoint *at, Shade shade, Str *out)
{
    str_format(out,
               "<g transform=\"translate(%d %d)\" stroke=\"#26221e\" stroke-width=\"4\">"
               "<path d=\"M-30 0Q0-30 30 0Q0 30-30 0Z\" fill=\"#f0dcb4\"/>"
               "<circle r=\"11\" fill=\"%s\"/></g>\n",
               at->x, at->y, fills[shade]);
}

/* A cage round a trapped piece: four corners. */
static void add_cage(const ShapePoint *at, Str *out)
{
    str_format(out,
               "<path transform=\"translate(%d %d)\" stroke=\"#dc2626\" stroke-width=\"7\" "
               "stroke-linecap=\"round\" fill=\"none\" d=\"M-40-18V-40H-18M18-40H40V-18M40 18V40H18"
               "M-18 40H-40V18\"/>\n",
               at->x, at->y);
}

/* A number on a piece, readable on its shade. */
static void add_number(const ShapePoint *at, Shade shade, int number, Str *out)
{
    str_format(out,
               "<text x=\"%d\" y=\"%d\" font-size=\"46\" font-weight=\"bold\" "
               "text-anchor=\"middle\" fill=\"%s\">%d</text>\n",
               at->x, at->y + 16, fills[shade == SHADE_WHITE ? SHADE_BLACK : SHADE_WHITE], number);
}

static void add_mark(const Picture *picture, const Mark *mark, const ShapePoint *at,
                     const Piece *piece, Str *out)
{
    if (mark->kind == MARK_EYE && !piece)
        add_eye(at, picture_shade(picture->game, mark->player), out);
    if (mark->kind == MARK_TRAPPED)
        add_cage(at, out);
    if (mark->kind == MARK_RANK && picture->ranks && piece && piece->form == FORM_MAN)
        add_number(at, piece->shade, mark->number, out);
}

/* What the contract marks in the position. */
static void add_contract_marks(const Picture *picture, const uint8_t *board, Str *out)
{
    const Game *game = picture->game;
    for (int i = 0; i < picture->mark_count; i++)
        for (int p = 0; p < game->shape.point_count; p++)
            if (set_has(&picture->marks[i].points, (Point)p))
                add_mark(picture, &picture->marks[i], &game->shape.point[p],
                         board[p] ? &game->pieces[board[p]] : NULL, out);
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

/* A beast with a round head, eight arms (the lower edge and two curls) and eyes. */
static void add_monster(int x, int y, Shade shade, Str *out)
{
    str_format(out,
               "<g transform=\"translate(%d %d)\" stroke=\"#26221e\" stroke-width=\"4\" "
               "stroke-linejoin=\"round\" stroke-linecap=\"round\" fill=\"%s\">"
               "<path d=\"M-24 8C-38 12-42 24-34 32M24 8C38 12 42 24 34 32\" fill=\"none\" "
               "stroke-width=\"13\"/>"
               "<path d=\"M-24 8C-38 12-42 24-34 32M24 8C38 12 42 24 34 32\" fill=\"none\" "
               "stroke=\"%s\" stroke-width=\"6\"/>"
               "<path d=\"M-27-6C-27-46 27-46 27-6C27 10 24 20 28 34Q18 40 14 24Q14 42 0 40Q-14 42"
               "-14 24Q-18 40-28 34C-24 20-27 10-27-6Z\"/>"
               "<g fill=\"#fffdf7\" stroke-width=\"3\"><circle cx=\"-11\" cy=\"-4\" r=\"8\"/>"
               "<circle cx=\"11\" cy=\"-4\" r=\"8\"/></g>"
               "<g fill=\"#26221e\" stroke=\"none\"><circle cx=\"-9\" cy=\"-3\" r=\"3.5\"/>"
               "<circle cx=\"9\" cy=\"-3\" r=\"3.5\"/></g></g>\n",
               x, y, fills[shade], fills[shade]);
}

void picture_add_piece(const ShapePoint *at, const Piece *piece, Str *out)
{
    Shade under = piece->shade == SHADE_WHITE ? SHADE_BLACK : SHADE_WHITE;
    if (piece->form == FORM_STACK) {
        add_disc(at->x, at->y + STACK_RISE, under, out);
        add_disc(at->x, at->y - STACK_RISE, piece->shade, out);
    } else if (piece->form == FORM_MONSTER) {
        add_monster(at->x, at->y, piece->shade, out);
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

void picture_add_ground(const Picture *picture, Str *out)
{
    const Shape *shape = &picture->game->shape;
    if (shape->style == SHAPE_CELLS)
        add_cells(picture, out);
    else
        add_strokes(shape, out);
    add_labels(shape, out);
}

void picture_svg(const Picture *picture, Str *out)
{
    const Game *game = picture->game;
    uint8_t board[POINTS_MAX];
    bool cells = game->shape.style == SHAPE_CELLS;
    add_head(picture, out);
    picture_add_ground(picture, out);
    game->ops->board(game, picture->pos, board);
    for (int p = 0; p < game->shape.point_count; p++)
        if (board[p])
            picture_add_piece(&game->shape.point[p], &game->pieces[board[p]], out);
    add_contract_marks(picture, board, out);
    if (cells)
        add_cell_marks(picture, out);
    else
        add_marks(picture, out);
    add_dots(picture, out);
    str_add(out, "</svg>\n");
}
