/* SPDX-License-Identifier: MIT */
/* How long an engine may think: time controls as text, and the clock of one side. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_ENGINE_LIMITS_H
#define CONCENTRIC_APP_TOURNAMENT_ENGINE_LIMITS_H

#include "base/str.h"

typedef struct EngineLimits {
    uint64_t movetime_ms, depth, nodes; /* 0: not limited */
    bool clocked;
    uint64_t base_ms, increment_ms;
} EngineLimits;

enum { LIMIT_MS_MAX = 86400000 };

/* Does this word set a limit (movetime=MS, depth=N, nodes=N, clock=SECONDS+SECONDS)? */
bool engine_limits_is_word(const char *word);
/* Takes such a word. False with a reason in why[WHY_MAX]. */
bool engine_limits_take_word(EngineLimits *limits, const char *word, char *why);
/* Reads one or more words separated by spaces. */
bool engine_limits_read(const char *text, EngineLimits *out, char *why);
bool engine_limits_none(const EngineLimits *limits);
/* Writes them in that form. */
void engine_limits_write(const EngineLimits *limits, Str *out);

/* Milliseconds until the answer is late, by the clock or the time per move, whichever is first;
 * negative if there is no limit of time. `left_ms` is what the clock shows. */
double engine_limits_allowance(const EngineLimits *limits, double left_ms);

/* Writes the words after `go`. left_ms by player; `other` is the opponent's limits. */
void engine_limits_write_go(const EngineLimits *limits, int player, const double left_ms[2],
                            const EngineLimits *other, Str *out);

#endif
