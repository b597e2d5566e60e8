/* SPDX-License-Identifier: MIT */
/* Connections of the operator (lines of JSON, or a GET) and of monitors (a GET), see ops.h. A talk
 * is named by a number: whatever is answered after it has gone does nothing. */
#define _GNU_SOURCE /* struct ucred */
#include "app/server/ops_part.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct Sending {
    uv_write_t request;
    bool last; /* the connection ends with it */
    char bytes[];
} Sending;

/* ---- the end of a talk */

static void on_gone(uv_handle_t *handle)
{
    OpsTalk *talk = handle->data;
    if (--talk->handles == 0)
        free(talk);
}

static void end_talk(OpsTalk *talk)
{
    if (talk->closing)
        return;
    talk->closing = true;
    for (OpsTalk **at = &talk->ops->talks; *at; at = &(*at)->next)
        if (*at == talk) {
            *at = talk->next;
            break;
        }
    talk->ops->talk_count--;
    uv_close((uv_handle_t *)talk->stream, on_gone);
    uv_close((uv_handle_t *)&talk->timer, on_gone);
}

static void on_late(uv_timer_t *timer)
{
    OpsTalk *talk = timer->data;
    if (!talk->waits)
        end_talk(talk);
}

/* ---- answers */

static OpsTalk *find(const Ops *ops, uint64_t number)
{
    for (OpsTalk *talk = ops->talks; talk; talk = talk->next)
        if (talk->number == number)
            return talk;
    return NULL;
}

static void on_sent(uv_write_t *request, int status)
{
    Sending *sending = (Sending *)request;
    OpsTalk *talk = request->handle->data;
    if (status < 0 || sending->last)
        end_talk(talk);
    free(sending);
}

static void say(OpsTalk *talk, const char *head, const char *body, size_t length, bool last)
{
    size_t before = strlen(head);
    Sending *sending = malloc(sizeof *sending + before + length + 1);
    if (!sending) {
        end_talk(talk);
        return;
    }
    memcpy(sending->bytes, head, before);
    memcpy(sending->bytes + before, body, length);
    sending->last = last;
    uv_buf_t bytes = uv_buf_init(sending->bytes, (unsigned)(before + length));
    uv_timer_start(&talk->timer, on_late, OPS_SECONDS * 1000, 0);
    if (uv_write(&sending->request, talk->stream, &bytes, 1, on_sent) == 0)
        return;
    free(sending);
    end_talk(talk);
}

static void take_lines(OpsTalk *talk);

void ops_answer(Ops *ops, uint64_t number, const char *json, size_t length)
{
    OpsTalk *talk = find(ops, number);
    if (!talk)
        return;
    talk->waits = false;
    say(talk, "", json, length, false);
    if (!talk->closing)
        say(talk, "", "\n", 1, false);
    if (!talk->closing && !talk->doing)
        take_lines(talk);
}

void ops_refuse(Ops *ops, uint64_t number, const char *why, const char *text)
{
    char room[1024];
    Str s = str_over(room, sizeof room);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", false);
    json_add_text(&json, "why", why);
    json_add_text(&json, "text", text);
    json_close(&json, '}');
    ops_answer(ops, number, s.text, s.length);
}

bool ops_answer_descriptor(Ops *ops, uint64_t number, const char *json, int descriptor)
{
    OpsTalk *talk = find(ops, number);
    uv_os_fd_t socket;
    if (!talk || uv_fileno((uv_handle_t *)talk->stream, &socket) != 0)
        return false;
    talk->waits = false;
    return ops_send_descriptor(socket, json, strlen(json), descriptor);
}

/* ---- requests */

static void answer_get(OpsTalk *talk, const char *head)
{
    char *room = malloc(METRICS_TEXT_MAX), path[64], answer[256];
    Str p = str_over(path, sizeof path), a = str_over(answer, sizeof answer);
    if (!room) {
        end_talk(talk);
        return;
    }
    Str body = str_over(room, METRICS_TEXT_MAX);
    str_bytes(&p, head + 4, strcspn(head + 4, " ?\r\n"));
    int status = ops_get(talk->ops, p.full ? "" : path, &body);
    bool json = body.length && body.text[0] == '{';
    str_format(&a,
               "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
               "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
               status,
               status == 200   ? "OK"
               : status == 404 ? "Not Found"
                               : "Service Unavailable",
               json ? "application/json" : "text/plain; version=0.0.4; charset=utf-8", body.length);
    say(talk, answer, body.text, body.length, true);
    free(room);
}

/* One line, if it is complete and the last one is answered. */
static bool take_line(OpsTalk *talk)
{
    char *end = memchr(talk->in, '\n', talk->have);
    if (talk->waits || !end)
        return false;
    size_t length = (size_t)(end - talk->in), used = length + 1;
    *end = '\0';
    if (length && end[-1] == '\r')
        end[-1] = '\0';
    talk->waits = true;
    char line[OPS_LINE_MAX + 1];
    memcpy(line, talk->in, used);
    memmove(talk->in, talk->in + used, talk->have - used);
    talk->have -= used;
    talk->doing = true;
    ops_do(talk->ops, talk->number, line, strlen(line));
    talk->doing = false; /* a talk that ended meanwhile is freed by the loop, not before */
    return true;
}

