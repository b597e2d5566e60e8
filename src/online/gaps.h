/* SPDX-License-Identifier: MIT */
/* Times at which no server was there, which are charged to nobody. They are kept for long: a table
 * is read when somebody asks for it, and by then the server may have been restarted again. */
#ifndef CONCENTRIC_ONLINE_GAPS_H
#define CONCENTRIC_ONLINE_GAPS_H

#include "base/str.h"

#include <stdint.h>

enum { GAPS_MAX = 200, GAPS_TEXT_MAX = GAPS_MAX * 40 };

/* In order of their ends; they may overlap where several processes began after the same gap. */
typedef struct Gaps {
    struct Gap {
        int64_t from, to;
    } gap[GAPS_MAX];
    int count;
} Gaps;

/* Adds the newest one; the oldest goes if there are too many. */
void gaps_add(Gaps *gaps, int64_t from, int64_t to);
/* How many milliseconds between two times were without a server. */
int64_t gaps_between(const Gaps *gaps, int64_t from, int64_t until);
/* "FROM-TO FROM-TO ..."; what cannot be read is passed over. */
void gaps_read(Gaps *gaps, const char *text);
void gaps_write(const Gaps *gaps, Str *out);

#endif
