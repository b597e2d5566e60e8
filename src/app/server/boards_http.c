/* SPDX-License-Identifier: MIT */
/* Teachers' boards over HTTP, see boards_http.h. */
#include "app/server/boards_http.h"

#include "app/server/tables_part.h"
#include "online/boards.h"

#include <stdlib.h>
#include <string.h>

static const char PATH[] = "/api/v1/boards";

/* One who follows a board by a streamed answer. */
typedef struct Line {
    struct Line *next;
    AskId ask;
    int64_t told;
} Line;

struct BoardsHttp {
    Tables *tables;
    Boards *boards;
    Line *lines;
};

/* -- What boards ask of us -------------------------------------------------------------------- */

static int64_t now(void *context)
{
    BoardsHttp *http = context;
    return (int64_t)route_time(http->tables->server);
}

static void send(void *context, SinkId sink, const char *text, size_t length)
{
    BoardsHttp *http = context;
    if (route_write(http->tables->server, sink, text, length))
        route_write(http->tables->server, sink, "\n", 1);
    for (Line *line = http->lines; line; line = line->next)
        if (line->ask == sink)
            line->told = now(http);
}

static void wake_at(void *context, int64_t at)
{
    (void)context;
    (void)at; /* boards have no deadlines */
}

/* -- Requests --------------------------------------------------------------------------------- */

/* The id in a path; false if there is none. `*rest` is what follows it. */
static bool read_id(const char *path, char id[ID_CHARS + 1], const char **rest)
{
    const char *from = path + sizeof PATH - 1;
    Str s = str_over(id, ID_CHARS + 1);
    if (*from != '/')
        return false;
    size_t length = strcspn(from + 1, "/");
    str_bytes(&s, from + 1, length);
    *rest = from + 1 + length;
    return !s.full && id_is(id);
}

static BoardsAsk ask_of(BoardsHttp *http, const Request *request, const char *id,
                        const Player *player)
{
    return (BoardsAsk){
        .boards = http->boards, .id = id, .by = {player ? player->id : "", request->lang}};
}

/* Asks with an answer that tables_answered gives; false if there is no memory. */
static bool await(BoardsHttp *http, AskId ask, BoardsAsk *out)
{
    Asked *asked = tables_asked(http->tables, ask);
    out->done = tables_answered;
    out->context = asked;
    return asked != NULL;
}

static void make(void *context, const Request *request, AskId ask, const Player *player)
{
    BoardsHttp *http = context;
    BoardsAsk out = ask_of(http, request, NULL, player);
    cJSON *json = tables_body(http->tables, request, ask, "game title start moves ply marks");
    if (json && await(http, ask, &out))
        boards_make(&out, json);
    cJSON_Delete(json);
}

static void act(void *context, const Request *request, AskId ask, const Player *player)
{
    BoardsHttp *http = context;
    char id[ID_CHARS + 1];
    const char *rest;
    read_id(request->path, id, &rest); /* it has been looked at */
    BoardsAsk out = ask_of(http, request, id, player);
    if (!tables_act_within(http->tables, request, ask, player->id))
        return;
    cJSON *json = tables_body(http->tables, request, ask,
                              "do game start moves ply marks text move");
    if (json && await(http, ask, &out))
        boards_do(&out, json);
    cJSON_Delete(json);
}

static void show(void *context, const Request *request, AskId ask, const Player *player)
{
    BoardsHttp *http = context;
    char id[ID_CHARS + 1];
    const char *rest;
    read_id(request->path, id, &rest);
    BoardsAsk out = ask_of(http, request, id, player);
    if (await(http, ask, &out))
        boards_show(&out);
}

/* -- Streams ---------------------------------------------------------------------------------- */

static void stream_closed(void *context, AskId ask)
{
    BoardsHttp *http = context;
    for (Line **at = &http->lines; *at; at = &(*at)->next) {
        Line *line = *at;
        if (line->ask != ask)
            continue;
        *at = line->next;
        free(line);
        boards_unfollow(http->boards, ask);
        return;
    }
}

typedef struct Following {
    BoardsHttp *http;
    Line *line;
} Following;

