/* SPDX-License-Identifier: MIT */
/* What was solved, as JSON (docs/json.md). */
#ifndef CONCENTRIC_APP_CLI_SOLVE_JSON_H
#define CONCENTRIC_APP_CLI_SOLVE_JSON_H

#include "solve/solve.h"

/* False with a reason. */
bool solve_print_json(const SolveRun *run, double seconds, char *why);

#endif
