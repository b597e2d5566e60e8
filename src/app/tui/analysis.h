/* SPDX-License-Identifier: MIT */
/* A game that is looked at with others beside it: any move at any position becomes a variation, and
 * lines are gone through, put first and taken out. A game that is still on is analysed on a copy
 * (host_analyse); it waits meanwhile. */
#ifndef CONCENTRIC_APP_TUI_ANALYSIS_H
#define CONCENTRIC_APP_TUI_ANALYSIS_H

#include "app/tui/play.h"

/* A copy of a table for analysis: no computer sits there and the game is broken off where it
 * stands. False with a reason. */
bool analysis_copy(const Play *play, Variants *variants, Play *out, char *why);

/* The variation beside the move that is shown, before or after it in their order. */
bool analysis_vary(Play *play, bool back);
/* To a move of the line that is shown: "5", "5...", "0", "end". */
bool analysis_goto(Play *play, const char *text);
/* Of the move that is shown. */
bool analysis_promote(Play *play);
bool analysis_delete(Play *play);
bool analysis_comment(Play *play, const char *text);
bool analysis_mark(Play *play, const char *text);

/* The tree in lines of at most `width` characters, each ending with a newline: the main line,
 * variations further in below the move that they replace; comments and marks too; > stands before
 * the move that is shown. */
void analysis_tree(const Play *play, int width, Str *out);

#endif
