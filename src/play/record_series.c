/* SPDX-License-Identifier: MIT */
/* Games of a file that belong together, see record.h. Each record holds its own start position, so
 * that it can be read alone; here it is checked that it is the one that the games before led to. */
#include "core/refuse.h"
#include "play/record.h"
#include "play/record_faults.h"

#include <string.h>

/* The number in a tag, from 1; 0 if the tag is not there or no number. */
static uint64_t tag_number(const Record *record, const char *name)
{
    const char *text = record_tag(record, name);
    uint64_t n;
    return text && str_is_number(text, SERIES_GAMES_MAX, &n) ? n : 0;
}

static bool is_official(const Record *record)
{
    return record_tag(record, "Set") != NULL;
}

/* Does it begin something, whatever was before it? */
static bool is_first(const Record *record)
{
    return tag_number(record, "Round") == 1 &&
           (!is_official(record) || tag_number(record, "Set") == 1);
}

static bool is_alone(const Record *record)
{
    return !is_official(record) && !record_tag(record, "Round");
}

static RecordSeries begin(const Record *record)
{
    RecordSeries series = {.game = record->game, .official = is_official(record)};
    if (series.official) {
        series_begin(&series.series, record->game, record->seed);
        series.next = series.series.start;
    } else {
        series.next = *tree_pos(&record->tree, 0);
    }
    return series;
}

/* What the record is to be compared with: what is under way, or something new. */
static RecordSeries place_of(const RecordSeries *series, const Record *record)
{
    bool goes_on = series->game && !is_first(record) && series->official == is_official(record);
    return goes_on ? *series : begin(record);
}

static bool check_official(const Series *s, const Record *record, Lang lang, char *why)
{
    const char *set = NUMBER(series_set(s) + 1), *number = NUMBER(series_number(s) + 1);
    if (series_is_over(s))
        return refuse_with(why, lang, &record_fault[FAULT_SERIES_OVER], set, number);
    return (tag_number(record, "Set") == (uint64_t)series_set(s) + 1 &&
            tag_number(record, "Round") == (uint64_t)series_number(s) + 1) ||
           refuse_with(why, lang, &record_fault[FAULT_SERIES_PLACE], set, number);
}

static bool check_chain(const RecordSeries *series, const Record *record, Lang lang, char *why)
{
    const Game *game = record->game;
    if (!game->ops->next_start || !series_rules(game)->carries)
        return refuse_with(why, lang, &record_fault[FAULT_CHAIN_NONE], game->id);
    return tag_number(record, "Round") == (uint64_t)series->rounds + 1 ||
           refuse_with(why, lang, &record_fault[FAULT_CHAIN_PLACE], NUMBER(series->rounds + 1));
}

static bool check_start(const RecordSeries *series, const Record *record, Lang lang, char *why)
{
    const Game *game = record->game;
    char expected[POSITION_TEXT_MAX], text[POSITION_TEXT_MAX];
    Str s = str_over(expected, sizeof expected), t = str_over(text, sizeof text);
    game->ops->write_pos(game, &series->next, &s);
    game->ops->write_pos(game, tree_pos(&record->tree, 0), &t);
    return strcmp(expected, text) == 0 ||
           refuse_with(why, lang, &record_fault[FAULT_SERIES_START], expected);
}

bool record_series_check(const RecordSeries *series, const Record *record, Lang lang, char *why)
{
    if (is_alone(record))
        return true;
    RecordSeries place = place_of(series, record);
    if (place.unfinished)
        return refuse_text(why, lang, &record_fault[FAULT_SERIES_OPEN]);
    if (place.game != record->game)
        return refuse_with(why, lang, &record_fault[FAULT_SERIES_OTHER], place.game->id,
                           record->game->id);
    return (place.official ? check_official(&place.series, record, lang, why)
                           : check_chain(&place, record, lang, why)) &&
           check_start(&place, record, lang, why);
}

void record_series_add(RecordSeries *series, const Record *record)
{
    *series = is_alone(record) ? (RecordSeries){0} : place_of(series, record);
    if (!series->game)
        return;
    const Game *game = record->game;
    const Pos *last = tree_pos(&record->tree, record_end(record));
    series->rounds++;
    series->unfinished = record->ending.winner == WINNER_NONE;
    if (series->unfinished)
        return;
    if (series->official) {
        series_end_game(&series->series, record->ending.winner, last, record->seed);
        series->next = series->series.start;
    } else {
        game->ops->next_start(game, last, !tree_pos(&record->tree, 0)->turn, &series->next);
    }
}
