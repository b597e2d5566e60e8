/* SPDX-License-Identifier: MIT */
/* An engine as it is named on the command line: settings, then the command. Pure.
 *     name=A option.Hash=16 movetime=100 ./engine --flag 'an argument'
 * `self` alone as the command is this program's own `ugi`. */
#ifndef CONCENTRIC_APP_TOURNAMENT_SPEC_H
#define CONCENTRIC_APP_TOURNAMENT_SPEC_H

#include "app/tournament/engine_limits.h"

enum { SPEC_TEXT_MAX = 4096, SPEC_WORDS_MAX = 64, SPEC_OPTIONS_MAX = 32, SPEC_NAME_MAX = 64 };

typedef struct EngineOption {
    const char *name, *value; /* an empty value: a button, set without one */
} EngineOption;

typedef struct EngineSpec {
    char name[SPEC_NAME_MAX]; /* empty: the engine's own */
    EngineOption option[SPEC_OPTIONS_MAX];
    int option_count;
    EngineLimits limits;
    bool self;
    char *argv[SPEC_WORDS_MAX + 1]; /* ends with NULL */
    char text[SPEC_TEXT_MAX];       /* what the words point into */
} EngineSpec;

/* False with a reason in why[WHY_MAX]. The spec must not be copied afterwards. */
bool spec_read(const char *text, EngineSpec *out, char *why);

#endif
