/* SPDX-License-Identifier: MIT */
/* WebSocket messages (RFC 6455): bytes in, messages or the reason for closing out. Pure but for its
 * memory. Frames and masks are read by wslay's frame layer; what it leaves to its caller is checked
 * here: who masks, reserved bits, opcodes, the order of fragments, lengths, UTF-8, close codes.
 *
 * A context of wslay holds 4 kB and a message under way may need as much, so both are lent from a
 * pool, only while a frame or a message is incomplete: a socket that says nothing holds 16 bytes.
 */
#ifndef CONCENTRIC_PROTO_WS_H
#define CONCENTRIC_PROTO_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum WsOpcode {
    WS_OP_MORE = 0,
    WS_OP_TEXT = 1,
    WS_OP_BINARY = 2,
    WS_OP_CLOSE = 8,
    WS_OP_PING = 9,
    WS_OP_PONG = 10
} WsOpcode;

enum {
    WS_HEAD_MAX = 10,     /* bytes of the head of a frame that is not masked */
    WS_CONTROL_MAX = 125, /* bytes in a ping, a pong or a close */
    WS_KEY_LENGTH = 24,   /* of Sec-WebSocket-Key */
};

/* Close codes (RFC 6455, 7.4.1) that we use. */
enum {
    WS_NORMAL = 1000,
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL = 1002,
    WS_UNSUPPORTED = 1003,
    WS_NOT_UTF8 = 1007,
    WS_POLICY = 1008,
    WS_TOO_BIG = 1009,
    WS_INTERNAL = 1011,
};

typedef enum WsKind {
    WS_NONE, /* all bytes are read; there is nothing more for now */
    WS_TEXT, /* a whole message, of valid UTF-8 */
    WS_BINARY,
    WS_PING,
    WS_PONG,
    WS_CLOSE, /* the other side closes; code is 1005 if it gave none */
    WS_BAD,   /* the other side breaks the protocol: close with this code and text */
} WsKind;

/* data has a NUL behind it, which length does not count, and lives until the next ws_next. */
typedef struct WsEvent {
    WsKind kind;
    const char *data; /* message, payload, or reason */
    size_t length;
    int code;
} WsEvent;

typedef struct WsPool WsPool;

/* One socket. Zeroed it is ready: a server that reads masked frames. */
typedef struct Ws {
    struct WsWork *work; /* lent from the pool; NULL between messages */
    bool client;         /* reads frames of a server, which are not masked */
    bool over;           /* after WS_CLOSE or WS_BAD nothing is read any more */
} Ws;

/* Messages have at most message_max bytes. NULL if there is no memory. */
WsPool *ws_pool_make(size_t message_max);
void ws_pool_free(WsPool *pool);
/* How many are lent out now. */
size_t ws_pool_lent(const WsPool *pool);

/* The next event in *bytes; moves *bytes and *count behind what was read. Call it until it says
 * WS_NONE, also when *count is 0, or until WS_CLOSE or WS_BAD. */
WsEvent ws_next(Ws *ws, WsPool *pool, const uint8_t **bytes, size_t *count);
/* Gives back what the socket has borrowed. */
void ws_drop(Ws *ws, WsPool *pool);
/* Is a frame or a message under way that is not complete? */
bool ws_awaits(const Ws *ws);

/* Writes the head of a whole frame, not masked; returns its length. */
size_t ws_head(WsOpcode opcode, uint64_t length, uint8_t out[WS_HEAD_MAX]);
/* Writes the payload of a close frame; returns its length, at most WS_CONTROL_MAX. */
size_t ws_close_payload(int code, const char *reason, uint8_t out[WS_CONTROL_MAX]);
/* May this code stand in a close frame? */
bool ws_code_valid(int code);
/* Is this what a Sec-WebSocket-Key looks like: sixteen bytes in base64? */
bool ws_key_valid(const char *text, size_t length);

#endif
