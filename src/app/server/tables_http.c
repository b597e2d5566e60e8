/* SPDX-License-Identifier: MIT */
/* HTTP requests to the hall, see tables.h. Every request is answered once, often later: by then its
 * client may have gone, which its number takes care of. */
#include "app/server/memory.h"
#include "app/server/qr.h"
#include "app/server/tables_part.h"
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

void tables_refuse(Tables *tables, AskId ask, int status, const char *why, const Text *text,
                   Lang lang)
{
    route_refuse(tables->server, ask, status, why, text->in[lang], 0);
}

void tables_answered(void *context, const HallAnswer *answer)
{
    Asked *asked = context;
    Server *server = asked->tables->server;
    if (answer->why)
        route_refuse(server, asked->ask, answer->status, answer->why, answer->text,
                     answer->status == 503 ? 1 : 0);
    else
        route_answer(server, asked->ask,
                     &(Answered){.status = answer->status,
                                 .type = answer->plain ? "text/plain; charset=utf-8" : NULL,
                                 .body = answer->json,
                                 .length = answer->length});
    if (!answer->why && asked->began)
        tables_acknowledged(asked->tables, asked->began);
    free(asked);
}

Asked *tables_asked(Tables *tables, AskId ask)
{
    Asked *asked = calloc(1, sizeof *asked);
    if (asked)
        *asked = (Asked){.tables = tables, .ask = ask};
    else
        tables_refuse(tables, ask, 503, "busy", &refuse_no_memory, LANG_EN);
    return asked;
}

#define TABLES_PATH "/api/v1/tables"

/* -- Bodies ----------------------------------------------------------------------------------- */

/* A text would end at a NUL where others see it go on. */
static bool has_nul(const char *text, size_t length)
{
    static const char nul[] = "\\u0000";
    for (size_t i = 0; i < length; i++) {
        if (!text[i] || (length - i >= sizeof nul - 1 && memcmp(text + i, nul, 6) == 0))
            return true;
        i += text[i] == '\\'; /* what is escaped is no backslash */
    }
    return false;
}

cJSON *tables_json(const char *text, size_t length)
{
    const char *end = NULL;
    if (has_nul(text, length))
        return NULL;
    cJSON *json = cJSON_ParseWithLengthOpts(text, length, &end, 0);
    while (json && end < text + length && strchr(" \t\r\n", *end))
        end++;
    if (!json || end == text + length)
        return json;
    cJSON_Delete(json);
    return NULL;
}

/* Does the name stand in a list of names with spaces between them? */
static bool is_listed(const char *name, const char *names)
{
    size_t length = strlen(name);
    for (const char *at = names; *at; at += strspn(at, " ")) {
        size_t here = strcspn(at, " ");
        if (here == length && strncmp(at, name, length) == 0)
            return true;
        at += here;
    }
    return false;
}

/* A slip in a name ("clok") would be a wish that nobody hears. True after refusing it. */
static bool refuse_unknown(Tables *tables, const Request *request, AskId ask, const cJSON *json,
                           const char *names)
{
    static const Text unknown = {
        {"the body has a member that this request does not know: ", "この要求にない項目です: "}};
    static const Text known = {{"; it knows: ", "。使える項目: "}};
    char text[512];
    Str s = str_over(text, sizeof text);
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        if (is_listed(item->string, names))
            continue;
        str_add(&s, unknown.in[request->lang]);
        str_quote(&s, item->string);
        str_add(&s, known.in[request->lang]);
        str_add(&s, names);
        route_refuse(tables->server, ask, 400, "unknown-member", text, 0);
        return true;
    }
    return false;
}

cJSON *tables_body(Tables *tables, const Request *request, AskId ask, const char *names)
{
    static const Text bad = {
        {"the body should be a JSON object", "本文はJSONオブジェクトにしてください"}};
    memory_was_short();
    cJSON *json = tables_json(request->body, request->body_length);
    if (json && cJSON_IsObject(json)) {
        if (!refuse_unknown(tables, request, ask, json, names))
            return json;
        cJSON_Delete(json);
        return NULL;
    }
    if (!json && memory_was_short())
        tables_refuse(tables, ask, 503, "busy", &refuse_no_memory, request->lang);
    else
        tables_refuse(tables, ask, 400, "bad-json", &bad, request->lang);
    cJSON_Delete(json);
    return NULL;
}

void tables_refuse_types(Tables *tables, const Request *request, AskId ask)
{
    static const Text bad = {{"a member of the body has the wrong type; docs/api.md lists them",
                              "本文の項目の型が違います。docs/api.md を見てください"}};
    tables_refuse(tables, ask, 400, "bad-json", &bad, request->lang);
}

