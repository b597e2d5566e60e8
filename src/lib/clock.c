/* SPDX-License-Identifier: MIT */
/* Clocks, see clock.h. Players are 1 and 2 outside and sides 0 and 1 within. */
#include "lib/inner.h"

#include "play/clock.h"

#include <stdlib.h>

struct concentric_clock {
    Clock clock;
};

/* A moment that sums cannot make overflow: 35,000 years from 0 on. */
static int64_t moment(int64_t now)
{
    const int64_t most = INT64_C(1) << 50;
    return now < 0 ? 0 : now > most ? most : now;
}

concentric_clock *concentric_clock_new(const char *control, concentric_lang lang, char *why)
{
    char reason[WHY_MAX];
    Control read;
    if (!control_read(or_empty(control), lang_of(lang), &read, reason)) {
        hand_out(reason, why);
        return NULL;
    }
    concentric_clock *clock = malloc(sizeof *clock);
    if (clock)
        clock_begin(&clock->clock, &read);
    else
        hand_out_text(&refuse_no_memory, lang_of(lang), why);
    return clock;
}

void concentric_clock_free(concentric_clock *clock)
{
    free(clock);
}

void concentric_clock_start(concentric_clock *clock, int player, int64_t now)
{
    clock_start(&clock->clock, player == 2, moment(now));
}

static bool runs(const concentric_clock *clock)
{
    return clock->clock.side >= 0 && clock->clock.since >= 0;
}

void concentric_clock_moved(concentric_clock *clock, int64_t now)
{
    if (runs(clock))
        clock_charge(&clock->clock, moment(now), 0);
}

void concentric_clock_pause(concentric_clock *clock, int64_t now)
{
    if (runs(clock))
        clock_pause(&clock->clock, moment(now));
}

void concentric_clock_resume(concentric_clock *clock, int64_t now)
{
    if (clock->clock.side >= 0 && clock->clock.since < 0)
        clock_resume(&clock->clock, moment(now));
}

int64_t concentric_clock_left(const concentric_clock *clock, int player, int64_t now)
{
    return clock_left(&clock->clock, player == 2, moment(now));
}

int concentric_clock_flag(const concentric_clock *clock, int64_t now)
{
    return clock_flag(&clock->clock, moment(now)) + 1;
}

int64_t concentric_clock_due(const concentric_clock *clock)
{
    return clock_due(&clock->clock);
}
