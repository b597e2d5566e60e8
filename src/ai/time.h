/* SPDX-License-Identifier: MIT */
/* Time management: how long to think about a move, given a clock. Any clock value is handled: a
 * player whose flag has fallen still has to move, at once. */
#ifndef CONCENTRIC_AI_TIME_H
#define CONCENTRIC_AI_TIME_H

enum {
    TIME_MARGIN_MS = 30,   /* reserve for the delay of sending and receiving */
    TIME_MOVES_TO_GO = 28, /* moves that the remaining time must suffice for, unless given */
};

/* Milliseconds. Always 0 < soft_ms <= hard_ms. */
typedef struct TimePlan {
    double soft_ms; /* no further iteration begins after this */
    double hard_ms; /* the search ends */
} TimePlan;

/* For one move with this much time left, this increment, and so many moves until there is new time
 * (0 or less: not given). */
TimePlan time_plan(double left_ms, double inc_ms, int moves_to_go);

/* For a move that may take exactly so long. */
TimePlan time_fixed(double ms);

/* Both hold: the shorter of each. */
TimePlan time_shorter(TimePlan a, TimePlan b);

#endif
