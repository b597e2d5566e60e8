/* SPDX-License-Identifier: MIT */
/* The messages of a WebSocket to the hall, see tables.h: hi, watch, unwatch, lobby, do. */
#include "app/server/memory.h"
#include "app/server/tables_part.h"

#include "base/json.h"
#include "proto/ws.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 1024 };

static void send(Talk *talk, const Str *text)
{
    route_ws_send(talk->tables->server, talk->socket, text->text, text->length);
}

/* {"t":"no"}: to a command, or (cmd NULL) to a message that could not be read. */
static void send_no(Tables *tables, SocketId socket, const char *id, const char *cmd,
                    const char *why, const char *text, int64_t seq)
{
    char room[MESSAGE_MAX];
    Str s = str_over(room, sizeof room);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_text(&json, "t", "no");
    if (id)
        json_add_text(&json, "id", id);
    if (cmd)
        json_add_text(&json, "cmd", cmd);
    json_add_text(&json, "why", why);
    json_add_text(&json, "text", text);
    if (seq >= 0)
        json_add_number(&json, "seq", seq);
    json_close(&json, '}');
    route_count_refusal(tables->server, why);
    route_ws_send(tables->server, socket, s.text, s.length);
}

static void refuse_message(Talk *talk, const char *why, const Text *text)
{
    send_no(talk->tables, talk->socket, NULL, NULL, why, text->in[talk->lang], -1);
}

bool tables_ws_open(void *context, const Request *request, SocketId id, void **data)
{
    Talk *talk = calloc(1, sizeof *talk);
    if (!talk)
        return false;
    *talk = (Talk){.tables = context, .socket = id, .peer = request->peer, .lang = request->lang};
    *data = talk;
    hall_people(talk->tables->hall, 1);
    return true;
}

void tables_ws_closed(void *context, SocketId id, void *data)
{
    Tables *tables = context;
    Talk *talk = data;
    for (int i = 0; i < talk->count; i++)
        hall_unwatch(tables->hall, sink_of_socket(id), talk->watched[i].id);
    if (talk->tours)
        tours_unwatch(tables->tours, sink_of_socket(id), NULL);
    hall_lobby_unwatch(tables->hall, sink_of_socket(id));
    hall_people(tables->hall, -1);
    if (talk->player[0])
        hall_leave(tables->hall, talk->player);
    if (talk->device)
        limits_leave(route_limits(tables->server), LIMIT_DEVICE_SOCKETS, talk->device);
    free(talk->watched);
    free(talk);
}

/* -- Watching --------------------------------------------------------------------------------- */

static Watched *find_watched(Talk *talk, const char *id)
{
    for (int i = 0; i < talk->count; i++)
        if (strcmp(talk->watched[i].id, id) == 0)
            return &talk->watched[i];
    return NULL;
}

static Watched *add_watched(Talk *talk, const char *id)
{
    Watched *found = find_watched(talk, id);
    if (found || talk->count >= TABLES_WATCH_MAX)
        return found;
    if (talk->count == talk->capacity) {
        int capacity = talk->capacity ? 2 * talk->capacity : 2;
        Watched *more = realloc(talk->watched, (size_t)capacity * sizeof *more);
        if (!more)
            return NULL;
        talk->watched = more;
        talk->capacity = capacity;
    }
    return &talk->watched[talk->count++];
}

/* An answer that a socket waits for. */
typedef struct Waiting {
    Tables *tables;
    SocketId socket;
    uint64_t began; /* route_ticks */
    char id[ID_CHARS + 1], cmd[HALL_CMD_MAX + 1];
} Waiting;

static Waiting *waiting_new(const Talk *talk, const char *id, const char *cmd)
{
    Waiting *waiting = calloc(1, sizeof *waiting);
    if (!waiting)
        return NULL;
    waiting->tables = talk->tables;
    waiting->socket = talk->socket;
    waiting->began = route_ticks();
    Str i = str_over(waiting->id, sizeof waiting->id),
        c = str_over(waiting->cmd, sizeof waiting->cmd);
    str_add(&i, id);
    str_add(&c, cmd);
    return waiting;
}

