/* SPDX-License-Identifier: MIT */
/* Files of puzzles (docs/puzzles.md): lines of JSON as `concentric puzzles` writes them, or a set,
 * whose first line is "puzzles 1 VARIANT" and whose others are short. Reading is pure: bytes in,
 * puzzles or reasons out. */
#ifndef CONCENTRIC_APP_PUZZLE_SET_H
#define CONCENTRIC_APP_PUZZLE_SET_H

#include "puzzle/puzzle.h"

typedef struct PuzzleReader {
    const char *at, *end;
    int line;                       /* of the last puzzle, from 1 on */
    char variant[VARIANT_TEXT_MAX]; /* of a set; else empty */
} PuzzleReader;

typedef enum PuzzleFound { PUZZLE_GOOD, PUZZLE_BAD, PUZZLE_END } PuzzleFound;

PuzzleReader puzzle_reader(const char *bytes, size_t count);
/* The next puzzle. One that cannot be read is PUZZLE_BAD with a reason, and reading goes on. */
PuzzleFound puzzle_reader_next(PuzzleReader *reader, Puzzle *out, char *why);
/* The first line of a set. */
void puzzle_write_head(const char *variant, Str *out);

/* shipped.c: the sets inside the program, web/puzzles/NAME.txt, in the order in which the days go
 * through them. */
typedef struct PuzzleSet {
    const char *variant, *name;
} PuzzleSet;
extern const PuzzleSet puzzle_sets[];
extern const int puzzle_set_count;
/* The set of a variant; NULL if there is none. */
const PuzzleSet *puzzle_set_find(const char *variant);
/* A reader over a set and how many puzzles it has; false if the program has no files inside. */
bool puzzle_set_open(const PuzzleSet *set, PuzzleReader *reader, int *count);
/* The day's puzzle: a set by itself goes through all of its puzzles, one a day, in leaps, so that
 * neighbours in the file do not follow each other. Days are counted from 1970-01-01. */
int puzzle_of_day(uint32_t day, int count);
/* The set whose turn it is on this day, where none is asked for. */
const PuzzleSet *puzzle_set_of_day(uint32_t day);

#endif
