/* SPDX-License-Identifier: MIT */
/* Reading the head of an HTTP/1.1 request (RFC 9110 and 9112), as much of it as this server needs.
 * Pure: bytes in, a struct or a status out; strict where leniency helps nobody but an attacker. */
#ifndef CONCENTRIC_PROTO_HTTP_H
#define CONCENTRIC_PROTO_HTTP_H

#include "core/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_HEAD_MAX = 8192, /* bytes of a request's head; more is refused with 431 */
    HTTP_PATH_MAX = 256,  /* bytes of a decoded path; more is refused with 414 */
    HTTP_HOST_MAX = 255,  /* bytes of a Host that is written into addresses */
};

typedef enum HttpMethod {
    HTTP_GET,
    HTTP_HEAD,
    HTTP_POST,
    HTTP_PUT,
    HTTP_DELETE,
    HTTP_OTHER
} HttpMethod;

typedef enum HttpScheme {
    HTTP_EITHER, /* it is not known */
    HTTP_PLAIN,
    HTTP_SECURE
} HttpScheme;

/* A piece of the caller's bytes. Never NULL; what is not there has no length. */
typedef struct HttpSpan {
    const char *text;
    size_t length;
} HttpSpan;

typedef struct HttpRequest {
    HttpMethod method;
    /* Percent-decoded, without its query; begins with '/' (but for the `*` of other methods) and
     * may hold NUL. */
    char path[HTTP_PATH_MAX];
    size_t path_length;
    HttpSpan query;         /* what stands behind '?', not decoded */
    HttpSpan host, origin;  /* values of the fields of these names */
    HttpSpan bearer;        /* the token of Authorization: Bearer */
    HttpSpan forwarded;     /* X-Forwarded-For, the last line of it */
    HttpSpan scheme;        /* X-Forwarded-Proto, the last line of it */
    HttpSpan etags;         /* If-None-Match */
    HttpSpan range, same;   /* Range, If-Range */
    HttpSpan ws_key;        /* Sec-WebSocket-Key */
    HttpSpan languages;     /* Accept-Language */
    uint64_t length;        /* Content-Length; 0 if there is none */
    bool chunked;           /* a body whose length is not known follows */
    bool late;              /* 1.1 and not 1.0 */
    bool keep_alive;        /* the client wants the connection to stay */
    bool gzip;              /* the client takes gzip */
    bool expects;           /* Expect: 100-continue */
    bool connection_switch; /* Connection: upgrade */
    bool websocket;         /* Upgrade: websocket */
    bool version_13;        /* Sec-WebSocket-Version: 13 */
} HttpRequest;

/* Reads one head from the start of `bytes`. 0: it is not complete yet. 200: *out is the request and
 * *used its length; a body may follow. Else: the status to refuse it with; where the next one would
 * begin is unknown. *checked is 0 at first; given back unchanged with the same bytes and more
 * behind them, it saves looking at them again. */
int http_read(const char *bytes, size_t count, size_t *checked, HttpRequest *out, size_t *used);

/* Does the If-None-Match of the request name this tag (with its quotes)? */
bool http_etag_listed(const HttpRequest *request, const char *etag);
bool http_etag_in(HttpSpan list, const char *etag);

/* Which part of a file of `size` bytes with this tag is asked for: 200 all of it (also if there is
 * no such range, several or one of an older version), 206 from *first to *last, 416 none of it. */
int http_range(const HttpRequest *request, const char *etag, uint64_t size, uint64_t *first,
               uint64_t *last);

/* May this value of Host stand in an address that we write? A name or number and a port, nothing
 * that would need quoting. */
bool http_host_is_plain(HttpSpan host);

/* Are these two values of Host the same, but for the port that the scheme has anyway? */
bool http_same_host(HttpSpan a, HttpSpan b, HttpScheme scheme);
/* Does the page that asks come from here, where it is served by this scheme? True without Origin:
 * that is no page. */
bool http_same_origin(const HttpRequest *request, HttpScheme scheme);
/* What the proxy says that its client used (X-Forwarded-Proto); HTTP_EITHER if it does not. */
HttpScheme http_forwarded_scheme(const HttpRequest *request);

/* The better of our languages for Accept-Language; English if it says nothing. */
Lang http_lang(const HttpRequest *request);

/* Reads one value of a query. 1: out holds it, decoded, with NUL behind it. 0: the name is not
 * there. -1: it is badly encoded, has a NUL or does not fit. */
int http_query_value(const char *query, size_t length, const char *name, char *out, size_t room);

#endif
