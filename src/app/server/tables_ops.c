/* SPDX-License-Identifier: MIT */
/* What an operator asks of the tables (ops.h), and what that does to requests: no new tables while
 * a server drains, nothing for whoever is kept out. */
#include "app/server/tables_part.h"

#include "proto/ws.h"

#include <string.h>

void tables_drain(Tables *tables, bool on)
{
    tables->draining = on;
}

TablesFigures tables_figures(Tables *tables)
{
    char why[WHY_MAX];
    return (TablesFigures){.hall = hall_figures(tables->hall),
                           .store = tstore_figures(tables->store),
                           .acknowledged = tables->acknowledged,
                           .store_away = !tstore_healthy(tables->store, why),
                           .store_damaged = !tstore_whole(tables->store, why),
                           .draining = tables->draining};
}

bool tables_healthy(Tables *tables, char *why)
{
    return tstore_healthy(tables->store, why) && tstore_whole(tables->store, why);
}

Hall *tables_hall(Tables *tables)
{
    return tables->hall;
}

TableStore *tables_store(Tables *tables)
{
    return tables->store;
}

void tables_acknowledged(Tables *tables, uint64_t began)
{
    histogram_add(&tables->acknowledged, (route_ticks() - began));
}

/* ---- who and what is not let in */

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length >= size && memcmp(text + length - size, end, size) == 0;
}

/* Would it begin something that outlives the request? Whoever plays plays on. */
static bool begins_something(const Request *request)
{
    const char *path = request->path;
    return request->method == HTTP_POST &&
           (strcmp(path, "/api/v1/tables") == 0 || strcmp(path, "/api/v1/pair") == 0 ||
            strcmp(path, "/api/v1/tournaments") == 0 ||
            ends_with(path, request->path_length, "/join"));
}

static bool key_is_banned(const Tables *tables, const char *key, size_t length)
{
    const Bans *bans = server_bans(tables->server);
    char text[80], hash[HASH_CHARS + 1];
    Str s = str_over(text, sizeof text);
    if (!bans || !bans->count || !length)
        return false;
    str_bytes(&s, key, length);
    if (s.full || !key_is(text))
        return false;
    key_hash(text, hash);
    const Player *player = players_known_by_key(hall_players(tables->hall), text);
    int64_t now = (int64_t)route_time(tables->server);
    return bans_key(bans, hash, now) || (player && bans_key(bans, player->id, now));
}

const Text tables_banned = {{"the operator of this server has closed it to you",
                             "このサーバーの運営者により利用が停止されています"}};

bool tables_admit(Tables *tables, const Request *request, AskId ask)
{
    static const Text draining = {
        {"this server is about to restart and takes no new tables; try again in a moment",
         "サーバーはまもなく再起動するため、新しい卓は作れません。少し待ってからもう一度どうぞ"}};
    enum { RETRY_SECONDS = 5 };
    if (key_is_banned(tables, request->bearer, request->bearer_length)) {
        route_refuse(tables->server, ask, 403, "banned", tables_banned.in[request->lang], 0);
        return false;
    }
    if (!tables->draining || !begins_something(request))
        return true;
    route_refuse(tables->server, ask, 503, "draining", draining.in[request->lang], RETRY_SECONDS);
    return false;
}

/* 64 bits of a hash in hexadecimal. */
static uint64_t hash_number(const char *hash)
{
    uint64_t number = 0;
    for (int i = 0; i < 16; i++)
        number = number << 4 | (uint64_t)(hash[i] <= '9' ? hash[i] - '0' : hash[i] - 'a' + 10);
    return number;
}

uint64_t tables_hashed(const char *key)
{
    char hash[HASH_CHARS + 1];
    if (!*key)
        return 0;
    key_hash(key, hash);
    return hash_number(hash);
}

typedef struct Closing {
    uint64_t number;
    const char *player, *reason; /* player NULL: whoever shows the key */
} Closing;

