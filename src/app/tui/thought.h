/* SPDX-License-Identifier: MIT */
/* What a search has found so far, as the terminal shows it. */
#ifndef CONCENTRIC_APP_TUI_THOUGHT_H
#define CONCENTRIC_APP_TUI_THOUGHT_H

#include "core/types.h"

enum { THOUGHT_LINE_MAX = 12, THOUGHT_LINES_MAX = 5 };

/* One of several best lines. */
typedef struct ThoughtLine {
    int score, mate, length;
    Move line[THOUGHT_LINE_MAX];
} ThoughtLine;

/* best is 0 while there is nothing. Scores are for the side to move. */
typedef struct Thought {
    Move best;
    int score, depth, mate;
    int length;
    Move line[THOUGHT_LINE_MAX];
    int others; /* lines after the best one, the better ones first */
    ThoughtLine other[THOUGHT_LINES_MAX - 1];
} Thought;

#endif
