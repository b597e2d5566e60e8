/* SPDX-License-Identifier: MIT */
/* Times without a server, see gaps.h. */
#include "online/gaps.h"

#include <string.h>

void gaps_add(Gaps *gaps, int64_t from, int64_t to)
{
    if (from >= to)
        return;
    if (gaps->count == GAPS_MAX) {
        memmove(gaps->gap, gaps->gap + 1, (GAPS_MAX - 1) * sizeof *gaps->gap);
        gaps->count--;
    }
    gaps->gap[gaps->count++] = (struct Gap){from, to};
}

int64_t gaps_between(const Gaps *gaps, int64_t from, int64_t until)
{
    int64_t sum = 0;
    /* From the newest to the oldest; what an overlap has counted once ends `until`. */
    for (int i = gaps->count - 1; i >= 0 && until > from; i--) {
        int64_t begin = gaps->gap[i].from > from ? gaps->gap[i].from : from;
        int64_t end = gaps->gap[i].to < until ? gaps->gap[i].to : until;
        if (begin >= end)
            continue;
        sum += end - begin;
        until = begin;
    }
    return sum;
}

void gaps_read(Gaps *gaps, const char *text)
{
    gaps->count = 0;
    while (*text) {
        uint64_t from, to;
        const char *at = text;
        if (str_read_number(&at, INT64_MAX, &from) && *at++ == '-' &&
            str_read_number(&at, INT64_MAX, &to))
            gaps_add(gaps, (int64_t)from, (int64_t)to);
        text += strcspn(text, " ");
        text += *text == ' ';
    }
}

void gaps_write(const Gaps *gaps, Str *out)
{
    for (int i = 0; i < gaps->count; i++)
        str_format(out, "%s%lld-%lld", i ? " " : "", (long long)gaps->gap[i].from,
                   (long long)gaps->gap[i].to);
}
