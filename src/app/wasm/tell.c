/* SPDX-License-Identifier: MIT */
/* The open session as JSON, see engine.h and docs/adr/0021. */
#include "app/wasm/engine.h"

#include "core/path.h"

#include <stdlib.h>
#include <string.h>

static const char *const role_names[ROLE_COUNT] = {
    [ROLE_PLACE] = "place", [ROLE_FROM] = "from", [ROLE_TO] = "to",
    [ROLE_TAKE] = "take",   [ROLE_TURN] = "turn", [ROLE_FETCH] = "fetch",
    [ROLE_UNDER] = "under", [ROLE_LAND] = "land", [ROLE_WITHDRAW] = "withdraw",
    [ROLE_CROWN] = "crown",
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
static const char *const winner_names[] = {
    [WINNER_NONE] = "none", [WINNER_P1] = "p1", [WINNER_P2] = "p2", [WINNER_DRAW] = "draw"};
static const char *const shade_names[] = {
    [SHADE_WHITE] = "white", [SHADE_BLACK] = "black", [SHADE_NEUTRAL] = "neutral"};
static const char *const form_names[] = {
    [FORM_MAN] = "man", [FORM_STACK] = "stack", [FORM_KING] = "king", [FORM_MONSTER] = "monster"};

static const char *in_language(const Text *text)
{
    return text && text->in[engine.lang] ? text->in[engine.lang] : "";
}

static void add_title(Json *json, const char *key, const Text *text)
{
    json_add_text(json, key, in_language(text));
}

static void tell_move(Json *json, const Game *game, const Pos *pos, Move move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    if (!move) {
        json_null(json);
        return;
    }
    game->ops->write_move(game, pos, move, &s);
    json_text(json, text);
}

static void tell_set(Json *json, const PointSet *set)
{
    json_open(json, '[');
    for (int p = 0; p < POINTS_MAX; p++)
        if (set_has(set, (Point)p))
            json_number(json, p);
    json_close(json, ']');
}

static void tell_points(Json *json, const Shape *shape)
{
    json_key(json, "points");
    json_open(json, '[');
    for (int p = 0; p < shape->point_count; p++) {
        const ShapePoint *point = &shape->point[p];
        char name[sizeof point->name + 1] = {0};
        memcpy(name, point->name, sizeof point->name);
        json_open(json, '{');
        json_add_text(json, "name", name);
        json_add_number(json, "x", point->x);
        json_add_number(json, "y", point->y);
        json_add_number(json, "band", point->band);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void tell_strokes(Json *json, const Shape *shape)
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

static void tell_links(Json *json, const Shape *shape)
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

static void tell_labels(Json *json, const Shape *shape)
{
    json_key(json, "labels");
    json_open(json, '[');
    for (int i = 0; i < shape->label_count; i++) {
        char text[sizeof shape->label[i].text + 1] = {0};
        memcpy(text, shape->label[i].text, sizeof shape->label[i].text);
        json_open(json, '{');
        json_add_text(json, "text", text);
        json_add_number(json, "x", shape->label[i].x);
        json_add_number(json, "y", shape->label[i].y);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key(json, "bands");
    json_open(json, '[');
    for (int i = 0; i < shape->band_count; i++)
        json_text(json, in_language(&shape->band_name[i]));
    json_close(json, ']');
}

static void tell_pieces(Json *json, const Game *game)
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
        add_title(json, "name", &piece->name);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void tell_prelims(Json *json, const Game *game)
{
    json_key(json, "prelims");
    json_open(json, '[');
    for (int i = 0; i < game->prelim_count; i++) {
        const Prelim *prelim = &game->prelims[i];
        json_open(json, '{');
        json_add_text(json, "kind", prelim->kind == PRELIM_SEED ? "seed" : "secret");
        add_title(json, "ask", &prelim->ask);
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

void tell_shape(Json *json, const Session *session)
{
    const Game *game = session->game;
    const Shape *shape = &game->shape;
    json_open(json, '{');
    json_add_text(json, "variant", game->id);
    json_add_text(json, "game", game->row->id);
    json_add_text(json, "family", game->family->id);
    add_title(json, "title", &game->row->title);
    json_add_text(json, "style", shape->style == SHAPE_CELLS ? "cells" : "points");
    json_add_number(json, "width", shape->width);
    json_add_number(json, "height", shape->height);
    json_key(json, "players");
    json_open(json, '[');
    for (int c = 0; c < 2; c++)
        json_text(json, in_language(&game->player[c]));
    json_close(json, ']');
    tell_points(json, shape);
    tell_strokes(json, shape);
    tell_links(json, shape);
    tell_labels(json, shape);
    tell_pieces(json, game);
    tell_prelims(json, game);
    json_add_bool(json, "repeats", game->repeats);
    json_add_bool(json, "solved", solved_is_there(game->id));
    json_close(json, '}');
}

static void tell_path(Json *json, const Game *game, const Pos *before, Move move, bool roles)
{
    Step path[PATH_MAX];
    int n = move ? game->ops->path(game, before, move, path) : 0;
    json_open(json, '[');
    for (int i = 0; i < n; i++) {
        if (!roles) {
            json_number(json, path[i].point);
            continue;
        }
        json_open(json, '{');
        json_add_number(json, "point", path[i].point);
        json_add_text(json, "role", role_names[path[i].role]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void tell_history(Json *json, const Match *match)
{
    json_open(json, '[');
    for (uint32_t ply = 1; ply <= match->last; ply++)
        tell_move(json, match->game, &match->entry[ply - 1].pos, match->entry[ply].move);
    json_close(json, ']');
}

/* Whose move each of the history was, as digits. */
static void tell_movers(Json *json, const Match *match)
{
    static char movers[MATCH_PLIES_MAX + 1];
    for (uint32_t ply = 0; ply < match->last; ply++)
        movers[ply] = (char)('0' + match->entry[ply].pos.turn);
    movers[match->last] = '\0';
    json_add_text(json, "movers", movers);
}

void tell_outcome(Json *json, const char *key, Outcome outcome)
{
    json_key(json, key);
    json_open(json, '{');
    json_add_text(json, "winner", winner_names[outcome.winner]);
    add_title(json, "reason", outcome.reason);
    json_close(json, '}');
}

static void tell_counters(Json *json, const Game *game, const Pos *pos)
{
    Counter list[COUNTERS_MAX];
    int n = game->ops->counters(game, pos, list);
    json_key(json, "counters");
    json_open(json, '[');
    for (int i = 0; i < n; i++) {
        json_open(json, '{');
        json_add_text(json, "id", list[i].id);
        add_title(json, "name", &list[i].name);
        json_add_number(json, "player", list[i].player);
        json_add_number(json, "value", list[i].value);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void tell_board(Json *json, const Game *game, const Pos *pos)
{
    uint8_t board[POINTS_MAX];
    game->ops->board(game, pos, board);
    json_key(json, "board");
    json_open(json, '[');
    for (int p = 0; p < game->shape.point_count; p++)
        json_number(json, board[p]);
    json_close(json, ']');
}

/* Legal moves into scratch; none once the match is over, whoever ended it. */
static int list_moves(const Session *session)
{
    if (session_is_over(session))
        return 0;
    return session->game->moves(session->game, match_pos(&session->match), session->scratch);
}

void tell_state(Json *json, const Session *session)
{
    const Match *match = &session->match;
    const Game *game = session->game;
    const Pos *pos = match_pos(match);
    char text[POSITION_TEXT_MAX], start[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text), first = str_over(start, sizeof start);
    game->ops->write_pos(game, pos, &s);
    game->ops->write_pos(game, &match->entry[0].pos, &first);
    char seed[24];
    Str number = str_over(seed, sizeof seed);
    str_number(&number, session->seed);
    json_open(json, '{');
    json_add_text(json, "position", text);
    json_add_text(json, "start", start);
    json_add_text(json, "seed", seed); /* as text: a double holds 53 bits */
    json_add_number(json, "turn", pos->turn);
    tell_board(json, game, pos);
    json_add_number(json, "ply", match->ply);
    json_add_number(json, "last", match->last);
    json_key(json, "moves");
    tell_history(json, match);
    tell_movers(json, match);
    tell_outcome(json, "result", match_outcome(match));
    json_add_text(json, "end", ending_name(match, session->termination));
    tell_outcome(json, "agreed", game->ops->agreed(game, pos));
    add_title(json, "remark", game->ops->remark ? game->ops->remark(game, pos) : NULL);
    tell_series(json, session);
    tell_counters(json, game, pos);
    json_key(json, "lastPath");
    tell_path(json, game, match->ply ? &match->entry[match->ply - 1].pos : pos,
              match->entry[match->ply].move, true);
    json_add_bool(json, "over", session_is_over(session));
    json_add_number(json, "legal", list_moves(session));
    json_close(json, '}');
}

static void tell_roles(Json *json, const Game *game, uint32_t roles)
{
    char prompt[256];
    Str s = str_over(prompt, sizeof prompt);
    json_key(json, "roles");
    json_open(json, '[');
    for (int r = 0; r < ROLE_COUNT; r++) {
        if (roles >> r & 1)
            json_text(json, role_names[r]);
    }
    json_close(json, ']');
    roles_write(game, roles, engine.lang, &s);
    json_add_text(json, "prompt", prompt);
}

static void tell_ways(Json *json, const Session *session, uint32_t count)
{
    const Pos *pos = match_pos(&session->match);
    json_key(json, "ways");
    json_open(json, '[');
    for (uint32_t i = 0; i < count && count <= ENGINE_WAYS_MAX; i++) {
        json_open(json, '{');
        json_key(json, "move");
        tell_move(json, session->game, pos, session->scratch[i]);
        json_key(json, "path");
        tell_path(json, session->game, pos, session->scratch[i], false);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Value (-1, 0, 1) and plies until the end (-1: none), both for the side to move; how many of how
 * many replies lose. */
static void tell_known(Json *json, const Known *known, uint32_t losing, uint32_t replies)
{
    json_open(json, '[');
    json_number(json, known->value);
    json_number(json, known->plies);
    json_number(json, losing);
    json_number(json, replies);
    json_close(json, ']');
}

/* What each of the next clicks can still lead to; null where that is not known. */
static void tell_values(Json *json, const Session *session, const Point *clicks, int count,
                        const PointSet *next)
{
    Point more[PATH_MAX];
    memcpy(more, clicks, (size_t)count * sizeof *more);
    json_key(json, "values");
    json_open(json, '[');
    for (int p = 0; p < POINTS_MAX && count < PATH_MAX; p++) {
        Known known;
        if (!set_has(next, (Point)p))
            continue;
        more[count] = (Point)p;
        Narrow narrow = path_narrow(session->game, match_pos(&session->match), more, count + 1,
                                    session->scratch);
        if (solved_of(session, narrow.matches, &known))
            tell_known(json, &known, 0, 0);
        else
            json_null(json);
    }
    json_close(json, ']');
}

void tell_narrow(Json *json, const Session *session, const Point *clicks, int count)
{
    const Game *game = session->game;
    const Pos *pos = match_pos(&session->match);
    Narrow narrow = {0};
    if (!session_is_over(session))
        narrow = path_narrow(game, pos, clicks, count, session->scratch);
    json_open(json, '{');
    json_key(json, "next");
    tell_set(json, &narrow.next);
    tell_roles(json, game, narrow.roles);
    json_add_number(json, "matches", narrow.matches);
    json_key(json, "complete");
    tell_move(json, game, pos, narrow.complete);
    json_key(json, "only");
    tell_move(json, game, pos, narrow.only);
    tell_ways(json, session, narrow.matches);
    if (solved_oracle(game).ask)
        tell_values(json, session, clicks, count, &narrow.next);
    json_close(json, '}');
}

static int64_t point_or_none(Point p)
{
    return p == POINT_NONE ? -1 : p;
}

static void tell_event(Json *json, const Game *game, const Event *event)
{
    char text[2048];
    Str s = str_over(text, sizeof text);
    event_write(game, event, engine.lang, &s);
    json_open(json, '{');
    json_add_text(json, "kind", event_names[event->kind]);
    json_add_number(json, "player", event->player);
    json_add_number(json, "piece", event->piece);
    json_add_number(json, "from", point_or_none(event->from));
    json_add_number(json, "to", point_or_none(event->to));
    json_key(json, "points");
    tell_set(json, &event->points);
    add_title(json, "label", &event->label);
    json_add_text(json, "text", text);
    json_close(json, '}');
}

void tell_sentence(Json *json, const char *key, const Game *game, const Pos *before, Move move)
{
    static char text[32 << 10];
    Str s = str_over(text, sizeof text);
    Event events[EVENTS_MAX];
    int n = move ? game->ops->events(game, before, move, events) : 0;
    events_write(game, events, n, engine.lang, &s);
    json_add_text(json, key, text);
}

void tell_events(Json *json, const Game *game, const Pos *before, Move move)
{
    Event events[EVENTS_MAX];
    int n = move ? game->ops->events(game, before, move, events) : 0;
    json_open(json, '{');
    tell_sentence(json, "text", game, before, move);
    json_key(json, "move");
    tell_move(json, game, before, move);
    json_key(json, "events");
    json_open(json, '[');
    for (int i = 0; i < n; i++)
        tell_event(json, game, &events[i]);
    json_close(json, ']');
    json_close(json, '}');
}

void tell_marks(Json *json, const Session *session, Point point)
{
    Mark marks[MARKS_MAX];
    const Game *game = session->game;
    int n = game->ops->marks(game, match_pos(&session->match), point, marks);
    json_open(json, '[');
    for (int i = 0; i < n; i++) {
        json_open(json, '{');
        json_add_text(json, "kind", mark_names[marks[i].kind]);
        json_add_number(json, "player", marks[i].player);
        json_key(json, "points");
        tell_set(json, &marks[i].points);
        add_title(json, "label", &marks[i].label);
        add_title(json, "name", mark_name((MarkKind)marks[i].kind));
        if (marks[i].number)
            json_add_number(json, "number", marks[i].number);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* What each legal move is worth, in the order of the moves; nothing if that is not known of one. */
static void tell_worths(Json *json, const Session *session)
{
    PerfectMove *list;
    int count = solved_judge(session, &list);
    if (count >= 0) {
        json_key(json, "values");
        json_open(json, '[');
        for (int i = 0; i < count; i++)
            tell_known(json, &list[i].known, list[i].losing, list[i].replies);
        json_close(json, ']');
    }
    free(list);
}

void tell_moves(Json *json, const Session *session)
{
    int n = list_moves(session);
    json_open(json, '{');
    json_key(json, "moves");
    json_open(json, '[');
    for (int i = 0; i < n && !json->out->full; i++)
        tell_move(json, session->game, match_pos(&session->match), session->scratch[i]);
    json_close(json, ']');
    if (n)
        tell_worths(json, session);
    json_close(json, '}');
}

static void tell_line(Json *json, const Search *search)
{
    Pos at = search->frame[0].pos, next;
    json_key(json, "pv");
    json_open(json, '[');
    for (int i = 0; i < search->line[0].length; i++) {
        tell_move(json, search->game, &at, search->line[0].move[i]);
        search->game->apply(search->game, &at, search->line[0].move[i], &next);
        at = next;
    }
    json_close(json, ']');
}

void tell_search(Json *json, const Search *search)
{
    int mate = search_mate(search);
    json_open(json, '{');
    json_add_bool(json, "done", search->done);
    json_add_number(json, "depth", search->depth);
    json_add_number(json, "score", search->score);
    json_key(json, "mate");
    if (mate)
        json_number(json, mate);
    else
        json_null(json);
    uint64_t helped = helpers_nodes(), nodes = search->nodes + helped;
    json_add_number(json, "nodes", (int64_t)nodes);
    json_add_number(json, "helped", (int64_t)helped);
    json_add_number(json, "threads", 1 + helpers_count());
    if (search->spent_ms >= 1)
        json_add_number(json, "nps", (int64_t)((double)nodes * 1e3 / search->spent_ms));
    tell_line(json, search);
    json_key(json, "best");
    tell_move(json, search->game, &search->frame[0].pos, search->best);
    json_close(json, '}');
}