static void watched(void *context, const HallAnswer *answer)
{
    Waiting *waiting = context;
    Talk *talk = route_ws_data(waiting->tables->server, waiting->socket);
    if (!talk && !answer->why) /* it has gone while the table was read */
        hall_unwatch(waiting->tables->hall, sink_of_socket(waiting->socket), waiting->id);
    if (answer->why)
        send_no(waiting->tables, waiting->socket, waiting->id, NULL, answer->why, answer->text, -1);
    free(waiting);
}

static void watch(Talk *talk, const cJSON *json)
{
    static const Text bad = {{"a watch has an id and perhaps a key and since",
                              "watch には id、必要なら key と since を入れます"}};
    static const Text many = {{"that is more tables than one socket may watch",
                               "1つの接続で見られる卓の数を超えています"}};
    bool wrong = false;
    const char *id = tables_text(json, "id", &wrong), *key = tables_text(json, "key", &wrong);
    const cJSON *since = cJSON_GetObjectItemCaseSensitive(json, "since");
    if (wrong || !id || !id_is(id) || (key && *key && !key_is(key)) ||
        (since && !cJSON_IsNumber(since))) {
        refuse_message(talk, "bad-message", &bad);
        return;
    }
    if (key && tables_key_is_banned(talk->tables, key)) {
        send_no(talk->tables, talk->socket, id, NULL, "banned", tables_banned.in[talk->lang], -1);
        return;
    }
    Watched *place = add_watched(talk, id);
    Waiting *waiting = place ? waiting_new(talk, id, "") : NULL;
    if (!waiting) {
        refuse_message(talk, "too-many", &many);
        return;
    }
    Str i = str_over(place->id, sizeof place->id), k = str_over(place->key, sizeof place->key);
    str_add(&i, id);
    str_add(&k, key ? key : "");
    hall_watch(talk->tables->hall,
               &(HallWatch){.id = id,
                            .key = place->key,
                            .since = tables_seen(since),
                            .sink = sink_of_socket(talk->socket),
                            .peer = tables_network(talk->peer)},
               talk->lang, watched, waiting);
}

static void unwatch(Talk *talk, const cJSON *json)
{
    bool wrong = false;
    const char *id = tables_text(json, "id", &wrong);
    Watched *found = id ? find_watched(talk, id) : NULL;
    if (!found)
        return;
    hall_unwatch(talk->tables->hall, sink_of_socket(talk->socket), id);
    *found = talk->watched[--talk->count];
}

/* -- Tournaments ------------------------------------------------------------------------------ */

static void tour_watched(void *context, const HallAnswer *answer)
{
    Waiting *waiting = context;
    Talk *talk = route_ws_data(waiting->tables->server, waiting->socket);
    if (!answer->why && !talk)
        tours_unwatch(waiting->tables->tours, sink_of_socket(waiting->socket), waiting->id);
    if (answer->why && talk)
        talk->tours--;
    if (answer->why)
        send_no(waiting->tables, waiting->socket, waiting->id, NULL, answer->why, answer->text, -1);
    free(waiting);
}

static void watch_tour(Talk *talk, const cJSON *json)
{
    static const Text bad = {{"a tournament has an id and on: true or false",
                              "tournament には id と on（true か false）を入れます"}};
    static const Text many = {{"that is more tournaments than one socket may watch",
                               "1つの接続で見られる大会の数を超えています"}};
    bool wrong = false;
    const char *id = tables_text(json, "id", &wrong);
    bool on = tables_flag(json, "on", &wrong);
    if (wrong || !id || !id_is(id)) {
        refuse_message(talk, "bad-message", &bad);
        return;
    }
    /* One that it watches already begins anew. */
    if (tours_unwatch(talk->tables->tours, sink_of_socket(talk->socket), id))
        talk->tours--;
    if (!on)
        return;
    Waiting *waiting = talk->tours < TABLES_TOURS_MAX ? waiting_new(talk, id, "") : NULL;
    if (!waiting) {
        refuse_message(talk, "too-many", &many);
        return;
    }
    talk->tours++;
    tours_watch(talk->tables->tours, id, sink_of_socket(talk->socket), talk->lang, tour_watched,
                waiting);
}

