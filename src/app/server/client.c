/* SPDX-License-Identifier: MIT */
/* A client's connection, see client.h. Nothing here is freed under anybody's feet: closing takes
 * the number away at once, and the memory goes when the loop has come round. */
#include "app/server/client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void client_arm(Client *c, int seconds)
{
    wheel_arm(&c->server->wheel, &c->timer, seconds);
}

static int wanted_events(const Client *c)
{
    int writable = c->out.first ? UV_WRITABLE : 0;
    switch ((ClientState)c->state) {
    case CLIENT_READING:
    case CLIENT_SOCKET:
    case CLIENT_DRAINING:
        return UV_READABLE | writable;
    case CLIENT_STREAM:
        return UV_DISCONNECT | writable;
    case CLIENT_ANSWERING:
        return writable;
    default:
        return 0;
    }
}

static void on_event(uv_poll_t *handle, int status, int events);

static void watch(Client *c)
{
    int events = wanted_events(c);
    if (events == c->events || c->state == CLIENT_CLOSED)
        return;
    c->events = events;
    if (events)
        uv_poll_start(&c->poll, events, on_event);
    else
        uv_poll_stop(&c->poll);
}

void client_turn(Client *c, ClientState state)
{
    c->state = (uint8_t)state;
    watch(c);
}

/* ---- numbers */

enum { SLOT_BITS = 24 };

void client_give_id(Client *c)
{
    c->id = ++c->server->sequence << SLOT_BITS | c->slot;
}

Client *client_find(Server *server, uint64_t id, ClientState state)
{
    uint64_t slot = id & ((1u << SLOT_BITS) - 1);
    Client *c = slot < server->slot_count ? server->slots[slot] : NULL;
    return c && id && c->id == id && c->state == state ? c : NULL;
}

static bool more_slots(Server *server)
{
    uint32_t old = server->slot_count, count = old ? 2 * old : 256;
    Client **slots = realloc(server->slots, count * sizeof(Client *));
    if (slots)
        server->slots = slots;
    uint32_t *spare = realloc(server->spare_slots, count * sizeof(uint32_t));
    if (spare)
        server->spare_slots = spare;
    if (!slots || !spare || count > 1u << SLOT_BITS)
        return false;
    for (uint32_t i = count; i-- > old;) {
        slots[i] = NULL;
        spare[server->spare_count++] = i;
    }
    server->slot_count = count;
    return true;
}

static bool take_slot(Server *server, Client *c)
{
    if (server->spare_count == 0 && !more_slots(server))
        return false;
    c->slot = server->spare_slots[--server->spare_count];
    server->slots[c->slot] = c;
    return true;
}

static void leave_slot(Client *c)
{
    c->server->slots[c->slot] = NULL;
    c->server->spare_slots[c->server->spare_count++] = c->slot;
}

/* ---- the end */

static void forget_buffer(Client *c)
{
    free(c->in);
    c->in = NULL;
    c->have = c->room = 0;
}

static void free_client(Client *c)
{
    if (c->link) {
        ws_drop(&c->link->ws, c->server->pool);
        free(c->link);
    }
    free(c->in);
    free(c);
}

/* Calls back, from the loop and not from within what the API is doing. */
static void tell(Client *c)
{
    const Api *api = c->server->api;
    bool link = c->tell_link, stream = c->tell_stream;
    c->tell_link = c->tell_stream = false;
    if (link && api->ws_closed)
        api->ws_closed(api->context, c->id, c->link->data);
    if (stream && api->stream_closed)
        api->stream_closed(api->context, c->id);
}

void clients_tell(Server *server)
{
    while (server->gone) {
        Client *c = server->gone;
        server->gone = c->next_gone;
        c->telling = false;
        tell(c);
        if (c->closed)
            free_client(c);
    }
}

void client_tell_later(Client *c)
{
    if ((!c->tell_link && !c->tell_stream) || c->telling)
        return;
    c->telling = true;
    c->next_gone = c->server->gone;
    c->server->gone = c;
}

/* Whoever waits for room in a stream goes on, or hears that it has gone. */
static void tell_sent(Client *c)
{
    if (c->sent)
        route_post(c->server, c->sent, c->sent_context);
    c->sent = NULL;
}

