/* SPDX-License-Identifier: MIT */
/* Requests about players: /api/v1/me and what is below it, /api/v1/players/ID; and the lobby, the
 * wall, quick pairing. */
#include "app/server/tables_part.h"
#include "online/player_acts.h"

#include "core/refuse.h"

#include <stdlib.h>
#include <string.h>

/* One request under way with the key that it showed. */
typedef struct Me {
    Tables *tables;
    const Request *request;
    AskId ask;
    char key[72];
} Me;

/* False if it has been refused: there is no memory. */
static bool ask_players(const Me *me, PlayersAsk *out)
{
    Asked *asked = tables_asked(me->tables, me->ask);
    if (!asked)
        return false;
    *out = (PlayersAsk){.players = hall_players(me->tables->hall),
                        .key = me->key,
                        .lang = me->request->lang,
                        .done = tables_answered,
                        .context = asked};
    return true;
}

/* -- With a body ------------------------------------------------------------------------------ */

/* 0 or 1; -1 if it is not there. */
static int flag_or_none(const cJSON *json, const char *name, bool *bad)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    bool on = tables_flag(json, name, bad);
    return !item || cJSON_IsNull(item) ? -1 : on;
}

static void set_me(const Me *me, const cJSON *json)
{
    bool bad = false;
    PlayersAsk ask;
    const char *name = tables_text(json, "name", &bad);
    int bot = flag_or_none(json, "bot", &bad);
    if (bad)
        tables_refuse_types(me->tables, me->request, me->ask);
    else if (tables_within(me->tables, me->request, me->ask, LIMIT_JOINS) && ask_players(me, &ask))
        players_set(&ask, name, bot);
}

static void link_device(const Me *me, const cJSON *json)
{
    bool bad = false;
    PlayersAsk ask;
    const char *code = tables_text(json, "code", &bad);
    if (bad)
        tables_refuse_types(me->tables, me->request, me->ask);
    else if (tables_within(me->tables, me->request, me->ask, LIMIT_JOINS) && ask_players(me, &ask))
        players_link(&ask, code);
}

static void revoke(const Me *me, const cJSON *json)
{
    bool bad = false;
    PlayersAsk ask;
    const char *which = tables_text(json, "key", &bad);
    if (bad || !which)
        tables_refuse_types(me->tables, me->request, me->ask);
    else if (ask_players(me, &ask))
        players_revoke(&ask, which);
}

static void hide(const Me *me, const cJSON *json)
{
    bool bad = false;
    PlayersAsk ask;
    const char *other = tables_text(json, "player", &bad);
    int on = flag_or_none(json, "on", &bad);
    if (bad || !other)
        tables_refuse_types(me->tables, me->request, me->ask);
    else if (tables_within(me->tables, me->request, me->ask, LIMIT_JOINS) && ask_players(me, &ask))
        players_hide(&ask, other, on != 0);
}

/* -- Without one ------------------------------------------------------------------------------ */

static void show_mine(void *context, const Request *request, AskId ask, const Player *player)
{
    Tables *tables = context;
    Asked *asked = tables_asked(tables, ask);
    if (asked)
        hall_mine(tables->hall, player->id, request->lang, tables_answered, asked);
}

static void list_mine(const Me *me)
{
    tables_with_player(me->tables, me->request, me->ask, PLAYER_KNOWN, show_mine, me->tables);
}

typedef void Simple(const PlayersAsk *ask);
typedef void WithBody(const Me *me, const cJSON *json);

static const struct Path {
    const char *rest;
    Simple *get, *remove;
    WithBody *post;
    const char *members;        /* of its body */
    void (*list)(const Me *me); /* a GET that is no player's act */
    const char *allow;
} paths[] = {
    {"", players_me, players_delete, set_me, "name bot", NULL, "GET, HEAD, POST, DELETE"},
    {"/export", players_export, NULL, NULL, NULL, NULL, "GET, HEAD"},
    {"/keys", players_keys, NULL, NULL, NULL, NULL, "GET, HEAD"},
    {"/tables", NULL, NULL, NULL, NULL, list_mine, "GET, HEAD"},
    {"/link", NULL, NULL, link_device, "code", NULL, "POST"},
    {"/revoke", NULL, NULL, revoke, "key", NULL, "POST"},
    {"/hide", NULL, NULL, hide, "player on", NULL, "POST"},
};

