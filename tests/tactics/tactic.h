/* SPDX-License-Identifier: MIT */
/* The tables of tactical positions (README.md beside this file), as test_tactics and tools/tactics
 * share them. */
#ifndef CONCENTRIC_TESTS_TACTIC_H
#define CONCENTRIC_TESTS_TACTIC_H

#include "puzzle/prove.h"
#include "puzzle/solver.h"

#include <stdio.h>

/* One line of a table. */
typedef struct Tactic {
    char variant[VARIANT_TEXT_MAX];
    char text[POSITION_TEXT_MAX];
    const Goal *goal;
    int plies;
    uint64_t nodes;
} Tactic;

/* False if the line is none. */
bool tactic_read(const char *line, Tactic *out);
void tactic_write(const Tactic *tactic, FILE *out);

#endif
