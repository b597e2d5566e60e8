/* SPDX-License-Identifier: MIT */
/* One request to a server, waited for: what is done before a game is on the screen. */
#ifndef CONCENTRIC_APP_NET_CALL_H
#define CONCENTRIC_APP_NET_CALL_H

#include "app/net/link.h"

typedef struct NetRequest {
    const char *base, *path; /* path behind /api/v1 */
    const char *key;         /* "" or NULL: none */
    const char *body;        /* JSON to POST; NULL: GET */
    Lang lang;
    long timeout_ms; /* 0: none */
} NetRequest;

typedef struct NetAnswer {
    long status; /* of HTTP */
    char *bytes; /* ends with NUL; for free */
    size_t length;
} NetAnswer;

/* Once, before any other thread; false if there is no memory. */
bool net_begin(void);
void net_end(void);

/* False with a sentence in why if there was no answer; any status is one. */
bool net_call(const NetRequest *request, NetAnswer *out, char *why);
void net_answer_free(NetAnswer *answer);

#endif
