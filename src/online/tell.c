/* SPDX-License-Identifier: MIT */
/* What viewers are told: events as messages "ev", a table as it stands. A secret pick and a planned
 * line are told to their own seat alone. See room.h and docs/api.md. */
#include "online/room.h"

#include <stdlib.h>
#include <string.h>

static void add_left(Json *json, const int64_t left[2])
{
    json_key(json, "left");
    if (left[0] < 0) {
        json_null(json);
        return;
    }
    json_open(json, '[');
    json_number(json, left[0]);
    json_number(json, left[1]);
    json_close(json, ']');
}

static void add_offers(Json *json, const Table *table)
{
    json_key(json, "offers");
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++) {
        for (int k = 0; k < OFFER_COUNT; k++) {
            if (!(table->offers[seat] >> k & 1))
                continue;
            json_open(json, '{');
            json_add_text(json, "what", offer_name((OfferKind)k));
            json_add_number(json, "seat", seat);
            json_close(json, '}');
        }
    }
    json_close(json, ']');
}

/* "result" and "ended". */
static void add_end(Json *json, const Table *table)
{
    const Ending *ending = table_ending(table);
    json_add_text(json, "result", winner_name(ending->winner));
    json_key(json, "ended");
    if (ending->kind == END_NONE)
        json_null(json);
    else
        json_text(json, end_name(ending->kind));
}

static void add_picked(Json *json, const Table *table)
{
    json_key(json, "picked");
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++)
        json_bool(json, picks_has(&table->picks, seat));
    json_close(json, ']');
}

static void add_next(Json *json, const Room *room)
{
    json_key(json, "next");
    if (room->next_id[0])
        json_text(json, room->next_id);
    else
        json_null(json);
}

/* -- Events ----------------------------------------------------------------------------------- */

static bool hides_name(const Room *room, const RoomEvent *event)
{
    return event->seat >= 0 && room->table.hidden[event->seat];
}

/* The arguments of an act, as fields. */
static void add_arguments(Json *json, const Room *room, const RoomEvent *event, uint8_t by)
{
    const char *rest = event->body + strcspn(event->body, " ");
    bool own = by == (uint8_t)event->seat || by == BY_HOST;
    rest += *rest == ' ';
    if (strcmp(event->kind, "move") == 0) {
        json_add_text(json, "m", rest);
    } else if (strcmp(event->kind, "sit") == 0) {
        const char *name = rest + strcspn(rest, " ");
        char pool[POOL_MAX] = "";
        json_add_text(json, "name", hides_name(room, event) ? "" : name + (*name == ' '));
        json_key(json, "player");
        pool_write(room->table.game, &room->table.setup.control, pool);
        players_write(room->hall->players, event->seat < 0 ? "" : room->player[event->seat], pool,
                      json);
    } else if (strcmp(event->kind, "name") == 0) {
        json_add_text(json, "name", hides_name(room, event) ? "" : rest);
    } else if (strcmp(event->kind, "answer") == 0) {
        char what[16];
        Str s = str_over(what, sizeof what);
        size_t length = strcspn(rest, " ");
        str_bytes(&s, rest, length);
        json_add_text(json, "what", what);
        json_add_bool(json, "yes", strcmp(rest + length, " yes") == 0);
    } else if (strcmp(event->kind, "react") == 0) {
        json_add_number(json, "n", *rest - '0');
    } else if (strcmp(event->kind, "pick") == 0) {
        if (own || room->table.state != TABLE_SETTLING)
            json_add_text(json, "choice", rest);
    } else if (strcmp(event->kind, "plan") == 0) {
        json_add_text(json, "line", rest);
    } else if (strcmp(event->kind, "vacation") == 0) {
        uint64_t from, until; /* "SEAT FROM UNTIL" */
        const char *at = rest + 2;
        json_add_number(json, "of", *rest - '0');
        if (str_read_number(&at, INT64_MAX, &from) && *at++ == ' ' &&
            str_read_number(&at, INT64_MAX, &until))
            json_add_number(json, "until", (int64_t)until);
    } else if (*rest) {
        json_add_text(json, "what", rest);
    }
}

/* That a line is planned is nobody else's business; its number must not be missing all the same. */
static bool is_secret(const RoomEvent *event, uint8_t by)
{
    return strcmp(event->kind, "plan") == 0 && by != (uint8_t)event->seat && by != BY_HOST;
}

