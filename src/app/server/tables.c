/* SPDX-License-Identifier: MIT */
/* The tables' API: opening, time, sending, and acts out of JSON. See tables.h. */
#include "app/server/tables.h"

#include "app/server/boards_http.h"
#include "app/server/tables_part.h"
#include "games/registry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* -- What the hall asks of us ----------------------------------------------------------------- */

/* Milliseconds since 1970 that never go back, whatever the system's clock does. */
static int64_t now(void *context)
{
    Tables *tables = context;
    int64_t time = (int64_t)route_time(tables->server);
    if (time > tables->ahead)
        tables->ahead = time;
    return tables->ahead;
}

static void send(void *context, SinkId sink, const char *text, size_t length)
{
    Tables *tables = context;
    if (!(sink & 1)) {
        route_ws_send(tables->server, sink >> 1, text, length);
        return;
    }
    if (route_write(tables->server, sink >> 1, text, length))
        route_write(tables->server, sink >> 1, "\n", 1);
    for (Stream *s = tables->streams; s; s = s->next)
        if (s->ask == sink >> 1)
            s->told = tables->ahead;
}

static void wake_at(void *context, int64_t at)
{
    Tables *tables = context;
    int64_t wait = at - now(tables);
    route_alarm(tables->server, route_now(tables->server) + (wait > 1 ? (uint64_t)wait : 1));
}

static void turned(void *context, const HallTurn *turn)
{
    Tables *tables = context;
    if (tables->turn)
        tables->turn(tables->turn_context, turn);
}

void tables_on_turn(Tables *tables, void (*turn)(void *context, const HallTurn *turn),
                    void *context)
{
    tables->turn = turn;
    tables->turn_context = context;
}

void tables_on_revoked(Tables *tables, void (*revoked)(void *context, const char *player),
                       void *context)
{
    tables->revoked = revoked;
    tables->revoked_context = context;
}

/* -- What the server asks of us --------------------------------------------------------------- */

/* Proxies and clients see by an empty line that a stream is alive. */
static void keep_streams(Tables *tables)
{
    int64_t time = now(tables);
    for (Stream *s = tables->streams, *next; s; s = next) {
        next = s->next;
        if (time - s->told < TABLES_KEEP_MS)
            continue;
        s->told = time;
        route_write(tables->server, s->ask, "\n", 1);
    }
}

static void alarm_came(void *context)
{
    Tables *tables = context;
    tstore_poll(tables->store);
    keep_streams(tables);
    hall_tick(tables->hall);
    rater_tick(tables->rater);
    tours_tick(tables->tours);
    for (int i = 0; i < tables->beside_count; i++)
        if (tables->beside[i].tick)
            tables->beside[i].tick(tables->beside[i].context);
}

static void poll_store(void *context)
{
    Tables *tables = context;
    if (tables->store)
        tstore_poll(tables->store);
}

/* On one of the store's threads. */
static void wake(void *context)
{
    Tables *tables = context;
    route_post(tables->server, poll_store, tables);
}

static void hint(void *context, const char *id, int64_t seq)
{
    Tables *tables = context;
    if (tables->hall)
        hall_hint(tables->hall, id, seq);
}

static void stop(void *context)
{
    Tables *tables = context;
    route_stopped(tables->server); /* what is acknowledged is on the disk */
}

Tables *tables_open(Server *server, TstoreSetup *setup, Api *api, char *why)
{
    Tables *tables = calloc(1, sizeof *tables);
    if (!tables) {
        refuse(why, "out of memory");
        return NULL;
    }
    tables->server = server;
    tables->variants = variants_new(registry_families, registry_count);
    setup->wake = wake;
    setup->hint = hint;
    setup->context = tables;
    HallHost host = {.context = tables,
                     .now = now,
                     .send = send,
                     .wake_at = wake_at,
                     .turn = turned,
                     .revoked = tables_revoked,
                     .banned = tables_player_is_banned};
    if (!tables->variants)
        refuse(why, "out of memory");
    else if ((tables->store = tstore_open(setup, why)) != NULL) {
        tables->hall = hall_open(&host, tables->variants, tables->store);
        tables->boards = tables->hall ? boards_http_open(tables) : NULL;
        if (!tables->hall || !tour_open(tables, &host) || !tables->boards)
            refuse(why, "out of memory");
    }
    if (!tables->hall || !tables->rater || !tables->tours || !tables->boards) {
        tables_close(tables);
        return NULL;
    }
    *api = (Api){.context = tables,
                 .request = tables_request,
                 .stream_closed = tables_stream_closed,
                 .ws_open = tables_ws_open,
                 .ws_text = tables_ws_text,
                 .ws_closed = tables_ws_closed,
                 .alarm = alarm_came,
                 .stop = stop};
    route_alarm(server, route_now(server) + 1);
    return tables;
}

