/* SPDX-License-Identifier: MIT */
/* How far back from the ends of their main lines set-ups can be proved, or what they are worth from
 * the start: a line of a table for each, added to a file as it is found, so that a run that was
 * stopped goes on (docs/formats.md). */
#ifndef CONCENTRIC_APP_PROOF_SURVEY_H
#define CONCENTRIC_APP_PROOF_SURVEY_H

#include "proof/search.h"

typedef struct Survey {
    const Game *game;
    const char *path, *dir;             /* the table; where proofs go, or NULL */
    bool starts;                        /* no lines: the starts themselves */
    const uint64_t *only;               /* the seed of one set-up, or NULL: all */
    uint64_t seeds, nodes, think;       /* seeds tried; nodes a question; nodes a move of a line */
    uint64_t memory;                    /* megabytes of the search's table */
    bool (*out_of_time)(void *context); /* stops between and inside set-ups */
    void *context;
} Survey;

/* True when all set-ups are in the table or the time is up; else a reason. `*rest`: how many are
 * not in it yet. */
bool survey_run(const Survey *survey, size_t *rest, char *why);

#endif
