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

/* The sets inside the program, in the order in which the days go through them. */
extern const char *const puzzle_sets[];
extern const int puzzle_set_count;
/* The bytes of the set of a variant; false if there is none. */
bool puzzle_set_find(const char *variant, const char **bytes, size_t *count);

#endif
