/* SPDX-License-Identifier: MIT */
/* WebSockets: handshake, messages, pings. The server's own pings measure the round trip; a client
 * could only make its pongs late, never early. */
/* SHA1_Init and its kin need no memory; EVP_Digest does, and OpenSSL crashes where there is none.
 */
#define OPENSSL_API_COMPAT 0x10100000L
#include "app/server/client.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 5 }; /* seconds between two looks at a socket, at most */

void link_accept_key(const char key[WS_KEY_LENGTH], char out[32])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */
    unsigned char digest[SHA_DIGEST_LENGTH];
    SHA_CTX hash;
    SHA1_Init(&hash);
    SHA1_Update(&hash, key, WS_KEY_LENGTH);
    SHA1_Update(&hash, guid, sizeof guid - 1);
    SHA1_Final(digest, &hash);
    EVP_EncodeBlock((unsigned char *)out, digest, sizeof digest);
}

static int judge(const Client *c, const HttpRequest *http)
{
    if (http->method != HTTP_GET)
        return 405;
    if (!http->late || !http->connection_switch || !http->websocket || !http->version_13)
        return 426;
    if (!ws_key_valid(http->ws_key.text, http->ws_key.length))
        return 400;
    if (!http_same_origin(http, (HttpScheme)c->scheme))
        return 403;
    if (!c->server->api || !c->server->api->ws_open)
        return 404;
    return c->server->stopping ? 503 : 0;
}

static void refuse_link(Client *c, int status)
{
    Answer answer;
    c->last = true;
    AnswerHow how = client_how(c);
    answer_json_refusal(status, c->lang, &how, &answer);
    route_count_refusal(c->server, answer_why(status));
    client_answer(c, &answer, NULL);
}

static bool say_yes(Client *c, const HttpRequest *http)
{
    Answer answer;
    char accept[32];
    AnswerHow how = client_how(c);
    link_accept_key(http->ws_key.text, accept);
    Str s = answer_begin(101, &how, &answer);
    str_format(&s, "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n",
               accept);
    answer_end(&s, &answer);
    const OutPiece piece = {.bytes = answer.head, .length = answer.head_length};
    client_turn(c, CLIENT_SOCKET);
    return client_send(c, &piece, 1);
}

static void send_ping(Client *c)
{
    Link *link = c->link;
    if (link->ping_sent)
        return; /* the last one counts until it is answered, or the socket is given up */
    link->ping_number = link->ping_number * 1664525 + 1013904223;
    link->ping_sent = uv_hrtime();
    link_send(c, WS_OP_PING, &link->ping_number, sizeof link->ping_number);
}

void link_open(Client *c, const HttpRequest *http, const Request *request)
{
    const Api *api = c->server->api;
    int status = judge(c, http);
    if (status == 0 && !limits_enter(c->server->limits, LIMIT_SOCKETS, c->asker))
        status = 429;
    if (status) {
        refuse_link(c, status);
        return;
    }
    c->entered = true;
    c->link = calloc(1, sizeof *c->link);
    if (!c->link) {
        client_close(c);
        return;
    }
    c->link->heard = c->server->wheel.now;
    c->link->window = route_now(c->server);
    c->link->ping_every = ROUTE_PING_SECONDS;
    client_give_id(c);
    if (!say_yes(c, http))
        return;
    /* After a restart all come at once; their pings are spread, or one second in ten would have all
     * of them: with 12,000 sockets that held everybody else up by 100 to 200 ms. */
    c->link->ping_due = c->server->wheel.now + 1 + c->id % ROUTE_PING_SECONDS;
    client_arm(c, 1 + (int)(c->id % ROUND));
    c->tell_link = api->ws_open(api->context, request, c->id, &c->link->data);
    if (!c->tell_link)
        link_close(c, 1013, "try again later");
    else if (c->state == CLIENT_SOCKET)
        send_ping(c);
    else if (!c->telling) /* it was closed from within ws_open */
        client_tell_later(c);
}

bool link_send(Client *c, WsOpcode opcode, const void *bytes, size_t length)
{
    uint8_t head[WS_HEAD_MAX];
    const OutPiece pieces[] = {{.bytes = head, .length = ws_head(opcode, length, head)},
                               {.bytes = bytes, .length = length}};
    if (c->out.copied + length > ROUTE_QUEUE_MAX) {
        client_close(c);
        return false;
    }
    return client_send(c, pieces, length ? 2 : 1);
}

