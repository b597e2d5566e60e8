/* SPDX-License-Identifier: MIT */
/* The rules of a game as text, from the pages inside the program. */
#ifndef CONCENTRIC_APP_TUI_RULES_H
#define CONCENTRIC_APP_TUI_RULES_H

#include "core/game.h"

enum { RULES_BYTES_MAX = 1 << 16 };

/* A line for each heading, paragraph and clause, without marks of Markdown and without figures.
 * False if the program has no pages inside. */
bool rules_tell(const Game *game, Lang lang, Str *out);

#endif
