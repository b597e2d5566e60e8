/* SPDX-License-Identifier: MIT */
/* Sessions: from variant and position, or from a record, to a match with its memory; and back to a
 * record. See engine.h. */
#include "app/wasm/engine.h"
#include "base/utf8.h"
#include "games/registry.h"
#include "proto/record_series.h"

#include <stdlib.h>
#include <string.h>

static const Text time_reason = {{"the opponent ran out of time", "相手が時間切れになった"}};
static const Text forfeit_reason = {
    {"the opponent left or broke the rules", "相手が対局を放棄したか反則をした"}};

void session_free(Session *session)
{
    match_free(&session->match);
    for (int i = 0; session->earlier && i < session->series.played; i++)
        match_free(&session->earlier[i].match);
    free(session->earlier);
    game_close(session->game);
    free(session->scratch);
    free(session->memory.moves);
    free(session->memory.order);
    *session = (Session){0};
}

static bool make_memory(Session *s, char *why)
{
    size_t room = SEARCH_ROOM + (size_t)s->game->moves_max;
    s->scratch = malloc(2 * (size_t)s->game->moves_max * sizeof(Move));
    s->memory.moves = malloc(room * sizeof(Move));
    s->memory.order = malloc(room * sizeof(int32_t));
    s->memory.room = room;
    s->memory.now = engine_now;
    if (s->scratch && s->memory.moves && s->memory.order)
        return true;
    return refuse(why, "%s", engine_no_memory.in[engine.lang]);
}

/* The match of a session whose game is set. */
static bool begin(Session *s, const Pos *start, char *why)
{
    if (make_memory(s, why) && (match_begin(&s->match, s->game, start) ||
                                refuse(why, "%s", engine_no_memory.in[engine.lang])))
        return true;
    session_free(s);
    return false;
}

bool session_open(Session *out, const char *variant, uint64_t seed, const char *position, char *why)
{
    Pos start;
    *out = (Session){.game = game_open(variant, engine.lang, why), .seed = seed};
    if (!out->game)
        return false;
    if (!*position)
        out->game->ops->start(out->game, seed, &start);
    else if (!out->game->ops->read_pos(out->game, position, engine.lang, &start, why)) {
        session_free(out);
        return false;
    }
    return begin(out, &start, why);
}

/* Makes a session at the start of its game one of a series. */
static bool enter_series(Session *s, char *why)
{
    series_begin(&s->series, s->game, s->seed);
    s->in_series = true;
    s->earlier = calloc(SERIES_GAMES_MAX, sizeof *s->earlier);
    if (s->earlier)
        return true;
    session_free(s);
    return refuse(why, "%s", engine_no_memory.in[engine.lang]);
}

bool session_open_series(Session *out, const char *variant, uint64_t seed, char *why)
{
    return session_open(out, variant, seed, "", why) && enter_series(out, why);
}

/* The players' own acts, as the record says. */
static void end_as_recorded(Session *s, const Record *record)
{
    s->termination = record->termination;
    int loser = record->result == WINNER_P1;
    if (record->termination == TERMINATION_AGREEMENT)
        match_agree(&s->match);
    else if (record->termination == TERMINATION_RESIGNATION)
        match_resign(&s->match, loser);
    else if (record->termination == TERMINATION_TIME)
        s->match.ended = (Outcome){record->result, &time_reason};
    else if (record->termination == TERMINATION_FORFEIT)
        s->match.ended = (Outcome){record->result, &forfeit_reason};
}

bool session_replay(Session *s, const Record *record, char *why)
{
    for (uint32_t n = record->node[0].child; n; n = record->node[n].child)
        if (match_play(&s->match, record->node[n].move) != MATCH_OK)
            return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    end_as_recorded(s, record);
    return true;
}

static bool begin_from(Session *out, Record *record, char *why)
{
    *out = (Session){.game = record->game, .seed = record->seed};
    record->game = NULL; /* it is the session's now */
    if (!begin(out, &record->node[0].pos, why))
        return false;
    if (session_replay(out, record, why))
        return true;
    session_free(out);
    return false;
}

static bool is_first_of_series(const Record *record)
{
    const char *set = record_tag(record, "Set"), *round = record_tag(record, "Round");
    return set && round && strcmp(set, "1") == 0 && strcmp(round, "1") == 0;
}

/* Another game of the text: the next one of the series. */
static bool add_game(Session *s, RecordSeries *check, const Record *record, char *why)
{
    static const Text more = {{"there is more than one game in this text; give one",
                               "この文には棋譜が2つ以上あります。1つにしてください"}};
    if (!s->in_series || !record_tag(record, "Set") || is_first_of_series(record))
        return refuse(why, "%s", more.in[engine.lang]);
    return record_series_add(check, record, registry_families, registry_count, engine.lang, why) &&
           session_next_game(s, why) && session_replay(s, record, why);
}

static bool add_games(Session *s, RecordReader *reader, RecordSeries *check, char *why)
{
    for (;;) {
        Record record;
        RecordFound found = record_read(reader, &record, why);
        if (found != RECORD_GOOD)
            return found == RECORD_END;
        bool good = add_game(s, check, &record, why);
        record_free(&record);
        if (!good)
            return false;
    }
}

