/* SPDX-License-Identifier: MIT */
/* Reading the head of an HTTP/1.1 request (RFC 9110 and 9112), as much of it as a server of a fixed
 * set of files needs. Pure: bytes in, a struct or a status out; strict where leniency helps nobody
 * but an attacker. */
#ifndef CONCENTRIC_PROTO_HTTP_H
#define CONCENTRIC_PROTO_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum {
    HTTP_HEAD_MAX = 8192, /* bytes of a request's head; more is refused with 431 */
    HTTP_PATH_MAX = 256,  /* bytes of a decoded path; more is refused with 414 */
};

typedef enum HttpMethod { HTTP_GET, HTTP_HEAD, HTTP_OTHER } HttpMethod;

typedef struct HttpRequest {
    HttpMethod method;
    /* Percent-decoded, without its query; begins with '/' (but for the `*` of other methods) and
     * may hold NUL. */
    char path[HTTP_PATH_MAX];
    size_t path_length;
    bool keep_alive;   /* the client wants the connection to stay */
    bool gzip;         /* the client takes gzip */
    bool body;         /* something follows the head that is not a request */
    const char *etags; /* If-None-Match, within the caller's bytes; NULL if there is none */
    size_t etags_length;
} HttpRequest;

/* Reads one head from the start of `bytes`. 0: it is not complete yet. 200: *out is the request and
 * *used its length. Else: the status to refuse it with; where the next one would begin is unknown.
 */
int http_read(const char *bytes, size_t count, HttpRequest *out, size_t *used);

/* Does the If-None-Match of the request name this tag (with its quotes)? */
bool http_etag_listed(const HttpRequest *request, const char *etag);

#endif