static void take_lines(OpsTalk *talk)
{
    talk->in[talk->have] = '\0';
    bool get = talk->have >= 4 && memcmp(talk->in, "GET ", 4) == 0;
    if (get || !talk->operator_) {
        if (strstr(talk->in, "\r\n\r\n") && get && !talk->waits) {
            talk->waits = true;
            answer_get(talk, talk->in);
        } else if (talk->have >= 4 && !get) {
            end_talk(talk);
        }
        return;
    }
    uint64_t number = talk->number;
    Ops *ops = talk->ops;
    while (find(ops, number) == talk && take_line(talk))
        ;
}

static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    OpsTalk *talk = handle->data;
    (void)size;
    *out = uv_buf_init(talk->in + talk->have, (unsigned)(OPS_LINE_MAX - talk->have));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    OpsTalk *talk = stream->data;
    (void)buffer;
    if (count == 0)
        return;
    if (count < 0) { /* the end, or no room: a line that is too long */
        end_talk(talk);
        return;
    }
    talk->have += (size_t)count;
    take_lines(talk);
}

/* ---- who comes */

/* The file's mode lets nobody else in; a server that root started asks again. */
static bool may_operate(const OpsTalk *talk)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    uv_os_fd_t fd;
    if (uv_fileno((const uv_handle_t *)talk->stream, &fd) != 0 ||
        getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
        return false;
    return peer.uid == 0 || peer.uid == geteuid();
}

static void on_connect(uv_stream_t *listener, int status)
{
    Ops *ops = listener->data;
    OpsTalk *talk = status == 0 ? calloc(1, sizeof *talk) : NULL;
    if (!talk)
        return;
    talk->ops = ops;
    talk->operator_ = listener == (uv_stream_t *)&ops->admin;
    talk->stream = (uv_stream_t *)&talk->at;
    if (talk->operator_)
        uv_pipe_init(listener->loop, &talk->at.pipe, 0);
    else
        uv_tcp_init(listener->loop, &talk->at.tcp);
    uv_timer_init(listener->loop, &talk->timer);
    talk->stream->data = talk->timer.data = talk;
    talk->handles = 2;
    talk->number = ++ops->number;
    talk->next = ops->talks;
    ops->talks = talk;
    ops->talk_count++;
    if (uv_accept(listener, talk->stream) != 0 || ops->talk_count > OPS_TALKS_MAX ||
        (talk->operator_ && !may_operate(talk)) ||
        uv_read_start(talk->stream, on_room, on_read) != 0)
        end_talk(talk);
    else
        uv_timer_start(&talk->timer, on_late, OPS_SECONDS * 1000, 0);
}

static bool hear_admin(Ops *ops, uv_loop_t *loop, char *why)
{
    int fd = ops_listen(ops->setup.admin, why);
    if (fd < 0)
        return false;
    uv_pipe_init(loop, &ops->admin, 0);
    ops->admin.data = ops;
    ops->has_admin = true;
    Str s = str_over(ops->admin_path, sizeof ops->admin_path);
    str_add(&s, ops->setup.admin);
    return (uv_pipe_open(&ops->admin, fd) == 0 &&
            uv_listen((uv_stream_t *)&ops->admin, 16, on_connect) == 0) ||
           refuse(why, "cannot listen at '%s'", ops->setup.admin);
}

static bool hear_monitors(Ops *ops, uv_loop_t *loop, char *why)
{
    int fd = ops_listen_tcp(ops->setup.metrics, why);
    if (fd < 0)
        return false;
    uv_tcp_init(loop, &ops->metrics);
    ops->metrics.data = ops;
    ops->has_metrics = true;
    return (uv_tcp_open(&ops->metrics, fd) == 0 &&
            uv_listen((uv_stream_t *)&ops->metrics, 16, on_connect) == 0) ||
           refuse(why, "cannot listen at '%s'", ops->setup.metrics);
}

bool ops_hear(Ops *ops, uv_loop_t *loop, char *why)
{
    if (ops->setup.admin && !hear_admin(ops, loop, why)) {
        if (!ops->setup.own_admin || ops->has_admin)
            return false;
        oplog_say(ops->setup.log, OPLOG_WARN, "no-admin-socket", NULL, 0);
    }
    return !ops->setup.metrics || hear_monitors(ops, loop, why);
}

/* The name goes first: whoever takes over makes a new one. */
void ops_deafen(Ops *ops)
{
    if (ops->has_admin) {
        unlink(ops->admin_path);
        uv_close((uv_handle_t *)&ops->admin, NULL);
    }
    if (ops->has_metrics)
        uv_close((uv_handle_t *)&ops->metrics, NULL);
    ops->has_admin = ops->has_metrics = false;
    while (ops->talks)
        end_talk(ops->talks);
}
