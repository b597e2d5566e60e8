/* SPDX-License-Identifier: MIT */
/* What act.c, act_play.c and act_note.c share: an act under judgement. */
#ifndef CONCENTRIC_PLAY_ACT_H
#define CONCENTRIC_PLAY_ACT_H

#include "play/table.h"

typedef struct Act {
    Table *table;
    Caller caller;    /* its time is not before the table's */
    int seat;         /* the caller's, or -1 for the host */
    const char *args; /* behind the act's name */
    bool dry;         /* only whether it may be done */
    char *why;
} Act;

/* Judges, and unless it is dry, does it. Everything that can fail comes before the first change. */
typedef Refused ActFunction(Act *act);

Refused act_refuse(Act *act, Refused refused, const Text *why);
/* A number of at most `most` at the head of the arguments, and what stands behind one space. */
bool act_number(Act *act, uint64_t most, uint64_t *out);
bool act_is_bare(const Act *act); /* there are no arguments */
Refused act_bad(Act *act);        /* not an act's form */

/* Must this seat ask the other one, because somebody else sits there? */
bool act_must_ask(const Act *act);
/* At one screen, or after the end, or by the host. */
bool act_may_annotate(const Act *act);

/* Sets up the first game of a table from `start`; false without memory, and then nothing is set but
 * perhaps a longer list of rounds. */
bool table_begin(Table *table, const Game *game, const Pos *start);
/* One more game from `start`. */
bool table_add_round(Table *table, const Game *game, const Pos *start);
void table_finish(Table *table, const Ending *ending, int64_t now);
void table_start_turn(Table *table, int64_t now);
/* The clocks of a game that begins. */
void table_begin_clock(Table *table);
/* The clocks as they stood where the game stands now. */
void table_restore_clock(Table *table, int64_t now);
/* Both seats are taken: on to the pick or to the game. */
void table_start_if_full(Table *table, int64_t now);
void table_go_back(Table *table, uint32_t node, int64_t now);

/* act_play.c: moves, ends, offers. */
ActFunction act_move, act_resign, act_offer, act_answer, act_back, act_forth, act_next, act_claim,
    act_more, act_plan, act_react, act_pause, act_resume, act_abort;
/* act_host.c: seats, picks, and what only the host does. */
ActFunction act_sit, act_leave, act_seat, act_name, act_pick, act_flag, act_away, act_here,
    act_shift, act_vacation, act_forfeit, act_adjudicate, act_end, act_hide;
/* act_note.c: annotations. */
ActFunction act_line, act_comment, act_mark, act_eval, act_time, act_promote, act_delete, act_tag;

#endif