/* Counts the socket among those of its device. False if that has too many: it is closed. */
static bool enter_device(Talk *talk, const char *key)
{
    Server *server = talk->tables->server;
    uint64_t device = key && *key ? tables_number(key, strlen(key)) : 0;
    if (talk->device || !device ||
        !limits_apply(route_limits(server), LIMIT_DEVICE_SOCKETS, talk->peer))
        return true;
    if (!limits_enter(route_limits(server), LIMIT_DEVICE_SOCKETS, device)) {
        route_ws_close(server, talk->socket, WS_POLICY, "too many sockets of one device");
        return false;
    }
    talk->device = device;
    return true;
}

/* -- Whose device, and the lobby -------------------------------------------------------------- */

static void found_player(void *context, PlayersStatus status, const Player *player)
{
    Waiting *waiting = context;
    Talk *talk = route_ws_data(waiting->tables->server, waiting->socket);
    (void)status; /* somebody unknown is nobody */
    if (talk && player && tables_player_is_banned(talk->tables, player->id)) {
        route_ws_close(talk->tables->server, talk->socket, WS_POLICY, "banned");
        free(waiting);
        return;
    }
    if (talk && player && strcmp(talk->player, player->id) != 0) {
        if (talk->player[0])
            hall_leave(talk->tables->hall, talk->player);
        memcpy(talk->player, player->id, sizeof talk->player);
        hall_enter(talk->tables->hall, talk->player);
        if (talk->lobby) /* from now on as they may see it */
            hall_lobby_watch(talk->tables->hall, sink_of_socket(talk->socket), talk->player);
    }
    free(waiting);
}

static void find_player(Talk *talk, const char *key)
{
    Waiting *waiting = key && device_key_is(key) ? waiting_new(talk, "", "") : NULL;
    if (waiting)
        players_by_key(hall_players(talk->tables->hall), key, false, found_player, waiting);
}

static void watch_lobby(Talk *talk, const cJSON *json)
{
    static const Text bad = {{"a lobby message has `on`: true or false",
                              "lobby には on（true または false）を入れます"}};
    bool wrong = false;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "on");
    bool on = tables_flag(json, "on", &wrong);
    if (wrong || !item) {
        refuse_message(talk, "bad-message", &bad);
        return;
    }
    talk->lobby = on;
    if (on)
        hall_lobby_watch(talk->tables->hall, sink_of_socket(talk->socket), talk->player);
    else
        hall_lobby_unwatch(talk->tables->hall, sink_of_socket(talk->socket));
}

static void greet(Talk *talk, const cJSON *json)
{
    static const Text version = {{"this server speaks version 1", "このサーバーの版は1です"}};
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(json, "v"), *item;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "watch");
    bool wrong = false;
    const char *lang = tables_text(json, "lang", &wrong);
    const char *key = tables_text(json, "key", &wrong);
    char room[64];
    Str s = str_over(room, sizeof room);
    if (v && (!cJSON_IsNumber(v) || v->valueint != 1)) {
        refuse_message(talk, "wrong-version", &version);
        return;
    }
    if (!tables_admit_key(talk, key) || !enter_device(talk, key))
        return;
    find_player(talk, key);
    if (lang)
        talk->lang = strncmp(lang, "ja", 2) == 0 ? LANG_JA : LANG_EN;
    str_format(&s, "{\"t\":\"hi\",\"v\":1,\"now\":%lld}",
               (long long)route_time(talk->tables->server));
    send(talk, &s);
    cJSON_ArrayForEach(item, list)
    {
        watch(talk, item);
    }
}

/* -- Acts ------------------------------------------------------------------------------------- */

