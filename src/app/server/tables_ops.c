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
                           .draining = tables->draining};
}

bool tables_healthy(Tables *tables, char *why)
{
    return tstore_healthy(tables->store, why);
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
    return bans_key(bans, hash, (int64_t)route_time(tables->server));
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

static void close_if(void *context, SocketId id, void *data)
{
    const Talk *talk = data;
    if (talk && talk->hashed == *(const uint64_t *)context)
        route_ws_close(talk->tables->server, id, WS_POLICY, "banned");
}

void tables_close_key(Tables *tables, const char *hash)
{
    uint64_t number = hash_number(hash);
    route_ws_each(tables->server, close_if, &number);
}

bool tables_key_is_banned(const Tables *tables, const char *key)
{
    return key_is_banned(tables, key, strlen(key));
}

bool tables_admit_key(Talk *talk, const char *key)
{
    char hash[HASH_CHARS + 1];
    if (key && *key) {
        key_hash(key, hash);
        talk->hashed = hash_number(hash);
    }
    if (!key || !tables_key_is_banned(talk->tables, key))
        return true;
    route_ws_close(talk->tables->server, talk->socket, WS_POLICY, "banned");
    return false;
}

/* ---- health */

void tables_health(void *context, const Request *request, AskId ask)
{
    Tables *tables = context;
    char why[WHY_MAX];
    bool away = !tstore_healthy(tables->store, why), good = !away && !tables->draining;
    const char *word = away ? "store away" : tables->draining ? "draining" : "ok";
    char body[64];
    Str s = str_over(body, sizeof body);
    (void)request;
    str_format(&s, "{\"ok\":%s,\"health\":\"%s\"}", good ? "true" : "false", word);
    route_answer(tables->server, ask,
                 &(Answered){.status = good ? 200 : 503, .body = body, .length = s.length});
}
