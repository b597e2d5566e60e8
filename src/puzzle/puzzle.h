/* SPDX-License-Identifier: MIT */
/* A puzzle: a position, a goal, and the line that reaches it (docs/puzzles.md). The solver's moves
 * are each the only one that keeps the value of the position, where that is known, or that reaches
 * the goal within the plies that are left of the line, where it is proved by trying everything. The
 * answers are the longest defence. No puzzle rests on an evaluation. */
#ifndef CONCENTRIC_PUZZLE_PUZZLE_H
#define CONCENTRIC_PUZZLE_PUZZLE_H

#include "base/str.h"
#include "core/known.h"
#include "puzzle/goal.h"

enum {
    PUZZLE_LINE_MAX = 15,
    PUZZLE_ID_MAX = 16,
    PUZZLE_TEXT_MAX = 4096, /* one puzzle as a line of JSON, NUL included */
};

typedef enum PuzzleTheme {
    THEME_MILL,      /* a move of the solver's completes a mill, */
    THEME_DOUBLE,    /* two with one move */
    THEME_CAPTURE,   /* it takes or turns enemy pieces */
    THEME_STACK,     /* it puts an enemy piece under one of their own */
    THEME_FRAME,     /* it completes a frame */
    THEME_EVICT,     /* it drives the enemy king out */
    THEME_KNOCK,     /* it knocks a piece on */
    THEME_TRAP,      /* it traps a piece */
    THEME_KRAKEN,    /* it traps the piece that belongs to nobody */
    THEME_QUIET,     /* the first move only places or moves */
    THEME_SACRIFICE, /* an answer gains something, in vain */
    THEME_BLOCK,     /* the enemy is left without a move, or with one */
    THEME_ZUGZWANG,  /* the enemy would be safe if they could pass */
    THEME_PLACING,   /* there are pieces in hand */
    THEME_MOVING,    /* there are none */
    THEME_ENDGAME,   /* few pieces or moves are left */
    THEME_MOVES_1,   /* so many moves of the solver's */
    THEME_MOVES_2,
    THEME_MOVES_3,
    THEME_MOVES_4, /* or more */
    THEME_EXACT,   /* by known values: the line ends where several moves are as good */
    THEME_COUNT
} PuzzleTheme;

extern const char *const theme_names[THEME_COUNT];

typedef struct Puzzle {
    char variant[VARIANT_TEXT_MAX];
    char position[POSITION_TEXT_MAX];
    const Goal *goal;
    int length;
    char line[PUZZLE_LINE_MAX][MOVE_TEXT_MAX];
    uint32_t themes; /* bit per PuzzleTheme */
    int level;       /* 1 to 10: the lowest of our levels that solves it */
} Puzzle;

/* A name that follows from variant, position and goal. */
void puzzle_id(const Puzzle *puzzle, char out[PUZZLE_ID_MAX]);
/* As one line of JSON, without its end. */
void puzzle_write(const Puzzle *puzzle, Str *out);
/* As one line of a set (docs/puzzles.md), which has the variant elsewhere. */
void puzzle_write_short(const Puzzle *puzzle, Str *out);
/* From such a line; false with a reason. */
bool puzzle_read_short(const char *line, const char *variant, Puzzle *out, char *why);

/* The line as moves. */
typedef struct Line {
    int length;
    Pos pos[PUZZLE_LINE_MAX + 1]; /* before each move, and at the end */
    Move move[PUZZLE_LINE_MAX];
} Line;

/* Reads position and line: every text canonical, every move legal, the solver first and last, and
 * the game not over before the end. False with a reason. */
bool puzzle_line(const Puzzle *puzzle, const Game *game, Line *out, char *why);

/* ask.c: what it asks of its solver after `made` moves of its line, in words: "White to move: win
 * within 2 of your moves." */
void puzzle_ask(const Puzzle *puzzle, const Game *game, const Line *line, int made, Lang lang,
                Str *out);

/* check.c: is the puzzle what it says? By plain enumeration, or by known values where the line does
 * not reach its goal; nothing here is shared with what makes puzzles. `most` bounds the moves made
 * (0: no bound). False with a reason in words. */
bool puzzle_check(const Puzzle *puzzle, const Game *game, const Oracle *oracle, uint64_t most,
                  char *why);

#endif