static void followed(void *context, const HallAnswer *answer)
{
    Following *following = context;
    BoardsHttp *http = following->http;
    Line *line = following->line;
    free(following);
    if (answer->why) {
        route_refuse(http->tables->server, line->ask, answer->status, answer->why, answer->text, 0);
        free(line);
        return;
    }
    line->next = http->lines;
    http->lines = line;
    if (!route_stream(http->tables->server, line->ask, "application/x-ndjson"))
        stream_closed(http, line->ask);
}

static void follow(void *context, const Request *request, AskId ask, const Player *player)
{
    BoardsHttp *http = context;
    char id[ID_CHARS + 1];
    const char *rest;
    read_id(request->path, id, &rest);
    BoardsAsk out = ask_of(http, request, id, player);
    Following *following = malloc(sizeof *following);
    Line *line = calloc(1, sizeof *line);
    if (!following || !line) {
        free(following);
        free(line);
        tables_refuse(http->tables, ask, 503, "busy", &refuse_no_memory, request->lang);
        return;
    }
    *line = (Line){.ask = ask, .told = now(http)};
    *following = (Following){http, line};
    out.done = followed;
    out.context = following;
    boards_follow(&out, ask);
}

static void request_came(void *context, const Request *request, AskId ask)
{
    BoardsHttp *http = context;
    Tables *tables = http->tables;
    char id[ID_CHARS + 1];
    const char *rest = "";
    bool get = request->method == HTTP_GET, post = request->method == HTTP_POST;
    if (strcmp(request->path, PATH) == 0) {
        if (!post)
            tables_refuse_method(tables, request, ask, "POST");
        else if (tables_within(tables, request, ask, LIMIT_TABLES))
            tables_with_player(tables, request, ask, PLAYER_MADE, make, http);
    } else if (!read_id(request->path, id, &rest)) {
        tables_refuse_path(tables, request, ask);
    } else if (!*rest && get) {
        tables_with_player(tables, request, ask, PLAYER_IF_KNOWN, show, http);
    } else if (strcmp(rest, "/events") == 0 && get) {
        /* Whoever follows may answer later, and is then told of it by this stream: made now. */
        tables_with_player(tables, request, ask, PLAYER_IF_SHOWN, follow, http);
    } else if (strcmp(rest, "/do") == 0 && post) {
        tables_with_player(tables, request, ask, PLAYER_MADE, act, http);
    } else if (!*rest || strcmp(rest, "/events") == 0) {
        tables_refuse_method(tables, request, ask, "GET, HEAD");
    } else if (strcmp(rest, "/do") == 0) {
        tables_refuse_method(tables, request, ask, "POST");
    } else {
        tables_refuse_path(tables, request, ask);
    }
}

/* -- Time, beginning, end --------------------------------------------------------------------- */

static void tick(void *context)
{
    BoardsHttp *http = context;
    for (Line *line = http->lines, *next; line; line = next) {
        next = line->next; /* a write that fails is told later, by stream_closed */
        if (now(http) - line->told < TABLES_KEEP_MS)
            continue;
        line->told = now(http);
        route_write(http->tables->server, line->ask, "\n", 1);
    }
    boards_tick(http->boards);
}

BoardsHttp *boards_http_open(Tables *tables)
{
    BoardsHttp *http = calloc(1, sizeof *http);
    if (!http)
        return NULL;
    HallHost host = {.context = http, .now = now, .send = send, .wake_at = wake_at};
    http->tables = tables;
    http->boards = boards_open(&host, tables->variants, tables->store, hall_players(tables->hall));
    if (!http->boards) {
        free(http);
        return NULL;
    }
    tables_add(tables, (Beside){.prefix = PATH,
                                .ask = request_came,
                                .context = http,
                                .any_method = true,
                                .stream_closed = stream_closed,
                                .tick = tick});
    return http;
}

void boards_http_close(BoardsHttp *http)
{
    if (!http)
        return;
    for (Line *line = http->lines, *next; line; line = next) {
        next = line->next;
        free(line);
    }
    boards_close(http->boards);
    free(http);
}
