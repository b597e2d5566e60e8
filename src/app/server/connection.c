/* SPDX-License-Identifier: MIT */
/* One client, see connection.h. libwebsockets tells what happens on the socket; a callback that
 * returns -1 makes it close. Every state has a time limit, so nobody can hold a connection for
 * nothing. While an answer is under way nothing is read: a client cannot make us buffer more than
 * `in` holds. */
#include "app/server/connection.h"

#include "app/server/server.h"

#include <assert.h>
#include <string.h>
#include <sys/socket.h>

static void arm(struct lws *wsi, int seconds)
{
    lws_set_timer_usecs(wsi, (lws_usec_t)seconds * LWS_US_PER_SEC);
}

static ConnectionPool *pool_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static void set_state(struct lws *wsi, Connection *c, ConnectionState state)
{
    ConnectionPool *pool = pool_of(wsi);
    pool->busy += (state != CONN_READING) - (c->state != CONN_READING);
    c->state = state;
    if (pool->stopping && pool->busy == 0)
        pool->idle(pool->server);
}

static void start_answer(struct lws *wsi, Connection *c, bool last)
{
    set_state(wsi, c, CONN_ANSWERING);
    c->last = last;
    c->sent = 0;
    arm(wsi, SERVER_IDLE_SECONDS);
    lws_rx_flow_control(wsi, 0);
    lws_callback_on_writable(wsi);
}

static void refuse_request(struct lws *wsi, Connection *c, int status)
{
    answer_refusal(status, &c->answer);
    start_answer(wsi, c, true);
}

/* Looks for a request in what has arrived. */
static void next_request(struct lws *wsi, Connection *c)
{
    HttpRequest request;
    size_t used, checked = 0;
    int status = http_read(c->in, c->have, &checked, &request, &used);
    if (status == 0) {
        if (!c->awaiting)
            arm(wsi, c->have ? SERVER_HEAD_SECONDS : SERVER_IDLE_SECONDS);
        c->awaiting = c->have > 0;
    } else if (status != 200) {
        refuse_request(wsi, c, status);
    } else {
        bool keep = request.keep_alive && !request.length && !request.chunked &&
                    !pool_of(wsi)->stopping;
        answer_request(&request, keep, &c->answer);
        start_answer(wsi, c, !keep);
        c->have -= used;
        memmove(c->in, c->in + used, c->have);
        c->awaiting = false;
    }
}

static int on_adopt(struct lws *wsi, Connection *c)
{
    pool_of(wsi)->open++;
    c->awaiting = true;
    arm(wsi, SERVER_HEAD_SECONDS);
    return 0;
}

static int on_bytes(struct lws *wsi, Connection *c, const void *bytes, size_t count)
{
    if (c->state == CONN_DRAINING)
        return 0;
    /* libwebsockets may still deliver one buffer after reading was stopped. */
    if (count > sizeof c->in - c->have)
        return -1;
    memcpy(c->in + c->have, bytes, count);
    c->have += count;
    if (c->state == CONN_READING)
        next_request(wsi, c);
    return 0;
}

static int finish_answer(struct lws *wsi, Connection *c)
{
    lws_rx_flow_control(wsi, 1);
    if (c->last || pool_of(wsi)->stopping) {
        set_state(wsi, c, CONN_DRAINING);
        arm(wsi, SERVER_DRAIN_SECONDS);
        return shutdown(lws_get_socket_fd(wsi), SHUT_WR);
    }
    set_state(wsi, c, CONN_READING);
    next_request(wsi, c);
    return 0;
}

/* Writes the next piece of the answer. libwebsockets does not change the bytes it is given. */
static bool write_piece(struct lws *wsi, Connection *c)
{
    const Answer *a = &c->answer;
    unsigned char first[LWS_PRE + TX_FIRST_MAX], *piece = first + LWS_PRE;
    size_t size;
    if (c->sent < a->head_length) {
        size_t of_body = TX_FIRST_MAX - a->head_length;
        if (of_body > a->body_length)
            of_body = a->body_length;
        memcpy(piece, a->head, a->head_length);
        if (of_body)
            memcpy(piece + a->head_length, a->body, of_body);
        size = a->head_length + of_body;
    } else {
        piece = (unsigned char *)(uintptr_t)(a->body + (c->sent - a->head_length));
        size = a->head_length + a->body_length - c->sent;
        if (size > TX_MAX)
            size = TX_MAX;
    }
    c->sent += size;
    return lws_write(wsi, piece, size, LWS_WRITE_RAW) == (int)size;
}

static int on_writable(struct lws *wsi, Connection *c)
{
    if (c->state != CONN_ANSWERING)
        return 0;
    size_t total = c->answer.head_length + c->answer.body_length;
    while (c->sent < total && !lws_send_pipe_choked(wsi))
        if (!write_piece(wsi, c))
            return -1;
    if (c->sent == total && !lws_partial_buffered(wsi))
        return finish_answer(wsi, c);
    arm(wsi, SERVER_IDLE_SECONDS);
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_timer(struct lws *wsi, Connection *c)
{
    if (c->state != CONN_READING || c->have == 0)
        return -1;
    refuse_request(wsi, c, 408);
    return 0;
}

static int on_close(struct lws *wsi, Connection *c)
{
    pool_of(wsi)->open--;
    set_state(wsi, c, CONN_READING);
    return 0;
}

int connection_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes,
                        size_t count)
{
    switch ((int)reason) {
    case LWS_CALLBACK_RAW_ADOPT:
        return on_adopt(wsi, user);
    case LWS_CALLBACK_RAW_RX:
        return on_bytes(wsi, user, bytes, count);
    case LWS_CALLBACK_RAW_WRITEABLE:
        return on_writable(wsi, user);
    case LWS_CALLBACK_TIMER:
        return on_timer(wsi, user);
    case LWS_CALLBACK_RAW_CLOSE:
        return on_close(wsi, user);
    default:
        return 0;
    }
}
