/* SPDX-License-Identifier: MIT */
/* Self-play for the explorer. Every game begins as a walk down the tree of what was played before:
 * where a position has been seen often enough for its moves, the most promising one is played
 * (by upper confidence bounds); where it has not, one that the engine or chance proposes. So
 * natural moves are tried first, good ones most often, and the counts show both. From the last ply
 * of the walk on the engine plays against itself. Nodes are counted, not time, so the same call
 * makes the same book on every machine. */
#ifndef CONCENTRIC_EXPLORE_MAKE_H
#define CONCENTRIC_EXPLORE_MAKE_H

#include "core/known.h"
#include "explore/book.h"

typedef struct MakeLimits {
    uint64_t seed, nodes; /* nodes: of the engine, a move */
    int plies;            /* that the book has */
} MakeLimits;

typedef struct BookMaker BookMaker;

/* NULL if there is no memory. The game must outlive it. */
BookMaker *book_maker_open(const Game *game, const MakeLimits *limits);
void book_maker_close(BookMaker *maker);
/* Plays one game more; false if there is no memory. */
bool book_maker_play(BookMaker *maker);

/* What came of it: of the positions up to the last ply those with at least so many games that are
 * reached from the start through such positions, with what the oracle knows of them, the most
 * played first. *out is for book_free; false if there is no memory. */
bool book_maker_take(BookMaker *maker, uint32_t least, const Oracle *oracle, Book *out);

/* Writes what the oracle knows into the rows that can be reached; false if there is no memory. */
bool book_add_values(Book *book, const Game *game, const Oracle *oracle);

/* Visits every row of a book that can be reached by moves from the start through rows; returns how
 * many, or -1 if there is no memory. */
typedef void BookVisit(void *context, const BookRow *row, const Pos *pos);
int book_walk(const Book *book, const Game *game, BookVisit *visit, void *context);

#endif
