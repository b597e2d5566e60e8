/* SPDX-License-Identifier: MIT */
/* The log, see engine_log.h. */
#include "app/tournament/engine_log.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct EngineLog {
    FILE *file;
    double begun;
    pthread_mutex_t mutex;
};

EngineLog *engine_log_open(const char *path)
{
    EngineLog *log = malloc(sizeof *log);
    if (!log)
        return NULL;
    *log = (EngineLog){.file = fopen(path, "ae"), .begun = clock_seconds()};
    if (log->file && pthread_mutex_init(&log->mutex, NULL) == 0)
        return log;
    if (log->file)
        fclose(log->file);
    free(log);
    return NULL;
}

bool engine_log_close(EngineLog *log)
{
    if (!log)
        return true;
    bool good = !ferror(log->file);
    good = fclose(log->file) == 0 && good;
    pthread_mutex_destroy(&log->mutex);
    free(log);
    return good;
}

static void write_line(EngineLog *log, const LogLine *line, const char *who, const char *direction)
{
    pthread_mutex_lock(&log->mutex);
    fprintf(log->file, "%.3f %s %s %.*s%s\n", clock_seconds() - log->begun, who, direction,
            (int)line->length, line->text, line->length == LOG_LINE_MAX ? " ..." : "");
    pthread_mutex_unlock(&log->mutex);
}

void engine_log_bytes(EngineLog *log, LogLine *line, const char *who, const char *direction,
                      const char *bytes, size_t count)
{
    for (size_t i = 0; log && i < count; i++) {
        if (bytes[i] == '\n') {
            write_line(log, line, who, direction);
            line->length = 0;
        } else if (bytes[i] != '\r' && line->length < LOG_LINE_MAX) {
            line->text[line->length++] = bytes[i];
        }
    }
}