/* What was counted and promised for a stream or WebSocket ends; its number is of no use any more.
 */
static void end_long_life(Client *c)
{
    if (c->entered)
        limits_leave(c->server->limits, LIMIT_SOCKETS, c->asker);
    c->entered = false;
    tell_sent(c);
    client_tell_later(c);
}

void client_end_stream(Client *c)
{
    end_long_life(c);
}

static void on_closed(uv_handle_t *handle)
{
    Client *c = handle->data;
    Server *server = c->server;
    close(c->fd);
    c->closed = true;
    if (!c->telling)
        free_client(c);
    server->open--;
    server_one_less(server);
}

void client_close(Client *c)
{
    if (c->state == CLIENT_CLOSED)
        return;
    c->state = CLIENT_CLOSED;
    end_long_life(c);
    wheel_disarm(&c->timer);
    leave_slot(c);
    out_drop(&c->out);
    if (c->counted)
        limits_leave(c->server->limits, LIMIT_ADDRESS_CONNECTIONS, c->peer);
    uv_close((uv_handle_t *)&c->poll, on_closed);
}

void client_drain(Client *c)
{
    if (c->state == CLIENT_CLOSED)
        return;
    end_long_life(c);
    client_turn(c, CLIENT_DRAINING);
    if (!c->serving) /* else somebody further up the stack still reads in it */
        forget_buffer(c);
    client_arm(c, c->out.first ? SERVER_IDLE_SECONDS : SERVER_DRAIN_SECONDS);
    if (!c->out.first)
        shutdown(c->fd, SHUT_WR);
}

/* ---- writing */

static void resume(Client *c);

/* Everything that was to be written is with the kernel. */
static void on_all_sent(Client *c)
{
    if (c->state == CLIENT_DRAINING) {
        shutdown(c->fd, SHUT_WR);
        client_arm(c, SERVER_DRAIN_SECONDS);
    } else if (c->state == CLIENT_STREAM) {
        wheel_disarm(&c->timer);
        tell_sent(c);
    } else if (c->state == CLIENT_ANSWERING) {
        if (c->last || c->server->stopping) {
            client_drain(c);
            return;
        }
        c->id = 0;
        c->open = false;
        c->awaiting = c->head_came = c->continued = false;
        c->checked = 0;
        client_turn(c, CLIENT_READING);
        client_arm(c, SERVER_IDLE_SECONDS);
        resume(c);
    }
}

static bool after_sending(Client *c, OutStatus status)
{
    if (status == OUT_BROKEN) {
        client_close(c);
        return false;
    }
    if (status == OUT_WAITS) {
        c->progress = c->server->wheel.now;
        if (c->state != CLIENT_SOCKET) /* which has its own round of checks */
            client_arm(c, SERVER_IDLE_SECONDS);
    }
    watch(c);
    if (status == OUT_EMPTY)
        on_all_sent(c);
    return c->state != CLIENT_CLOSED;
}

bool client_send(Client *c, const OutPiece *pieces, int count)
{
    bool waited = c->out.first != NULL;
    OutStatus status = out_send(&c->out, c->fd, pieces, count);
    if (status == OUT_WAITS && waited)
        return true; /* no progress */
    return after_sending(c, status);
}

void client_answer(Client *c, const Answer *answer, const OutPiece *body)
{
    OutPiece pieces[2] = {{.bytes = answer->head, .length = answer->head_length}};
    if (body)
        pieces[1] = *body;
    c->state = CLIENT_ANSWERING; /* what is listened for follows from what the socket takes */
    client_send(c, pieces, body && body->length ? 2 : 1);
}

AnswerHow client_how(const Client *c)
{
    return (AnswerHow){.date = c->server->date,
                       .keep = c->keep && !c->last && !c->server->stopping,
                       .head_only = c->head_only,
                       .open = c->open};
}

void client_refuse(Client *c, int status)
{
    Answer answer;
    c->last = true;
    AnswerHow how = client_how(c);
    answer_refusal(status, &how, &answer);
    route_count_refusal(c->server, answer_why(status));
    client_answer(c, &answer, NULL);
}

/* ---- reading */

