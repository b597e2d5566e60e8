/* SPDX-License-Identifier: MIT */
/* What an API does to its clients, see route.h. */
#include "app/server/client.h"
#include "app/server/memory.h"
#include "base/json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void route_answer(Server *server, AskId id, const Answered *answered)
{
    Client *c = client_find(server, id, CLIENT_ASKING);
    if (!c)
        return;
    Answer answer;
    AnswerHow how = client_how(c);
    Str s = answer_begin(answered->status, &how, &answer);
    if (answered->allow)
        str_format(&s, "Allow: %s\r\n", answered->allow);
    if (answered->retry)
        str_format(&s, "Retry-After: %u\r\n", answered->retry);
    if (answered->etag)
        str_format(&s, "ETag: %s\r\n", answered->etag);
    if (answered->status != 304)
        str_format(&s, "Content-Type: %s\r\nContent-Length: %zu\r\n",
                   answered->type ? answered->type : "application/json", answered->length);
    if (answered->fresh)
        str_format(&s, "Cache-Control: %s, max-age=%u\r\n", answered->own ? "private" : "public",
                   answered->fresh);
    else
        str_format(&s, "Cache-Control: %s\r\n", answered->keep ? "no-cache" : "no-store");
    answer_end(&s, &answer);
    const OutPiece body = {.bytes = answered->body,
                           .length = c->head_only || answered->status == 304 ? 0
                                                                             : answered->length};
    client_answer(c, &answer, &body);
}

void route_refuse(Server *server, AskId id, int status, const char *why, const char *text,
                  unsigned retry)
{
    char body[1024];
    Str s = str_over(body, sizeof body);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", false);
    json_add_text(&json, "why", why);
    json_add_text(&json, "text", text);
    json_close(&json, '}');
    assert(!s.full);
    route_count_refusal(server, why);
    const Answered answered = {
        .status = status, .body = body, .length = s.length, .retry = retry, .allow = NULL};
    route_answer(server, id, &answered);
}

/* ---- streams */

static void refuse_stream(Client *c)
{
    Answer answer;
    AnswerHow how = client_how(c);
    answer_json_refusal(429, c->lang, &how, &answer);
    route_count_refusal(c->server, answer_why(429));
    client_answer(c, &answer, NULL);
}

bool route_stream(Server *server, AskId id, const char *type)
{
    Client *c = client_find(server, id, CLIENT_ASKING);
    if (!c)
        return false;
    if (!limits_enter(server->limits, LIMIT_SOCKETS, c->asker)) {
        refuse_stream(c);
        return false;
    }
    c->entered = true;
    c->last |= !c->late; /* HTTP/1.0 knows no chunks: the end of the connection is the end */
    Answer answer;
    AnswerHow how = client_how(c);
    Str s = answer_begin(200, &how, &answer);
    str_format(&s, "Content-Type: %s\r\nCache-Control: no-store\r\nX-Accel-Buffering: no\r\n%s",
               type, c->late ? "Transfer-Encoding: chunked\r\n" : "");
    answer_end(&s, &answer);
    if (c->head_only) {
        client_end_stream(c);
        client_answer(c, &answer, NULL);
        return false;
    }
    const OutPiece piece = {.bytes = answer.head, .length = answer.head_length};
    c->tell_stream = true;
    wheel_disarm(&c->timer);
    client_turn(c, CLIENT_STREAM);
    return client_send(c, &piece, 1);
}

bool route_write(Server *server, AskId id, const char *bytes, size_t length)
{
    Client *c = client_find(server, id, CLIENT_STREAM);
    if (!c)
        return false;
    if (c->out.copied + length > ROUTE_QUEUE_MAX) {
        client_close(c);
        return false;
    }
    char size[24];
    int digits = snprintf(size, sizeof size, "%zx\r\n", length);
    const OutPiece pieces[] = {
        {.bytes = size, .length = (size_t)digits},
        {.bytes = bytes, .length = length},
        {.bytes = "\r\n", .length = 2, .lasting = true},
    };
    if (length == 0)
        return true; /* an empty chunk would be the end */
    return c->late ? client_send(c, pieces, 3) : client_send(c, pieces + 1, 1);
}

