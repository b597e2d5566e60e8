/* SPDX-License-Identifier: MIT */
/* A whole tournament: a thread per game under way, each with its own engine processes (the two of
 * its game), taking games off one schedule. */
#ifndef CONCENTRIC_APP_TOURNAMENT_RUNNER_H
#define CONCENTRIC_APP_TOURNAMENT_RUNNER_H

#include "app/tournament/journal.h"
#include "app/tournament/referee.h"

enum { CONCURRENCY_MAX = 64 };

typedef struct TournamentPlan {
    Schedule schedule;
    RefereeRules rules;
    EngineSpec *spec; /* of all engines of the schedule */
    char name[ENGINES_MAX][NAME_MAX_BYTES];
    EngineLog *log; /* NULL: none */
    double patience;
    int concurrency;
    const Sprt *sprt; /* NULL: none; else there are two engines */
    bool quiet;
    atomic_bool *stop; /* set from outside to end early */
} TournamentPlan;

/* Starts each engine once and takes its name if the plan has none. False with a reason: also if it
 * has no option of a name that it is given. */
bool runner_check_engines(TournamentPlan *plan, char *why);

/* Plays what the contest has not yet. False with a reason in why[WHY_MAX] if it could not go on;
 * what was played is counted and written all the same. */
bool runner_run(const TournamentPlan *plan, Journal *journal, Contest *contest, char *why);

#endif
