/* SPDX-License-Identifier: MIT */
/* One client of the server, and what all of them share. For this folder alone.
 *
 *   READING --(the API is asked)--> ASKING --(it answers)--> ANSWERING --(all sent)--> READING
 *      |                               |                         |
 *      |                               +--(it streams)--> STREAM +--(last answer)--> DRAINING
 *      +--(a file, or a refusal)--> ANSWERING                                           |
 *      +--(an upgrade)--> SOCKET --(closed)--> DRAINING --(the client closes)--> CLOSED
 *
 * Draining, because closing a socket with unread bytes would make the kernel drop what was sent.
 * While an answer is under way nothing is read, so a client cannot make us buffer more than one
 * request and what came with it. A buffer exists only while a request is incomplete. */
#ifndef CONCENTRIC_APP_SERVER_CLIENT_H
#define CONCENTRIC_APP_SERVER_CLIENT_H

#include "app/server/answer.h"
#include "app/server/bans.h"
#include "app/server/depot.h"
#include "app/server/hosts.h"
#include "app/server/out.h"
#include "app/server/server.h"
#include "app/server/tally.h"
#include "app/server/wheel.h"
#include "proto/ws.h"

#include <uv.h>

enum {
    SERVER_READ_MAX = 64 * 1024, /* bytes that are read at once, into one buffer for all */
    RTT_COUNT = 8,
};

typedef enum ClientState {
    CLIENT_READING,
    CLIENT_ASKING,
    CLIENT_ANSWERING,
    CLIENT_STREAM,
    CLIENT_SOCKET,
    CLIENT_DRAINING,
    CLIENT_CLOSED,
} ClientState;

/* What only a WebSocket has. */
typedef struct Link {
    Ws ws;
    void *data;
    uint64_t ping_sent; /* uv_hrtime; 0: no ping is under way */
    uint64_t ping_due;  /* tick of the next ping */
    uint64_t heard;     /* tick of the wheel at which something came */
    uint64_t begun;     /* tick at which the message under way began; 0: none */
    uint64_t window;    /* route_now when the span of `messages` began */
    uint32_t messages, ping_number;
    uint32_t rtt[RTT_COUNT];
    uint8_t rtt_count, rtt_next, ping_every;
} Link;

typedef struct Client {
    uv_poll_t poll;
    WheelNode timer; /* one time-out, by state */
    Server *server;
    struct Client *next_gone;
    uint64_t id;       /* of the request, stream or WebSocket; 0 if there is none */
    uint64_t progress; /* tick at which the socket last took something */
    Out out;
    char *in; /* what came of a request that is not complete, with room for a NUL */
    size_t have, room, checked;
    Link *link;
    void (*sent)(void *context); /* of route_when_sent; NULL: nobody waits */
    void *sent_context;
    PeerKey peer;  /* of the connection */
    PeerKey asker; /* of the last request: behind a proxy somebody else */
    uint32_t slot;
    int fd, events;
    uint8_t state, method;
    uint8_t scheme; /* HttpScheme, of the last request */
    Lang lang;
    bool from_proxy, counted; /* counted: among the connections of `peer` */
    bool entered;             /* counted among the sockets of `asker` */
    bool last;                /* the answer under way is the connection's last */
    bool keep, head_only, late;
    bool open;      /* the request under way asks for what other sites may show */
    bool serving;   /* requests are being taken out of a buffer further up the stack */
    bool awaiting;  /* the time for a head to arrive is running */
    bool head_came; /* ... for a body */
    bool continued; /* 100 Continue was said */
    bool tell_link, tell_stream, telling, closed;
} Client;

typedef struct Post {
    struct Post *next;
    void (*call)(void *context);
    void *context;
} Post;

struct Server {
    uv_loop_t loop;
    uv_poll_t listener;
    uv_signal_t interrupt, terminate;
    uv_timer_t tick, grace, alarm;
    uv_prepare_t prepare;
    uv_async_t wake;
    uv_mutex_t lock; /* of the posts */
    Post *posts, **posts_end;
    bool closed; /* no more posts */

    const Api *api;
    Limits *limits;
    WsPool *pool;
    bool behind_proxy;
    Address proxy;
    Hosts hosts;

    int fd;    /* the listening socket, -1 if it is closed */
    bool deaf; /* out of descriptors: nothing is accepted until the next tick */
    bool stopping, stopped;
    size_t connections_max, open;
    uint64_t accepted, requests; /* since it began */
    Tally refusals;
    const Bans *bans; /* may be NULL */
    void (*at_end)(void *context);
    void *end_context;
    uint64_t sequence;
    Client **slots, *gone;
    uint32_t slot_count, *spare_slots, spare_count;
    Wheel wheel;
    Depot depot;
    char date[ANSWER_DATE_MAX];
    char *games; /* the answer of GET /api/v1/games */
    char buffer[SERVER_READ_MAX + 1];
};

/* ---- client.c: a connection's life */
bool client_open(Server *server, int fd, const Address *address);
/* Ends it now, whatever its state. The memory is freed by the loop, later. */
void client_close(Client *client);
/* Sends, closes if that is broken, and waits for room in the socket if need be. False if closed. */
bool client_send(Client *client, const OutPiece *pieces, int count);
/* Sets the state and what is listened for. */
void client_turn(Client *client, ClientState state);
void client_arm(Client *client, int seconds);
/* Writes an answer to a request, with this body; of one that is not lasting what waits is copied.
 */
void client_answer(Client *client, const Answer *answer, const OutPiece *body);
/* Refuses and closes afterwards. */
void client_refuse(Client *client, int status);
/* The last thing was sent, or is in the queue: waits for the client to close. */
void client_drain(Client *client);
AnswerHow client_how(const Client *client);
/* The client with this number in this state; NULL if it has gone. */
Client *client_find(Server *server, uint64_t id, ClientState state);
void client_give_id(Client *client);
/* A signal: those that wait for nothing go. */
void client_stop(Client *client);
/* Its time is over. */
void client_expire(Client *client);
/* Puts the news of an end off until the loop comes round. */
void client_tell_later(Client *client);
/* Calls back what was put off, and frees clients that have waited for that. */
void clients_tell(Server *server);

/* A stream's count and number end; what is still to be sent goes on. */
void client_end_stream(Client *client);

/* ---- listen.c: the next connection, or -1 with errno */
int server_accept(int listener, Address *address);

/* ---- server.c */
/* A connection has ended: there is room for another one, or all have gone. */
void server_one_less(Server *server);

/* ---- serve.c: requests out of a buffer */
/* Serves what can be served of bytes[0 .. count); bytes[count] may be written. Returns how many
 * bytes were used up. */
size_t serve_bytes(Client *client, char *bytes, size_t count);

/* ---- link.c: WebSockets */
void link_open(Client *client, const HttpRequest *http, const Request *request);
void link_bytes(Client *client, const char *bytes, size_t count);
void link_close(Client *client, int code, const char *reason);
bool link_send(Client *client, WsOpcode opcode, const void *bytes, size_t length);
void link_expire(Client *client);
/* Sec-WebSocket-Accept for a key. */
void link_accept_key(const char key[WS_KEY_LENGTH], char out[32]);

#endif
