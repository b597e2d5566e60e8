/* SPDX-License-Identifier: MIT */
/* The rater follows tables that have ended and rates each rated one once: a line of the log and the
 * new ratings of both go into the store together. The next number of the log is the lock: of two
 * processes one gets a conflict, reads again and finds the table in the log. What was not written
 * when a process died is found again by the next one, in the columns of the tables.
 *
 * No threads, no clock of its own; all calls come from one thread. */
#ifndef CONCENTRIC_ONLINE_RATER_H
#define CONCENTRIC_ONLINE_RATER_H

#include "online/rating.h"
#include "online/store.h"

typedef struct Rater Rater;

typedef struct RaterHost {
    void *context;
    int64_t (*now)(void *context);
    /* A table has ended, rated or not; may be told more than once. NULL: nobody cares. */
    void (*ended)(void *context, const TstoreRow *row);
} RaterHost;

Rater *rater_open(const RaterHost *host, Variants *variants, TableStore *store);
void rater_close(Rater *rater); /* after the store was closed */
/* Goes on with what is under way, and looks for what has ended about twice a second. */
void rater_tick(Rater *rater);

typedef struct RaterFigures {
    int64_t rated, not_counted, conflicts;
} RaterFigures;
RaterFigures rater_figures(const Rater *rater);

#endif