static void ask_me(Me *me, const struct Path *path)
{
    HttpMethod method = me->request->method;
    Simple *simple = method == HTTP_GET ? path->get : method == HTTP_DELETE ? path->remove : NULL;
    PlayersAsk ask;
    if (!tables_bearer(me->request, me->key, sizeof me->key))
        me->key[0] = '\0'; /* no key that a device has */
    if (simple) {
        if (ask_players(me, &ask))
            simple(&ask);
    } else if (method == HTTP_GET && path->list) {
        path->list(me);
    } else if (method == HTTP_POST && path->post) {
        cJSON *json = tables_body(me->tables, me->request, me->ask, path->members);
        if (json)
            path->post(me, json);
        cJSON_Delete(json);
    } else {
        tables_refuse_method(me->tables, me->request, me->ask, path->allow);
    }
}

static void ask_player(Tables *tables, const Request *request, AskId ask, const char *id)
{
    if (request->method != HTTP_GET) {
        tables_refuse_method(tables, request, ask, "GET, HEAD");
        return;
    }
    Asked *asked = tables_asked(tables, ask);
    if (asked)
        hall_player(tables->hall, id, request->lang, tables_answered, asked);
}

/* -- The lobby -------------------------------------------------------------------------------- */

static void show_lobby(void *context, const Request *request, AskId ask, const Player *player)
{
    Tables *tables = context;
    Asked *asked = tables_asked(tables, ask);
    if (asked)
        hall_lobby(tables->hall, player ? player->id : NULL, request->lang, tables_answered, asked);
}

static void stream_lobby(void *context, const Request *request, AskId ask, const Player *player)
{
    Tables *tables = context;
    Stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        tables_refuse(tables, ask, 503, "busy", &refuse_no_memory, request->lang);
        return;
    }
    stream->ask = ask;
    stream->told = tables->ahead;
    char key[72];
    if (tables_bearer(request, key, sizeof key))
        stream->hashed = tables_hashed(key);
    if (player)
        memcpy(stream->player, player->id, sizeof stream->player);
    tables_begin_stream(tables, stream);
}

static void pair(void *context, const Request *request, AskId ask, const Player *player)
{
    Tables *tables = context;
    bool bad = false;
    cJSON *json = tables_body(tables, request, ask, "game clock side name rated table");
    if (!json)
        return;
    HallMake make = {.maker = request->peer,
                     .player = player ? player->id : NULL,
                     .game = tables_text(json, "game", &bad),
                     .clock = tables_text(json, "clock", &bad),
                     .side = tables_text(json, "side", &bad),
                     .name = tables_text(json, "name", &bad),
                     .rated = tables_flag(json, "rated", &bad)};
    const char *table = tables_text(json, "table", &bad);
    Asked *asked = NULL;
    if (bad || !make.game)
        tables_refuse_types(tables, request, ask);
    else if ((asked = tables_asked(tables, ask)) != NULL)
        hall_seek(tables->hall, &make, table, request->lang, tables_answered, asked);
    cJSON_Delete(json);
}

static void show_wall(void *context, const Request *request, AskId ask, const Player *player)
{
    Tables *tables = context;
    Asked *asked = tables_asked(tables, ask);
    (void)player;
    if (asked)
        hall_wall(tables->hall, request->lang, tables_answered, asked);
}

static const struct Open {
    const char *path;
    PlayerThen *then;
    bool post;
} open_paths[] = {
    {"/api/v1/lobby", show_lobby, false},
    {"/api/v1/lobby/events", stream_lobby, false},
    {"/api/v1/wall", show_wall, false},
    {"/api/v1/pair", pair, true},
};

static void ask_open(Tables *tables, const Request *request, AskId ask, const struct Open *open)
{
    if (request->method != (open->post ? HTTP_POST : HTTP_GET))
        tables_refuse_method(tables, request, ask, open->post ? "POST" : "GET, HEAD");
    else if (!open->post || (tables_within(tables, request, ask, LIMIT_TABLES) &&
                             tables_has_room(tables, request, ask)))
        tables_with_player(tables, request, ask, open->post ? PLAYER_IF_SHOWN : PLAYER_IF_KNOWN,
                           open->then, tables);
}

bool club_request(Tables *tables, const Request *request, AskId ask)
{
    static const char me_path[] = "/api/v1/me", players_path[] = "/api/v1/players/";
    Me me = {.tables = tables, .request = request, .ask = ask};
    for (size_t i = 0; i < sizeof open_paths / sizeof *open_paths; i++)
        if (strcmp(request->path, open_paths[i].path) == 0) {
            ask_open(tables, request, ask, &open_paths[i]);
            return true;
        }
    if (strncmp(request->path, players_path, sizeof players_path - 1) == 0) {
        ask_player(tables, request, ask, request->path + sizeof players_path - 1);
        return true;
    }
    if (strncmp(request->path, me_path, sizeof me_path - 1) != 0)
        return false;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strcmp(request->path + sizeof me_path - 1, paths[i].rest) == 0) {
            ask_me(&me, &paths[i]);
            return true;
        }
    return false;
}
