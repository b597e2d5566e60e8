/* SPDX-License-Identifier: MIT */
/* Completion of what is typed: legal moves and command words that begin with it. */
#ifndef CONCENTRIC_APP_TUI_COMPLETE_H
#define CONCENTRIC_APP_TUI_COMPLETE_H

#include "app/tui/play.h"

enum { COMPLETE_SHOWN = 24, COMPLETE_TEXT_MAX = 96 };

typedef struct Completion {
    int count;                      /* of all that fit */
    char common[COMPLETE_TEXT_MAX]; /* the longest beginning that they share */
    char shown[COMPLETE_SHOWN][MOVE_TEXT_MAX];
} Completion;

/* Moves only where a person may move; words always. Letters in either case fit. */
void complete(const Play *play, const char *typed, Completion *out);

#endif
