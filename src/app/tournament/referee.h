/* SPDX-License-Identifier: MIT */
/* One game between two engines. The referee knows the rules from the core, trusts no engine, and
 * writes the record. */
#ifndef CONCENTRIC_APP_TOURNAMENT_REFEREE_H
#define CONCENTRIC_APP_TOURNAMENT_REFEREE_H

#include "app/tournament/adjudge.h"
#include "app/tournament/engine.h"
#include "app/tournament/schedule.h"
#include "app/tournament/standing.h"
#include "play/record.h"

typedef struct RefereeRules {
    Game *game;
    uint32_t plies_max; /* then it is a draw */
    double margin_ms;   /* how much later than its limit an answer may come */
    double move_max;    /* seconds for a move that has no limit of time */
    AdjudgeRules adjudge;
} RefereeRules;

typedef struct RefereedGame {
    Result result;
    Record record;           /* the caller frees it */
    char note[WHY_MAX];      /* what went wrong, if something did */
    bool failed_to_start[2]; /* by engine */
} RefereedGame;

/* Plays game `number` of the schedule from its opening. False if the tournament was stopped (then
 * there is nothing to free) or, with `note` filled, if there is no memory. `line` has room for
 * UGI_LINE_MAX bytes. */
bool referee_play(const RefereeRules *rules, Engine *const engine[2], const char *const name[2],
                  uint32_t number, const Opening *opening, char *line, RefereedGame *out);

#endif