void tell_event(Room *room, int index, uint8_t by, Str *out)
{
    const RoomEvent *event = room->event[index];
    Json json = json_over(out);
    json_open(&json, '{');
    json_add_text(&json, "t", "ev");
    json_add_text(&json, "id", room->id);
    json_add_number(&json, "seq", index + 1);
    json_add_number(&json, "at", event->at);
    if (is_secret(event, by)) {
        json_add_text(&json, "kind", "quiet");
        json_close(&json, '}');
        return;
    }
    json_add_text(&json, "kind", event->kind);
    json_key(&json, "seat");
    if (event->seat < 0)
        json_null(&json);
    else
        json_number(&json, event->seat);
    add_arguments(&json, room, event, by);
    json_add_number(&json, "ply", event->ply);
    add_left(&json, event->left);
    json_add_text(&json, "state", table_state_name((TableState)event->state));
    if (index == room->event_count - 1) {
        const Table *table = &room->table;
        json_add_number(&json, "turn", table_turn_seat(table));
        json_add_bool(&json, "paused", table->paused);
        add_offers(&json, table);
        add_end(&json, table);
        add_picked(&json, table);
        add_next(&json, room);
    }
    json_close(&json, '}');
}

void tell_all(Room *room, int from_event)
{
    Hall *hall = room->hall;
    char text[4096];
    for (int i = from_event; i < room->event_count; i++) {
        int told = -1; /* for whom `text` is */
        Str s = str_over(text, sizeof text);
        for (const Watcher *w = room->watchers, *next; w; w = next) {
            next = w->next; /* sending may end this watcher */
            if (told != w->by) {
                s = str_over(text, sizeof text);
                tell_event(room, i, w->by, &s);
                told = w->by;
            }
            hall->host.send(hall->host.context, w->sink, s.text, s.length);
        }
    }
}

/* -- A table as it stands --------------------------------------------------------------------- */

static bool is_here(const Room *room, int seat)
{
    for (const Watcher *w = room->watchers; w; w = w->next)
        if (w->by == seat)
            return true;
    return false;
}

static void add_seats(Json *json, const Room *room)
{
    static const char *const kinds[] = {
        [SEAT_EMPTY] = "empty",   [SEAT_PERSON] = "person", [SEAT_COMPUTER] = "computer",
        [SEAT_ENGINE] = "engine", [SEAT_REMOTE] = "remote",
    };
    char pool[POOL_MAX] = "";
    pool_write(room->table.game, &room->table.setup.control, pool);
    json_key(json, "seats");
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++) {
        json_open(json, '{');
        json_add_text(json, "name", room->table.seat[seat].name);
        json_key(json, "player");
        players_write(room->hall->players, room->player[seat], pool, json);
        json_add_bool(json, "here", is_here(room, seat));
        json_add_text(json, "kind", kinds[room->table.seat[seat].kind]);
        json_add_number(json, "side", table_side_of(&room->table, seat));
        json_key(json, "away");
        if (room->table.away[seat] < 0)
            json_null(json);
        else
            json_number(json, room->table.away[seat]);
        int64_t until = room->table.vacation[seat].until;
        json_add_number(json, "vacation", until > hall_now(room->hall) ? until : 0);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void add_position(Json *json, const char *key, const Table *table, uint32_t node)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    table->game->ops->write_pos(table->game, tree_pos(table_tree(table), node), &s);
    json_add_text(json, key, text);
}

/* The moves from the start to where the game stands: a list, or in messages one text. */
static void add_moves(Json *json, const Table *table, bool message)
{
    const Tree *tree = table_tree(table);
    uint32_t last = tree->node[table->head].ply;
    char *all = message ? malloc((size_t)last * MOVE_TEXT_MAX + 1) : NULL;
    Str joined = str_over(all ? all : (char[1]){0}, all ? (size_t)last * MOVE_TEXT_MAX + 1 : 1);
    json_key(json, "moves");
    if (!message)
        json_open(json, '[');
    for (uint32_t ply = 1, node = 0; ply <= last; ply++) {
        const Pos *before = tree_pos(tree, node);
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        node = tree->node[node].child;
        table->game->ops->write_move(table->game, before, tree->node[node].move, &s);
        if (message)
            str_format(&joined, "%s%s", ply > 1 ? " " : "", text);
        else
            json_text(json, text);
    }
    if (message)
        json_text(json, joined.text);
    else
        json_close(json, ']');
    free(all);
}