/* The first game of a text, alone or as the first of a series. */
static bool load_first(Session *out, RecordReader *reader, RecordSeries *check, char *why)
{
    static const Text none = {{"there is no game in this text", "この文には棋譜がありません"}};
    Record record;
    RecordFound found = record_read(reader, &record, why);
    if (found != RECORD_GOOD)
        return found == RECORD_END ? refuse(why, "%s", none.in[engine.lang]) : false;
    bool series = is_first_of_series(&record);
    bool good = (!series || record_series_add(check, &record, registry_families, registry_count,
                                              engine.lang, why)) &&
                begin_from(out, &record, why) && (!series || enter_series(out, why));
    record_free(&record);
    return good;
}

bool session_load(Session *out, const char *text, size_t length, char *why)
{
    RecordReader reader = {registry_families, registry_count, text, text + length, 0, engine.lang};
    RecordSeries check = {0};
    bool good = load_first(out, &reader, &check, why);
    if (good && !add_games(out, &reader, &check, why)) {
        session_free(out);
        good = false;
    }
    record_series_end(&check);
    return good;
}

bool session_is_over(const Session *session)
{
    return match_outcome(&session->match).winner != WINNER_NONE;
}

/* Names that the record writes itself. */
static bool is_own_tag(const char *name)
{
    static const char *const own[] = {"Game", "Start", "Seed", "Result", "Termination"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i]) == 0)
            return true;
    return false;
}

/* What the reader of records takes: letters, digits and _; printable UTF-8. */
static bool is_tag(const char *name, const char *value)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    size_t length = strlen(name), n;
    if (!length || length > 63 || strspn(name, letters) != length ||
        strlen(value) >= RECORD_TEXT_MAX)
        return false;
    for (; *value; value += n)
        if ((n = utf8_sequence(value)) == 0 || (unsigned char)*value < ' ' || *value == 0x7f)
            return false;
    return true;
}

static bool add_tag(Record *record, char *line, char *why)
{
    static const Text bad = {{"a tag is a line Name=value, each name once, in plain text",
                              "タグは「名前=値」の行です。名前は1回ずつ、制御文字なしで"}};
    char *equals = strchr(line, '=');
    if (equals)
        *equals = '\0';
    bool good = equals && !is_own_tag(line) && is_tag(line, equals + 1) &&
                !record_tag(record, line) && record_add_tag(record, line, equals + 1);
    if (equals)
        *equals = '=';
    return good || refuse(why, "%s", bad.in[engine.lang]);
}

/* The text is cut for a moment and whole again afterwards: every game of a series gets the tags. */
static bool add_tags(Record *record, char *tags, char *why)
{
    while (*tags) {
        size_t length = strcspn(tags, "\n");
        char end = tags[length];
        tags[length] = '\0';
        bool good = !length || add_tag(record, tags, why);
        tags[length] = end;
        if (!good)
            return false;
        tags += length + (end != '\0');
    }
    return true;
}

/* How the whole history ends; acts of the players stand at its end only. */
static void settle_result(const Played *played, Record *record)
{
    Match end = played->match;
    bool acted = end.ply == end.last && end.ended.winner != WINNER_NONE;
    end.ply = end.last;
    if (!acted)
        end.ended = (Outcome){WINNER_NONE, NULL};
    record->result = match_outcome(&end).winner;
    if (acted)
        record->termination = played->termination;
    else if (end.ply >= end.drawn_ply)
        record->termination = TERMINATION_REPETITION;
    else
        record->termination = record->result == WINNER_NONE ? TERMINATION_UNFINISHED
                                                            : TERMINATION_NORMAL;
}

static void write_piece(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static bool fill_record(const Played *played, Record *record, char *why)
{
    const Match *match = &played->match;
    uint32_t at = 0;
    for (uint32_t ply = 1; ply <= match->last; ply++)
        if ((at = record_add_move(record, at, match->entry[ply].move)) == 0)
            return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    settle_result(played, record);
    return true;
}

/* One game; `number` is its place in the series, -1 if it is in none. */
static bool write_game(const Session *session, const Played *played, int number, char *tags,
                       Str *out, char *why)
{
    Record record;
    Series at = session->series;
    at.played = number < 0 ? 0 : (uint8_t)number;
    Game *game = game_open(session->game->id, engine.lang, why); /* a record owns its game */
    if (!game)
        return false;
    if (!record_begin(&record, game, session->seed, &played->match.entry[0].pos)) {
        game_close(game);
        return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    }
    bool good = (number < 0 || record_series_tag(&at, &record)) && add_tags(&record, tags, why) &&
                fill_record(played, &record, why);
    if (good)
        record_write(&record, write_piece, out);
    record_free(&record);
    return good;
}

bool session_record(const Session *session, char *tags, Str *out, char *why)
{
    int before = session->in_series ? session->series.played : -1;
    for (int i = 0; i < before; i++) {
        if (!write_game(session, &session->earlier[i], i, tags, out, why))
            return false;
        str_char(out, '\n');
    }
    Played now = {session->match, session->termination};
    return write_game(session, &now, before, tags, out, why);
}