static void act_answered(void *context, const HallAnswer *answer)
{
    Waiting *waiting = context;
    if (answer->why) {
        send_no(waiting->tables, waiting->socket, waiting->id, waiting->cmd, answer->why,
                answer->text, -1);
    } else {
        char room[MESSAGE_MAX];
        Str s = str_over(room, sizeof room);
        Json json = json_over(&s);
        json_open(&json, '{');
        json_add_text(&json, "t", "ok");
        json_add_text(&json, "id", waiting->id);
        json_add_text(&json, "cmd", waiting->cmd);
        json_add_number(&json, "seq", answer->seq);
        json_close(&json, '}');
        route_ws_send(waiting->tables->server, waiting->socket, s.text, s.length);
        tables_acknowledged(waiting->tables, waiting->began);
    }
    free(waiting);
}

static void do_act(Talk *talk, const cJSON *json)
{
    static const Text bad = {{"an act has an id, a cmd (1 to 64 of letters, digits, - _ . :) and "
                              "a `do`",
                              "行為には id、cmd（英数字と - _ . : で1〜64文字）、do を入れます"}};
    Tables *tables = talk->tables;
    char text[ACT_MAX], why[WHY_MAX];
    bool wrong = false;
    const char *id = tables_text(json, "id", &wrong), *cmd = tables_text(json, "cmd", &wrong);
    const char *key = tables_text(json, "key", &wrong);
    const cJSON *on = cJSON_GetObjectItemCaseSensitive(json, "on");
    if (wrong || !id || !id_is(id) || !cmd || !tables_is_cmd(cmd)) {
        refuse_message(talk, "bad-message", &bad);
        return;
    }
    const Watched *known = find_watched(talk, id);
    if (!key)
        key = known ? known->key : "";
    if (tables_key_is_banned(tables, key)) {
        send_no(tables, talk->socket, id, cmd, "banned", tables_banned.in[talk->lang], -1);
        return;
    }
    if (!tables_read_act(json, talk->lang, text, why)) {
        send_no(tables, talk->socket, id, cmd, "bad-act", why, -1);
        return;
    }
    if (!tables_may_act(tables, talk->peer, key, NULL)) {
        send_no(tables, talk->socket, id, cmd, "too-often", tables_slow.in[talk->lang], -1);
        return;
    }
    Waiting *waiting = waiting_new(talk, id, cmd);
    if (!waiting) {
        send_no(tables, talk->socket, id, cmd, "busy", tables_slow.in[talk->lang], -1);
        return;
    }
    uint32_t rtt = route_ws_rtt(tables->server, talk->socket);
    hall_do(tables->hall,
            &(HallAct){.id = id,
                       .key = key,
                       .cmd = cmd,
                       .text = text,
                       .on = tables_seen(on),
                       .rtt_ms = (rtt + 500) / 1000,
                       .peer = tables_network(talk->peer)},
            talk->lang, act_answered, waiting);
}

void tables_ws_text(void *context, SocketId id, void *data, const char *text, size_t length)
{
    static const Text bad = {
        {"a message is a JSON object with t: hi, watch, unwatch, lobby, tournament or do",
         "メッセージは t が hi、watch、unwatch、lobby、tournament、do のJSONオブジェクトです"}};
    Talk *talk = data;
    bool wrong = false;
    (void)context;
    (void)id;
    memory_was_short();
    cJSON *json = tables_json(text, length);
    const char *type = cJSON_IsObject(json) ? tables_text(json, "t", &wrong) : NULL;
    if (type && strcmp(type, "do") == 0)
        do_act(talk, json);
    else if (type && strcmp(type, "hi") == 0)
        greet(talk, json);
    else if (type && strcmp(type, "watch") == 0)
        watch(talk, json);
    else if (type && strcmp(type, "unwatch") == 0)
        unwatch(talk, json);
    else if (type && strcmp(type, "tournament") == 0)
        watch_tour(talk, json);
    else if (type && strcmp(type, "lobby") == 0)
        watch_lobby(talk, json);
    else if (!json && memory_was_short())
        refuse_message(talk, "busy", &refuse_no_memory);
    else
        refuse_message(talk, "bad-message", &bad);
    cJSON_Delete(json);
}
