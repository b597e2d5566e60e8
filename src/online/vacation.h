/* SPDX-License-Identifier: MIT */
/* Vacations of players: at most thirty days in a year, in which the clocks of their games with days
 * per move stand still. They are spans of time in the player's document; what a table knows of them
 * are acts in its log (play/table.h), which the rooms of that player follow with. */
#ifndef CONCENTRIC_ONLINE_VACATION_H
#define CONCENTRIC_ONLINE_VACATION_H

#include "play/clock.h"

#include <cjson/cJSON.h>

enum {
    VACATION_DAYS = 30,  /* in a year of 365 days */
    VACATION_SPANS = 31, /* each one counts a day at least */
};

/* The vacations of a year, the earliest first; they do not overlap. */
typedef struct Vacations {
    ClockHold span[VACATION_SPANS];
    int count;
} Vacations;

/* From "vacation" of a player's document; what is damaged is left out. */
void vacations_read(const cJSON *body, Vacations *out);
void vacations_write(const Vacations *vacations, cJSON *body);

typedef enum VacationSet { VACATION_OK, VACATION_NO_DAYS } VacationSet;
/* So many days from now on, in place of one that is on; 0 ends it. A day counts once an hour of it
 * has passed, the first one at once.
 * VACATION_NO_DAYS: nothing is changed, there are not as many left. */
VacationSet vacations_set(Vacations *vacations, int days, int64_t now);
/* Until when there is one now, or 0. */
int64_t vacations_until(const Vacations *vacations, int64_t now);
/* How many days more could be taken now. */
int vacations_left(const Vacations *vacations, int64_t now);
/* What a table should be told next: the first span that it does not know of, or not as it is now.
 * `known` is the last one that it was told, `since` the time from which on spans matter to it.
 * False: nothing. */
bool vacations_next(const Vacations *vacations, ClockHold known, int64_t since, int64_t now,
                    ClockHold *out);

/* {"until","left"} */
cJSON *vacations_json(const Vacations *vacations, int64_t now);

#endif
