/* SPDX-License-Identifier: MIT */
/* What the server says: from a request to the bytes of the answer. No sockets, no files. */
#ifndef CONCENTRIC_APP_SERVER_ANSWER_H
#define CONCENTRIC_APP_SERVER_ANSWER_H

#include "app/server/files.h"
#include "base/str.h"
#include "proto/http.h"

#include <stdint.h>

enum { ANSWER_HEAD_MAX = 2560, ANSWER_DATE_MAX = 48 };

typedef struct Answer {
    char head[ANSWER_HEAD_MAX]; /* status line and fields; of a refusal the text behind them too */
    size_t head_length;
    const uint8_t *body; /* lives as long as the program */
    size_t body_length;
    const uint8_t *whole; /* the file that the body is a part of */
    size_t whole_length;
} Answer;

/* How an answer is written. */
typedef struct AnswerHow {
    const char *date; /* a whole line, by answer_date */
    bool keep;        /* the connection stays */
    bool head_only;   /* to HEAD */
    unsigned retry;   /* with 429 and 503: Retry-After in seconds; 0: 5 */
    bool open;        /* other sites may show it: answer_is_open */
} AnswerHow;

/* Writes the line "Date: ..." for now; it is good for a second. */
void answer_date(char out[ANSWER_DATE_MAX]);

/* Answers a request for one of page_files; what is not there with a small page that leads home. */
void answer_file(const HttpRequest *request, const AnswerHow *how, Answer *out);

/* The page of a table, if the request is for one (/t/ID); else NULL. */
const PageFile *answer_table_file(const HttpRequest *request);

/* The file that a request is for; NULL if there is none. */
const PageFile *answer_page_file(const HttpRequest *request);

/* Refuses with this status: to people in a line of plain text, below /api/ as JSON. */
void answer_refusal(int status, const AnswerHow *how, Answer *out);
/* Its word, such as too-often. */
const char *answer_why(int status);
void answer_json_refusal(int status, Lang lang, const AnswerHow *how, Answer *out);

/* Begins the head of an answer in out->head: status line and the fields of every answer; answer_end
 * ends it. */
Str answer_begin(int status, const AnswerHow *how, Answer *out);
void answer_end(Str *head, Answer *out);

/* Does the path name something that the API answers, or the WebSocket? The API has what is below
 * /api/ and, outside of it, what the table of answer.c names: feeds, pictures of tables, oEmbed. */
bool answer_is_api(const HttpRequest *request);
bool answer_is_socket(const HttpRequest *request);
/* May pages of other sites frame, show and read it? Pictures of tables and what is below /embed/,
 * and nothing else. */
bool answer_is_open(const HttpRequest *request);

/* The fields of every answer, as lines of HTTP. */
const char *answer_strict_fields(void);
/* The same for what is open. */
const char *answer_open_fields(void);

#endif
