/* SPDX-License-Identifier: MIT */
/* Many WebSocket clients on one libuv loop, for load tests: connecting, messages, closing. */
#ifndef CONCENTRIC_TOOLS_LOAD_WS_CLIENT_H
#define CONCENTRIC_TOOLS_LOAD_WS_CLIENT_H

#include "proto/ws.h"

#include <uv.h>

typedef struct WsClient WsClient;

/* What all clients of a test have in common. Callbacks may be NULL. */
typedef struct WsClients {
    uv_loop_t *loop;
    WsPool *pool;
    struct sockaddr_storage address;
    const char *path; /* such as "/ws" */
    void (*opened)(WsClient *client);
    void (*text)(WsClient *client, const char *text, size_t length);
    /* Never opened, closed by either side, or broken: `why` says it. The client is freed next. */
    void (*closed)(WsClient *client, const char *why);
} WsClients;

struct WsClient {
    uv_tcp_t tcp;
    uv_connect_t connect;
    const WsClients *all;
    void *data; /* the test's own */
    Ws ws;
    bool open, closing;
    char head[1536]; /* of the server's answer, until it is complete */
    size_t have;
    const char *why;
};

/* Starts to connect. NULL if there is no memory. */
WsClient *ws_client_open(const WsClients *all, void *data);
/* Sends one text message of at most 60000 bytes, masked. */
void ws_client_send(WsClient *client, const char *text, size_t length);
/* Cuts the connection; `closed` follows. */
void ws_client_close(WsClient *client, const char *why);

#endif
