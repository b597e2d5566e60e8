/* SPDX-License-Identifier: MIT */
/* A game at one screen as records, see saved.h. */
#include "app/tui/saved.h"

#include "ai/level.h"
#include "games/registry.h"
#include "proto/record.h"
#include "proto/record_series.h"

#include <stdlib.h>
#include <string.h>

/* The tag of a side is its English name, such as White. */
static const char *side_tag(const Game *game, int side)
{
    return game->player[side].in[LANG_EN];
}

static void write_seat(const Seat *seat, Str *out)
{
    if (!seat->computer)
        str_add(out, seat->name[0] ? seat->name : "person");
    else if (seat->level)
        str_format(out, "computer level %d", seat->level);
    else
        str_format(out, "computer %d ms", seat->time_ms);
}

static bool add_tags(const Play *play, Record *record)
{
    bool good = true;
    for (int side = 0; side < 2; side++) {
        char text[PLAY_NAME_MAX + 32];
        Str s = str_over(text, sizeof text);
        write_seat(&play->seat[play_seat(play, side)], &s);
        good = good && record_add_tag(record, side_tag(play->game, side), text);
    }
    if (play->clock_ms) {
        char text[64];
        Str s = str_over(text, sizeof text);
        str_format(&s, "%lld+%lld", (long long)(play->clock_ms / 1000),
                   (long long)(play->increment_ms / 1000));
        good = good && record_add_tag(record, "TimeControl", text);
    }
    if (play->in_series)
        good = good && record_series_tag(&play->series, record);
    if (play->match.ply < play->match.last) {
        char text[16];
        Str s = str_over(text, sizeof text);
        str_number(&s, play->match.ply);
        good = good && record_add_tag(record, "Ply", text);
    }
    return good;
}

static bool add_moves(const Play *play, Record *record)
{
    uint32_t at = 0;
    for (uint32_t ply = 1; ply <= play->match.last; ply++) {
        const Pos *before = &play->match.entry[ply - 1].pos;
        at = record_add_move(record, at, play->match.entry[ply].move);
        if (!at)
            return false;
        const PlayTimes *times = &play->times[ply];
        int64_t left = play->clock_ms + play->increment_ms * times->moves[before->turn] -
                       times->used[before->turn];
        if (play->clock_ms)
            record->node[at].clock_ms = (int32_t)(left < 0 ? 0 : left);
    }
    return true;
}

static void add_result(const Play *play, Record *record)
{
    char why[WHY_MAX];
    if (play->match.ply < play->match.last) {
        Match end = play->match; /* only looked at: the end of the line, not where the board is */
        end.ply = end.last;
        end.ended = (Outcome){WINNER_NONE, NULL};
        record->result = match_outcome(&end).winner;
    } else {
        record->result = play_outcome(play).winner;
    }
    if (play->forfeited >= 0)
        record->termination = play->by_forfeit ? TERMINATION_FORFEIT : TERMINATION_TIME;
    else if (!record_find_termination(record, play->lang, why))
        record->termination = TERMINATION_RESIGNATION;
}

/* A resignation to who would win by agreement anyway, is told apart by the match's own word. */
static void mend_termination(const Play *play, Record *record)
{
    const Outcome *ended = &play->match.ended;
    if (play->match.ply == play->match.last && ended->winner != WINNER_NONE &&
        ended->reason != play->game->ops->agreed(play->game, play_pos(play)).reason)
        record->termination = TERMINATION_RESIGNATION;
}

/* Where every seed gives the same start it is nobody's business. */
static uint64_t seed_told(const Play *play)
{
    Pos usual, own;
    play->game->ops->start(play->game, 1, &usual);
    play->game->ops->start(play->game, play->seed, &own);
    return memcmp(&usual, &own, sizeof usual) == 0 ? 1 : play->seed;
}

static bool write_current(const Play *play,
                          void (*write)(void *context, const char *bytes, size_t count),
                          void *context)
{
    Record record;
    if (!record_begin(&record, play->game, seed_told(play), &play->match.entry[0].pos))
        return false;
    bool good = add_tags(play, &record) && add_moves(play, &record);
    if (good) {
        add_result(play, &record);
        mend_termination(play, &record);
        record_write(&record, write, context);
    }
    record.game = NULL; /* it is not the record's */
    record_free(&record);
    return good;
}