const Text tables_slow = {
    {"that was too often; wait a moment", "回数が多すぎます。少し待ってください"}};

/* Counts against a limit of the address; false after refusing with 429. */
bool tables_within(Tables *tables, const Request *request, AskId ask, LimitName name)
{
    unsigned retry = 1;
    Limits *limits = route_limits(tables->server);
    if (!limits_apply(limits, name, request->peer) ||
        limits_take(limits, name, request->peer, route_now(tables->server), &retry))
        return true;
    route_refuse(tables->server, ask, 429, "too-often", tables_slow.in[request->lang], retry);
    return false;
}

bool tables_may_act(Tables *tables, PeerKey peer, const char *who, unsigned *retry)
{
    Limits *limits = route_limits(tables->server);
    return !limits_apply(limits, LIMIT_ACTS, peer) ||
           limits_take(limits, LIMIT_ACTS, tables_number(who, strlen(who)),
                       route_now(tables->server), retry);
}

bool tables_act_within(Tables *tables, const Request *request, AskId ask, const char *who)
{
    unsigned retry = 1;
    bool may = tables_may_act(tables, request->peer, who, &retry);
    if (!may)
        route_refuse(tables->server, ask, 429, "too-often", tables_slow.in[request->lang], retry);
    return may;
}

bool tables_is_cmd(const char *cmd)
{
    size_t length = strlen(cmd);
    return length > 0 && length <= HALL_CMD_MAX &&
           strspn(cmd, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:") ==
               length;
}

/* May this address have one more table that has not ended? If not, it has been told. */
bool tables_has_room(Tables *tables, const Request *request, AskId ask)
{
    static const Text many = {
        {"you have too many tables that have not ended", "終わっていない卓が多すぎます"}};
    const Limits *limits = route_limits(tables->server);
    if (!limits_apply(limits, LIMIT_RUNNING, request->peer) ||
        (uint64_t)hall_made_by(tables->hall, request->peer) < limits_value(limits, LIMIT_RUNNING))
        return true;
    route_refuse(tables->server, ask, 429, "too-many", many.in[request->lang], 60);
    return false;
}

/* A number or a text, as text. */
static const char *seed_text(const cJSON *json, char *room, size_t size, bool *bad)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "seed");
    if (!cJSON_IsNumber(item))
        return tables_text(json, "seed", bad);
    Str s = str_over(room, size);
    if (item->valuedouble < 0 || item->valuedouble > 9007199254740992.0)
        *bad = true;
    else
        str_number(&s, (uint64_t)item->valuedouble);
    return room;
}

static bool read_range(const cJSON *json, HallMake *make)
{
    const cJSON *range = cJSON_GetObjectItemCaseSensitive(json, "range");
    if (!range || cJSON_IsNull(range))
        return true;
    const cJSON *low = cJSON_GetArrayItem(range, 0), *high = cJSON_GetArrayItem(range, 1);
    if (!cJSON_IsArray(range) || cJSON_GetArraySize(range) != 2 || !cJSON_IsNumber(low) ||
        !cJSON_IsNumber(high))
        return false;
    make->low = low->valueint;
    make->high = high->valueint;
    return true;
}

/* What a body says of a table. False if a member has the wrong type. */
bool tables_read_make(const cJSON *json, char seed[24], HallMake *make)
{
    bool bad = false;
    *make = (HallMake){.maker = make->maker,
                       .player = make->player,
                       .game = tables_text(json, "game", &bad),
                       .clock = tables_text(json, "clock", &bad),
                       .side = tables_text(json, "side", &bad),
                       .name = tables_text(json, "name", &bad),
                       .position = tables_text(json, "position", &bad),
                       .takeback = tables_text(json, "takeback", &bad),
                       .seed = seed_text(json, seed, 24, &bad),
                       .match = tables_flag(json, "match", &bad),
                       .lobby = tables_flag(json, "lobby", &bad),
                       .pick = tables_flag(json, "pick", &bad),
                       .rated = tables_flag(json, "rated", &bad),
                       .help = tables_flag(json, "help", &bad)};
    return read_range(json, make) && !bad && make->game;
}

