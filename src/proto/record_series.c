/* SPDX-License-Identifier: MIT */
/* Matches in records, see record_series.h. */
#include "proto/record_series.h"
#include "proto/record_faults.h"

#include <string.h>

void record_series_end(RecordSeries *series)
{
    game_close(series->game);
    *series = (RecordSeries){0};
}

/* The number in a tag, from 1; 0 if the tag is not there or no number. */
static uint64_t tag_number(const Record *record, const char *name)
{
    const char *text = record_tag(record, name);
    uint64_t n;
    return text && str_is_number(text, SERIES_GAMES_MAX, &n) ? n : 0;
}

static bool begin(RecordSeries *series, const Record *record, const Family *const *families,
                  size_t family_count, Lang lang, char *why)
{
    series->game = game_open_from(families, family_count, record->game->id, lang, why);
    if (!series->game)
        return false;
    series_begin(&series->series, series->game, record->seed);
    return true;
}

static bool same_text(const Game *game, const Pos *a, const Pos *b, char *expected)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(expected, POSITION_TEXT_MAX), t = str_over(text, sizeof text);
    game->ops->write_pos(game, a, &s);
    game->ops->write_pos(game, b, &t);
    return strcmp(expected, text) == 0;
}

/* Does the record fit the place where the series stands? */
static bool check_place(const RecordSeries *series, const Record *record, Lang lang, char *why)
{
    const Series *s = &series->series;
    char expected[POSITION_TEXT_MAX];
    const char *set = NUMBER(series_set(s) + 1), *number = NUMBER(series_number(s) + 1);
    if (series->unfinished)
        return refuse_text(why, lang, &record_faults[FAULT_MATCH_OPEN]);
    if (series_is_over(s))
        return refuse_with(why, lang, &record_faults[FAULT_MATCH_OVER], set, number);
    if (strcmp(series->game->id, record->game->id) != 0)
        return refuse_with(why, lang, &record_faults[FAULT_MATCH_OTHER], series->game->id,
                           record->game->id);
    if (tag_number(record, "Set") != (uint64_t)series_set(s) + 1 ||
        tag_number(record, "Round") != (uint64_t)series_number(s) + 1)
        return refuse_with(why, lang, &record_faults[FAULT_MATCH_PLACE], set, number);
    if (!same_text(series->game, &s->start, &record->node[0].pos, expected))
        return refuse_with(why, lang, &record_faults[FAULT_MATCH_START], expected);
    return true;
}

static const Pos *last_pos(const Record *record)
{
    uint32_t at = 0;
    while (record->node[at].child)
        at = record->node[at].child;
    return &record->node[at].pos;
}

bool record_series_add(RecordSeries *series, const Record *record, const Family *const *families,
                       size_t family_count, Lang lang, char *why)
{
    bool tagged = record_tag(record, "Set") || record_tag(record, "Round");
    bool first = tag_number(record, "Set") == 1 && tag_number(record, "Round") == 1;
    if (!tagged || first)
        record_series_end(series);
    if (!tagged)
        return true;
    if (!series->game && !begin(series, record, families, family_count, lang, why))
        return false;
    if (!check_place(series, record, lang, why))
        return false;
    series->unfinished = record->result == WINNER_NONE;
    if (!series->unfinished)
        series_end_game(&series->series, record->result, last_pos(record), record->seed);
    return true;
}

bool record_series_tag(const Series *series, Record *record)
{
    char set[8], number[8];
    Str s = str_over(set, sizeof set), n = str_over(number, sizeof number);
    str_number(&s, (uint64_t)series_set(series) + 1);
    str_number(&n, (uint64_t)series_number(series) + 1);
    return record_add_tag(record, "Set", set) && record_add_tag(record, "Round", number);
}
