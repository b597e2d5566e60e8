/* SPDX-License-Identifier: MIT */
/* How often, by name: names are words of the program's own such as too-often, and few. Pure. */
#ifndef CONCENTRIC_APP_SERVER_TALLY_H
#define CONCENTRIC_APP_SERVER_TALLY_H

#include <stdint.h>

enum { TALLY_MAX = 96, TALLY_NAME_MAX = 32 };

typedef struct Tally {
    int used;
    char name[TALLY_MAX][TALLY_NAME_MAX];
    uint64_t count[TALLY_MAX];
} Tally;

/* Counts one. What is no such word (a to z, digits, hyphens), and what finds no room, counts as
 * "other": whatever comes from outside never becomes a name. */
void tally_add(Tally *tally, const char *name);
uint64_t tally_get(const Tally *tally, const char *name);

#endif
