/* SPDX-License-Identifier: MIT */
/* The server: sockets, time limits, signals. One thread and one libuv loop carry everything; what
 * may wait for a disk runs elsewhere (route.h). */
#ifndef CONCENTRIC_APP_SERVER_SERVER_H
#define CONCENTRIC_APP_SERVER_SERVER_H

#include "app/server/bans.h"
#include "app/server/hosts.h"
#include "app/server/peer.h"
#include "app/server/route.h"
#include "app/server/tally.h"

enum {
    SERVER_HEAD_SECONDS = 10,  /* for a request's head to arrive */
    SERVER_BODY_SECONDS = 20,  /* ... and then its body */
    SERVER_IDLE_SECONDS = 30,  /* between requests, and without progress while answering */
    SERVER_DRAIN_SECONDS = 2,  /* for the client to close after the last answer */
    SERVER_FRAME_SECONDS = 10, /* for a WebSocket message that has begun to be complete */
    SERVER_STOP_SECONDS = 2,   /* for the API to say route_stopped after a signal */
    SERVER_GRACE_SECONDS = 4,  /* for answers under way after a signal to stop */
};

/* Opens a listening socket at a numeric address. Returns it and sets *port to the real one; -1 with
 * a one-line reason in why[WHY_MAX]. */
int server_listen(const char *address, uint16_t *port, char *why);

/* Makes a server that is not running yet, so that an API can be given it. `proxy` may be NULL: the
 * address whose X-Forwarded-For is believed. NULL with a reason in why[WHY_MAX]. */
Server *server_make(Limits *limits, const Address *proxy, char *why);

/* Which names requests may call us by; without it, any (HOSTS_ANY). */
void server_set_hosts(Server *server, const Hosts *hosts);

/* Serves page_files and the API (which may be NULL) on a listening socket until SIGINT or SIGTERM,
 * then closes it. Calls ready(context) as soon as clients and signals are heard. */
void server_run(Server *server, int listener, const Api *api, void (*ready)(void *context),
                void *context);
void server_free(Server *server);

/* ---- for the operator (ops.h) */
typedef struct ServerFigures {
    uint64_t connections, sockets, streams; /* now */
    uint64_t accepted, requests;
    const Tally *refusals;
} ServerFigures;
ServerFigures server_figures(const Server *server);
/* Who is kept out; stays the caller's and may change. NULL: nobody. */
void server_set_bans(Server *server, const Bans *bans);
const Bans *server_bans(const Server *server);
/* Ends all connections of a net. */
void server_close_net(Server *server, PeerKey peer);
/* The loop, for handles of others; at_end(context) is called when it ends and must close them. */
struct uv_loop_s *server_loop(Server *server, void (*at_end)(void *context), void *context);
/* Begins to end as a signal does, and gives clients half a second to see it: somebody else waits to
 * serve them. */
void server_hand_over(Server *server);
/* The listening socket, -1 if there is none any more. */
int server_listener(const Server *server);

/* What GET /api/v1/games answers, in memory for free(), which becomes the server's. */
void server_set_games(Server *server, char *json);

#endif
