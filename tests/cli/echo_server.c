/* SPDX-License-Identifier: MIT */
/* The transport with an API that does what the test says (test_transport.py).
 *   echo_server [--behind-proxy ADDRESS] [--limit NAME=N]...      prints its port
 * POST /api/echo          the body again          GET /api/who     what the API is told
 * GET /api/tagged        an answer with a tag    /feed/..., /oembed, /t/ID.svg: as /api/who
 * GET /api/late?ms=N      an answer from another thread            GET /api/never  none
 * GET /api/stream?n=N     N lines, then open; &end=1 ends it       GET /api/counts what has ended
 * /ws: echoes; "rtt", "close", "flood", "ping" do these things. */
#include "app/server/server.h"
#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

typedef struct Echo {
    Server *server;
    int links_open, links_closed, streams_closed, pongs;
} Echo;

typedef struct Late {
    Echo *echo;
    AskId id;
    uint64_t ms;
    uv_thread_t thread;
} Late;

static void answer_text(Echo *echo, AskId id, const char *text, size_t length)
{
    const Answered answered = {.status = 200, .body = text, .length = length};
    route_answer(echo->server, id, &answered);
}

static void on_late(void *context)
{
    Late *late = context;
    char text[32];
    Str s = str_over(text, sizeof text);
    str_format(&s, "late %d", (int)late->ms);
    answer_text(late->echo, late->id, text, s.length);
    uv_thread_join(&late->thread);
    free(late);
}

static void sleep_and_post(void *context)
{
    Late *late = context;
    uv_sleep((unsigned)late->ms);
    route_post(late->echo->server, on_late, late);
}

static uint64_t number(const Request *request, const char *name)
{
    char text[16];
    uint64_t n = 0;
    if (http_query_value(request->query, request->query_length, name, text, sizeof text) == 1)
        str_is_number(text, 1000000, &n);
    return n;
}

static void start_late(Echo *echo, const Request *request, AskId id)
{
    Late *late = malloc(sizeof *late);
    *late = (Late){.echo = echo, .id = id, .ms = number(request, "ms")};
    uv_thread_create(&late->thread, sleep_and_post, late);
}

static void start_stream(Echo *echo, const Request *request, AskId id)
{
    if (!route_stream(echo->server, id, "application/x-ndjson"))
        return;
    for (uint64_t i = 0; i < number(request, "n"); i++) {
        char line[32];
        Str s = str_over(line, sizeof line);
        str_format(&s, "{\"n\":%d}\n", (int)i);
        if (!route_write(echo->server, id, line, s.length))
            return;
    }
    if (number(request, "end"))
        route_end(echo->server, id);
}

static void tell_who(Echo *echo, const Request *request, AskId id)
{
    char text[2048];
    Str s = str_over(text, sizeof text);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_number(&json, "method", request->method);
    json_add_text(&json, "path", request->path);
    json_add_number(&json, "query", (int64_t)request->query_length);
    json_add_number(&json, "bearer", (int64_t)request->bearer_length);
    json_add_number(&json, "body", (int64_t)request->body_length);
    json_add_text(&json, "lang", request->lang == LANG_JA ? "ja" : "en");
    json_add_number(&json, "peer", (int64_t)request->peer);
    json_add_text(&json, "site", request->site);
    json_close(&json, '}');
    answer_text(echo, id, text, s.length);
}

/* What has a tag is not sent again to who has it. */
static void answer_tagged(Echo *echo, const Request *request, AskId id)
{
    static const char tag[] = "\"v1\"";
    bool known = http_etag_in(request->etags, tag);
    const Answered answered = {.status = known ? 304 : 200,
                               .type = "text/plain",
                               .body = "tagged",
                               .length = 6,
                               .etag = tag,
                               .fresh = 7};
    route_answer(echo->server, id, &answered);
}

static void tell_counts(Echo *echo, AskId id)
{
    char text[128];
    Str s = str_over(text, sizeof text);
    str_format(&s, "{\"open\":%d,\"closed\":%d,\"streams\":%d,\"pongs\":%d}", echo->links_open,
               echo->links_closed, echo->streams_closed, echo->pongs);
    answer_text(echo, id, text, s.length);
}

