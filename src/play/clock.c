/* SPDX-License-Identifier: MIT */
/* Time controls and clocks, see clock.h. */
#include "play/clock.h"

enum { SECOND = 1000, DAY = 86400000 };

/* "5", "5d": a number and what may stand behind it. */
static bool read_days(const char **text, int64_t *out)
{
    uint64_t n;
    const char *t = *text;
    if (!str_read_number(&t, CONTROL_DAYS_MAX, &n) || !n || *t++ != 'd')
        return false;
    *out = (int64_t)n * DAY;
    *text = t;
    return true;
}

static bool read_by_days(const char *text, Control *out)
{
    Control control = {.kind = CONTROL_DAYS};
    if (!read_days(&text, &control.base_ms))
        return false;
    if (*text == '+' && (text++, !read_days(&text, &control.more_ms)))
        return false;
    if (*text)
        return false;
    *out = control;
    return true;
}

static bool read_seconds(const char **at, Control *out)
{
    const char *text = *at;
    uint64_t base, more = 0;
    bool delay = false;
    if (!str_read_number(&text, CONTROL_SECONDS_MAX, &base) || !base)
        return false;
    if (*text == '+' || *text == 'd') {
        delay = *text++ == 'd';
        if (!str_read_number(&text, CONTROL_SECONDS_MAX, &more))
            return false;
    }
    *out = (Control){.kind = delay ? CONTROL_DELAY : CONTROL_INCREMENT,
                     .base_ms = (int64_t)base * SECOND,
                     .more_ms = (int64_t)more * SECOND};
    *at = text;
    return true;
}

static bool read_by_seconds(const char *text, Control *out)
{
    Control control, other;
    if (!read_seconds(&text, &control))
        return false;
    if (*text == '/') {
        text++;
        if (!read_seconds(&text, &other) || other.kind != control.kind)
            return false;
        control.uneven = other.base_ms != control.base_ms || other.more_ms != control.more_ms;
        control.other_base_ms = control.uneven ? other.base_ms : 0;
        control.other_more_ms = control.uneven ? other.more_ms : 0;
    }
    if (*text)
        return false;
    *out = control;
    return true;
}

bool control_read(const char *text, Lang lang, Control *out, char *why)
{
    static const Text form = {
        {"a clock is none, 300+5 (seconds and increment), 300d5 (seconds and delay), 3d (days a "
         "move), 3d+10d (with a bank) or 600+5/300+3 (unequal), not {0}",
         "時計は none、300+5（秒と加算）、300d5（秒と猶予）、3d（1手ごとの日数）、3d+10d（予備日数"
         "つき）、600+5/300+3（不均等）のどれかです。{0} ではありません"}};
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted), w = str_over(why, WHY_MAX);
    if (str_same_letters(text, "none")) {
        *out = (Control){.kind = CONTROL_NONE};
        return true;
    }
    if (read_by_days(text, out) || read_by_seconds(text, out))
        return true;
    str_quote(&q, text);
    const char *const args[] = {quoted};
    str_fill(&w, form.in[lang], args);
    return false;
}

static void write_seconds(ControlKind kind, long long base, long long more, Str *out)
{
    str_format(out, "%lld%c%lld", base / SECOND, kind == CONTROL_DELAY ? 'd' : '+', more / SECOND);
}

void control_write(const Control *control, Str *out)
{
    long long base = control->base_ms, more = control->more_ms;
    if (control->kind == CONTROL_NONE)
        str_add(out, "none");
    else if (control->kind == CONTROL_DAYS && more)
        str_format(out, "%lldd+%lldd", base / DAY, more / DAY);
    else if (control->kind == CONTROL_DAYS)
        str_format(out, "%lldd", base / DAY);
    else
        write_seconds(control->kind, base, more, out);
    if (control->uneven) {
        str_char(out, '/');
        write_seconds(control->kind, control->other_base_ms, control->other_more_ms, out);
    }
}

Control control_swapped(const Control *control)
{
    Control swapped = *control;
    if (control->uneven) {
        swapped.base_ms = control->other_base_ms;
        swapped.more_ms = control->other_more_ms;
        swapped.other_base_ms = control->base_ms;
        swapped.other_more_ms = control->more_ms;
    }
    return swapped;
}

void clock_begin(Clock *clock, const Control *control)
{
    *clock = (Clock){.control = *control, .since = -1, .side = -1};
    for (int side = 0; side < 2; side++) {
        if (control->kind == CONTROL_DAYS)
            clock->left_ms[side] = control->more_ms;
        else if (control->kind != CONTROL_NONE)
            clock->left_ms[side] = control_base(control, side);
    }
}

