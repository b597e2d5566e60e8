/* SPDX-License-Identifier: MIT */
/* Any messages of WebSockets and any requests of the API, against tables in a store in memory that
 * fails as it is told to. A line of the input is one of
 *   0 MESSAGE .. 3 MESSAGE   a message of that socket
 *   P PATH KEY BODY          a POST (KEY may be -)
 *   G PATH KEY               a GET
 *   D PATH KEY               a DELETE
 *   C N   T MS   J N   F N   a socket closes and opens; time passes; N jobs of the store are done;
 *                            N of a hundred writes fail
 *   R                        the server is killed and started again
 *
 * In it @T0 .. @T3 are ids of tables, @A0 and @B0 the keys of their seats, @V0 invitations; @D0 ..
 * @D3 keys of devices and @N0 .. @N3 their players; @U0 the id in the last answer. Every request is
 * answered once, everything that is sent is JSON, events come in order. */
#include "app/server/server.h"
#include "app/server/tables.h"
#include "base/utf8.h"
#include "unit/fake_store.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SOCKETS = 4, PLACES = 4, ASKS = 4096, LINES = 400 };

static struct {
    bool open;
    void *data;
    SocketId id;
    char table[ID_CHARS + 1]; /* of the last event */
    int64_t seq;
} socket_of[SOCKETS];
static struct {
    char id[ID_CHARS + 1], key[2][KEY_CHARS + 1], invite[KEY_CHARS + 1];
} place[PLACES];
static uint8_t answered[ASKS]; /* 1: asked, 2: answered, 3: streams */
static AskId asked;
static SocketId sockets_made;
static uint64_t time_ms, random_state;
static char last_answer[65536];
static TableStore *store;

bool tstore_healthy(TableStore *of, char *why)
{
    (void)of, (void)why;
    return true;
}

bool tstore_whole(TableStore *of, char *why)
{
    (void)of;
    (void)why;
    return true;
}

TstoreFigures tstore_figures(TableStore *of)
{
    (void)of;
    return (TstoreFigures){0};
}

/* Nobody is kept out. */
const Bans *server_bans(const Server *server)
{
    (void)server;
    return NULL;
}

/* Nobody is rated: the store in memory does not list what has ended. */
bool tstore_ended(TableStore *of, int64_t since, const char *id, int count, TstoreDone *done,
                  void *context)
{
    (void)of, (void)since, (void)id, (void)count, (void)done, (void)context;
    return false;
}
static Tables *tables;
static Api api;
static Limits *limits;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_messages: %s\n", what);
        abort();
    }
}

/* The same input has the same ids and keys. */
ssize_t getrandom(void *out, size_t size, unsigned flags)
{
    Rng rng = {random_state};
    (void)flags;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_below(&rng, 256);
    random_state = rng.state;
    return (ssize_t)size;
}

/* -- The store and the server of the test's own ----------------------------------------------- */

TableStore *tstore_open(const TstoreSetup *setup, char *why)
{
    (void)setup;
    (void)why;
    store = calloc(1, sizeof *store);
    return store;
}

bool tstore_close(TableStore *closing, int ms)
{
    (void)ms;
    free(closing);
    return true;
}

void tstore_poll(TableStore *polled)
{
    (void)polled;
}

static void check_json(const char *text, size_t length)
{
    check(utf8_is_plain(text, length), "what is sent is no UTF-8");
    cJSON *json = cJSON_ParseWithLength(text, length);
    check(json != NULL, "what is sent is no JSON");
    cJSON_Delete(json);
}

static void take_answer(AskId id, uint8_t how)
{
    check(id > 0 && id <= asked && id < ASKS, "an answer to nothing");
    check(answered[id] == 1, "answered twice");
    answered[id] = how;
}

void route_answer(Server *server, AskId id, const Answered *answer)
{
    (void)server;
    take_answer(id, 2);
    check(answer->status >= 200 && answer->status < 600, "no such status");
    if (!answer->type)
        check_json(answer->body, answer->length);
    Str s = str_over(last_answer, sizeof last_answer);
    str_bytes(&s, answer->body, answer->length);
}