static void make_table(void *context, const Request *request, AskId ask, const Player *player)
{
    Tables *tables = context;
    char seed[24];
    cJSON *json = tables_body(tables, request, ask,
                              "game clock side name position takeback seed match lobby pick rated "
                              "help range");
    if (!json)
        return;
    HallMake make = {.maker = request->peer, .player = player ? player->id : NULL};
    Asked *asked = NULL;
    if (!tables_read_make(json, seed, &make))
        tables_refuse_types(tables, request, ask);
    else if ((asked = tables_asked(tables, ask)) != NULL)
        hall_make(tables->hall, &make, request->lang, tables_answered, asked);
    cJSON_Delete(json);
}

/* What follows "/api/v1/tables/ID"; the path was read before. */
static void join_table(void *context, const Request *request, AskId ask, const Player *player)
{
    Tables *tables = context;
    bool bad = false;
    char id[ID_CHARS + 1];
    cJSON *json = tables_body(tables, request, ask, "invite name");
    if (!json)
        return;
    Str s = str_over(id, sizeof id);
    str_bytes(&s, request->path + sizeof TABLES_PATH, ID_CHARS);
    HallJoin join = {.id = id,
                     .player = player ? player->id : NULL,
                     .invite = tables_text(json, "invite", &bad),
                     .name = tables_text(json, "name", &bad)};
    Asked *asked = NULL;
    if (bad)
        tables_refuse_types(tables, request, ask);
    else if ((asked = tables_asked(tables, ask)) != NULL)
        hall_join(tables->hall, &join, request->lang, tables_answered, asked);
    cJSON_Delete(json);
}

/* A number that stands for a key, for limits. */
uint64_t tables_number(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return hash;
}

/* The bearer as a text that ends with NUL; false if it cannot be a key. */
bool tables_bearer(const Request *request, char *out, size_t size)
{
    Str s = str_over(out, size);
    str_bytes(&s, request->bearer, request->bearer_length);
    return !s.full && (!s.length || key_is(out));
}

static void do_act(Tables *tables, const Request *request, AskId ask, const char *id,
                   const char *key)
{
    static const Text bad_cmd = {
        {"`cmd` is a text of 1 to 64 letters, digits, - _ . : that you make up for this act",
         "cmd は、この行為のために決める、英数字と - _ . : で1〜64文字の文字列です"}};
    char text[ACT_MAX], why[WHY_MAX];
    bool bad = false;
    cJSON *json = tables_body(tables, request, ask, "cmd do on move m what yes choice line n name");
    if (!json)
        return;
    const char *cmd = tables_text(json, "cmd", &bad);
    const cJSON *on = cJSON_GetObjectItemCaseSensitive(json, "on");
    Asked *asked = NULL;
    if (!tables_act_within(tables, request, ask, key)) {
        /* it has been told */
    } else if (bad || !cmd || !tables_is_cmd(cmd))
        tables_refuse(tables, ask, 400, "bad-cmd", &bad_cmd, request->lang);
    else if (!tables_read_act(json, request->lang, text, why))
        route_refuse(tables->server, ask, 400, "bad-act", why, 0);
    else if ((asked = tables_asked(tables, ask)) != NULL) {
        asked->began = route_ticks();
        hall_do(tables->hall,
                &(HallAct){.id = id,
                           .key = key,
                           .cmd = cmd,
                           .text = text,
                           .on = tables_seen(on),
                           .peer = tables_network(request->peer)},
                request->lang, tables_answered, asked);
    }
    cJSON_Delete(json);
}

/* A link as a picture. It comes in a body, because addresses end up in logs. */
static void draw_code(Tables *tables, const Request *request, AskId ask)
{
    static const Text bad = {{"`text` should have 1 to 512 bytes", "text は1〜512バイトです"}};
    bool wrong = false;
    cJSON *json = tables_body(tables, request, ask, "text");
    if (!json)
        return;
    const char *text = tables_text(json, "text", &wrong);
    char *room = malloc(2 * QR_SVG_MAX), *svg = room ? room + QR_SVG_MAX : NULL;
    Str picture = str_over(svg ? svg : (char[1]){0}, svg ? QR_SVG_MAX : 1);
    if (!room || !text || !qr_write_svg(text, &picture)) {
        tables_refuse(tables, ask, 422, "bad-text", &bad, request->lang);
    } else {
        Str out = str_over(room, QR_SVG_MAX);
        Json answer = json_over(&out);
        json_open(&answer, '{');
        json_add_bool(&answer, "ok", true);
        json_add_text(&answer, "svg", svg);
        json_close(&answer, '}');
        route_answer(tables->server, ask,
                     &(Answered){.status = 200, .body = out.text, .length = out.length});
    }
    free(room);
    cJSON_Delete(json);
}

