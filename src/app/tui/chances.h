/* SPDX-License-Identifier: MIT */
/* What there was to find in the game on the board, told after it or when somebody asks. */
#ifndef CONCENTRIC_APP_TUI_CHANCES_H
#define CONCENTRIC_APP_TUI_CHANCES_H

#include "app/tui/play.h"

/* A line for every chance of the person who plays a computer, or of both sides; and how many were
 * found. It searches every position of the game, for a second or a few. */
void chances_tell(const Play *play, Str *out);
/* Does a teacher sit here? Then they are told without being asked for. */
bool chances_are_due(const Play *play);

#endif
