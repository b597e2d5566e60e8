/* SPDX-License-Identifier: MIT */
/* The exports, see exports.h: check what comes in, do it, tell what came of it. */
#include "app/wasm/exports.h"

#include "ai/level.h"
#include "app/wasm/engine.h"
#include "core/perft.h"
#include "games/registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Engine engine;

const Text engine_no_game = {{"no game is open", "対局が開かれていません"}};
const Text engine_no_memory = {{"out of memory", "メモリが足りません"}};
const Text engine_over = {{"the game is over", "対局は終わっています"}};
const Text engine_bad_input = {
    {"the input is too long or has a NUL byte", "入力が長すぎるか、NULが含まれています"}};

int32_t engine_refuse_text(const Text *reason)
{
    return engine_refuse("%s", reason->in[engine.lang]);
}

int32_t engine_refuse(const char *format, ...)
{
    char why[WHY_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    engine.out = str_over(engine.output, sizeof engine.output);
    str_add(&engine.out, why);
    return 0;
}

/* Empties the output and makes a text of the input; false after a refusal. */
static bool take_input(int32_t length)
{
    engine.out = str_over(engine.output, sizeof engine.output);
    bool good = length >= 0 && length <= ENGINE_INPUT_MAX &&
                !memchr(engine.input, 0, (size_t)length);
    if (!good)
        return engine_refuse_text(&engine_bad_input);
    engine.input[length] = '\0';
    return true;
}

/* The same, for what needs an open game. */
static bool take_for_game(int32_t length)
{
    if (!take_input(length))
        return false;
    return engine.session.game ? true : engine_refuse_text(&engine_no_game);
}

static Json answer(void)
{
    return json_over(&engine.out);
}

static int32_t finish(void)
{
    static const Text full = {{"the answer is too long", "答えが長すぎます"}};
    return engine.out.full ? engine_refuse_text(&full) : 1;
}

char *cx_input(int32_t database)
{
    uint8_t *room = solved_room(database > 0 ? (size_t)database : 0);
    return database > 0 ? (char *)room : engine.input;
}

const char *cx_output(void)
{
    return engine.output;
}

int32_t cx_output_length(void)
{
    return (int32_t)engine.out.length;
}

/* Answers with the shape of the open game, if there is one, in the new language. */
int32_t cx_language(int32_t language)
{
    static const Text unknown = {{"there is no such language", "その言語はありません"}};
    take_input(0);
    if (language < 0 || language >= LANG_COUNT)
        return engine_refuse_text(&unknown);
    engine.lang = (Lang)language;
    if (!engine.session.game)
        return 1;
    Json json = answer();
    tell_shape(&json, &engine.session);
    return finish();
}

/* No search is under way any more, nor anybody who helps with one. */
static void end_thinking(void)
{
    helpers_stop();
    engine.thinking = false;
}

static int32_t change_session(Session *next)
{
    end_thinking();
    if (!helpers_rest())
        engine.session.game = NULL; /* rather lost than freed under somebody's eyes */
    next->memory.tt = engine.session.memory.tt;
    session_free(&engine.session);
    engine.session = *next;
    Json json = answer();
    tell_shape(&json, &engine.session);
    return finish();
}

/* Cuts off the line at *text, which moves behind it. */
static char *next_line(char **text)
{
    char *line = *text;
    size_t length = strcspn(line, "\n");
    *text = line + length + (line[length] != '\0');
    line[length] = '\0';
    return line;
}

/* Variant, seed and position, a line each; " match" after the seed opens the first game of the
 * game's series instead of a position. */
int32_t cx_open(int32_t length)
{
    static const Text bad_seed = {{"the seed should be a number", "シードは数字です"}};
    static const Text bad_match = {
        {"a match begins from the start of the game", "公式戦は初期局面から始まります"}};
    if (!take_input(length))
        return 0;
    char *text = engine.input, why[WHY_MAX] = "";
    const char *variant = next_line(&text);
    char *seed_text = next_line(&text), *word = strchr(seed_text, ' ');
    bool series = word && strcmp(word, " match") == 0;
    uint64_t seed = 1;
    Session next;
    if (series)
        *word = '\0';
    if (*seed_text && !str_is_number(seed_text, UINT64_MAX, &seed))
        return engine_refuse_text(&bad_seed);
    if (series && *text)
        return engine_refuse_text(&bad_match);
    bool good = series ? session_open_series(&next, variant, seed, why)
                       : session_open(&next, variant, seed, text, why);
    return good ? change_session(&next) : engine_refuse("%s", why);
}

/* What was copied to the room that cx_input gave. No search may go on: it could look into the old
 * database. */
static int32_t load_database(void)
{
    char why[WHY_MAX] = "";
    take_input(0);
    end_thinking();
    const char *variant = solved_take(why);
    if (!variant)
        return engine_refuse("%s", why);
    Json json = answer();
    json_open(&json, '{');
    json_add_text(&json, "database", variant);
    json_close(&json, '}');
    return finish();
}

/* Records, or the database that waits. */
int32_t cx_load(int32_t length)
{
    if (solved_waits())
        return load_database();
    if (!take_input(length))
        return 0;
    char why[WHY_MAX] = "";
    Session next;
    if (!session_load(&next, engine.input, (size_t)length, why))
        return engine_refuse("%s", why);
    return change_session(&next);
}

int32_t cx_record(int32_t length)
{
    char why[WHY_MAX] = "";
    if (!take_for_game(length))
        return 0;
    if (!session_record(&engine.session, engine.input, &engine.out, why))
        return engine_refuse("%s", why);
    return finish();
}

int32_t cx_state(void)
{
    if (!take_for_game(0))
        return 0;
    Json json = answer();
    tell_state(&json, &engine.session);
    return finish();
}

/* Numbers separated by spaces; how many, or -1 if there is something else or too much. */
static int read_numbers(const char *text, uint64_t most, uint64_t *out, int room)
{
    int n = 0;
    while (*(text += strspn(text, " ")) != '\0') {
        if (n == room || !str_read_number(&text, most, &out[n]) || (*text && *text != ' '))
            return -1;
        n++;
    }
    return n;
}

int32_t cx_narrow(int32_t length)
{
    static const Text bad = {{"clicks are numbers of points, separated by spaces, at most {0}",
                              "クリックは点の番号を空白で区切ったもので、{0}個までです"}};
    if (!take_for_game(length))
        return 0;
    uint64_t numbers[PATH_MAX];
    Point clicks[PATH_MAX];
    int points = engine.session.game->shape.point_count;
    int n = read_numbers(engine.input, (uint64_t)points - 1, numbers, PATH_MAX);
    if (n < 0) {
        const char *const most[] = {"12"};
        _Static_assert(PATH_MAX == 12, "the reason says so");
        str_fill(&engine.out, bad.in[engine.lang], most);
        return 0;
    }
    for (int i = 0; i < n; i++)
        clicks[i] = (Point)numbers[i];
    Json json = answer();
    tell_narrow(&json, &engine.session, clicks, n);
    return finish();
}

/* The move that the input names, if it can be played now; else the reason in why. */
static bool read_move(Move *out, char *why)
{
    const Session *s = &engine.session;
    if (session_is_over(s))
        return refuse(why, "%s", engine_over.in[engine.lang]);
    const Pos *pos = match_pos(&s->match);
    return s->game->ops->read_move(s->game, pos, engine.input, engine.lang, out, why);
}

int32_t cx_play(int32_t length)
{
    static const Text too_long = {{"the game is too long", "手数が多すぎます"}};
    if (!take_for_game(length))
        return 0;
    char why[WHY_MAX] = "";
    Match *match = &engine.session.match;
    Pos before = *match_pos(match);
    Move move;
    if (!read_move(&move, why))
        return engine_refuse("%s", why);
    MatchError error = match_play(match, move);
    if (error)
        return engine_refuse_text(error == MATCH_TOO_LONG ? &too_long : &engine_no_memory);
    end_thinking();
    Json json = answer();
    tell_events(&json, match->game, &before, move);
    return finish();
}

int32_t cx_why(int32_t length)
{
    if (!take_for_game(length))
        return 0;
    char why[WHY_MAX] = "";
    const Session *s = &engine.session;
    Move move;
    bool legal = read_move(&move, why);
    Json json = answer();
    json_open(&json, '{');
    json_add_bool(&json, "legal", legal);
    if (legal)
        tell_sentence(&json, "text", s->game, match_pos(&s->match), move);
    else
        json_add_text(&json, "text", why);
    json_close(&json, '}');
    return finish();
}

static const Text no_ply = {{"there is no such move", "その手数はありません"}};

int32_t cx_goto(int32_t ply)
{
    if (!take_for_game(0))
        return 0;
    Match *match = &engine.session.match;
    if (ply < 0 || (uint32_t)ply > match->last)
        return engine_refuse_text(&no_ply);
    while (match->ply > (uint32_t)ply)
        match_undo(match);
    while (match->ply < (uint32_t)ply)
        match_redo(match);
    end_thinking();
    return 1;
}

/* After the end of a game of a series: the next one. */
static int32_t next_game(void)
{
    char why[WHY_MAX] = "";
    if (!session_next_game(&engine.session, why))
        return engine_refuse("%s", why);
    end_thinking();
    return 1;
}

/* 0 agreement, 1 and 2 that player resigns, 3 on to the next game of the series. */
int32_t cx_end(int32_t how)
{
    static const Text unknown = {{"there is no such end", "その終わり方はありません"}};
    if (!take_for_game(0))
        return 0;
    Session *s = &engine.session;
    if (how < 0 || how > 3)
        return engine_refuse_text(&unknown);
    if (how == 3)
        return next_game();
    /* What could be redone would come after the end. */
    bool good = how == 0 ? match_agree(&s->match) : match_resign(&s->match, how - 1);
    if (!good)
        return engine_refuse_text(&engine_over);
    s->match.last = s->match.ply;
    s->termination = how == 0 ? TERMINATION_AGREEMENT : TERMINATION_RESIGNATION;
    end_thinking();
    return 1;
}

int32_t cx_marks(int32_t point)
{
    static const Text no_point = {{"there is no such point", "その点はありません"}};
    if (!take_for_game(0))
        return 0;
    if (point < -1 || point >= engine.session.game->shape.point_count)
        return engine_refuse_text(&no_point);
    Json json = answer();
    tell_marks(&json, &engine.session, point < 0 ? POINT_NONE : (Point)point);
    return finish();
}

int32_t cx_events(int32_t ply)
{
    if (!take_for_game(0))
        return 0;
    const Match *match = &engine.session.match;
    if (ply < 0 || (uint32_t)ply > match->last)
        return engine_refuse_text(&no_ply);
    const MatchEntry *entry = &match->entry[ply];
    Json json = answer();
    tell_events(&json, match->game, ply ? &entry[-1].pos : &entry->pos, entry->move);
    return finish();
}

int32_t cx_moves(void)
{
    if (!take_for_game(0))
        return 0;
    Json json = answer();
    tell_moves(&json, &engine.session);
    return finish();
}

/* The search and its table are made at the first use and stay. */
static bool make_search(void)
{
    TransTable *table = &engine.session.memory.tt;
    if (!engine.search)
        engine.search = malloc(sizeof *engine.search);
    if (!table->slots)
        table->slots = malloc(SEARCH_TT_SLOTS * sizeof *table->slots);
    table->count = SEARCH_TT_SLOTS;
    return engine.search && table->slots;
}

/* The clock is the page's: whatever it says must not trap. */
static uint64_t make_seed(void)
{
    double microseconds = engine_now() * 1e3;
    return microseconds >= 0 && microseconds < 1e18 ? (uint64_t)microseconds : 0;
}

/* The way to where the match stands, as the search wants it. */
static bool make_history(const Match *match, History *out)
{
    bool good = history_begin(out, match->game, &match->entry[0].pos);
    for (uint32_t i = 1; good && i <= match->ply; i++)
        good = history_add(out, &match->entry[i].pos, match->entry[i].text_key);
    return good;
}

int32_t cx_think(int32_t length)
{
    static const Text bad = {
        {"limits are four numbers: depth to 64, nodes, milliseconds to 86400000, level to 10",
         "制限は4つの数字です：深さ64まで、局面数、ミリ秒86400000まで、レベル10まで"}};
    enum { DEPTH, NODES, TIME, LEVEL, COUNT };
    uint64_t n[COUNT];
    if (!take_for_game(length))
        return 0;
    if (read_numbers(engine.input, UINT64_MAX, n, COUNT) != COUNT || n[DEPTH] > SEARCH_PLIES_MAX ||
        n[TIME] > 86400000 || n[LEVEL] > LEVEL_MAX)
        return engine_refuse_text(&bad);
    if (session_is_over(&engine.session))
        return engine_refuse_text(&engine_over);
    History history;
    if (!make_search() || !make_history(&engine.session.match, &history))
        return engine_refuse_text(&engine_no_memory);
    SearchLimits limits = {.depth = (int)n[DEPTH],
                           .nodes = n[NODES],
                           .time_ms = (double)n[TIME],
                           .level = (int)n[LEVEL],
                           .seed = make_seed()};
    /* Levels play like people who overlook things: they know no databases. */
    bool full = n[LEVEL] == 0 || n[LEVEL] == LEVEL_MAX;
    engine.session.memory.oracle = full ? solved_oracle(engine.session.game) : (Oracle){NULL, NULL};
    end_thinking();
    tt_clear(&engine.session.memory.tt);
    search_begin(engine.search, &engine.session.memory, &history, &limits);
    helpers_begin(&engine.session.memory, &history, &limits);
    history_free(&history);
    engine.thinking = true;
    return 1;
}

/* 0 milliseconds end it. */
int32_t cx_think_on(int32_t ms)
{
    static const Text none = {{"no search is under way", "思考中ではありません"}};
    if (!take_for_game(0))
        return 0;
    if (!engine.thinking)
        return engine_refuse_text(&none);
    if (ms < 1)
        atomic_store(&engine.search->stop, true);
    if (!search_go_on(engine.search, ms < 1 ? 1 : ms))
        helpers_stop();
    Json json = answer();
    tell_search(&json, engine.search);
    return finish();
}

int32_t cx_bench(int32_t length)
{
    static const Text bad = {{"the depth should be a number from 0 to 12", "深さは0から12です"}};
    _Static_assert(ENGINE_BENCH_MAX == 12, "the reason says so");
    if (!take_input(length))
        return 0;
    char *text = engine.input, why[WHY_MAX] = "";
    const char *variant = next_line(&text);
    uint64_t depth;
    if (!str_is_number(text, ENGINE_BENCH_MAX, &depth))
        return engine_refuse_text(&bad);
    Game *game = game_open(variant, engine.lang, why);
    if (!game)
        return engine_refuse("%s", why);
    Perft perft = {.game = game, .arena = malloc(perft_arena(game, (int)depth) * sizeof(Move))};
    bool good = perft.arena != NULL;
    if (good) {
        Pos pos;
        game->ops->start(game, 1, &pos);
        Json json = answer();
        json_open(&json, '{');
        json_add_number(&json, "nodes", (int64_t)perft_count(&perft, &pos, (int)depth));
        json_close(&json, '}');
    }
    free(perft.arena);
    game_close(game);
    return good ? finish() : engine_refuse_text(&engine_no_memory);
}