static void end_stream(Client *c)
{
    static const OutPiece end = {.bytes = "0\r\n\r\n", .length = 5, .lasting = true};
    client_end_stream(c);
    if (!c->late) {
        client_drain(c);
        return;
    }
    c->state = CLIENT_ANSWERING;
    client_send(c, &end, 1);
}

void route_end(Server *server, AskId id)
{
    Client *c = client_find(server, id, CLIENT_STREAM);
    if (!c)
        return;
    c->tell_stream = false;
    end_stream(c);
}

bool route_is_open(Server *server, AskId id)
{
    return client_find(server, id, CLIENT_STREAM) != NULL;
}

void route_when_sent(Server *server, AskId id, void (*call)(void *context), void *context)
{
    Client *c = client_find(server, id, CLIENT_STREAM);
    assert(!c || !c->sent);
    if (c && c->out.first) {
        c->sent = call;
        c->sent_context = context;
    } else {
        route_post(server, call, context);
    }
}

/* ---- WebSockets */

bool route_ws_send(Server *server, SocketId id, const char *text, size_t length)
{
    Client *c = client_find(server, id, CLIENT_SOCKET);
    return c && link_send(c, WS_OP_TEXT, text, length);
}

void route_ws_close(Server *server, SocketId id, int code, const char *reason)
{
    Client *c = client_find(server, id, CLIENT_SOCKET);
    if (c)
        link_close(c, code, reason);
}

void route_ws_ping(Server *server, SocketId id, int seconds)
{
    Client *c = client_find(server, id, CLIENT_SOCKET);
    if (!c)
        return;
    c->link->ping_every = (uint8_t)(seconds < 1 ? 1 : seconds > 30 ? 30 : seconds);
    c->link->ping_due = server->wheel.now;
    client_arm(c, 1);
}

void route_ws_each(Server *server, void (*call)(void *context, SocketId id, void *data),
                   void *context)
{
    for (uint32_t i = 0; i < server->slot_count; i++) {
        const Client *c = server->slots[i];
        if (c && c->state == CLIENT_SOCKET)
            call(context, c->id, c->link->data);
    }
}

void *route_ws_data(Server *server, SocketId id)
{
    Client *c = client_find(server, id, CLIENT_SOCKET);
    return c ? c->link->data : NULL;
}

/* ---- time, threads, limits, the end */

uint64_t route_now(const Server *server)
{
    return uv_now(&server->loop);
}

uint64_t route_ticks(void)
{
    return uv_hrtime() / 1000;
}

void route_count_refusal(Server *server, const char *why)
{
    tally_add(&server->refusals, why);
}

uint64_t route_time(const Server *server)
{
    struct timespec now;
    (void)server;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void on_alarm(uv_timer_t *timer)
{
    const Server *server = timer->data;
    if (server->api && server->api->alarm)
        server->api->alarm(server->api->context);
}

void route_alarm(Server *server, uint64_t at)
{
    uint64_t now = uv_now(&server->loop);
    if (at == 0)
        uv_timer_stop(&server->alarm);
    else
        uv_timer_start(&server->alarm, on_alarm, at > now ? at - now : 0, 0);
}

void route_post(Server *server, void (*call)(void *context), void *context)
{
    Post *post = memory_take(sizeof *post);
    if (!post)
        abort(); /* a result that is lost would leave somebody waiting for ever */
    *post = (Post){NULL, call, context};
    uv_mutex_lock(&server->lock);
    bool open = !server->closed;
    if (open) {
        *server->posts_end = post;
        server->posts_end = &post->next;
        uv_async_send(&server->wake);
    }
    uv_mutex_unlock(&server->lock);
    if (!open)
        free(post);
}

Limits *route_limits(Server *server)
{
    return server->limits;
}

void route_stopped(Server *server)
{
    if (!server->stopping || server->stopped)
        return;
    server->stopped = true;
    for (uint32_t i = 0; i < server->slot_count; i++) {
        Client *c = server->slots[i];
        if (c && c->state == CLIENT_SOCKET)
            link_close(c, WS_GOING_AWAY, "the server stops");
        else if (c && c->state == CLIENT_STREAM)
            end_stream(c);
    }
    server_one_less(server);
}