void route_refuse(Server *server, AskId id, int status, const char *why, const char *text,
                  unsigned retry)
{
    (void)server;
    (void)retry;
    take_answer(id, 2);
    check(status >= 400 && *why && *text && utf8_is_plain(text, strlen(text)), "no reason");
}

bool route_stream(Server *server, AskId id, const char *type)
{
    (void)server;
    (void)type;
    take_answer(id, 3);
    return id % 3 != 0; /* some clients have gone */
}

bool route_write(Server *server, AskId id, const char *bytes, size_t length)
{
    (void)server;
    check(id < ASKS && answered[id] == 3, "written to what does not stream");
    if (length > 1)
        check_json(bytes, length);
    return true;
}

void route_end(Server *server, AskId id)
{
    (void)server;
    check(id < ASKS && answered[id] == 3, "ended what does not stream");
    answered[id] = 4; /* nothing more is written */
}

bool route_ws_send(Server *server, SocketId id, const char *text, size_t length)
{
    (void)server;
    check_json(text, length);
    for (int i = 0; i < SOCKETS; i++) {
        if (socket_of[i].id != id || !socket_of[i].open)
            continue;
        char table[ID_CHARS + 1] = "";
        cJSON *json = cJSON_ParseWithLength(text, length);
        const cJSON *t = cJSON_GetObjectItem(json, "t"), *name = cJSON_GetObjectItem(json, "id"),
                    *seq = cJSON_GetObjectItem(json, "seq");
        check(cJSON_IsString(t), "a message without t");
        if (cJSON_IsString(name) && strlen(name->valuestring) == ID_CHARS)
            memcpy(table, name->valuestring, sizeof table);
        /* Only events in a row of one table are compared: it may be watched again meanwhile. */
        if (strcmp(t->valuestring, "ev") == 0) {
            check(table[0] && cJSON_IsNumber(seq), "an event without id or seq");
            check(strcmp(table, socket_of[i].table) != 0 || seq->valueint <= socket_of[i].seq + 1,
                  "an event is missing");
            memcpy(socket_of[i].table, table, sizeof table);
            socket_of[i].seq = seq->valueint;
        } else {
            socket_of[i].table[0] = '\0';
        }
        cJSON_Delete(json);
        return true;
    }
    return false;
}

/* As in the server, ws_closed comes later, if at all: the input decides. */
void route_ws_close(Server *server, SocketId id, int code, const char *reason)
{
    (void)server;
    (void)id;
    check(code >= 1000 && code < 5000 && strlen(reason) <= 120, "no way to close");
}

void *route_ws_data(Server *server, SocketId id)
{
    (void)server;
    for (int i = 0; i < SOCKETS; i++)
        if (socket_of[i].id == id && socket_of[i].open)
            return socket_of[i].data;
    return NULL;
}

uint32_t route_ws_rtt(Server *server, SocketId id)
{
    (void)server;
    return (uint32_t)(id * 100000);
}

uint64_t route_now(const Server *server)
{
    (void)server;
    return time_ms;
}

void route_ws_each(Server *server, void (*call)(void *context, SocketId id, void *data),
                   void *context)
{
    (void)server;
    (void)call;
    (void)context;
}

uint64_t route_time(const Server *server)
{
    (void)server;
    return 1763000000000 + time_ms;
}

uint64_t route_ticks(void)
{
    return time_ms * 1000;
}

void route_count_refusal(Server *server, const char *why)
{
    (void)server;
    check(*why, "a refusal without a word");
}

void route_alarm(Server *server, uint64_t at)
{
    (void)server;
    (void)at;
}

void route_post(Server *server, void (*call)(void *context), void *context)
{
    (void)server;
    call(context);
}

Limits *route_limits(Server *server)
{
    (void)server;
    return limits;
}

void route_stopped(Server *server)
{
    (void)server;
}

/* -- What a line does ------------------------------------------------------------------------- */