/* -- Streams ---------------------------------------------------------------------------------- */

static void end_stream(Tables *tables, AskId ask)
{
    for (Stream **at = &tables->streams; *at; at = &(*at)->next) {
        Stream *stream = *at;
        if (stream->ask != ask)
            continue;
        *at = stream->next;
        if (stream->id[0])
            hall_unwatch(tables->hall, sink_of_stream(ask), stream->id);
        else
            hall_lobby_unwatch(tables->hall, sink_of_stream(ask));
        if (stream->player[0])
            hall_leave(tables->hall, stream->player);
        hall_people(tables->hall, -1);
        tours_unwatch(tables->tours, sink_of_stream(ask), stream->id);
        free(stream);
        return;
    }
}

void tables_begin_stream(Tables *tables, Stream *stream)
{
    stream->next = tables->streams;
    tables->streams = stream;
    hall_people(tables->hall, 1);
    if (stream->player[0])
        hall_enter(tables->hall, stream->player);
    if (!route_stream(tables->server, stream->ask, "application/x-ndjson"))
        end_stream(tables, stream->ask);
    else if (!stream->id[0])
        hall_lobby_watch(tables->hall, sink_of_stream(stream->ask), stream->player);
}

void tables_stream_closed(void *context, AskId id)
{
    Tables *tables = context;
    end_stream(tables, id);
    for (int i = 0; i < tables->beside_count; i++)
        if (tables->beside[i].stream_closed)
            tables->beside[i].stream_closed(tables->beside[i].context, id);
}

/* The watch is good: the stream begins. Its messages follow at once. */
void tables_stream_watched(void *context, const HallAnswer *answer)
{
    Asked *asked = context;
    Tables *tables = asked->tables;
    if (answer->why) {
        route_refuse(tables->server, asked->ask, answer->status, answer->why, answer->text, 0);
        free(asked->stream);
    } else {
        tables_begin_stream(tables, asked->stream);
    }
    free(asked);
}

Asked *tables_asked_stream(Tables *tables, AskId ask, const char *id)
{
    Asked *asked = tables_asked(tables, ask);
    Stream *stream = asked ? calloc(1, sizeof *stream) : NULL;
    if (!stream) {
        free(asked);
        return NULL;
    }
    stream->ask = ask;
    memcpy(stream->id, id, sizeof stream->id);
    stream->told = tables->ahead;
    asked->stream = stream;
    return asked;
}

static void open_stream(Tables *tables, const Request *request, AskId ask, const char *id,
                        const char *key)
{
    static const Text bad = {{"since is the number of an event", "since は出来事の番号です"}};
    char text[24];
    uint64_t since = 0;
    int found = http_query_value(request->query, request->query_length, "since", text, sizeof text);
    if (found < 0 || (found > 0 && !str_is_number(text, INT32_MAX, &since))) {
        tables_refuse(tables, ask, 400, "bad-since", &bad, request->lang);
        return;
    }
    Asked *asked = tables_asked_stream(tables, ask, id);
    if (!asked)
        return;
    const Player *player = players_known_by_key(hall_players(tables->hall), key);
    if (player)
        memcpy(asked->stream->player, player->id, sizeof asked->stream->player);
    asked->stream->hashed = tables_hashed(key);
    hall_watch(tables->hall,
               &(HallWatch){.id = id,
                            .key = key,
                            .since = (int64_t)since,
                            .sink = sink_of_stream(ask),
                            .peer = tables_network(request->peer)},
               request->lang, tables_stream_watched, asked);
}

/* -- Paths ------------------------------------------------------------------------------------ */

void tables_refuse_method(Tables *tables, const Request *request, AskId ask, const char *allow)
{
    static const Text bad = {
        {"this address does not know that method", "このアドレスではそのメソッドは使えません"}};
    char text[512];
    Str s = str_over(text, sizeof text);
    str_format(&s, "{\"ok\":false,\"why\":\"wrong-method\",\"text\":\"%s\"}",
               bad.in[request->lang]);
    route_answer(tables->server, ask,
                 &(Answered){.status = 405, .body = text, .length = s.length, .allow = allow});
}

void tables_refuse_path(Tables *tables, const Request *request, AskId ask)
{
    static const Text none = {
        {"there is nothing at this address", "このアドレスには何もありません"}};
    tables_refuse(tables, ask, 404, "not-found", &none, request->lang);
}

static void sit_down(Tables *tables, const Request *request, AskId ask)
{
    if (tables_within(tables, request, ask, LIMIT_JOINS))
        tables_with_player(tables, request, ask, PLAYER_IF_SHOWN, join_table, tables);
}

