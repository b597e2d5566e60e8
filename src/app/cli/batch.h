/* SPDX-License-Identifier: MIT */
/* Many positions for one run of a command (--from FILE): a line each, the position text, before it
 * if need be a variant, behind it for `why` a move, with tabs between. Empty lines and those that
 * begin with # are passed over. A bad line is told with its number and does not stop the others. */
#ifndef CONCENTRIC_APP_CLI_BATCH_H
#define CONCENTRIC_APP_CLI_BATCH_H

#include "app/cli/commands.h"

#define FLAG_FROM                                                                                  \
    {                                                                                              \
        "--from", "FILE", "ask about every line of this file instead (docs/json.md); - is stdin"   \
    }

/* One line that was read. */
typedef struct BatchLine {
    unsigned number;
    const Setup *setup; /* the game stays the same object for the same variant */
    const char *move;   /* NULL if the command takes none */
} BatchLine;

/* What came of it. */
typedef enum BatchResult { BATCH_GOOD, BATCH_REFUSED, BATCH_FATAL } BatchResult;

typedef struct BatchAsk {
    /* Answers on stdout; if it refuses the line, with a reason and nothing on stdout. */
    BatchResult (*ask)(void *context, const BatchLine *line, char *why);
    void (*done)(void *context); /* after the last line, while the games are still open, or NULL */
    void *context;
    Lang lang;
    bool json, takes_move;
} BatchAsk;

/* Asks about every line; the status of the program: 1 if a line was bad. */
int batch_run(const Args *args, const BatchAsk *ask);

/* What stands before an answer in words: which line it is for. */
void batch_print_line(const BatchLine *line);

#endif