void link_close(Client *c, int code, const char *reason)
{
    uint8_t payload[WS_CONTROL_MAX];
    size_t length = ws_close_payload(code, reason, payload);
    if (c->state == CLIENT_SOCKET && link_send(c, WS_OP_CLOSE, payload, length))
        client_drain(c);
}

static uint32_t least_rtt(const Link *link)
{
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < link->rtt_count; i++)
        if (link->rtt[i] < least)
            least = link->rtt[i];
    return link->rtt_count ? least : 0;
}

uint32_t route_ws_rtt(Server *server, SocketId id)
{
    Client *c = client_find(server, id, CLIENT_SOCKET);
    return c ? least_rtt(c->link) : 0;
}

static void take_pong(Client *c, const WsEvent *event)
{
    Link *link = c->link;
    const Api *api = c->server->api;
    if (!link->ping_sent || event->length != sizeof link->ping_number ||
        memcmp(event->data, &link->ping_number, sizeof link->ping_number) != 0)
        return;
    uint64_t took = (uv_hrtime() - link->ping_sent) / 1000 + 1;
    uint32_t rtt = took < UINT32_MAX ? (uint32_t)took : UINT32_MAX;
    link->ping_sent = 0;
    link->rtt[link->rtt_next] = rtt;
    link->rtt_next = (uint8_t)((link->rtt_next + 1) % RTT_COUNT);
    if (link->rtt_count < RTT_COUNT)
        link->rtt_count++;
    if (api->ws_pong)
        api->ws_pong(api->context, c->id, link->data, rtt, least_rtt(link));
}

/* Counts a frame. False if there have been too many. */
static bool may_go_on(Client *c)
{
    Link *link = c->link;
    uint64_t now = route_now(c->server);
    if (!limits_apply(c->server->limits, LIMIT_MESSAGES, c->asker))
        return true;
    if (now - link->window >= limits_span(LIMIT_MESSAGES))
        link->window = now, link->messages = 0;
    return ++link->messages <= limits_value(c->server->limits, LIMIT_MESSAGES);
}

static void take_event(Client *c, const WsEvent *event)
{
    const Api *api = c->server->api;
    switch (event->kind) {
    case WS_TEXT:
        if (api->ws_text)
            api->ws_text(api->context, c->id, c->link->data, event->data, event->length);
        break;
    case WS_PING:
        link_send(c, WS_OP_PONG, event->data, event->length);
        break;
    case WS_PONG:
        take_pong(c, event);
        break;
    case WS_CLOSE:
        link_close(c, event->code == 1005 ? WS_NORMAL : event->code, "");
        break;
    case WS_BAD:
        link_close(c, event->code, event->data);
        break;
    default:
        link_close(c, WS_UNSUPPORTED, "only text is understood");
    }
}

void link_bytes(Client *c, const char *bytes, size_t count)
{
    Link *link = c->link;
    const uint8_t *at = (const uint8_t *)bytes;
    link->heard = c->server->wheel.now;
    while (c->state == CLIENT_SOCKET) {
        WsEvent event = ws_next(&link->ws, c->server->pool, &at, &count);
        if (event.kind == WS_NONE)
            break;
        if (may_go_on(c))
            take_event(c, &event);
        else
            link_close(c, WS_POLICY, "too many messages");
    }
    if (!ws_awaits(&link->ws))
        link->begun = 0;
    else if (!link->begun)
        link->begun = c->server->wheel.now + 1;
}

void link_expire(Client *c)
{
    Link *link = c->link;
    uint64_t now = c->server->wheel.now;
    if (now - link->heard >= ROUTE_SILENT_SECONDS ||
        (c->out.first && now - c->progress >= SERVER_IDLE_SECONDS)) {
        client_close(c);
        return;
    }
    if (link->begun && now + 1 - link->begun >= SERVER_FRAME_SECONDS) {
        link_close(c, WS_POLICY, "the message took too long");
        return;
    }
    client_arm(c, link->ping_every < ROUND ? link->ping_every : ROUND);
    if (now >= link->ping_due) {
        link->ping_due = now + link->ping_every;
        send_ping(c);
    }
}
