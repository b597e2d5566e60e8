/* SPDX-License-Identifier: MIT */
/* Counts by name, see tally.h. */
#include "app/server/tally.h"

#include <stdbool.h>
#include <string.h>

static bool is_word(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < TALLY_NAME_MAX &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

static int find(const Tally *tally, const char *name)
{
    for (int i = 0; i < tally->used; i++)
        if (strcmp(tally->name[i], name) == 0)
            return i;
    return -1;
}

void tally_add(Tally *tally, const char *name)
{
    if (!is_word(name) || (tally->used >= TALLY_MAX - 1 && find(tally, name) < 0))
        name = "other"; /* for which the last place is kept */
    int at = find(tally, name);
    if (at < 0) {
        at = tally->used++;
        memcpy(tally->name[at], name, strlen(name) + 1);
    }
    tally->count[at]++;
}

uint64_t tally_get(const Tally *tally, const char *name)
{
    int at = find(tally, name);
    return at < 0 ? 0 : tally->count[at];
}