static void on_request(void *context, const Request *request, AskId id)
{
    Echo *echo = context;
    if (strcmp(request->path, "/api/echo") == 0)
        answer_text(echo, id, request->body, request->body_length);
    else if (strcmp(request->path, "/api/who") == 0 || strncmp(request->path, "/api/", 5) != 0)
        tell_who(echo, request, id);
    else if (strcmp(request->path, "/api/tagged") == 0)
        answer_tagged(echo, request, id);
    else if (strcmp(request->path, "/api/late") == 0)
        start_late(echo, request, id);
    else if (strcmp(request->path, "/api/stream") == 0)
        start_stream(echo, request, id);
    else if (strcmp(request->path, "/api/counts") == 0)
        tell_counts(echo, id);
    else if (strcmp(request->path, "/api/never") != 0)
        route_refuse(echo->server, id, 404, "nothing-here", "nothing \"here\"", 0);
}

static void on_stream_closed(void *context, AskId id)
{
    (void)id;
    ((Echo *)context)->streams_closed++;
}

static bool on_open(void *context, const Request *request, SocketId id, void **data)
{
    Echo *echo = context;
    (void)request;
    *data = malloc(1);
    echo->links_open++;
    return route_ws_send(echo->server, id, "hello", 5);
}

static void flood(Echo *echo, SocketId id)
{
    static char kilobyte[1024];
    memset(kilobyte, 'x', sizeof kilobyte);
    for (int i = 0; i < 100000; i++)
        if (!route_ws_send(echo->server, id, kilobyte, sizeof kilobyte))
            return;
}

static void on_text(void *context, SocketId id, void *data, const char *text, size_t length)
{
    Echo *echo = context;
    char answer[32];
    Str s = str_over(answer, sizeof answer);
    if (data == NULL || data != route_ws_data(echo->server, id) || text[length] != '\0')
        abort();
    if (strcmp(text, "rtt") == 0) {
        str_format(&s, "rtt %u", route_ws_rtt(echo->server, id));
        route_ws_send(echo->server, id, answer, s.length);
    } else if (strcmp(text, "close") == 0) {
        route_ws_close(echo->server, id, 4321, "as you like");
    } else if (strcmp(text, "flood") == 0) {
        flood(echo, id);
    } else if (strcmp(text, "ping") == 0) {
        route_ws_ping(echo->server, id, 1);
    } else {
        route_ws_send(echo->server, id, text, length);
    }
}

static void on_pong(void *context, SocketId id, void *data, uint32_t rtt, uint32_t least)
{
    (void)id, (void)data;
    if (least > rtt || least == 0)
        abort();
    ((Echo *)context)->pongs++;
}

static void on_link_closed(void *context, SocketId id, void *data)
{
    (void)id;
    free(data);
    ((Echo *)context)->links_closed++;
}

static void announce(void *context)
{
    printf("%u\n", *(uint16_t *)context);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    Address proxy;
    bool behind = argc > 2 && strcmp(argv[1], "--behind-proxy") == 0;
    char why[WHY_MAX] = "";
    uint16_t port = 0;
    Limits *limits = limits_make(behind);
    for (int i = behind ? 3 : 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "--limit") != 0 || !limits_set(limits, argv[i + 1], why))
            return fprintf(stderr, "%s %s\n", argv[i], why), 1;
    if (behind && !peer_read(argv[2], strlen(argv[2]), &proxy))
        return 1;
    Echo echo = {.server = server_make(limits, behind ? &proxy : NULL, why)};
    int listener = server_listen("127.0.0.1", &port, why);
    if (!echo.server || listener < 0)
        return fprintf(stderr, "%s\n", why), 1;
    const Api api = {.context = &echo,
                     .request = on_request,
                     .stream_closed = on_stream_closed,
                     .ws_open = on_open,
                     .ws_text = on_text,
                     .ws_pong = on_pong,
                     .ws_closed = on_link_closed};
    server_run(echo.server, listener, &api, announce, &port);
    if (echo.links_open != echo.links_closed)
        return fprintf(stderr, "%d opened, %d closed\n", echo.links_open, echo.links_closed), 1;
    server_free(echo.server);
    limits_free(limits);
    return 0;
}