static void open_socket(int n)
{
    Request request = {.path = "/ws", .query = "", .bearer = "", .body = ""};
    socket_of[n].id = ++sockets_made;
    socket_of[n].data = NULL;
    socket_of[n].table[0] = '\0';
    socket_of[n].open = api.ws_open(api.context, &request, socket_of[n].id, &socket_of[n].data);
}

static void close_socket(int n)
{
    if (socket_of[n].open) {
        socket_of[n].open = false;
        api.ws_closed(api.context, socket_of[n].id, socket_of[n].data);
    }
}

static void ask(HttpMethod method, const char *path, const char *key, const char *body)
{
    char only[HTTP_PATH_MAX + 1];
    const char *query = strchr(path, '?');
    Str s = str_over(only, sizeof only);
    str_bytes(&s, path, query ? (size_t)(query - path) : strlen(path));
    if (asked + 1 >= ASKS)
        return;
    Request request = {.method = method,
                       .path = only,
                       .path_length = s.length,
                       .query = query ? query + 1 : "",
                       .query_length = query ? strlen(query + 1) : 0,
                       .bearer = key,
                       .bearer_length = strlen(key),
                       .lang = asked & 1 ? LANG_JA : LANG_EN,
                       .body = body,
                       .body_length = strlen(body),
                       .peer = 7};
    answered[++asked] = 1;
    api.request(api.context, &request, asked);
}

static void do_jobs(long most)
{
    while (most-- > 0 && fake_do_job(store))
        continue;
}

static void open_server(void)
{
    char why[WHY_MAX];
    tables = tables_open(NULL, &(TstoreSetup){.dir = ""}, &api, why);
    check(tables != NULL, why);
    for (int i = 0; i < SOCKETS; i++)
        open_socket(i);
}

/* As kill -9: answers that are under way never come. */
static void close_server(void)
{
    for (int i = 0; i < SOCKETS; i++)
        close_socket(i);
    do_jobs(FAKE_JOBS * 4L);
    for (AskId id = 1; id <= asked; id++) {
        check(answered[id] != 1, "a request that is never answered");
        if (answered[id] == 3 && id % 3 != 0)
            api.stream_closed(api.context, id);
        answered[id] = 2;
    }
    tables_close(tables);
}

static void text_in(const char *name, char *out, size_t size)
{
    cJSON *json = cJSON_Parse(last_answer);
    const cJSON *item = cJSON_GetObjectItem(json, name);
    Str s = str_over(out, size);
    if (cJSON_IsString(item))
        str_add(&s, item->valuestring);
    cJSON_Delete(json);
}

/* A running game, one that waits for picks, one of days, one in the lobby. */
static void make_tables(void)
{
    static const char *const make[PLACES] = {
        "{\"game\":\"nine\",\"clock\":\"300+5\",\"side\":\"p1\",\"name\":\"A\"}",
        "{\"game\":\"morelli,size=7,edition=nestor\",\"pick\":true,\"side\":\"p1\"}",
        "{\"game\":\"six\",\"clock\":\"3d\",\"side\":\"p1\",\"takeback\":\"free\"}",
        "{\"game\":\"mur\",\"match\":true,\"lobby\":true,\"side\":\"p1\"}",
    };
    for (int i = 0; i < PLACES; i++) {
        char path[64], body[96];
        Str p = str_over(path, sizeof path), b = str_over(body, sizeof body);
        ask(HTTP_POST, "/api/v1/tables", "", make[i]);
        do_jobs(10);
        text_in("id", place[i].id, sizeof place[i].id);
        text_in("key", place[i].key[0], sizeof place[i].key[0]);
        text_in("invite", place[i].invite, sizeof place[i].invite);
        check(strlen(place[i].id) == ID_CHARS, "no table");
        str_format(&p, "/api/v1/tables/%s/join", place[i].id);
        str_format(&b, "{\"invite\":\"%s\"}", place[i].invite);
        if (i == PLACES - 1)
            continue;
        ask(HTTP_POST, path, "", body);
        do_jobs(10);
        text_in("key", place[i].key[1], sizeof place[i].key[1]);
    }
}

