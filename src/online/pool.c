/* SPDX-License-Identifier: MIT */
/* Pools of ratings, see pool.h. */
#include "online/pool.h"

const char *pool_speed(const Control *control)
{
    enum { MOVES = 40, MINUTE_MS = 60000 };
    int64_t most = 0;
    for (int side = 0; side < 2; side++) {
        int64_t takes = control_base(control, side) + MOVES * control_more(control, side);
        most = takes > most ? takes : most;
    }
    if (control->kind == CONTROL_NONE)
        return "";
    if (control->kind == CONTROL_DAYS)
        return "days";
    return most < 10 * MINUTE_MS ? "blitz" : most < 60 * MINUTE_MS ? "rapid" : "classical";
}

void pool_write(const Game *game, const Control *control, char out[POOL_MAX])
{
    Str s = str_over(out, POOL_MAX);
    const char *speed = pool_speed(control);
    if (*speed)
        str_format(&s, "%s-%s", game->family->id, speed);
}
