/* SPDX-License-Identifier: MIT */
/* The parts of a view that are about a game and not about a table: its board, what a move does,
 * marks. See view.h. */
#include "play/view_part.h"

#include <string.h>

static const char *const role_names[ROLE_COUNT + 1] = {
    [ROLE_PLACE] = "place", [ROLE_FROM] = "from", [ROLE_TO] = "to",
    [ROLE_TAKE] = "take",   [ROLE_TURN] = "turn", [ROLE_FETCH] = "fetch",
    [ROLE_UNDER] = "under", [ROLE_LAND] = "land", [ROLE_WITHDRAW] = "withdraw",
    [ROLE_CROWN] = "crown", [ROLE_COUNT] = "",
};
static const char *const event_names[EVENT_COUNT] = {
    [EVENT_PLACED] = "placed",       [EVENT_MOVED] = "moved",     [EVENT_LINE] = "line",
    [EVENT_FRAME] = "frame",         [EVENT_TAKEN] = "taken",     [EVENT_TURNED] = "turned",
    [EVENT_STACKED] = "stacked",     [EVENT_KNOCKED] = "knocked", [EVENT_TRAPPED] = "trapped",
    [EVENT_WITHDRAWN] = "withdrawn", [EVENT_SCORED] = "scored",   [EVENT_ENTHRONED] = "enthroned",
    [EVENT_EVICTED] = "evicted",     [EVENT_WON] = "won",         [EVENT_DRAWN] = "drawn",
};
static const char *const mark_names[MARK_COUNT] = {
    [MARK_LINE] = "line",   [MARK_FRAME] = "frame", [MARK_GROUP] = "group",
    [MARK_REACH] = "reach", [MARK_EYE] = "eye",     [MARK_TRAPPED] = "trapped",
    [MARK_RANK] = "rank",
};
static const char *const shade_names[] = {
    [SHADE_WHITE] = "white", [SHADE_BLACK] = "black", [SHADE_NEUTRAL] = "neutral"};
static const char *const form_names[] = {
    [FORM_MAN] = "man", [FORM_STACK] = "stack", [FORM_KING] = "king", [FORM_MONSTER] = "monster"};

const char *view_role_name(uint8_t role)
{
    return role_names[role];
}

void view_add_text(Json *json, const char *key, const Text *text, Lang lang)
{
    json_add_text(json, key, text && text->in[lang] ? text->in[lang] : "");
}

void view_move(Json *json, const Game *game, const Pos *before, Move move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    if (!move) {
        json_null(json);
        return;
    }
    game->ops->write_move(game, before, move, &s);
    json_text(json, text);
}

void view_set(Json *json, const PointSet *set)
{
    json_open(json, '[');
    for (int p = 0; p < POINTS_MAX; p++)
        if (set_has(set, (Point)p))
            json_number(json, p);
    json_close(json, ']');
}

void view_board(Json *json, const Game *game, const uint8_t *board)
{
    json_open(json, '[');
    for (int p = 0; p < game->shape.point_count; p++)
        json_number(json, board[p]);
    json_close(json, ']');
}

/* -- The board -------------------------------------------------------------------------------- */

/* Names of points and labels fill their four bytes. */
static void add_name(Json *json, const char *key, const char *four)
{
    char text[5] = {0};
    memcpy(text, four, 4);
    json_add_text(json, key, text);
}

