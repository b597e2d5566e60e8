/* SPDX-License-Identifier: MIT */
/* WebSocket messages, see ws.h. wslay pulls bytes through a callback and may take some that belong
 * to later frames, so what is lent goes back to the pool only when all bytes that it took belong to
 * whole frames (`taken` equals `framed`) and no message is half read. */
#include "proto/ws.h"

#include "base/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum { SPARES_MAX = 64 }; /* kept for the next ones; more are given back to the system */

typedef struct WsWork {
    struct WsWork *next; /* among the spare ones */
    wslay_frame_context_ptr frames;
    const uint8_t *bytes; /* what the callback may take */
    size_t count;
    uint64_t taken, framed;
    uint64_t at;                      /* bytes of the frame's payload that are read */
    size_t have;                      /* bytes in message */
    uint8_t opcode;                   /* of the message under way; 0: none */
    bool in_frame;                    /* the frame's head was judged */
    char control[WS_CONTROL_MAX + 1]; /* comes between the fragments of a message */
    size_t control_have;
    char message[];
} WsWork;

struct WsPool {
    WsWork *spare;
    size_t spares, lent, message_max;
};

static ssize_t take_bytes(uint8_t *out, size_t room, int flags, void *user)
{
    WsWork *work = user;
    (void)flags;
    size_t n = work->count < room ? work->count : room;
    if (n)
        memcpy(out, work->bytes, n);
    work->bytes += n;
    work->count -= n;
    work->taken += n;
    return n ? (ssize_t)n : -1;
}

static WsWork *make_work(size_t message_max)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = take_bytes};
    WsWork *work = calloc(1, sizeof *work + message_max + 1);
    if (work && wslay_frame_context_init(&work->frames, &callbacks, work) != 0) {
        free(work);
        return NULL;
    }
    return work;
}

static void free_work(WsWork *work)
{
    wslay_frame_context_free(work->frames);
    free(work);
}

WsPool *ws_pool_make(size_t message_max)
{
    WsPool *pool = calloc(1, sizeof *pool);
    if (pool)
        pool->message_max = message_max;
    return pool;
}

void ws_pool_free(WsPool *pool)
{
    if (!pool)
        return;
    assert(pool->lent == 0);
    while (pool->spare) {
        WsWork *work = pool->spare;
        pool->spare = work->next;
        free_work(work);
    }
    free(pool);
}

size_t ws_pool_lent(const WsPool *pool)
{
    return pool->lent;
}

static bool borrow(Ws *ws, WsPool *pool)
{
    WsWork *work = pool->spare;
    if (work) {
        pool->spare = work->next;
        pool->spares--;
    } else {
        work = make_work(pool->message_max);
        if (!work)
            return false;
    }
    pool->lent++;
    ws->work = work;
    return true;
}

static bool is_idle(const WsWork *work)
{
    return work->taken == work->framed && work->opcode == 0;
}

void ws_drop(Ws *ws, WsPool *pool)
{
    WsWork *work = ws->work;
    if (!work)
        return;
    ws->work = NULL;
    pool->lent--;
    if (is_idle(work) && pool->spares < SPARES_MAX) {
        work->next = pool->spare;
        pool->spare = work;
        pool->spares++;
    } else {
        free_work(work); /* inside the context there may still be bytes of this socket */
    }
}

bool ws_awaits(const Ws *ws)
{
    return ws->work != NULL;
}

static WsEvent bad(int code, const char *text)
{
    return (WsEvent){WS_BAD, text, strlen(text), code};
}

static bool is_control(unsigned opcode)
{
    return opcode >= 8;
}

/* Judges the head of a frame: NULL, or what is wrong with it. */
static const char *judge_head(const Ws *ws, const WsWork *work, const struct wslay_frame_iocb *f)
{
    if (f->rsv)
        return "reserved bits are set";
    if (f->mask == ws->client)
        return ws->client ? "a server masks" : "a client does not mask";
    if ((f->opcode > WS_OP_BINARY && f->opcode < WS_OP_CLOSE) || f->opcode > WS_OP_PONG)
        return "this opcode is reserved";
    if (f->opcode == WS_OP_MORE && !work->opcode)
        return "there is no message to go on with";
    if ((f->opcode == WS_OP_TEXT || f->opcode == WS_OP_BINARY) && work->opcode)
        return "the message before has not ended";
    return NULL;
}

