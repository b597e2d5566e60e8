/* SPDX-License-Identifier: MIT */
/* What engines are told and say, line by line, in a file for people: seconds, who, direction, text.
 *     12.345 new <- go movetime 100
 *     12.446 new -> bestmove d2
 *     12.446 new !! a line on stderr */
#ifndef CONCENTRIC_APP_TOURNAMENT_ENGINE_LOG_H
#define CONCENTRIC_APP_TOURNAMENT_ENGINE_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum { LOG_LINE_MAX = 1000 }; /* bytes of a line that are kept */

typedef struct EngineLog EngineLog;

/* A line that is not whole yet. */
typedef struct LogLine {
    char text[LOG_LINE_MAX];
    size_t length;
} LogLine;

/* Appends to a file. NULL if it cannot be opened: errno says why. */
EngineLog *engine_log_open(const char *path);
/* False if something could not be written. Harmless on NULL. */
bool engine_log_close(EngineLog *log);

/* From any thread; `line` is the thread's. Harmless on NULL. */
void engine_log_bytes(EngineLog *log, LogLine *line, const char *who, const char *direction,
                      const char *bytes, size_t count);

#endif
