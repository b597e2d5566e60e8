/* SPDX-License-Identifier: MIT */
/* Shares of a clock, see time.h. */
#include "ai/time.h"

/* A search looks at the clock at least once, and a limit of 0 would mean no limit. */
static const double least_ms = 0.5, most_ms = 1e12;

static double between(double low, double value, double high)
{
    return value > low ? (value < high ? value : high) : low; /* NaN gives low */
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* How much of a time may be used if the answer must have arrived at its end. */
static double without_margin(double ms, double margin, double share)
{
    double rest = ms - smaller(margin, ms * share);
    return between(least_ms, rest, most_ms);
}

TimePlan time_fixed(double ms)
{
    double hard = without_margin(between(0, ms, most_ms), TIME_MARGIN_MS / 3.0, 0.2);
    return (TimePlan){hard, hard};
}

TimePlan time_plan(double left_ms, double inc_ms, int moves_to_go)
{
    double left = between(0, left_ms, most_ms), inc = between(0, inc_ms, most_ms);
    double usable = without_margin(left, TIME_MARGIN_MS, 0.75);
    int moves = moves_to_go > 0 && moves_to_go < TIME_MOVES_TO_GO ? moves_to_go : TIME_MOVES_TO_GO;
    double share = usable / moves + 0.75 * inc;
    /* The last move before new time may use all of it; else some must be left for the next. */
    double most = moves_to_go == 1 ? usable : 0.5 * usable;
    double hard = between(least_ms, smaller(3 * share, most), most_ms);
    double soft = between(least_ms, smaller(0.7 * share, hard), most_ms);
    return (TimePlan){soft, hard};
}

TimePlan time_shorter(TimePlan a, TimePlan b)
{
    return (TimePlan){smaller(a.soft_ms, b.soft_ms), smaller(a.hard_ms, b.hard_ms)};
}
