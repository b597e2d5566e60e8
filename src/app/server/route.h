/* SPDX-License-Identifier: MIT */
/* The door between the transport (sockets, HTTP, WebSockets: this folder) and what it carries (the
 * API: tables, lobby, solved positions). An API is a struct of callbacks, given to server_run. All
 * of them are called on the one loop thread, and all functions below but route_post are called from
 * there only. No callback may block: work goes to another thread, which hands its result over with
 * route_post.
 *
 * Requests, streams and WebSockets are named by numbers, never by pointers. A number is used once:
 * whatever is done with that of a client who has gone does nothing. So a number can be kept as long
 * as one likes, on any thread, and answered late. */
#ifndef CONCENTRIC_APP_SERVER_ROUTE_H
#define CONCENTRIC_APP_SERVER_ROUTE_H

#include "app/server/limits.h"
#include "core/types.h"
#include "proto/http.h"

typedef struct Server Server;
typedef uint64_t AskId;    /* a request that waits for its answer, or the stream it became */
typedef uint64_t SocketId; /* a WebSocket */

/* One request. Everything in it lives until the callback returns. */
typedef struct Request {
    HttpMethod method;  /* HEAD is asked as GET; the transport leaves the body of its answer out */
    const char *path;   /* percent-decoded, without query, ends with NUL; such as "/api/v1/games" */
    size_t path_length; /* a path with a NUL inside never gets here */
    const char *query;  /* what stands behind '?', not decoded (http_query_value); "" if nothing */
    size_t query_length;
    const char *bearer; /* of `Authorization: Bearer`; "" if there is none */
    size_t bearer_length;
    Lang lang;        /* the better of the two for Accept-Language */
    const char *body; /* ends with a NUL that body_length does not count; at most 64 kB */
    size_t body_length;
    PeerKey peer;   /* address prefix, for limits_take */
    HttpSpan etags; /* If-None-Match, for http_etag_in */
    /* Where the client found us, such as "https://play.example.org", for addresses in feeds and the
     * like; "" if its Host is nothing to repeat. It says what it likes: never a reason to trust. */
    char site[HTTP_HOST_MAX + 9];
} Request;

typedef struct Api {
    void *context; /* the first argument of every callback */

    /* Somebody asks for something below /api/, or for a path that the table of answer.c names (no
     * other one gets here). Answer with route_answer,
     * route_refuse or route_stream, now or later; a request that is never answered is answered with
     * 503 `busy` after ROUTE_ANSWER_SECONDS. */
    void (*request)(void *context, const Request *request, AskId id);
    /* A stream has ended by its client, by slowness or by stopping; not after route_end. */
    void (*stream_closed)(void *context, AskId id);

    /* Somebody opens the WebSocket /ws (Origin and limits are checked). *data, NULL before, comes
     * with every later callback; messages may be sent from here on. False: it is closed (1013). */
    bool (*ws_open)(void *context, const Request *request, SocketId id, void **data);
    /* One message: valid UTF-8, at most LIMIT_FRAME bytes, and a NUL behind them. */
    void (*ws_text)(void *context, SocketId id, void *data, const char *text, size_t length);
    /* A pong has come: `rtt` is this round trip, `least` the smallest of the last eight, in
     * microseconds, measured by the server's own pings. */
    void (*ws_pong)(void *context, SocketId id, void *data, uint32_t rtt, uint32_t least);
    /* It is over, whoever ended it (route_ws_close included); called once for every ws_open that
     * returned true. */
    void (*ws_closed)(void *context, SocketId id, void *data);

    /* The time of route_alarm has come. */
    void (*alarm)(void *context);
    /* SIGTERM or SIGINT: save what must be saved and call route_stopped, at once or within two
     * seconds. Until then requests and messages still come. May be NULL. */
    void (*stop)(void *context);
} Api;

enum {
    ROUTE_ANSWER_SECONDS = 30,
    ROUTE_QUEUE_MAX = 256 * 1024, /* bytes that wait for a slow reader; more, and it is closed */
};

