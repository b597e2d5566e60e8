/* SPDX-License-Identifier: MIT */
/* The report of a tournament as JSON (docs/json.md). */
#ifndef CONCENTRIC_APP_TOURNAMENT_CONTEST_JSON_H
#define CONCENTRIC_APP_TOURNAMENT_CONTEST_JSON_H

#include "app/tournament/contest.h"

/* sprt may be NULL. False after it has said what is wrong. */
bool contest_print_json(const Contest *contest, const char (*name)[NAME_MAX_BYTES],
                        const Sprt *sprt);

#endif