static bool is_utf8(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t n = bytes[i] ? utf8_length(bytes + i, count - i) : 1;
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

bool ws_code_valid(int code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static WsEvent read_close(const WsWork *work)
{
    const unsigned char *payload = (const unsigned char *)work->control;
    if (work->control_have == 0)
        return (WsEvent){WS_CLOSE, "", 0, 1005};
    if (work->control_have == 1)
        return bad(WS_PROTOCOL, "half a close code");
    int code = payload[0] * 256 + payload[1];
    if (!ws_code_valid(code))
        return bad(WS_PROTOCOL, "no such close code");
    if (!is_utf8(work->control + 2, work->control_have - 2))
        return bad(WS_NOT_UTF8, "the reason is not UTF-8");
    return (WsEvent){WS_CLOSE, work->control + 2, work->control_have - 2, code};
}

static WsEvent end_control(WsWork *work, unsigned opcode)
{
    work->control[work->control_have] = '\0';
    if (opcode == WS_OP_CLOSE)
        return read_close(work);
    return (WsEvent){opcode == WS_OP_PING ? WS_PING : WS_PONG, work->control, work->control_have,
                     0};
}

static WsEvent end_message(WsWork *work)
{
    bool text = work->opcode == WS_OP_TEXT;
    work->opcode = 0;
    work->message[work->have] = '\0';
    if (text && !is_utf8(work->message, work->have))
        return bad(WS_NOT_UTF8, "the message is not UTF-8");
    return (WsEvent){text ? WS_TEXT : WS_BINARY, work->message, work->have, 0};
}

static WsEvent begin_frame(Ws *ws, WsPool *pool, const struct wslay_frame_iocb *f)
{
    WsWork *work = ws->work;
    const char *wrong = judge_head(ws, work, f);
    if (wrong)
        return bad(WS_PROTOCOL, wrong);
    work->in_frame = true;
    work->at = 0;
    if (is_control(f->opcode)) {
        work->control_have = 0;
    } else {
        if (f->opcode != WS_OP_MORE) {
            work->opcode = f->opcode;
            work->have = 0;
        }
        if (f->payload_length > pool->message_max - work->have)
            return bad(WS_TOO_BIG, "the message is too long");
    }
    return (WsEvent){.kind = WS_NONE};
}

static size_t wire_length(const struct wslay_frame_iocb *f)
{
    size_t length = f->payload_length < 126 ? 2 : f->payload_length < 65536 ? 4 : 10;
    return length + (f->mask ? 4 : 0);
}

/* Takes what wslay has read of a frame's payload. */
static WsEvent take_piece(Ws *ws, WsPool *pool, const struct wslay_frame_iocb *f)
{
    WsWork *work = ws->work;
    if (!work->in_frame) {
        WsEvent event = begin_frame(ws, pool, f);
        if (event.kind == WS_BAD)
            return event;
    }
    bool control = is_control(f->opcode);
    if (f->data_length) {
        char *to = control ? work->control + work->control_have : work->message + work->have;
        memcpy(to, f->data, f->data_length);
        *(control ? &work->control_have : &work->have) += f->data_length;
        work->at += f->data_length;
    }
    if (work->at < f->payload_length)
        return (WsEvent){.kind = WS_NONE};
    work->in_frame = false;
    work->framed += wire_length(f) + f->payload_length;
    if (control)
        return end_control(work, f->opcode);
    return f->fin ? end_message(work) : (WsEvent){.kind = WS_NONE};
}

WsEvent ws_next(Ws *ws, WsPool *pool, const uint8_t **bytes, size_t *count)
{
    WsEvent event = {.kind = WS_NONE};
    if (ws->over || (!ws->work && *count == 0))
        return event;
    if (!ws->work && !borrow(ws, pool)) {
        ws->over = true;
        return bad(WS_INTERNAL, "no memory");
    }
    WsWork *work = ws->work;
    work->bytes = *bytes;
    work->count = *count;
    while (event.kind == WS_NONE) {
        struct wslay_frame_iocb frame;
        ssize_t got = wslay_frame_recv(work->frames, &frame);
        if (got >= 0)
            event = take_piece(ws, pool, &frame);
        else if (got != WSLAY_ERR_WANT_READ)
            event = bad(WS_PROTOCOL, "the head of a frame is wrong");
        else if (work->count == 0)
            break;
    }
    *bytes = work->bytes;
    *count = work->count;
    ws->over = event.kind == WS_BAD || event.kind == WS_CLOSE;
    if (event.kind == WS_NONE && is_idle(work))
        ws_drop(ws, pool);
    return event;
}

size_t ws_head(WsOpcode opcode, uint64_t length, uint8_t out[WS_HEAD_MAX])
{
    int bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[0] = (uint8_t)(0x80 | opcode);
    out[1] = (uint8_t)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (int i = 0; i < bytes; i++)
        out[2 + i] = (uint8_t)(length >> 8 * (bytes - 1 - i));
    return (size_t)(2 + bytes);
}

size_t ws_close_payload(int code, const char *reason, uint8_t out[WS_CONTROL_MAX])
{
    size_t length = strlen(reason);
    if (length > WS_CONTROL_MAX - 2)
        length = WS_CONTROL_MAX - 2;
    while (length && !is_utf8(reason, length)) /* no character is cut */
        length--;
    out[0] = (uint8_t)(code >> 8);
    out[1] = (uint8_t)code;
    memcpy(out + 2, reason, length);
    return 2 + length;
}

bool ws_key_valid(const char *text, size_t length)
{
    if (length != WS_KEY_LENGTH || memcmp(text + 22, "==", 2) != 0)
        return false;
    for (size_t i = 0; i < 22; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '+' && c != '/')
            return false;
    }
    return true;
}
