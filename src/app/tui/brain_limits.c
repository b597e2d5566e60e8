/* SPDX-License-Identifier: MIT */
/* Limits of the computer's thoughts, see brain_limits.h. */
#include "app/tui/brain_limits.h"

#include "ai/level.h"
#include "ai/time.h"

enum { HINT_MS = 700, EVALUATE_MS = 8000, HIGHEST_MS = 3000, ANSWER_MS = 300 };

/* A share of what is left until the flag falls. What comes anew every move comes by an increment or
 * by a delay; days for each move are all new. */
static TimePlan plan_of(const Clock *clock, int64_t now)
{
    int64_t due = clock_due(clock), left = due == INT64_MAX ? 0 : due - now;
    bool days = clock->control.kind == CONTROL_DAYS;
    return time_plan((double)left, days ? 0 : (double)clock->control.more_ms, days ? 1 : 0);
}

static void limit_move(const BrainJob *job, SearchLimits *limits)
{
    const Seat *seat = &job->seat;
    bool by_time = !seat->level || seat->level == LEVEL_MAX;
    TimePlan plan = {0};
    limits->level = seat->level;
    if (by_time)
        plan = time_fixed(seat->level ? HIGHEST_MS : seat->time_ms);
    if (clock_is_limited(job->clock)) {
        TimePlan share = plan_of(job->clock, job->now);
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
    return limits;
}