static void view_points(Json *json, const Shape *shape)
{
    json_key(json, "points");
    json_open(json, '[');
    for (int p = 0; p < shape->point_count; p++) {
        const ShapePoint *point = &shape->point[p];
        json_open(json, '{');
        add_name(json, "name", point->name);
        json_add_number(json, "x", point->x);
        json_add_number(json, "y", point->y);
        json_add_number(json, "band", point->band);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void view_strokes(Json *json, const Shape *shape)
{
    json_key(json, "strokes");
    json_open(json, '[');
    for (int i = 0; i < shape->stroke_count; i++) {
        const Stroke *stroke = &shape->stroke[i];
        json_open(json, '[');
        json_text(json, stroke->kind == STROKE_LINE ? "line" : "circle");
        json_number(json, stroke->x1);
        json_number(json, stroke->y1);
        json_number(json, stroke->x2);
        if (stroke->kind == STROKE_LINE)
            json_number(json, stroke->y2);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void view_links(Json *json, const Shape *shape)
{
    json_key(json, "links");
    json_open(json, '[');
    for (int i = 0; i < shape->link_count; i++) {
        json_open(json, '[');
        json_number(json, shape->link[i].a);
        json_number(json, shape->link[i].b);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void view_labels(Json *json, const Shape *shape, Lang lang)
{
    json_key(json, "labels");
    json_open(json, '[');
    for (int i = 0; i < shape->label_count; i++) {
        json_open(json, '{');
        add_name(json, "text", shape->label[i].text);
        json_add_number(json, "x", shape->label[i].x);
        json_add_number(json, "y", shape->label[i].y);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key(json, "bands");
    json_open(json, '[');
    for (int i = 0; i < shape->band_count; i++)
        json_text(json, shape->band_name[i].in[lang]);
    json_close(json, ']');
}

static void view_pieces(Json *json, const Game *game, Lang lang)
{
    json_key(json, "pieces");
    json_open(json, '[');
    json_null(json);
    for (int i = 1; i < game->piece_count; i++) {
        const Piece *piece = &game->pieces[i];
        char letter[2] = {piece->letter, '\0'};
        json_open(json, '{');
        json_add_text(json, "letter", letter);
        json_add_number(json, "owner", piece->owner);
        json_add_text(json, "shade", shade_names[piece->shade]);
        json_add_text(json, "form", form_names[piece->form]);
        view_add_text(json, "name", &piece->name, lang);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void view_prelims(Json *json, const Game *game, Lang lang)
{
    json_key(json, "prelims");
    json_open(json, '[');
    for (int i = 0; i < game->prelim_count; i++) {
        const Prelim *prelim = &game->prelims[i];
        json_open(json, '{');
        json_add_text(json, "kind", prelim->kind == PRELIM_SEED ? "seed" : "secret");
        view_add_text(json, "ask", &prelim->ask, lang);
        json_add_text(json, "option", prelim->option ? prelim->option : "");
        json_key(json, "choices");
        json_open(json, '[');
        for (int c = 0; c < PICK_CHOICES && prelim->choices[c]; c++)
            json_text(json, prelim->choices[c]);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

void view_shape(Json *json, const Game *game, Lang lang)
{
    const Shape *shape = &game->shape;
    json_open(json, '{');
    json_add_text(json, "variant", game->id);
    json_add_text(json, "game", game->row->id);
    json_add_text(json, "family", game->family->id);
    view_add_text(json, "title", &game->row->title, lang);
    json_add_text(json, "style", shape->style == SHAPE_CELLS ? "cells" : "points");
    json_add_number(json, "width", shape->width);
    json_add_number(json, "height", shape->height);
    json_key(json, "players");
    json_open(json, '[');
    for (int side = 0; side < 2; side++)
        json_text(json, game->player[side].in[lang]);
    json_close(json, ']');
    view_points(json, shape);
    view_strokes(json, shape);
    view_links(json, shape);
    view_labels(json, shape, lang);
    view_pieces(json, game, lang);
    view_prelims(json, game, lang);
    json_add_bool(json, "repeats", game->repeats);
    json_close(json, '}');
}

/* -- Moves and marks -------------------------------------------------------------------------- */

static int64_t point_or_none(Point p)
{
    return p == POINT_NONE ? -1 : p;
}

static void view_event(Json *json, const Game *game, const Event *event, Lang lang)
{
    char text[2048];
    Str s = str_over(text, sizeof text);
    event_write(game, event, lang, &s);
    json_open(json, '{');
    json_add_text(json, "kind", event_names[event->kind]);
    json_add_number(json, "player", event->player);
    json_add_number(json, "piece", event->piece);
    json_add_number(json, "from", point_or_none(event->from));
    json_add_number(json, "to", point_or_none(event->to));
    json_key(json, "points");
    view_set(json, &event->points);
    view_add_text(json, "label", &event->label, lang);
    json_add_text(json, "text", text);
    json_close(json, '}');
}

void view_events(Json *json, const Game *game, const Pos *before, Move move, Lang lang)
{
    char text[32 << 10];
    Str s = str_over(text, sizeof text);
    Event events[EVENTS_MAX];
    int n = move ? game->ops->events(game, before, move, events) : 0;
    events_write(game, events, n, lang, &s);
    json_open(json, '{');
    json_add_text(json, "text", text);
    json_key(json, "move");
    view_move(json, game, before, move);
    json_key(json, "events");
    json_open(json, '[');
    for (int i = 0; i < n; i++)
        view_event(json, game, &events[i], lang);
    json_close(json, ']');
    json_close(json, '}');
}

void view_marks(Json *json, const Game *game, const Pos *pos, Point or_none, Lang lang)
{
    Mark marks[MARKS_MAX];
    int n = game->ops->marks(game, pos, or_none, marks);
    json_open(json, '[');
    for (int i = 0; i < n; i++) {
        json_open(json, '{');
        json_add_text(json, "kind", mark_names[marks[i].kind]);
        json_add_number(json, "player", marks[i].player);
        json_key(json, "points");
        view_set(json, &marks[i].points);
        view_add_text(json, "label", &marks[i].label, lang);
        view_add_text(json, "name", mark_name((MarkKind)marks[i].kind), lang);
        if (marks[i].number)
            json_add_number(json, "number", marks[i].number);
        json_close(json, '}');
    }
    json_close(json, ']');
}