static void add_setup(Json *json, const Table *table)
{
    char control[CONTROL_TEXT_MAX];
    Str s = str_over(control, sizeof control);
    control_write(&table->setup.control, &s);
    json_add_text(json, "clock", control);
    json_add_text(json, "takeback", takeback_name(table->setup.takeback));
    json_add_bool(json, "match", table->setup.match);
    json_add_bool(json, "pick", table->setup.pick);
    json_add_bool(json, "help", table->setup.help);
}

static void add_series(Json *json, const Table *table)
{
    json_add_number(json, "round", table->round_count);
    json_key(json, "series");
    if (!table->in_series) {
        json_null(json);
        return;
    }
    Series standing = table_standing(table);
    json_open(json, '{');
    json_add_number(json, "set", series_set(&table->series) + 1);
    json_add_number(json, "game", series_number(&table->series) + 1);
    json_key(json, "half");
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++)
        json_number(json, standing.half[seat]);
    json_close(json, ']');
    json_add_bool(json, "over", series_is_over(&standing));
    json_close(json, '}');
}

/* What only the viewer's own seat may know. */
static void add_own(Json *json, const Table *table, uint8_t by)
{
    json_key(json, "you");
    if (by > BY_SEAT1) {
        json_null(json);
        return;
    }
    json_number(json, by);
    json_key(json, "plan");
    json_open(json, '[');
    Pos pos = *table_pos(table);
    for (int i = 0; i < table->plan_count[by]; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        Pos next;
        table->game->ops->write_move(table->game, &pos, table->plan[by][i], &s);
        json_text(json, text);
        table->game->apply(table->game, &pos, table->plan[by][i], &next);
        pos = next;
    }
    json_close(json, ']');
}

static void add_pick(Json *json, const Table *table, Lang lang)
{
    json_key(json, "ask");
    if (!table->pick) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_add_text(json, "text", table->pick->ask.in[lang]);
    json_key(json, "choices");
    json_open(json, '[');
    for (int c = 0; c < PICK_CHOICES && table->pick->choices[c]; c++)
        json_text(json, table->pick->choices[c]);
    json_close(json, ']');
    json_close(json, '}');
}

void tell_table(Room *room, uint8_t by, Lang lang, bool message, Str *out)
{
    const Table *table = &room->table;
    int64_t now = hall_now(room->hall), left[2] = {-1, -1};
    Json json = json_over(out);
    for (int seat = 0; seat < 2 && clock_is_limited(&table->clock); seat++)
        left[seat] = clock_left(&table->clock, table_side_of(table, seat), now);
    json_open(&json, '{');
    if (message)
        json_add_text(&json, "t", "state");
    else
        json_add_bool(&json, "ok", true);
    json_add_text(&json, "id", room->id);
    json_add_text(&json, "game", table->game->id);
    json_add_text(&json, "state", table_state_name(table->state));
    json_add_number(&json, "seq", room->event_count);
    json_add_number(&json, "now", now);
    json_add_number(&json, "made", room->made);
    if (message) {
        json_key(&json, "setup");
        json_open(&json, '{');
        add_setup(&json, table);
        json_close(&json, '}');
    } else {
        add_setup(&json, table);
    }
    add_position(&json, "start", table, 0);
    add_position(&json, "position", table, table->head);
    add_moves(&json, table, message);
    json_add_number(&json, "turn", table_turn_seat(table));
    add_seats(&json, room);
    add_left(&json, left);
    json_add_bool(&json, "running",
                  table->clock.since >= 0 && table->state == TABLE_RUNNING &&
                      !clock_is_held(&table->clock, now));
    json_add_bool(&json, "paused", table->paused);
    add_offers(&json, table);
    add_end(&json, table);
    if (message) {
        json_key(&json, "end");
        if (table_is_over(table))
            json_text(&json, end_name(table_ending(table)->kind));
        else
            json_null(&json);
    }
    add_picked(&json, table);
    add_pick(&json, table, lang);
    add_series(&json, table);
    add_next(&json, room);
    json_add_bool(&json, "rated", room->rated);
    /* Shorter ones do not count; an official match is one game, however short its last one. */
    json_add_number(&json, "short", table->setup.match ? 0 : table->game->family->short_plies);
    json_key(&json, "tournament");
    if (room->tournament[0])
        json_text(&json, room->tournament);
    else
        json_null(&json);
    add_own(&json, table, by);
    json_close(&json, '}');
}

int room_spectators(const Room *room)
{
    int count = 0;
    for (const Watcher *w = room->watchers; w; w = w->next)
        count += w->by == BY_WATCHER;
    return count;
}

