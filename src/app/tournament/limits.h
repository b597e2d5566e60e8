/* SPDX-License-Identifier: MIT */
/* How long an engine may think: time controls as text, and the clock of one side. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_LIMITS_H
#define CONCENTRIC_APP_TOURNAMENT_LIMITS_H

#include "base/str.h"

typedef struct Limits {
    uint64_t movetime_ms, depth, nodes; /* 0: not limited */
    bool clocked;
    uint64_t base_ms, increment_ms;
} Limits;

enum { LIMIT_MS_MAX = 86400000 };

/* Does this word set a limit (movetime=MS, depth=N, nodes=N, clock=SECONDS+SECONDS)? */
bool limits_is_word(const char *word);
/* Takes such a word. False with a reason in why[WHY_MAX]. */
bool limits_take_word(Limits *limits, const char *word, char *why);
/* Reads one or more words separated by spaces. */
bool limits_read(const char *text, Limits *out, char *why);
bool limits_none(const Limits *limits);
/* Writes them in that form. */
void limits_write(const Limits *limits, Str *out);

/* Milliseconds until the answer is late, by the clock or the time per move, whichever is first;
 * negative if there is no limit of time. `left_ms` is what the clock shows. */
double limits_allowance(const Limits *limits, double left_ms);

/* Writes the words after `go`. left_ms by player; `other` is the opponent's limits. */
void limits_write_go(const Limits *limits, int player, const double left_ms[2], const Limits *other,
                     Str *out);

#endif
