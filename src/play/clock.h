/* SPDX-License-Identifier: MIT */
/* Time controls and one clock for two sides. Time is milliseconds that the caller hands in and
 * that never go back; nothing here asks the system.
 *
 *   "none"      no limit; the clock counts what was used
 *   "300+5"     300 seconds, 5 more after every move
 *   "300d5"     300 seconds, the first 5 of every move are free (delay)
 *   "3d"        three days for every move
 *   "3d+10d"    three days a move, then a bank of ten days is used up
 *   "600+5/300+3"  time odds: the first for seat 0, the second for seat 1, both with seconds */
#ifndef CONCENTRIC_PLAY_CLOCK_H
#define CONCENTRIC_PLAY_CLOCK_H

#include "base/str.h"
#include "core/types.h"

typedef enum ControlKind {
    CONTROL_NONE,
    CONTROL_INCREMENT,
    CONTROL_DELAY,
    CONTROL_DAYS,
} ControlKind;

enum {
    CONTROL_SECONDS_MAX = 86400, /* of a base, increment or delay */
    CONTROL_DAYS_MAX = 60,
    CONTROL_TEXT_MAX = 32,
};

typedef struct Control {
    ControlKind kind;
    int64_t base_ms; /* the time for all moves; with days: for each move */
    int64_t more_ms; /* increment, delay, or the bank beside the days */
    bool uneven;     /* time odds: seat 1 has these */
    int64_t other_base_ms, other_more_ms;
} Control;

/* False with a reason in why. */
bool control_read(const char *text, Lang lang, Control *out, char *why);
void control_write(const Control *control, Str *out);
/* The same for sides that have changed seats. */
Control control_swapped(const Control *control);
static inline int64_t control_base(const Control *control, int side)
{
    return side && control->uneven ? control->other_base_ms : control->base_ms;
}
static inline int64_t control_more(const Control *control, int side)
{
    return side && control->uneven ? control->other_more_ms : control->more_ms;
}

/* A time in which a side's clock does not count, such as a vacation; both 0: none. */
typedef struct ClockHold {
    int64_t from, until;
} ClockHold;

typedef struct Clock {
    Control control;
    int64_t left_ms[2]; /* at the start of the turn; with days: of the bank; without limit: used */
    int64_t since;      /* when the turn that is on began, or -1 while no clock runs */
    int64_t paused_ms;  /* used of the turn by then, while it stands still */
    int8_t side;        /* whose turn it is; -1 before the first */
    ClockHold hold[2];  /* by sides */
} Clock;

/* By sides: the first half of an uneven control is for side 0. */
void clock_begin(Clock *clock, const Control *control);
/* The turn of a side begins. */
void clock_start(Clock *clock, int side, int64_t now);
/* The side whose turn it is has moved: what it used, less `credit` ms, is charged and what a move
 * earns is added. The clock stands still until the next clock_start. */
void clock_charge(Clock *clock, int64_t now, int64_t credit);
/* Stands still and goes on within a turn. */
void clock_pause(Clock *clock, int64_t now);
void clock_resume(Clock *clock, int64_t now);
/* The turn began so much later: time for which nobody is charged. */
void clock_shift(Clock *clock, int64_t ms);
/* From now on this is the time in which a side is not charged. One that begins when the last one
 * did takes its place, also for what has passed; what another one has spared is kept, and it must
 * not begin before that one ended. */
void clock_hold(Clock *clock, int side, ClockHold hold, int64_t now);
/* Is the running side's clock held at this time? */
bool clock_is_held(const Clock *clock, int64_t now);
/* So much more for one side. */
void clock_give(Clock *clock, int side, int64_t ms);

static inline bool clock_is_limited(const Clock *clock)
{
    return clock->control.kind != CONTROL_NONE;
}
/* What a side has left for the move that is on; without a limit, what it has used so far. */
int64_t clock_left(const Clock *clock, int side, int64_t now);
/* The moment at which the running side's time is up; INT64_MAX if it never is. */
int64_t clock_due(const Clock *clock);
/* What the running side may plan with at `now`: the time until its flag falls, what every move
 * brings anew (increment or delay), and the moves until there is new time (0: none is to come; with
 * days the next move has its own). False without a limit or while no clock runs. */
typedef struct ClockBudget {
    int64_t left_ms, more_ms;
    int moves_to_go;
} ClockBudget;
bool clock_budget(const Clock *clock, int64_t now, ClockBudget *out);
/* The side whose time is up at `now`, or -1. */
int clock_flag(const Clock *clock, int64_t now);

#endif
