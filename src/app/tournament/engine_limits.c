/* SPDX-License-Identifier: MIT */
/* Time controls, see limits.h. */
#include "app/tournament/engine_limits.h"

#include <string.h>

/* SECONDS with up to three decimals, as milliseconds; moves *text behind it. */
static bool read_seconds(const char **text, uint64_t *ms)
{
    uint64_t whole, part = 0;
    if (!str_read_number(text, LIMIT_MS_MAX / 1000, &whole))
        return false;
    if (**text == '.') {
        int scale = 100;
        for (++*text; **text >= '0' && **text <= '9' && scale; ++*text, scale /= 10)
            part += (uint64_t)(**text - '0') * (uint64_t)scale;
        if (scale == 100)
            return false;
    }
    *ms = whole * 1000 + part;
    return true;
}

static bool take_clock(EngineLimits *limits, const char *text, char *why)
{
    uint64_t base, increment = 0;
    bool good = read_seconds(&text, &base) && base > 0;
    if (good && *text == '+')
        text++, good = read_seconds(&text, &increment);
    if (!good || *text)
        return refuse(why, "clock takes seconds and perhaps seconds per move, such as clock=10 or "
                           "clock=10+0.1");
    limits->clocked = true;
    limits->base_ms = base;
    limits->increment_ms = increment;
    return true;
}

typedef struct LimitName {
    const char *name;
    size_t offset;
    uint64_t most;
} LimitName;

static const LimitName names[] = {
    {"movetime", offsetof(EngineLimits, movetime_ms), LIMIT_MS_MAX},
    {"depth", offsetof(EngineLimits, depth), 10000},
    {"nodes", offsetof(EngineLimits, nodes), UINT64_MAX},
};
enum { NAME_COUNT = sizeof names / sizeof *names };

/* Is `word` NAME=..., and what follows then? */
static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

bool engine_limits_is_word(const char *word)
{
    for (int i = 0; i < NAME_COUNT; i++)
        if (value_of(word, names[i].name))
            return true;
    return value_of(word, "clock") != NULL;
}

bool engine_limits_take_word(EngineLimits *limits, const char *word, char *why)
{
    const char *value = value_of(word, "clock");
    if (value)
        return take_clock(limits, value, why);
    for (int i = 0; i < NAME_COUNT; i++) {
        uint64_t n;
        if (!(value = value_of(word, names[i].name)))
            continue;
        if (!str_is_number(value, names[i].most, &n) || n == 0)
            return refuse(why, "%s takes a number from 1 to %llu", names[i].name,
                          (unsigned long long)names[i].most);
        memcpy((char *)limits + names[i].offset, &n, sizeof n);
        return true;
    }
    Str s = str_over(why, WHY_MAX);
    str_quote(&s, word);
    str_add(&s, " is no limit; limits are movetime=MS, depth=N, nodes=N, clock=SECONDS+SECONDS");
    return false;
}

bool engine_limits_read(const char *text, EngineLimits *out, char *why)
{
    *out = (EngineLimits){0};
    while (*(text += strspn(text, " \t"))) {
        char word[64];
        size_t length = strcspn(text, " \t");
        Str s = str_over(word, sizeof word);
        str_bytes(&s, text, length);
        if (!engine_limits_take_word(out, word, why))
            return false;
        text += length;
    }
    return !engine_limits_none(out) ||
           refuse(why, "a time control is one or more of movetime=MS, depth=N, nodes=N, "
                       "clock=SECONDS+SECONDS");
}

bool engine_limits_none(const EngineLimits *limits)
{
    return !limits->movetime_ms && !limits->depth && !limits->nodes && !limits->clocked;
}

static void write_seconds(Str *out, uint64_t ms)
{
    str_number(out, ms / 1000);
    if (ms % 1000)
        str_format(out, ".%03u", (unsigned)(ms % 1000));
}

void engine_limits_write(const EngineLimits *limits, Str *out)
{
    const char *gap = "";
    for (int i = 0; i < NAME_COUNT; i++) {
        uint64_t n;
        memcpy(&n, (const char *)limits + names[i].offset, sizeof n);
        if (n) {
            str_format(out, "%s%s=%llu", gap, names[i].name, (unsigned long long)n);
            gap = " ";
        }
    }
    if (!limits->clocked)
        return;
    str_format(out, "%sclock=", gap);
    write_seconds(out, limits->base_ms);
    str_char(out, '+');
    write_seconds(out, limits->increment_ms);
}

double engine_limits_allowance(const EngineLimits *limits, double left_ms)
{
    double allowance = limits->movetime_ms ? (double)limits->movetime_ms : -1;
    if (limits->clocked && (allowance < 0 || left_ms < allowance))
        allowance = left_ms > 0 ? left_ms : 0;
    return allowance;
}

/* A clock that shows nothing is told as one millisecond: engines may take 0 for no limit. */
static unsigned long long whole_ms(double ms)
{
    return ms < 1 ? 1 : (unsigned long long)ms;
}

void engine_limits_write_go(const EngineLimits *limits, int player, const double left_ms[2],
                            const EngineLimits *other, Str *out)
{
    str_add(out, "go");
    if (limits->clocked) {
        /* An opponent without a clock is shown with ours. */
        const EngineLimits *by[2] = {limits, limits};
        double left[2] = {left_ms[player], left_ms[player]};
        if (other->clocked) {
            by[!player] = other;
            left[!player] = left_ms[!player];
        }
        str_format(out, " p1time %llu p2time %llu p1inc %llu p2inc %llu", whole_ms(left[0]),
                   whole_ms(left[1]), (unsigned long long)by[0]->increment_ms,
                   (unsigned long long)by[1]->increment_ms);
    }
    if (limits->movetime_ms)
        str_format(out, " movetime %llu", (unsigned long long)limits->movetime_ms);
    if (limits->depth)
        str_format(out, " depth %llu", (unsigned long long)limits->depth);
    if (limits->nodes)
        str_format(out, " nodes %llu", (unsigned long long)limits->nodes);
}