void tables_add(Tables *tables, Beside beside)
{
    assert(tables->beside_count < BESIDES_MAX);
    tables->beside[tables->beside_count++] = beside;
}

bool tables_close(Tables *tables)
{
    enum { PATIENCE_MS = 2000 };
    bool good = !tables->store || tstore_close(tables->store, PATIENCE_MS);
    if (!good)
        return false; /* its thread may still use what is ours */
    tours_close(tables->tours);
    hall_close(tables->hall);
    rater_close(tables->rater);
    boards_http_close(tables->boards);
    variants_free(tables->variants);
    for (Stream *s = tables->streams, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    free(tables);
    return true;
}

/* -- Acts out of JSON ------------------------------------------------------------------------- */

const char *tables_text(const cJSON *json, const char *name, bool *bad)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    if (!item || cJSON_IsNull(item))
        return NULL;
    if (!cJSON_IsString(item)) {
        *bad = true;
        return NULL;
    }
    return item->valuestring;
}

bool tables_flag(const cJSON *json, const char *name, bool *bad)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    if (item && !cJSON_IsBool(item) && !cJSON_IsNull(item))
        *bad = true;
    return cJSON_IsTrue(item);
}

int64_t tables_seen(const cJSON *on)
{
    bool fits = cJSON_IsNumber(on) && on->valuedouble >= 0 && on->valuedouble < INT32_MAX;
    return fits ? (int64_t)on->valuedouble : -1;
}

/* Acts that a seat may send, and the member that holds their argument. */
static const struct Sent {
    const char *name, *argument;
} sent[] = {
    {"move", "move"},   {"resign", NULL},   {"leave", NULL},   {"offer", "what"},
    {"answer", "what"}, {"pick", "choice"}, {"claim", "what"}, {"plan", "line"},
    {"more", NULL},     {"react", "n"},     {"name", "name"},  {"abort", NULL},
};

static bool add_plan(const cJSON *line, Str *out)
{
    const cJSON *move;
    if (line && !cJSON_IsArray(line))
        return false;
    cJSON_ArrayForEach(move, line)
    {
        if (!cJSON_IsString(move) || !move->valuestring[0] || strchr(move->valuestring, ' '))
            return false;
        str_format(out, " %s", move->valuestring);
    }
    return true;
}

static bool add_argument(const cJSON *json, const struct Sent *act, Str *out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, act->argument);
    if (strcmp(act->name, "plan") == 0)
        return add_plan(item, out);
    if (!item && strcmp(act->name, "move") == 0)
        item = cJSON_GetObjectItemCaseSensitive(json, "m");
    if (strcmp(act->name, "react") == 0) {
        if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > 99)
            return false;
        str_format(out, " %d", item->valueint);
        return true;
    }
    if (!cJSON_IsString(item))
        return false;
    if (!item->valuestring[0]) /* only a name may be empty */
        return strcmp(act->name, "name") == 0;
    str_format(out, " %s", item->valuestring);
    if (strcmp(act->name, "answer") == 0) {
        const cJSON *yes = cJSON_GetObjectItemCaseSensitive(json, "yes");
        if (!cJSON_IsBool(yes))
            return false;
        str_add(out, cJSON_IsTrue(yes) ? " yes" : " no");
    }
    return true;
}

bool tables_read_act(const cJSON *json, Lang lang, char out[ACT_MAX], char *why)
{
    static const Text form = {
        {"`do` is one of move (move), resign, leave, abort, offer (what), answer (what, yes), pick "
         "(choice), claim (what), plan (line), more, react (n), name (name)",
         "do は move（move）、resign、leave、abort、offer（what）、answer（what, "
         "yes）、pick（choice）"
         "、claim（what）、plan（line）、more、react（n）、name（name）のどれかです"}};
    bool bad = false;
    const char *name = tables_text(json, "do", &bad);
    Str s = str_over(out, ACT_MAX);
    for (size_t i = 0; name && i < sizeof sent / sizeof *sent; i++) {
        if (strcmp(name, sent[i].name) != 0)
            continue;
        str_add(&s, name);
        if ((!sent[i].argument || add_argument(json, &sent[i], &s)) && !s.full)
            return true;
    }
    return refuse_text(why, lang, &form);
}
