/* SPDX-License-Identifier: MIT */
/* What the page can call (docs/adr/0021): at most twenty functions. Texts go in at cx_input() and
 * come out at cx_output(); a function returns 1, or 0 with a one-line reason in the output. */
#ifndef CONCENTRIC_APP_WASM_EXPORTS_H
#define CONCENTRIC_APP_WASM_EXPORTS_H

#include <stdint.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

/* Where input goes: with 0 a text, with more a database of so many bytes, which cx_load then takes;
 * NULL if there is no memory for it. What was given before is gone. */
EXPORT(cx_input) char *cx_input(int32_t database);
EXPORT(cx_output) const char *cx_output(void);
EXPORT(cx_output_length) int32_t cx_output_length(void);
/* The shape of the open game in the new words. */
EXPORT(cx_language) int32_t cx_language(int32_t language);
/* A table: its setup, then acts "BY ACT", a line each (engine.h). The shape. */
EXPORT(cx_open) int32_t cx_open(int32_t length);
/* Records, or the database that waits. The shape, or the database's variant. */
EXPORT(cx_load) int32_t cx_load(int32_t length);
/* The table as records, which cx_load reads again. */
EXPORT(cx_save) int32_t cx_save(void);
/* The table, what may be clicked, marks. */
EXPORT(cx_state) int32_t cx_state(void);
EXPORT(cx_do) int32_t cx_do(int32_t length);
EXPORT(cx_click) int32_t cx_click(int32_t point);
EXPORT(cx_show) int32_t cx_show(int32_t node);
EXPORT(cx_marks) int32_t cx_marks(int32_t point);
/* Legal moves, with their values where the position is solved; with 1 also, for the explorer, the
 * names up to symmetry (core/canon.h) of what they lead to; with 2 those of the line that is shown,
 * from the start on. */
EXPORT(cx_moves) int32_t cx_moves(int32_t names);
EXPORT(cx_tree) int32_t cx_tree(void);
/* Depth, nodes, milliseconds, level, and 1 if it is for the seat to move; then, if more than one is
 * wanted, how many best lines. */
EXPORT(cx_think) int32_t cx_think(int32_t length);
EXPORT(cx_think_on) int32_t cx_think_on(int32_t ms);
/* A review of the game that is on: nodes and milliseconds for each position (0: no limit, not
 * both); in further lines what is known for certain of positions, "INDEX VALUE PLIES MOVE": so many
 * moves are before it; 0 lost, 1 drawn, 2 won for its side to move; plies until the end, 0 if that
 * is not known; the best move. With a third number, a seed, it is the move of a teacher who is to
 * move where the game stands (ai/teacher.h) that is looked for, at most twice as long. Then
 * cx_think_on until it is done. A thought, an act or another table ends it. */
EXPORT(cx_review) int32_t cx_review(int32_t length);
EXPORT(cx_answer) int32_t cx_answer(void);
EXPORT(cx_bench) int32_t cx_bench(int32_t length);

/* Threads, in concentric-threads.wasm only (help.c). With go = 0, in the instance that the page
 * talks to: `number` helpers take part from the next search on; returns the top of the last one's
 * stack, 0 if there is none. With go = 1, in a helper's own instance, whose __stack_pointer was set
 * to that: helps, and never returns. */
#ifdef __wasm_atomics__
EXPORT(cx_help)
#endif
int32_t cx_help(int32_t number, int32_t go);

#endif