bool saved_write(const Play *play, void (*write)(void *context, const char *bytes, size_t count),
                 void *context)
{
    if (play->ended_length)
        write(context, play->ended, play->ended_length);
    if (play->in_series && series_is_over(&play->series))
        return true; /* the game on the board is the last of those */
    if (play->ended_length)
        write(context, "\n", 1);
    return write_current(play, write, context);
}

typedef struct Kept {
    char *bytes;
    size_t length;
    bool short_of_memory;
} Kept;

static void keep(void *context, const char *bytes, size_t count)
{
    Kept *kept = context;
    char *more = kept->short_of_memory ? NULL : realloc(kept->bytes, kept->length + count + 1);
    if (!more) {
        kept->short_of_memory = true;
        return;
    }
    kept->bytes = more;
    memcpy(kept->bytes + kept->length, bytes, count);
    kept->length += count;
    kept->bytes[kept->length] = '\0';
}

bool saved_keep_ended(Play *play)
{
    Kept kept = {0};
    bool good = saved_write(play, keep, &kept) && !kept.short_of_memory;
    if (!good) {
        free(kept.bytes);
        return false;
    }
    free(play->ended);
    play->ended = kept.bytes;
    play->ended_length = kept.length;
    return true;
}

/* "computer level 4", "computer 2000 ms"; everything else is a person's name. */
static void read_seat(const char *text, Seat *seat)
{
    uint64_t n;
    const char *p;
    *seat = (Seat){.level = PLAY_LEVEL_USUAL};
    if (!text || strcmp(text, "person") == 0)
        return;
    if (strncmp(text, "computer level ", 15) == 0 && str_is_number(text + 15, LEVEL_MAX, &n) && n) {
        seat->computer = true;
        seat->level = (int)n;
    } else if (strncmp(text, "computer ", 9) == 0 &&
               (p = text + 9, str_read_number(&p, PLAY_TIME_MS_MAX, &n)) && n &&
               strcmp(p, " ms") == 0) {
        seat->computer = true;
        seat->level = 0;
        seat->time_ms = (int)n;
    } else {
        Str s = str_over(seat->name, sizeof seat->name);
        str_add(&s, text);
    }
}

/* "300+5" in seconds; anything else is no limit of ours. */
static void read_limit(const char *text, Play *play)
{
    uint64_t base, more = 0;
    if (!text || !str_read_number(&text, PLAY_CLOCK_MS_MAX / 1000, &base) || !base)
        return;
    if (*text == '+') {
        text++;
        if (!str_read_number(&text, PLAY_CLOCK_MS_MAX / 1000, &more))
            return;
    }
    if (*text)
        return;
    play->clock_ms = (int64_t)base * 1000;
    play->increment_ms = (int64_t)more * 1000;
}

static bool play_main_line(const Record *record, Play *play, char *why)
{
    for (uint32_t n = record->node[0].child; n; n = record->node[n].child) {
        const RecordNode *node = &record->node[n];
        int side = play_pos(play)->turn;
        PlayTimes times = play->times[play->match.ply];
        MatchError error = match_play(&play->match, node->move);
        if (error)
            return refuse_text(why, play->lang, match_error(error));
        times.moves[side]++;
        if (node->clock_ms != RECORD_NO_CLOCK && play->clock_ms) {
            int64_t all = play->clock_ms + play->increment_ms * times.moves[side];
            times.used[side] = all > node->clock_ms ? all - node->clock_ms : 0;
        }
        play->times[play->match.ply] = times;
    }
    return true;
}

static void read_end(const Record *record, Play *play)
{
    int loser = record->result == WINNER_P1;
    if (record->termination == TERMINATION_AGREEMENT)
        match_agree(&play->match);
    else if (record->termination == TERMINATION_RESIGNATION)
        match_resign(&play->match, loser);
    else if (record->termination == TERMINATION_TIME ||
             record->termination == TERMINATION_FORFEIT) {
        play->forfeited = loser;
        play->by_forfeit = record->termination == TERMINATION_FORFEIT;
    }
}

static void read_ply(const Record *record, Play *play)
{
    const char *text = record_tag(record, "Ply");
    uint64_t ply;
    if (!text || !str_is_number(text, play->match.last, &ply))
        return;
    while (play->match.ply > ply && match_undo(&play->match))
        continue;
    play->forfeited = -1;
    play->held = true;
}

