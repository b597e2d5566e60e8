/* SPDX-License-Identifier: MIT */
/* A whole tournament: a thread per game under way, each with its own two engine processes, taking
 * games off one schedule. */
#ifndef CONCENTRIC_APP_TOURNAMENT_RUNNER_H
#define CONCENTRIC_APP_TOURNAMENT_RUNNER_H

#include "app/tournament/journal.h"
#include "app/tournament/referee.h"

enum { CONCURRENCY_MAX = 64 };

typedef struct TournamentPlan {
    Schedule schedule;
    RefereeRules rules;
    EngineSpec *spec[2];
    char name[2][SPEC_NAME_MAX + 4];
    double patience;
    int concurrency;
    const Sprt *sprt; /* NULL: none */
    bool quiet;
    atomic_bool *stop; /* set from outside to end early */
} TournamentPlan;

/* Starts each engine once and takes its name if the plan has none. False with a reason. */
bool runner_check_engines(TournamentPlan *plan, char *why);

/* Plays what the standing has not yet. False with a reason in why[WHY_MAX] if it could not go on;
 * what was played is counted and written all the same. */
bool runner_run(const TournamentPlan *plan, Journal *journal, Standing *standing, char *why);

#endif
