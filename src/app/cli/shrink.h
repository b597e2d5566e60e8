/* SPDX-License-Identifier: MIT */
/* What the two files of `concentric shrink` share. */
#ifndef CONCENTRIC_APP_CLI_SHRINK_H
#define CONCENTRIC_APP_CLI_SHRINK_H

#include "core/game.h"

#include <cjson/cJSON.h>

typedef struct ShrinkCheck {
    const char *db, *file;
    uint64_t sample, seed; /* positions of every sector; all of them where there are no more */
    const char *only;      /* not NULL: make nothing */
    bool estimate;         /* there is no file: what would questions cost at this level? */
    uint32_t level;
    cJSON *json; /* gets the list "checked" instead of lines on stdout; NULL: lines */
} ShrinkCheck;

/* Compares a small database with the one that it was made of, and prints what answers cost. False
 * with a reason: a position whose value differs. */
bool shrink_check(const ShrinkCheck *check, const Game *game, char *why);

#endif