/* The game on the board; the record's game becomes the play's. */
static bool read_current(Record *record, Play *play, char *why)
{
    play->seed = record->seed;
    if (!play_begin(play, record->game, &record->node[0].pos))
        return refuse_text(why, play->lang, &refuse_no_memory);
    record->game = NULL;
    read_limit(record_tag(record, "TimeControl"), play);
    for (int side = 0; side < 2; side++)
        read_seat(record_tag(record, side_tag(play->game, side)),
                  &play->seat[play_seat(play, side)]);
    if (!play_main_line(record, play, why)) {
        play_close(play);
        return false;
    }
    read_end(record, play);
    read_ply(record, play);
    play_refresh(play);
    return true;
}

typedef struct Reading {
    Lang lang;
    RecordSeries series;
    Record last;
    bool any;
    Kept before; /* the match's games before the last */
} Reading;

static void drop_last(Reading *reading)
{
    if (reading->any)
        record_free(&reading->last);
    reading->any = false;
}

/* Where a match goes on, the record before joins those that have ended; else it is forgotten. */
static bool take_record(Reading *reading, Record *record, char *why)
{
    if (!record_series_add(&reading->series, record, registry_families, registry_count,
                           reading->lang, why))
        return false;
    bool first = !reading->series.game ||
                 reading->series.series.played == !reading->series.unfinished;
    if (first) {
        free(reading->before.bytes);
        reading->before = (Kept){0};
    } else {
        if (reading->before.length)
            keep(&reading->before, "\n", 1);
        record_write(&reading->last, keep, &reading->before);
    }
    drop_last(reading);
    reading->last = *record;
    reading->any = true;
    return true;
}

static bool read_all(const char *bytes, size_t count, Reading *reading, char *why)
{
    static const Text none = {{"there is no game in it", "棋譜がありません"}};
    RecordReader reader = {.families = registry_families,
                           .family_count = registry_count,
                           .at = bytes,
                           .end = bytes + count,
                           .lang = reading->lang};
    Record record;
    RecordFound found;
    while ((found = record_read(&reader, &record, why)) == RECORD_GOOD) {
        if (!take_record(reading, &record, why)) {
            record_free(&record);
            return false;
        }
    }
    if (found == RECORD_BAD)
        return false;
    return reading->any || refuse_text(why, reading->lang, &none);
}

/* The series as it was before the last game ended: a finished game stays on the board until the
 * players go on. */
static bool series_before(const Reading *reading, Series *out)
{
    const Series *series = &reading->series.series;
    if (!reading->series.game)
        return false;
    *out = *series;
    if (reading->series.unfinished)
        return true;
    const SeriesGame *last = &series->ended[series->played - 1];
    out->played--;
    int winner = last->winner == WINNER_P2, seat = winner == last->side ? 0 : 1;
    if (last->winner == WINNER_DRAW) {
        out->half[0] = (uint8_t)(out->half[0] - series->rules->draw);
        out->half[1] = (uint8_t)(out->half[1] - series->rules->draw);
    } else {
        out->half[seat] = (uint8_t)(out->half[seat] - series->rules->win);
    }
    out->start = reading->last.node[0].pos;
    return true;
}

bool saved_read(const char *bytes, size_t count, Lang lang, Play *out, char *why)
{
    static const Text large = {{"it is larger than {0} bytes", "{0}バイトを超えています"}};
    Reading reading = {.lang = lang};
    bool good = count <= RECORD_BYTES_MAX ||
                refuse_with(why, lang, &large, NUMBER(RECORD_BYTES_MAX));
    good = good && read_all(bytes, count, &reading, why);
    if (good && reading.before.short_of_memory)
        good = refuse_text(why, lang, &refuse_no_memory);
    if (good) {
        *out = (Play){.lang = lang};
        out->in_series = series_before(&reading, &out->series);
        good = read_current(&reading.last, out, why);
    }
    if (good) {
        out->series.game = out->game;
        out->ended = reading.before.bytes;
        out->ended_length = reading.before.length;
    } else {
        free(reading.before.bytes);
    }
    drop_last(&reading);
    record_series_end(&reading.series);
    return good;
}