/* Keys of devices, and the players that they are. */
static const char *const device[PLACES] = {
    "Anna567890123456789012345678901234567890abc", "Bo34567890123456789012345678901234567890abc",
    "Cy34567890123456789012345678901234567890abc", "Dee4567890123456789012345678901234567890abc"};
static char player[PLACES][ID_CHARS + 1];

static void make_players(void)
{
    for (int i = 0; i < PLACES; i++) {
        ask(HTTP_POST, "/api/v1/me", device[i], i ? "{\"name\":\"B\"}" : "{}");
        do_jobs(20);
        text_in("id", player[i], sizeof player[i]);
        check(strlen(player[i]) == ID_CHARS, "no player");
    }
}

/* What stands for ids and keys is filled in. */
static void fill_in(const char *from, size_t length, Str *out)
{
    char last[ID_CHARS + 1];
    text_in("id", last, sizeof last);
    for (size_t i = 0; i < length; i++) {
        int n = i + 2 < length && from[i] == '@' ? from[i + 2] - '0' : -1;
        const char *text = n < 0 || n >= PLACES ? NULL
                           : from[i + 1] == 'T' ? place[n].id
                           : from[i + 1] == 'A' ? place[n].key[0]
                           : from[i + 1] == 'B' ? place[n].key[1]
                           : from[i + 1] == 'V' ? place[n].invite
                           : from[i + 1] == 'D' ? device[n]
                           : from[i + 1] == 'N' ? player[n]
                           : from[i + 1] == 'U' ? last
                                                : NULL;
        if (text) {
            str_add(out, text);
            i += 2;
        } else if (from[i]) {
            str_bytes(out, from + i, 1);
        }
    }
}

static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    *rest = word + strcspn(word, " ");
    if (**rest)
        *(*rest)++ = '\0';
    return strcmp(word, "-") == 0 ? word + 1 : word;
}

static void do_line(const char *from, size_t length)
{
    char line[8192];
    Str s = str_over(line, sizeof line);
    fill_in(from, length, &s);
    char what = line[0], *rest = line + (line[0] != '\0');
    long number = strtol(rest, NULL, 10) & 0xffffff;
    if (what >= '0' && what < '0' + SOCKETS) {
        rest += *rest == ' ';
        size_t count = strlen(rest);
        if (socket_of[what - '0'].open && utf8_is_plain(rest, count) && count <= 4096)
            api.ws_text(api.context, socket_of[what - '0'].id, socket_of[what - '0'].data, rest,
                        count);
    } else if (what == 'P' || what == 'G' || what == 'D') {
        const char *path = next_word(&rest), *key = next_word(&rest);
        if (path[0] == '/')
            ask(what == 'P'   ? HTTP_POST
                : what == 'D' ? HTTP_DELETE
                              : HTTP_GET,
                path, key, what == 'P' ? rest : "");
    } else if (what == 'C') {
        close_socket((int)(number % SOCKETS));
        open_socket((int)(number % SOCKETS));
    } else if (what == 'T') {
        time_ms += (uint64_t)number;
        api.alarm(api.context);
    } else if (what == 'J') {
        do_jobs(number);
    } else if (what == 'F') {
        fake_trouble = (int)(number % 101);
    } else if (what == 'R') {
        close_server();
        open_server();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    memset(answered, 0, sizeof answered);
    memset(fake_kept, 0, sizeof fake_kept);
    fake_kept_count = fake_docs_count = 0;
    fake_trouble = 0;
    fake_rng = (Rng){1};
    random_state = 5;
    asked = 0;
    sockets_made = 0;
    time_ms = 1000;
    limits = limits_make(false);
    open_server();
    make_tables();
    make_players();
    for (size_t at = 0, lines = 0; at < size && lines < LINES; lines++) {
        const char *stop = memchr(text + at, '\n', size - at);
        size_t length = stop ? (size_t)(stop - text) - at : size - at;
        do_line(text + at, length);
        at += length + 1;
    }
    fake_trouble = 0;
    close_server();
    limits_free(limits);
    fake_free();
    return 0;
}
