/* SPDX-License-Identifier: MIT */
/* A game at one screen in words: lines that both the drawn and the plain game show. */
#ifndef CONCENTRIC_APP_TUI_TELL_H
#define CONCENTRIC_APP_TUI_TELL_H

#include "app/tui/play.h"

/* Who sits on a side: "you", a name, "computer, level 4". */
void tell_who(const Play *play, int side, Str *out);
/* The numbers of a side: "in hand 9, lost 0". */
void tell_counters(const Play *play, int side, Str *out);
/* "1:05", "1:02:03". */
void tell_time(int64_t ms, Lang lang, Str *out);
/* What the board waits for: the prompt of the roles, the result, whose turn, the pick. */
void tell_prompt(const Play *play, Str *out);
/* The move that leads to a node, with its mark, and what it does. */
void tell_move(const Play *play, uint32_t node, Str *out);
void tell_events(const Play *play, uint32_t node, Str *out);
/* "Variations: d2 f4": what else was thought of at the position that is shown; nothing if nothing.
 */
void tell_others(const Play *play, Str *out);
/* The legal moves, separated by spaces. */
void tell_moves(const Play *play, Str *out);
/* The result, or nothing while there is none. */
void tell_result(const Play *play, Str *out);
/* "set 1, game 2; ...": where the match stands; nothing if there is none. When it is over, that. */
void tell_standing(const Play *play, Str *out);
/* "White +0.35" (who stands better), or "White wins in 5". */
void tell_score(const Play *play, const Thought *thought, Str *out);
/* The moves of a thought from the position on the board. */
void tell_line(const Play *play, const Thought *thought, Str *out);
/* One of the other lines: "White +0.35: d2 f4". */
void tell_other(const Play *play, const ThoughtLine *line, Str *out);
/* The pieces of an owner (NEUTRAL too) and their points: "white man d6 f4; white king g7". */
void tell_pieces(const Play *play, int owner, Str *out);
/* "a win in 5" for what is known of a choice. */
void tell_known(const Play *play, const Known *known, Str *out);
/* The game's title with its options. */
void tell_title(const Play *play, Str *out);

#endif