static bool keep_bytes(Client *c, const char *bytes, size_t count)
{
    if (c->have + count + 1 > c->room) {
        size_t room = c->have + count + 1 + (c->have ? c->have : 512);
        char *in = realloc(c->in, room);
        if (!in)
            return false;
        c->in = in;
        c->room = room;
    }
    memcpy(c->in + c->have, bytes, count);
    c->have += count;
    return true;
}

/* The time for a head, and then a body, does not begin anew with each byte. */
static void time_request(Client *c)
{
    if (c->state != CLIENT_READING || c->have == 0 || c->awaiting)
        return;
    c->awaiting = true;
    client_arm(c, SERVER_HEAD_SECONDS);
}

/* Serves from the client's own buffer. */
static void resume(Client *c)
{
    if (c->serving || c->have == 0)
        return;
    size_t used = serve_bytes(c, c->in, c->have);
    if (c->state == CLIENT_CLOSED)
        return;
    c->have -= used;
    if (c->have == 0 || c->state == CLIENT_DRAINING)
        forget_buffer(c);
    else
        memmove(c->in, c->in + used, c->have);
    time_request(c);
}

static void take_request_bytes(Client *c, char *bytes, size_t count)
{
    size_t used = c->have ? 0 : serve_bytes(c, bytes, count);
    if (used == count || c->state == CLIENT_CLOSED || c->state == CLIENT_DRAINING)
        return;
    bool first = c->have == 0;
    if (!keep_bytes(c, bytes + used, count - used))
        client_close(c);
    else if (first)
        time_request(c);
    else
        resume(c);
}

static void on_readable(Client *c)
{
    Server *server = c->server;
    ssize_t count = recv(c->fd, server->buffer, SERVER_READ_MAX, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0)
        client_close(c);
    else if (c->state == CLIENT_READING)
        take_request_bytes(c, server->buffer, (size_t)count);
    else if (c->state == CLIENT_SOCKET)
        link_bytes(c, server->buffer, (size_t)count);
}

static void on_event(uv_poll_t *handle, int status, int events)
{
    Client *c = handle->data;
    if (status < 0 || (events & UV_DISCONNECT && c->state == CLIENT_STREAM)) {
        client_close(c);
        return;
    }
    if (events & UV_WRITABLE && c->out.first) {
        if (!after_sending(c, out_flush(&c->out, c->fd)))
            return;
    }
    if (events & UV_READABLE &&
        (c->state == CLIENT_READING || c->state == CLIENT_SOCKET || c->state == CLIENT_DRAINING))
        on_readable(c);
}

/* ---- the beginning, and time */

bool client_open(Server *server, int fd, const Address *address)
{
    Client *c = calloc(1, sizeof *c);
    if (!c)
        return false;
    c->server = server;
    c->fd = fd;
    c->peer = c->asker = peer_key(address);
    c->from_proxy = server->behind_proxy && peer_same(address, &server->proxy);
    c->counted = !c->from_proxy;
    c->poll.data = c;
    if (c->counted && !limits_enter(server->limits, LIMIT_ADDRESS_CONNECTIONS, c->peer)) {
        free(c);
        return false;
    }
    bool placed = take_slot(server, c);
    if (!placed || uv_poll_init_socket(&server->loop, &c->poll, fd) != 0) {
        if (placed)
            leave_slot(c);
        if (c->counted)
            limits_leave(server->limits, LIMIT_ADDRESS_CONNECTIONS, c->peer);
        free(c);
        return false;
    }
    server->open++;
    server->accepted++;
    c->awaiting = true;
    client_turn(c, CLIENT_READING);
    client_arm(c, SERVER_HEAD_SECONDS);
    return true;
}

void client_expire(Client *c)
{
    if (c->state == CLIENT_SOCKET) {
        link_expire(c);
    } else if (c->state == CLIENT_READING && c->have) {
        client_refuse(c, 408);
    } else if (c->state == CLIENT_ASKING) {
        Answer answer;
        c->last = true;
        AnswerHow how = client_how(c);
        answer_json_refusal(503, c->lang, &how, &answer);
        route_count_refusal(c->server, answer_why(503));
        client_answer(c, &answer, NULL);
    } else {
        client_close(c);
    }
}

void client_stop(Client *c)
{
    if (c->state == CLIENT_READING)
        client_close(c);
}
