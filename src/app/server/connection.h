/* SPDX-License-Identifier: MIT */
/* One client: reading requests, writing answers, one at a time and in order. */
#ifndef CONCENTRIC_APP_SERVER_CONNECTION_H
#define CONCENTRIC_APP_SERVER_CONNECTION_H

#include "app/server/answer.h"

#include <libwebsockets.h>

enum {
    RX_MAX = 4096,        /* what libwebsockets reads at once (its pt_serv_buf_size) */
    TX_MAX = 64 * 1024,   /* what is written at once */
    TX_FIRST_MAX = 16384, /* head and beginning of the body go out in one packet up to this */
};

/*  READING --(a head, or a refusal)--> ANSWERING --(all sent)--> READING
 *                                          |
 *                                          +--(last answer)--> DRAINING --(client closes)--> gone
 * Draining, because closing a socket with unread bytes would make the kernel drop the answer. */
typedef enum ConnectionState { CONN_READING, CONN_ANSWERING, CONN_DRAINING } ConnectionState;

/* What the connections of one server share. */
typedef struct ConnectionPool {
    int open, busy;             /* busy: answering or draining */
    bool stopping;              /* every answer from now on is its connection's last */
    void (*idle)(void *server); /* called when stopping and no connection is busy any more */
    void *server;
} ConnectionPool;

typedef struct Connection {
    ConnectionState state;
    bool last;     /* the answer under way is the connection's last */
    bool awaiting; /* the time for a head to arrive is running */
    size_t have;   /* bytes in `in` */
    size_t sent;   /* of head and body of the answer */
    Answer answer;
    char in[HTTP_HEAD_MAX + RX_MAX];
} Connection;

/* The callback of the libwebsockets protocol; the context's user pointer is a ConnectionPool. */
int connection_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes,
                        size_t count);

#endif
