/* SPDX-License-Identifier: MIT */
/* How long to think about a move, from what a clock says. The clock may say anything: a player
 * whose flag has fallen still has to move, at once. */
#ifndef CONCENTRIC_AI_TIME_H
#define CONCENTRIC_AI_TIME_H

enum {
    TIME_MARGIN_MS = 30,   /* of the clock, kept for the way there and back */
    TIME_MOVES_TO_GO = 28, /* that the time left must be enough for, if nobody says */
};

/* Milliseconds. Always 0 < soft_ms <= hard_ms. */
typedef struct TimePlan {
    double soft_ms; /* nothing new is begun after this */
    double hard_ms; /* the thought ends */
} TimePlan;

/* For one move with this much time left, so much more after each move, and so many moves until
 * there is new time (0 or less: nobody says). */
TimePlan time_plan(double left_ms, double inc_ms, int moves_to_go);

/* For a move that may take exactly so long. */
TimePlan time_fixed(double ms);

/* Both hold: the shorter of each. */
TimePlan time_shorter(TimePlan a, TimePlan b);

#endif