/* A socket showed a key when it said hi, or for a table that it watches. */
static bool has_shown(const Talk *talk, uint64_t number)
{
    bool shown = talk->hashed == number;
    for (int i = 0; i < talk->count && !shown; i++)
        shown = talk->watched[i].key[0] && tables_hashed(talk->watched[i].key) == number;
    return shown;
}

static void close_if(void *context, SocketId id, void *data)
{
    const Talk *talk = data;
    const Closing *closing = context;
    if (talk && (closing->player ? strcmp(talk->player, closing->player) == 0
                                 : has_shown(talk, closing->number)))
        route_ws_close(talk->tables->server, id, WS_POLICY, closing->reason);
}

static void end_stream(Tables *tables, AskId ask)
{
    route_end(tables->server, ask); /* which tells nobody */
    tables_stream_closed(tables, ask);
}

static void close_matching(Tables *tables, Closing closing)
{
    route_ws_each(tables->server, close_if, &closing);
    for (const Stream *s = tables->streams, *next; s; s = next) {
        next = s->next;
        if (closing.player ? strcmp(s->player, closing.player) == 0 : s->hashed == closing.number)
            end_stream(tables, s->ask);
    }
}

/* By id: their sockets and streams, and whoever watches from a seat of theirs. */
static void close_player(Tables *tables, const char *player)
{
    enum { MOST = 256 };
    SinkId sinks[MOST];
    close_matching(tables, (Closing){.player = player, .reason = "banned"});
    int count = hall_sinks_of(tables->hall, player, sinks, MOST);
    for (int i = 0; i < count; i++) {
        if (sinks[i] & 1)
            end_stream(tables, sinks[i] >> 1);
        else
            route_ws_close(tables->server, sinks[i] >> 1, WS_POLICY, "banned");
    }
}

void tables_close_key(Tables *tables, const char *value)
{
    if (id_is(value))
        close_player(tables, value);
    else
        close_matching(tables, (Closing){.number = hash_number(value), .reason = "banned"});
}

void tables_revoked(void *context, const char *player, const char *hash)
{
    Tables *tables = context;
    close_matching(tables, (Closing){.number = hash_number(hash), .reason = "revoked"});
    if (tables->revoked)
        tables->revoked(tables->revoked_context, player);
}

bool tables_player_is_banned(void *context, const char *player)
{
    const Tables *tables = context;
    const Bans *bans = server_bans(tables->server);
    return bans && bans->count && bans_key(bans, player, (int64_t)route_time(tables->server));
}

bool tables_key_is_banned(const Tables *tables, const char *key)
{
    return key_is_banned(tables, key, strlen(key));
}

bool tables_admit_key(Talk *talk, const char *key)
{
    if (key && *key)
        talk->hashed = tables_hashed(key);
    if (!key || !tables_key_is_banned(talk->tables, key))
        return true;
    route_ws_close(talk->tables->server, talk->socket, WS_POLICY, "banned");
    return false;
}

/* ---- health */

bool tables_are_good(const TablesFigures *f)
{
    return !f->store_away && !f->store_damaged && !f->draining;
}

const char *tables_health_word(const TablesFigures *f)
{
    return f->store_away      ? "store away"
           : f->store_damaged ? "store damaged"
           : f->draining      ? "draining"
           : f->hall.damaged  ? "damaged tables"
                              : "ok";
}

void tables_health(void *context, const Request *request, AskId ask)
{
    Tables *tables = context;
    char why[WHY_MAX];
    const TablesFigures f = {.hall = hall_figures(tables->hall),
                             .store_away = !tstore_healthy(tables->store, why),
                             .store_damaged = !tstore_whole(tables->store, why),
                             .draining = tables->draining};
    bool good = tables_are_good(&f);
    const char *word = tables_health_word(&f);
    char body[64];
    Str s = str_over(body, sizeof body);
    (void)request;
    str_format(&s, "{\"ok\":%s,\"health\":\"%s\"}", good ? "true" : "false", word);
    route_answer(tables->server, ask,
                 &(Answered){.status = good ? 200 : 503, .body = body, .length = s.length});
}
