/* SPDX-License-Identifier: MIT */
/* The operator's log: one JSON object a line, {"at","level","event",...}. It never has an address,
 * a key or a name of anybody: values are numbers and words of the program's own, and nothing that
 * came from a client is ever handed in. A thread writes, so that a slow disk holds nobody up; what
 * it cannot take is counted and told. */
#ifndef CONCENTRIC_APP_SERVER_OPLOG_H
#define CONCENTRIC_APP_SERVER_OPLOG_H

#include <stdbool.h>
#include <stdint.h>

typedef enum OplogLevel { OPLOG_ERROR, OPLOG_WARN, OPLOG_INFO, OPLOG_DEBUG } OplogLevel;

typedef struct Oplog Oplog;

/* One value: a word (letters, digits, hyphens, points, underscores; else it is told as "?"), or
 * with word NULL a number. */
typedef struct OplogField {
    const char *name, *word;
    int64_t number;
} OplogField;

/* Opens a file to append to; NULL or "-" is stderr. NULL with a reason in why[WHY_MAX]. */
Oplog *oplog_open(const char *path, OplogLevel level, char *why);
/* Writes what waits for at most `ms` milliseconds. False if the thread had to be left behind. */
bool oplog_close(Oplog *log, int ms);

/* From any thread. A log of NULL takes everything and writes nothing. */
void oplog_say(Oplog *log, OplogLevel level, const char *event, const OplogField *fields,
               int count);
/* Opens the file again under its name (after logrotate has moved it). */
void oplog_reopen(Oplog *log);
void oplog_set_level(Oplog *log, OplogLevel level);
OplogLevel oplog_level(Oplog *log);
/* Lines that could not be written. */
uint64_t oplog_lost(Oplog *log);

/* "error", "warn", "info", "debug". */
bool oplog_read_level(const char *text, OplogLevel *out);
const char *oplog_level_name(OplogLevel level);

#endif
