/* SPDX-License-Identifier: MIT */
/* Requests about players: /api/v1/me and what is below it, /api/v1/players/ID. */
#include "app/server/tables_part.h"
#include "online/player_acts.h"

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
    else if (ask_players(me, &ask))
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
    else if (ask_players(me, &ask))
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
    void (*list)(const Me *me); /* a GET that is no player's act */
    const char *allow;
} paths[] = {
    {"", players_me, players_delete, set_me, NULL, "GET, HEAD, POST, DELETE"},
    {"/export", players_export, NULL, NULL, NULL, "GET, HEAD"},
    {"/keys", players_keys, NULL, NULL, NULL, "GET, HEAD"},
    {"/tables", NULL, NULL, NULL, list_mine, "GET, HEAD"},
    {"/link", NULL, NULL, link_device, NULL, "POST"},
    {"/revoke", NULL, NULL, revoke, NULL, "POST"},
    {"/hide", NULL, NULL, hide, NULL, "POST"},
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
        cJSON *json = tables_body(me->tables, me->request, me->ask);
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

bool club_request(Tables *tables, const Request *request, AskId ask)
{
    static const char me_path[] = "/api/v1/me", players_path[] = "/api/v1/players/";
    Me me = {.tables = tables, .request = request, .ask = ask};
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
