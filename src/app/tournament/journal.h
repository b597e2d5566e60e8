/* SPDX-License-Identifier: MIT */
/* The files of a tournament: game records, and beside them a journal that says which games of the
 * schedule are done and where the records ended after each. A record is on the disk before its line
 * is written. A tournament that was killed at any moment goes on from there: a half-written line of
 * the journal, records behind its last line and lines whose records are not whole (a disk that lost
 * its last blocks) are cut off, and their games played again. */
#ifndef CONCENTRIC_APP_TOURNAMENT_JOURNAL_H
#define CONCENTRIC_APP_TOURNAMENT_JOURNAL_H

#include "app/tournament/contest.h"
#include "play/record.h"

#include <stdio.h>

typedef struct Journal {
    FILE *records, *lines; /* NULL: nothing is written */
    uint64_t bytes;        /* of the records */
    const char *path;      /* of the records, as it was given */
} Journal;

/* Opens or makes PATH and PATH.journal and counts the games that are done. `plan` is a number that
 * stands for everything that makes a game what it is: a journal of another plan is refused, as is
 * one that another process writes. False with a reason in why[WHY_MAX]; nothing is changed then. */
bool journal_open(Journal *journal, const char *path, uint64_t plan, Contest *contest, char *why);
/* Writes a game's record and then its line, both out of our hands when it returns. False with a
 * reason in why[WHY_MAX] if they cannot be written. */
bool journal_add(Journal *journal, const Record *record, const Result *result, char *why);
void journal_close(Journal *journal);

/* Pure: one line of the journal, without and with its end. */
bool journal_read_line(const char *line, Result *result, uint64_t *bytes);
void journal_write_line(const Result *result, uint64_t bytes, Str *out);

#endif