void clock_start(Clock *clock, int side, int64_t now)
{
    clock->side = (int8_t)side;
    clock->since = now;
    clock->paused_ms = 0;
}

/* What a hold spares between two times. */
static int64_t spared(const ClockHold *hold, int64_t from, int64_t until)
{
    if (from < hold->from)
        from = hold->from;
    if (until > hold->until)
        until = hold->until;
    return until > from ? until - from : 0;
}

/* Of the turn that is on. */
static int64_t used(const Clock *clock, int64_t now)
{
    if (clock->since < 0 || now < clock->since)
        return clock->paused_ms;
    int64_t running = now - clock->since;
    if (clock->side >= 0)
        running -= spared(&clock->hold[clock->side], clock->since, now);
    return clock->paused_ms + running;
}

/* What the side to move has left of its whole time after using `ms` of this turn; negative if its
 * time was up. */
static int64_t after(const Clock *clock, int64_t ms)
{
    int64_t left = clock->left_ms[clock->side], free_ms = 0;
    if (clock->control.kind == CONTROL_NONE)
        return left + ms;
    if (clock->control.kind == CONTROL_DAYS)
        free_ms = clock->control.base_ms;
    else if (clock->control.kind == CONTROL_DELAY)
        free_ms = control_more(&clock->control, clock->side);
    return ms > free_ms ? left - (ms - free_ms) : left;
}

void clock_charge(Clock *clock, int64_t now, int64_t credit)
{
    if (clock->side < 0)
        return;
    int64_t ms = used(clock, now) - credit;
    int64_t left = after(clock, ms > 0 ? ms : 0);
    if (clock->control.kind == CONTROL_INCREMENT)
        left = (left > 0 ? left : 0) + control_more(&clock->control, clock->side);
    clock->left_ms[clock->side] = left > 0 ? left : 0;
    clock->since = -1;
    clock->paused_ms = 0;
}

void clock_pause(Clock *clock, int64_t now)
{
    clock->paused_ms = used(clock, now);
    clock->since = -1;
}

void clock_resume(Clock *clock, int64_t now)
{
    if (clock->side >= 0 && clock->since < 0)
        clock->since = now;
}

void clock_shift(Clock *clock, int64_t ms)
{
    if (clock->since >= 0)
        clock->since += ms;
}

void clock_hold(Clock *clock, int side, ClockHold hold, int64_t now)
{
    ClockHold *old = &clock->hold[side];
    if (old->from != hold.from && clock->side == side && clock->since >= 0)
        clock->since += spared(old, clock->since, now);
    *old = hold;
}

bool clock_is_held(const Clock *clock, int64_t now)
{
    return clock->since >= 0 && clock->side >= 0 && now >= clock->hold[clock->side].from &&
           now < clock->hold[clock->side].until;
}

void clock_give(Clock *clock, int side, int64_t ms)
{
    clock->left_ms[side] += ms;
}

int64_t clock_left(const Clock *clock, int side, int64_t now)
{
    int64_t ms = side == clock->side ? used(clock, now) : 0;
    int64_t left = clock->left_ms[side];
    if (side == clock->side)
        left = after(clock, ms);
    if (clock->control.kind == CONTROL_DAYS) {
        int64_t day = clock->control.base_ms - ms;
        left += day > 0 ? day : 0;
    }
    return left > 0 ? left : 0;
}

int64_t clock_due(const Clock *clock)
{
    if (!clock_is_limited(clock) || clock->since < 0)
        return INT64_MAX;
    int64_t all = clock->left_ms[clock->side];
    if (clock->control.kind == CONTROL_DAYS)
        all += clock->control.base_ms;
    else if (clock->control.kind == CONTROL_DELAY)
        all += control_more(&clock->control, clock->side);
    int64_t due = clock->since + all - clock->paused_ms;
    const ClockHold *hold = &clock->hold[clock->side];
    int64_t begins = hold->from > clock->since ? hold->from : clock->since;
    return hold->until > begins && due > begins ? due + (hold->until - begins) : due;
}

bool clock_budget(const Clock *clock, int64_t now, ClockBudget *out)
{
    int64_t due = clock_due(clock);
    bool days = clock->control.kind == CONTROL_DAYS;
    if (due == INT64_MAX)
        return false;
    *out = (ClockBudget){.left_ms = due > now ? due - now : 0,
                         .more_ms = days ? 0 : control_more(&clock->control, clock->side),
                         .moves_to_go = days ? 1 : 0};
    return true;
}

int clock_flag(const Clock *clock, int64_t now)
{
    int64_t due = clock_due(clock);
    return due != INT64_MAX && due <= now ? clock->side : -1;
}
