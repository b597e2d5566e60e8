/* SPDX-License-Identifier: MIT */
/* A match of several games in one file: games with the tags Set and Round (numbers from 1) follow
 * each other as the family's series says. Each record holds its own start position, so that it can
 * be read alone; here it is checked that it is the one that the games before it led to. */
#ifndef CONCENTRIC_PROTO_RECORD_SERIES_H
#define CONCENTRIC_PROTO_RECORD_SERIES_H

#include "core/series.h"
#include "proto/record.h"

typedef struct RecordSeries {
    Game *game; /* NULL while no match is under way; the caller closes it with record_series_end */
    Series series;
    bool unfinished; /* the last game read has no result: none may follow */
} RecordSeries;

/* Takes the next game of a file. A game without the tags ends the match, if one is under way.
 * False with a reason in why, in the language, if it does not follow from the games before it. */
bool record_series_add(RecordSeries *series, const Record *record, const Family *const *families,
                       size_t family_count, Lang lang, char *why);
void record_series_end(RecordSeries *series);

/* Adds the tags Set and Round of the game that is on, and its start is series->start. */
bool record_series_tag(const Series *series, Record *record);

#endif
