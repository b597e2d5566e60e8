/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of puzzles: each is refused with a one-line reason, or reads back to the same
 * from both of its texts. Those of the registered games are read on to their lines of moves. */
#include "app/puzzle/set.h"
#include "base/utf8.h"
#include "games/registry.h"
#include "play/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Variants *variants;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_puzzle: %s\n", what);
        abort();
    }
}

static void check_same(const Puzzle *a, const Puzzle *b)
{
    bool same = a->goal == b->goal && a->length == b->length && a->themes == b->themes &&
                a->level == b->level && strcmp(a->variant, b->variant) == 0 &&
                strcmp(a->position, b->position) == 0;
    for (int i = 0; same && i < a->length; i++)
        same = strcmp(a->line[i], b->line[i]) == 0;
    check(same, "a puzzle that is not stable");
}

/* Short lines cannot hold bars and spaces in moves, which no game writes. */
static bool has_short_form(const Puzzle *puzzle)
{
    bool good = !strchr(puzzle->position, '|');
    for (int i = 0; i < puzzle->length; i++)
        good = good && !strpbrk(puzzle->line[i], " |");
    return good;
}

static void check_texts(const Puzzle *puzzle)
{
    static char text[1 << 16];
    char why[WHY_MAX];
    Puzzle again;
    Str s = str_over(text, sizeof text);
    puzzle_write(puzzle, &s);
    check(!s.full, "a puzzle that does not fit");
    PuzzleReader reader = puzzle_reader(text, s.length);
    PuzzleFound found = puzzle_reader_next(&reader, &again, why);
    check(found == PUZZLE_GOOD || s.length >= PUZZLE_TEXT_MAX, "a written puzzle that is refused");
    if (found == PUZZLE_GOOD)
        check_same(puzzle, &again);
    if (!has_short_form(puzzle))
        return;
    s = str_over(text, sizeof text);
    puzzle_write_short(puzzle, &s);
    check(puzzle_read_short(text, puzzle->variant, &again, why), "a short line that is refused");
    check_same(puzzle, &again);
}

static void check_line(const Puzzle *puzzle)
{
    char why[WHY_MAX] = "";
    Line line;
    const Game *game = variants_open(variants, puzzle->variant, LANG_EN, why);
    if (game && puzzle_line(puzzle, game, &line, why))
        return;
    check(*why && utf8_is_plain(why, strlen(why)), "no reason, or no clean line");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + 1), why[WHY_MAX] = "";
    if (!variants)
        variants = variants_new(registry_families, registry_count);
    memcpy(bytes, data, size);
    PuzzleReader reader = puzzle_reader(bytes, size);
    Puzzle puzzle;
    for (PuzzleFound found; (found = puzzle_reader_next(&reader, &puzzle, why)) != PUZZLE_END;) {
        if (found == PUZZLE_BAD) {
            check(*why && utf8_is_plain(why, strlen(why)), "no reason, or no clean line");
            continue;
        }
        check_texts(&puzzle);
        check_line(&puzzle);
    }
    free(bytes);
    return 0;
}
