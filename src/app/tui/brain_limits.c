/* SPDX-License-Identifier: MIT */
/* Limits of the computer's thoughts, see brain_limits.h. */
#include "app/tui/brain_limits.h"

#include "ai/level.h"
#include "ai/time.h"

enum { HINT_MS = 700, EVALUATE_MS = 8000, HIGHEST_MS = 3000, ANSWER_MS = 300 };

static void limit_move(const BrainJob *job, SearchLimits *limits)
{
    const Seat *seat = &job->seat;
    bool by_time = seat->time_ms || seat->level == LEVEL_MAX;
    TimePlan plan = {0};
    limits->level = seat->level;
    limits->vary = seat->perfect;
    if (by_time)
        plan = time_fixed(seat->level ? HIGHEST_MS : seat->time_ms);
    ClockBudget budget;
    if (clock_budget(job->clock, job->now, &budget)) {
        TimePlan share = time_plan((double)budget.left_ms, (double)budget.more_ms,
                                   budget.moves_to_go);
        plan = by_time ? time_shorter(plan, share) : share;
    }
    limits->time_ms = plan.hard_ms;
    limits->soft_ms = plan.soft_ms;
}

SearchLimits brain_limits(const BrainJob *job)
{
    SearchLimits limits = {.seed = job->seed};
    if (job->task == BRAIN_MOVE)
        limit_move(job, &limits);
    else
        limits.time_ms = job->task == BRAIN_HINT       ? HINT_MS
                         : job->task == BRAIN_EVALUATE ? EVALUATE_MS
                                                       : ANSWER_MS;
    if (job->task == BRAIN_EVALUATE)
        limits.lines = job->lines;
    return limits;
}
