/* SPDX-License-Identifier: MIT */
/* The engine of the page: one table, one search, one buffer in, one buffer out. exports.c is what
 * the page calls, desk.c the table with what is shown of it and what has been clicked, thought.c
 * the search, solved.c a database, help.c the threads. Rules of the game and of the table are all
 * below (play/). Everything that comes in is checked; a refusal leaves a one-line reason in the
 * output and changes nothing. */
#ifndef CONCENTRIC_APP_WASM_ENGINE_H
#define CONCENTRIC_APP_WASM_ENGINE_H

#include "ai/search.h"
#include "base/json.h"
#include "core/perfect.h"
#include "play/click.h"
#include "play/table.h"

enum {
    ENGINE_INPUT_MAX = 4 << 20,
    ENGINE_OUTPUT_MAX = 4 << 20,
    ENGINE_BENCH_MAX = 12,        /* plies of cx_bench */
    ENGINE_SOLVED_MAX = 64 << 20, /* bytes of a database */
    ENGINE_HELPERS_MAX = 7,
};

/* A table with what is shown of it. */
typedef struct Desk {
    Table table;
    uint32_t shown; /* a node of the game that is on */
    Click click;    /* choices at that node */
    Move *scratch;  /* 2 * moves_max of the game; the second half is a judge's */
    double zero;    /* engine_now at the table's time 0 */
    bool study;     /* the analysis board: whatever is tried is a variation */
} Desk;

typedef struct Engine {
    Lang lang;
    Variants *variants;
    Desk *desk; /* NULL: nothing is open */
    Search *search;
    SearchMemory memory;
    const void *net; /* learnt evaluation of net_game, if there is one */
    const Game *net_game;
    bool thinking;
    bool thinks_for_seat; /* about where the game stands; else about what is shown */
    const Game *studied; /* of what the transposition table holds; NULL: of nothing that may stay */
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
int32_t engine_refuse(const char *why);
int32_t engine_refuse_text(const Text *reason);
extern const Text engine_no_memory, engine_over;
/* Every opened game; NULL if there is no memory. */
Variants *engine_variants(void);

/* -- desk.c: each returns NULL or false with a reason in why, and changes nothing then. ----------
 */

/* A table from its setup (play/table.h) in the first line and acts in those that follow. */
Desk *desk_open(char *text, char *why);
/* A table from its records. */
Desk *desk_load(const char *text, size_t length, char *why);
void desk_close(Desk *desk);
/* The table's time. */
int64_t desk_now(const Desk *desk);

/* What an act or a click came to. */
typedef struct DeskMove {
    Pos before;
    Move move; /* 0: none was made */
} DeskMove;

/* "BY ACT": BY is a seat, h for the host, t for the seat that is to move, or s for whoever is to
 * move in the position that is shown, with "move MOVE" only. A move at a node behind which the game
 * went on takes the game back there; where the game is over, it is a variation. "s study 1" makes
 * the table an analysis board: a game that is still on is taken back to its start, so that nothing
 * of it is played, and every move is a variation, behind the end of the game too. */
bool desk_do(Desk *desk, const char *line, DeskMove *made, char *why);
/* A point, or CLEAR, BACK, FINISH, ACCEPT (see play/click.h). */
enum { DESK_CLEAR = -1, DESK_BACK = -2, DESK_FINISH = -3, DESK_ACCEPT = -4 };
bool desk_click(Desk *desk, int32_t point, ClickFound *found, DeskMove *made, char *why);
/* A node, or BACK and FORTH: to where a person was, or is next, to move. */
enum { DESK_STEP_BACK = -1, DESK_STEP_FORTH = -2 };
bool desk_show(Desk *desk, int32_t node, DeskMove *made, char *why);
/* May a person choose points at the node that is shown? */
bool desk_is_open(const Desk *desk);
/* May the game go on from the node that is shown, though it went on from there already, or ended?
 */
bool desk_may_resume(const Desk *desk);
/* Is there a move to be made at the node that is shown: by a person, or at all? */
bool desk_is_live(const Desk *desk);

/* -- thought.c ----------------------------------------------------------------------------------
 */

/* False with a reason. `for_seat`: the seat that is to move thinks, within its clock; else about
 * what is shown. */
bool thought_begin(SearchLimits limits, bool for_seat, char *why);
/* No search is under way any more, nor anybody who helps with one. */
void thought_end(void);
void thought_write(Json *json);
/* The seat to which an end was offered, a computer's, answers by what the last search found about
 * where the game stands. */
bool thought_answer(bool *accepted, char *why);

/* Memory for searches of this game; false if there is none. */
bool thought_room(const Game *game);

/* -- reviewing.c: the game that is on, looked at again. -------------------------------------------
 */

/* known: what others know of its positions, a line each (exports.h); NULL if nothing. Limits with a
 * seed are a teacher's, whose move is asked for (teaching.c). */
bool reviewing_begin(const SearchLimits *limits, char *known, char *why);
/* Goes on, and tells how far it is; with the end comes all of it. False with a reason. */
bool reviewing_on(double ms, Json *json, char *why);
void reviewing_end(void);
/* Is one under way? */
bool reviewing(void);

/* -- teaching.c: the move of a teacher who is to move where the game stands (ai/teacher.h). ------
 */

bool teaching_begin(const SearchLimits *limits, char *why);
void teaching_on(double ms, Json *json);
void teaching_end(void);
bool teaching(void);

/* -- solved.c: one database of solved positions, which the page brings (docs/adr/0026). ----------
 */

/* Room for a database of so many bytes, until the next call; 0 only gives the old one back. NULL
 * if there is none to be had. */
uint8_t *solved_room(size_t bytes);
/* Is there a room that was not taken yet? */
bool solved_waits(void);
/* What is in the room becomes the database, checked; returns its variant. NULL with a reason, and
 * then the old one stays. The room is gone in either case. */
const char *solved_take(char *why);
/* Who knows this game: ask is NULL if there is neither a database of it nor anything told. */
Oracle solved_oracle(const Game *game);
/* Is there a database of this variant among the files of the page? */
bool solved_is_there(const char *variant);

/* -- told.c: values of single positions, which the page has from elsewhere. ----------------------
 */

/* "VARIANT\nPOSITION\nVALUE\nVALUE MOVE\n...", VALUE being w15, d, l8, or w and l without a
 * distance, for the side to move. Returns the variant; NULL with a reason, and nothing changes. */
const char *told_take(const char *text, char *why);
/* ask is NULL if what was told last is of another game. */
Oracle told_oracle(const Game *game);

/* -- help.c: helpers of the search. What they use (game, table) stays until they are stopped. ----
 */

void helpers_begin(const SearchMemory *memory, const History *history, const SearchLimits *limits);
void helpers_stop(void);
/* After a stop: does none touch anything any more? One that did not answer in time may. */
bool helpers_rest(void);
/* How many have helped with the search that was begun last, and the nodes that they visited. */
int helpers_count(void);
uint64_t helpers_nodes(void);

#endif