/* A small picture of a running game, for a wall of many. */
void tell_small(Room *room, Str *out)
{
    const Table *table = &room->table;
    const TreeNode *head = &table_tree(table)->node[table->head];
    int64_t now = hall_now(room->hall), left[2] = {-1, -1};
    char last[MOVE_TEXT_MAX] = "", control[CONTROL_TEXT_MAX], pool[POOL_MAX] = "";
    Str m = str_over(last, sizeof last), c = str_over(control, sizeof control);
    Json json = json_over(out);
    for (int seat = 0; seat < 2 && clock_is_limited(&table->clock); seat++)
        left[seat] = clock_left(&table->clock, table_side_of(table, seat), now);
    if (head->ply)
        table->game->ops->write_move(table->game, tree_pos(table_tree(table), head->parent),
                                     head->move, &m);
    control_write(&table->setup.control, &c);
    pool_write(table->game, &table->setup.control, pool);
    json_open(&json, '{');
    json_add_text(&json, "id", room->id);
    json_add_text(&json, "game", table->game->id);
    json_add_text(&json, "clock", control);
    json_add_bool(&json, "rated", room->rated);
    add_position(&json, "position", table, table->head);
    json_add_number(&json, "moves", head->ply);
    json_add_text(&json, "last", last);
    json_add_number(&json, "turn", table_turn_seat(table));
    json_key(&json, "seats");
    json_open(&json, '[');
    for (int seat = 0; seat < 2; seat++) {
        json_open(&json, '{');
        json_add_text(&json, "name", table->seat[seat].name);
        json_key(&json, "player");
        players_write(room->hall->players, room->player[seat], pool, &json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    add_left(&json, left);
    json_add_number(&json, "watchers", room_spectators(room));
    json_add_number(&json, "now", now);
    json_close(&json, '}');
}

/* -- Watching --------------------------------------------------------------------------------- */

static const Watcher *find_watcher(const Room *room, SinkId sink)
{
    const Watcher *watcher = room->watchers;
    while (watcher && watcher->sink != sink)
        watcher = watcher->next;
    return watcher;
}

static void send_since(Room *room, const Watcher *watcher, int64_t since)
{
    Hall *hall = room->hall;
    Str s = str_over(hall->text, HALL_TEXT_MAX);
    bool whole = since < 0 || since > room->event_count ||
                 room->event_count - since > ROOM_SINCE_MAX;
    if (whole) {
        tell_table(room, watcher->by, watcher->lang, true, &s);
        hall->host.send(hall->host.context, watcher->sink, s.text, s.length);
    }
    for (int i = (int)since; !whole && i < room->event_count; i++) {
        s = str_over(hall->text, HALL_TEXT_MAX);
        tell_event(room, i, watcher->by, &s);
        hall->host.send(hall->host.context, watcher->sink, s.text, s.length);
    }
}

void room_watch(Room *room, Job *job)
{
    static const Text wrong_key = {
        {"this key opens no seat at this table", "この鍵ではこの卓の席に着けません"}};
    static const Text busy = {{"there is no room for another watcher", "観戦者が多すぎます"}};
    static const Text gone = {{"nobody listens any more", "受け手がいません"}};
    int by;
    if (!room_find_seat(room, job, &by) || !room_has_players(room, job))
        return;
    if (!job->sink) {
        job_refuse(job, 410, "gone", &gone);
        return;
    }
    if (by < 0 && room_check_first(room, job))
        return;
    Watcher *watcher = by < 0 ? NULL : malloc(sizeof *watcher);
    if (!watcher) {
        job_refuse(job, by < 0 ? 403 : 503, by < 0 ? "wrong-key" : "busy",
                   by < 0 ? &wrong_key : &busy);
        return;
    }
    hall_unwatch(room->hall, job->sink, room->id);
    *watcher = (Watcher){room->watchers, job->sink, (uint8_t)by, job->lang};
    room->watchers = watcher;
    room->hall->figures.watchers++;
    int64_t since = job->since;
    SinkId sink = job->sink;
    uint64_t peer = job->peer;
    Str s = str_over((char[16]){0}, 16);
    str_add(&s, "{\"ok\":true}");
    answer_json(job, 200, &s, room->event_count);
    const Watcher *still = find_watcher(room,
                                        sink); /* who has gone meanwhile is taken off by that */
    if (!still)
        return;
    send_since(room, still, since);
    if (by <= BY_SEAT1) {
        room_saw_peer(room, by, peer);
        room->left_at[by] = -1;
        if (room->table.away[by] >= 0)
            room_host_act(room, BY_HOST, by ? "here 1" : "here 0");
    }
}
