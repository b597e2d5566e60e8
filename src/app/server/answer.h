/* SPDX-License-Identifier: MIT */
/* What the server says: from a request to the bytes of the answer. No sockets, no files. */
#ifndef CONCENTRIC_APP_SERVER_ANSWER_H
#define CONCENTRIC_APP_SERVER_ANSWER_H

#include "proto/http.h"

#include <stdint.h>

enum { ANSWER_HEAD_MAX = 1536 };

typedef struct Answer {
    char head[ANSWER_HEAD_MAX]; /* status line and headers; of a refusal the text behind them too */
    size_t head_length;
    const uint8_t *body; /* lives as long as the program */
    size_t body_length;
} Answer;

/* Answers a request for one of page_files; `keep` tells the client that the connection stays. */
void answer_request(const HttpRequest *request, bool keep, Answer *out);

/* Refuses with this status, in a line of plain text, and announces the end of the connection. */
void answer_refusal(int status, Answer *out);

#endif
