/* SPDX-License-Identifier: MIT */
/* Sets of drills (docs/drills.md): the first line is "drills 1 VARIANT", every other one a drill.
 * Reading is pure: bytes in, drills or reasons out. */
#ifndef CONCENTRIC_APP_PUZZLE_DRILLS_H
#define CONCENTRIC_APP_PUZZLE_DRILLS_H

#include "puzzle/drill.h"

typedef struct DrillReader {
    const char *at, *end;
    int line; /* of the last drill, from 1 on */
    char variant[VARIANT_TEXT_MAX];
} DrillReader;

/* False with a reason if the first line is none of a set. */
bool drill_reader_open(const char *bytes, size_t count, DrillReader *out, char *why);
/* The next drill: false at the end, or (why is not empty then) where a line is none; reading may go
 * on after that. */
bool drill_reader_next(DrillReader *reader, Drill *out, char *why);

/* The sets inside the program, web/drills/NAME.txt. */
typedef struct DrillSet {
    const char *variant, *name;
} DrillSet;
extern const DrillSet drill_sets[];
extern const int drill_set_count;
const DrillSet *drill_set_find(const char *variant);
/* False if the program has no files inside. */
bool drill_set_open(const DrillSet *set, DrillReader *out);

#endif