/* What is asked of one table: `rest` is behind its id. */
void tables_ask_table(Tables *tables, const Request *request, AskId ask, const char *id,
                      const char *rest)
{
    static const Text wrong = {
        {"this key opens no seat at this table", "この鍵ではこの卓の席に着けません"}};
    char key[72];
    bool get = request->method == HTTP_GET, post = request->method == HTTP_POST;
    bool known = !*rest || strcmp(rest, "/events") == 0 || strcmp(rest, "/record") == 0;
    bool posts = strcmp(rest, "/join") == 0 || strcmp(rest, "/do") == 0;
    if (!known && !posts)
        tables_refuse_path(tables, request, ask);
    else if (known ? !get : !post)
        tables_refuse_method(tables, request, ask, known ? "GET, HEAD" : "POST");
    else if (!tables_bearer(request, key, sizeof key))
        tables_refuse(tables, ask, 403, "wrong-key", &wrong, request->lang);
    else if (strcmp(rest, "/join") == 0)
        sit_down(tables, request, ask);
    else if (strcmp(rest, "/do") == 0)
        do_act(tables, request, ask, id, key);
    else if (strcmp(rest, "/events") == 0)
        open_stream(tables, request, ask, id, key);
    else {
        Asked *asked = tables_asked(tables, ask);
        if (asked && *rest)
            hall_record(tables->hall, id, key, request->lang, tables_answered, asked);
        else if (asked)
            hall_show(tables->hall, id, key, request->lang, tables_answered, asked);
    }
}

/* The prefix's length if the path is that or lies below it, else 0. */
static size_t fits(const Beside *beside, const char *path)
{
    size_t length = strlen(beside->prefix);
    if (strncmp(path, beside->prefix, length) != 0)
        return 0;
    return !path[length] || path[length] == '/' || beside->prefix[length - 1] == '/' ? length : 0;
}

static const Beside *find_beside(const Tables *tables, const char *path)
{
    const Beside *found = NULL;
    size_t most = 0;
    for (int i = 0; i < tables->beside_count; i++) {
        size_t length = fits(&tables->beside[i], path);
        if (length > most) {
            most = length;
            found = &tables->beside[i];
        }
    }
    return found;
}

/* Whoever asks for anything with the key of a device is here. */
static void touch_player(Tables *tables, const Request *request)
{
    char key[72];
    const Player *player = NULL;
    if (request->bearer_length == DEVICE_KEY_CHARS && tables_bearer(request, key, sizeof key))
        player = players_known_by_key(hall_players(tables->hall), key);
    if (player)
        hall_touch(tables->hall, player->id);
}

void tables_request(void *context, const Request *request, AskId ask)
{
    Tables *tables = context;
    const char *path = request->path;
    const Beside *beside = find_beside(tables, path);
    if (!tables_admit(tables, request, ask))
        return;
    touch_player(tables, request);
    if (beside && (beside->any_method || request->method == HTTP_GET)) {
        beside->ask(beside->context, request, ask);
    } else if (beside) {
        tables_refuse_method(tables, request, ask, "GET, HEAD");
    } else if (strcmp(path, "/api/v1/qr") == 0) {
        if (request->method == HTTP_POST)
            draw_code(tables, request, ask);
        else
            tables_refuse_method(tables, request, ask, "POST");
    } else if (strcmp(path, TABLES_PATH) == 0) {
        if (request->method != HTTP_POST)
            tables_refuse_method(tables, request, ask, "POST");
        else if (tables_within(tables, request, ask, LIMIT_TABLES) &&
                 tables_has_room(tables, request, ask))
            tables_with_player(tables, request, ask, PLAYER_IF_SHOWN, make_table, tables);
    } else if (club_request(tables, request, ask) || tour_request(tables, request, ask)) {
        return;
    } else if (strncmp(path, TABLES_PATH, sizeof TABLES_PATH - 1) == 0 &&
               path[sizeof TABLES_PATH - 1] == '/') {
        char id[ID_CHARS + 1];
        const char *from = path + sizeof TABLES_PATH;
        size_t length = strcspn(from, "/");
        Str s = str_over(id, sizeof id);
        str_bytes(&s, from, length);
        if (s.full || s.length != ID_CHARS)
            tables_refuse_path(tables, request, ask);
        else
            tables_ask_table(tables, request, ask, id, from + length);
    } else {
        tables_refuse_path(tables, request, ask);
    }
}
