/* SPDX-License-Identifier: MIT */
/* Commands of lessons and puzzles. */
#include "app/tui/command_run.h"

/* In a game it is the computer's. */
Request run_hint(Play *play, const char *rest)
{
    (void)rest;
    if (!play->task.kind)
        return REQUEST_HINT;
    task_hint(play);
    return REQUEST_NONE;
}

Request run_solution(Play *play, const char *rest)
{
    (void)rest;
    task_solve(play);
    return REQUEST_NONE;
}