/* ---- answering a request */

typedef struct Answered {
    int status;
    const char *type;  /* NULL: application/json */
    const char *body;  /* copied */
    size_t length;     /* of the body */
    const char *allow; /* with 405: the methods that there are, such as "GET, POST" */
    unsigned retry;    /* with 429 and 503: Retry-After in seconds; 0: none */
    bool keep;         /* may be kept and revalidated (no-cache); else no-store */
    unsigned fresh;    /* ... or kept for so many seconds without asking, */
    bool own;          /* ... by the client alone, not by what is between */
    const char *etag;  /* with its quotes; NULL: none. With 304 there is no body */
} Answered;

void route_answer(Server *server, AskId id, const Answered *answer);
/* {"ok":false,"why":WHY,"text":TEXT}; `retry` as above. */
void route_refuse(Server *server, AskId id, int status, const char *why, const char *text,
                  unsigned retry);

/* Begins an answer that goes on for as long as both sides like (chunked; close-delimited for
 * HTTP/1.0). False if the client has gone or may have no further stream (it has been told). */
bool route_stream(Server *server, AskId id, const char *type);
/* Adds to it. False if it has gone, or is closed now because its reader is too slow. */
bool route_write(Server *server, AskId id, const char *bytes, size_t length);
void route_end(Server *server, AskId id);
bool route_is_open(Server *server, AskId id);
/* call(context) on the loop, once, when the socket has taken all that was written to a stream so
 * far, or the stream has gone: for whoever has more to write than may wait. */
void route_when_sent(Server *server, AskId id, void (*call)(void *context), void *context);

/* ---- WebSockets */

/* Sends one text message (valid UTF-8). What the socket does not take at once is copied. False if
 * it has gone, or is closed now because its reader is too slow; ws_closed comes later, never from
 * within this call. */
bool route_ws_send(Server *server, SocketId id, const char *text, size_t length);
/* Closes with a code (1000, 1008, 4000 to 4999, ...) and a reason of at most 120 bytes. */
void route_ws_close(Server *server, SocketId id, int code, const char *reason);
/* Pings every so many seconds (1 to 30; at first ROUTE_PING_SECONDS). A socket is pinged when it
 * opens, and closed when nothing has come from it for ROUTE_SILENT_SECONDS. */
void route_ws_ping(Server *server, SocketId id, int seconds);
enum { ROUTE_PING_SECONDS = 10, ROUTE_SILENT_SECONDS = 40 };
/* Smallest of the last eight round trips in microseconds; 0 before the first pong. */
uint32_t route_ws_rtt(Server *server, SocketId id);
/* Calls for every WebSocket that is open; it may close them. */
void route_ws_each(Server *server, void (*call)(void *context, SocketId id, void *data),
                   void *context);
/* The data of ws_open; NULL if the socket has gone. */
void *route_ws_data(Server *server, SocketId id);

/* ---- time, threads, limits, the end */

/* Milliseconds of a clock that only goes forward, as of this round of the loop; and since 1970. */
uint64_t route_now(const Server *server);
uint64_t route_time(const Server *server);
/* Api.alarm is called once at this time of route_now, or soon after. The latest call counts; 0: not
 * at all. */
void route_alarm(Server *server, uint64_t at);
/* From any thread: call(context) on the loop, in order, soon. Everything posted before server_run
 * returns is called; what is posted later is not. */
void route_post(Server *server, void (*call)(void *context), void *context);
/* Microseconds of a clock that only goes forward, now. */
uint64_t route_ticks(void);
/* Counts a refusal that was told by other means than route_refuse; `why` as there. */
void route_count_refusal(Server *server, const char *why);
/* The limits of this server, for limits_take and limits_value. */
Limits *route_limits(Server *server);
/* After Api.stop: nothing is under way any more; sockets are closed in order (1001). */
void route_stopped(Server *server);

#endif
