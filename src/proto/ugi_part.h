/* SPDX-License-Identifier: MIT */
/* What the files of the protocol share: words of a line, sending, and the commands that have a file
 * of their own. */
#ifndef CONCENTRIC_PROTO_UGI_PART_H
#define CONCENTRIC_PROTO_UGI_PART_H

#include "proto/ugi.h"

typedef struct Words {
    char *at; /* the rest of the line */
} Words;

/* The next word, ended by NUL in place; NULL if there is none. */
char *ugi_word(Words *words);

void ugi_send(Ugi *ugi, const char *text);
void ugi_send_line(Ugi *ugi, const char *text);

/* Answers with an error; ugi_fail_word with one about a word from outside. */
void ugi_fail(Ugi *ugi, const char *why);
void ugi_fail_word(Ugi *ugi, const char *before, const char *word, const char *after);

/* ugi.c: a new game of the variant from the set-up of the seed. Handles a line that need not wait.
 */
void ugi_begin_anew(Ugi *ugi, const char *variant, uint64_t seed);
void ugi_run_line(Ugi *ugi, char *line);

/* ugi_position.c. The line that is kept is of this game and this seed alone. */
void ugi_do_position(Ugi *ugi, Words *words);
void ugi_forget_told(Ugi *ugi);

/* ugi_options.c */
void ugi_list_options(Ugi *ugi);
void ugi_do_setoption(Ugi *ugi, Words *words);

/* Is the first word of the line this one? */
bool ugi_begins_with(const char *line, const char *word);

/* ugi_go.c: reads what follows `go`, with the moves of the position; false with a reason. */
bool ugi_read_go(Ugi *ugi, Words *words, UgiGo *out, char *why);

/* ugi_think.c */
void ugi_do_go(Ugi *ugi, Words *words);
void ugi_do_stop(Ugi *ugi, Words *words);
/* Is a `stop` for a `go` that waits? Then what would go on for ever before it is stopped too. */
bool ugi_stop_waits(Ugi *ugi);
void ugi_wait(Ugi *ugi, const char *line, size_t length);

#endif
