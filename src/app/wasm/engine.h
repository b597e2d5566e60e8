/* SPDX-License-Identifier: MIT */
/* The engine of the page: one match, one search, one buffer in, one buffer out. exports.c is what
 * the page calls, tell.c writes JSON, session.c opens and keeps the match, series.c the games that
 * count together, help.c has the threads. Everything that comes in is checked; a refusal leaves a
 * one-line reason in the output and changes nothing. */
#ifndef CONCENTRIC_APP_WASM_ENGINE_H
#define CONCENTRIC_APP_WASM_ENGINE_H

#include "ai/search.h"
#include "base/json.h"
#include "core/perfect.h"
#include "core/series.h"
#include "proto/record.h"

enum {
    ENGINE_INPUT_MAX = 1 << 20,
    ENGINE_OUTPUT_MAX = 4 << 20,
    ENGINE_WAYS_MAX = 16,         /* moves that cx_narrow spells out */
    ENGINE_BENCH_MAX = 12,        /* plies of cx_bench */
    ENGINE_SOLVED_MAX = 64 << 20, /* bytes of a database */
    ENGINE_HELPERS_MAX = 7,
};

/* One game as it was played. */
typedef struct Played {
    Match match;
    Termination termination; /* how match.ended came about */
} Played;

/* A match that is ready to be played: what cx_open and cx_load make and swap in. */
typedef struct Session {
    Game *game; /* NULL: none is open */
    Match match;
    uint64_t seed;
    Termination termination; /* how match.ended came about */
    /* In a series the game on the board is not counted before the next one begins, so that its last
     * moves can be taken back. */
    bool in_series;
    Series series;
    Played *earlier;     /* series.played games */
    Move *scratch;       /* 2 * moves_max of the game; the second half is solved.c's */
    SearchMemory memory; /* its table is the engine's and stays */
} Session;

typedef struct Engine {
    Lang lang;
    Session session;
    Search *search;
    bool thinking;
    Str out;
    char input[ENGINE_INPUT_MAX + 1], output[ENGINE_OUTPUT_MAX];
} Engine;

extern Engine engine;

/* Milliseconds since some moment: the one function that the module imports. */
#ifdef __wasm__
__attribute__((import_module("env"), import_name("now")))
#endif
double
engine_now(void);

/* Puts a reason into the output and returns 0. */
int32_t engine_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
int32_t engine_refuse_text(const Text *reason);
extern const Text engine_no_game, engine_no_memory, engine_over, engine_bad_input;

/* session.c: each returns false with a reason in why, and then nothing needs freeing. */
bool session_open(Session *out, const char *variant, uint64_t seed, const char *position,
                  char *why);
/* The first game of a series from its own start. */
bool session_open_series(Session *out, const char *variant, uint64_t seed, char *why);
bool session_load(Session *out, const char *text, size_t length, char *why);
void session_free(Session *session);
/* The match as a record, a series as all its games so far, with tags from lines Name=value. */
bool session_record(const Session *session, char *tags, Str *out, char *why);
bool session_is_over(const Session *session);
/* The moves of a record from where the session stands, and how it ended. */
bool session_replay(Session *session, const Record *record, char *why);

/* series.c */
/* The next game of the series is on the board; refused while this one goes on, or after the last.
 */
bool session_next_game(Session *session, char *why);
/* The series with the game on the board counted, if it is over. */
Series session_standing(const Session *session);
void tell_series(Json *json, const Session *session);

/* solved.c: one database of solved positions, which the page brings (docs/adr/0026). */
/* Room for a database of so many bytes, until the next call; 0 only gives the old one back. NULL
 * if there is none to be had. */
uint8_t *solved_room(size_t bytes);
/* Is there a room that was not taken yet? */
bool solved_waits(void);
/* What is in the room becomes the database, checked; returns its variant. NULL with a reason, and
 * then the old one stays. The room is gone in either case. */
const char *solved_take(char *why);
/* Who knows this game: ask is NULL if the database is of another variant, or there is none. */
Oracle solved_oracle(const Game *game);
/* Is there a database of this variant among the files of the page? */
bool solved_is_there(const char *variant);
/* What the best of the first moves in scratch is worth in this match (core/perfect.h). False if
 * that is not known. */
bool solved_of(const Session *session, uint32_t count, Known *out);
/* What every legal move is worth, in their order, as a list that the caller frees; -1 if it is not
 * known of one. The moves are in scratch then. */
int solved_judge(const Session *session, PerfectMove **out);

/* What the players did to end the game: "", "agree", or the side that resigned. */
const char *ending_name(const Match *match, Termination termination);

/* help.c: helpers of the search. What they use (game, table) stays until they are stopped. */
void helpers_begin(const SearchMemory *memory, const History *history, const SearchLimits *limits);
void helpers_stop(void);
/* After a stop: does none touch anything any more? One that did not answer in time may. */
bool helpers_rest(void);
/* How many have helped with the search that was begun last, and the nodes that they visited. */
int helpers_count(void);
uint64_t helpers_nodes(void);

/* tell.c: JSON of the parts of the open session, in the engine's language. */
void tell_shape(Json *json, const Session *session);
void tell_state(Json *json, const Session *session);
void tell_narrow(Json *json, const Session *session, const Point *clicks, int count);
void tell_events(Json *json, const Game *game, const Pos *before, Move move);
void tell_marks(Json *json, const Session *session, Point point);
void tell_moves(Json *json, const Session *session);
void tell_search(Json *json, const Search *search);
void tell_history(Json *json, const Match *match);
void tell_outcome(Json *json, const char *key, Outcome outcome);
/* The sentence about a legal move. */
void tell_sentence(Json *json, const char *key, const Game *game, const Pos *before, Move move);

#endif
