/* SPDX-License-Identifier: MIT */
/* What was played in the first plies and how it went: for every position, up to symmetry, how many
 * games came to it and how they ended. Moves have no counts of their own: a move is worth what
 * became of the position after it, by whatever order of moves that was reached.
 *
 * As text (docs/formats.md) it is a line "explorer 1 VARIANT", a line "made HOW", and a line a
 * position: its name (core/canon.h), games that the first side won, drawn ones, games that the
 * other one won, and where it is known + = - for won, drawn, lost for the side to move. */
#ifndef CONCENTRIC_EXPLORE_BOOK_H
#define CONCENTRIC_EXPLORE_BOOK_H

#include "core/game.h"

enum { BOOK_P1, BOOK_DRAWN, BOOK_P2, BOOK_RESULTS, BOOK_UNKNOWN = 2, BOOK_GAMES_MAX = 10000000 };

typedef struct BookRow {
    uint64_t key;
    uint32_t count[BOOK_RESULTS];
    int8_t value; /* for the first side, 1, 0, -1; else BOOK_UNKNOWN */
} BookRow;

/* A table of rows by open addressing; zeroed it is empty. */
typedef struct Book {
    BookRow *slot;
    uint32_t *row; /* where the rows are, in the order in which they came */
    uint32_t count, room;
} Book;

void book_free(Book *book);
/* The row of a position; NULL if there is none. */
const BookRow *book_find(const Book *book, uint64_t key);
/* The same, made if need be; NULL if there is no memory. Other rows may move. */
BookRow *book_take(Book *book, uint64_t key);
static inline uint32_t book_games(const BookRow *row)
{
    return row->count[BOOK_P1] + row->count[BOOK_DRAWN] + row->count[BOOK_P2];
}

/* Reads a whole file; `variant` has room for VARIANT_TEXT_MAX. False with a reason that names the
 * line; then the book is empty. */
bool book_read(Book *book, const char *bytes, size_t count, char *variant, char *why);
/* The line of a row, without its end. */
void book_write_row(const BookRow *row, Str *out);

/* The moves of a position by what they lead to: moves that lead to the same up to symmetry are one
 * entry, the first of the list standing for all. */
typedef struct BookMove {
    Move move;
    uint64_t key; /* of the position after it */
    uint32_t alike;
    const BookRow *row; /* NULL: nobody came there */
} BookMove;
/* Of all legal moves, the most played first, then as in the list; returns how many. `list` and
 * `out` have room for moves_max. */
int book_moves(const Book *book, const Game *game, const Pos *pos, Move *list, BookMove *out);

#endif
