/* SPDX-License-Identifier: MIT */
/* The sets of puzzles inside the program, and which puzzle a day has; the page computes the same
 * (docs/puzzles.md). */
#include "app/puzzle/set.h"

#include "app/server/files.h"

#include <string.h>

const PuzzleSet puzzle_sets[] = {
    {"nine", "nine"},         {"morelli,size=9", "morelli-9"}, {"mur", "mur"},       {"six", "six"},
    {"stacking", "stacking"}, {"morelli", "morelli-13"},       {"twelve", "twelve"},
};
const int puzzle_set_count = sizeof puzzle_sets / sizeof *puzzle_sets;

const PuzzleSet *puzzle_set_find(const char *variant)
{
    for (int i = 0; i < puzzle_set_count; i++)
        if (strcmp(puzzle_sets[i].variant, variant) == 0)
            return &puzzle_sets[i];
    return NULL;
}

static bool is_file_of(const char *path, const char *name)
{
    char wanted[64];
    Str s = str_over(wanted, sizeof wanted);
    str_format(&s, "/puzzles/%s.txt", name);
    size_t length = strlen(path);
    return length >= s.length && strcmp(path + length - s.length, wanted) == 0;
}

static int count_puzzles(PuzzleReader reader)
{
    Puzzle puzzle;
    char why[WHY_MAX];
    int count = 0;
    for (PuzzleFound found; (found = puzzle_reader_next(&reader, &puzzle, why)) != PUZZLE_END;)
        count += found == PUZZLE_GOOD;
    return count;
}

bool puzzle_set_open(const PuzzleSet *set, PuzzleReader *reader, int *count)
{
    for (size_t i = 0; i < page_file_count; i++)
        if (is_file_of(page_files[i].name, set->name)) {
            *reader = puzzle_reader((const char *)page_files[i].bytes, page_files[i].size);
            *count = count_puzzles(*reader);
            return *count > 0;
        }
    return false;
}

int puzzle_of_day(uint32_t day, int count)
{
    enum { LEAP = 7919 }; /* a prime: all are met before one comes again, whatever the count */
    return (int)((uint64_t)day * LEAP % (uint64_t)count);
}

const PuzzleSet *puzzle_set_of_day(uint32_t day)
{
    return &puzzle_sets[day % (uint32_t)puzzle_set_count];
}
