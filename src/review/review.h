/* SPDX-License-Identifier: MIT */
/* A game looked at again: what every move was worth. Each position is searched once, from the last
 * to the first, so that what followed is known when a move is judged; where a database knows it,
 * the judgement is exact. It can be done in slices, with progress. No files, no threads, no clock
 * of its own: search and memory are the caller's.
 *
 *     review_begin(&review, tree, end, search, &memory, &limits);
 *     while (review_go_on(&review, 20))
 *         ...show review.done of review.count + 1...
 *     review_free(&review);
 */
#ifndef CONCENTRIC_REVIEW_REVIEW_H
#define CONCENTRIC_REVIEW_REVIEW_H

#include "ai/odds.h"
#include "ai/search.h"
#include "base/json.h"
#include "play/tree.h"

enum {
    REVIEW_LINE_MAX = 8, /* moves of best play that are kept for each position */
    REVIEW_PLIES_MAX = 4000,
    REVIEW_TURNS_MAX = 5, /* turning points that are told */
};

typedef enum Verdict {
    VERDICT_FORCED, /* there was no other move */
    VERDICT_BEST,
    VERDICT_GOOD,
    VERDICT_INACCURACY,
    VERDICT_MISTAKE,
    VERDICT_BLUNDER,
    VERDICT_COUNT
} Verdict;

const Text *verdict_text(Verdict verdict);
const char *verdict_id(Verdict verdict); /* "best", "mistake", ... */

/* What a position is worth to its side to move. */
typedef struct ReviewValue {
    int score;  /* of the search */
    int expect; /* 0 to 1000, a draw being 500 */
    bool exact; /* known for certain: by a database, by proof or because the game is over */
    int value;  /* then: -1, 0, 1 */
    int plies;  /* ... and until the end; -1 where it is drawn or not known */
    bool given; /* by review_know */
    int length;
    Move line[REVIEW_LINE_MAX]; /* best play */
} ReviewValue;

typedef struct ReviewMove {
    uint32_t node; /* after the move */
    int side;
    Move move;
    int before, after; /* what the side that moved could expect */
    int worth;         /* thousandths: how close to best play; 1000 is as good as any */
    bool exact;        /* the two values below are certain */
    int value_before, value_after;
    Verdict verdict;
} ReviewMove;

typedef struct Review {
    const Tree *tree;
    int count;          /* moves of the game */
    int done;           /* positions that have been looked at; count + 1 of them */
    ReviewValue *value; /* of the position before each move, and of the last one */
    ReviewMove *move;   /* good when all is done */
    int accuracy[2];    /* thousandths, by side; -1: there was no choice, or nothing to lose */
    bool failed;        /* there was no memory */

    Search *search;
    SearchMemory memory;
    SearchLimits limits;
    bool searching;
} Review;

/* The line from the start to `end`, each position with these limits. The memory's table is cleared.
 * False if there is no memory or the game is too long. */
bool review_begin(Review *review, const Tree *tree, uint32_t end, Search *search,
                  const SearchMemory *memory, const SearchLimits *limits);
/* What somebody else knows for certain of the position before move `index`, or of the last one: its
 * value for the side to move (-1, 0, 1), plies until the end or -1, and the best move, 0 if there
 * is none to tell. To be said before the review goes on. */
void review_know(Review *review, int index, int value, int plies, Move best);
/* Goes on for about so many milliseconds (0: to the end). True while there is more to do. */
bool review_go_on(Review *review, double ms);
void review_free(Review *review);

/* The moves after which things were not the same, the worst REVIEW_TURNS_MAX, in order of play:
 * indices into move. Returns how many. */
int review_turns(const Review *review, int out[REVIEW_TURNS_MAX]);

/* review_say.c: what became of a move, in one to three sentences that a player understands. */
void review_explain(const Review *review, int index, Lang lang, Str *out);
/* review_chance.c: what a side could find, and whether it did. Something that stays possible for
 * several turns is told once. */
typedef enum ChanceKind {
    CHANCE_NONE,
    CHANCE_MEN,
    CHANCE_STACK,
    CHANCE_MILL,
    CHANCE_DOUBLE,
    CHANCE_TRAP,
    CHANCE_FRAME,
    CHANCE_THRONE,
    CHANCE_WIN,
    CHANCE_COUNT
} ChanceKind;
enum { CHANCES_MAX = 32 };
typedef struct Chance {
    int index; /* of the move that was played there */
    ChanceKind kind;
    int at; /* plies until it is gained: 0 by the move itself */
    bool taken;
} Chance;
const char *chance_id(ChanceKind kind); /* "mill", "frame", ... */
const Text *chance_text(ChanceKind kind);
int review_chances(const Review *review, int side, Chance out[CHANCES_MAX]);
/* One sentence to who played that side. */
void chance_say(const Review *review, const Chance *chance, Lang lang, Str *out);

/* All of it (docs/formats.md); REVIEW_JSON_MAX bytes a move are enough, and as many once. */
enum { REVIEW_JSON_MAX = 3072 };
void review_write(const Review *review, Lang lang, Json *json);

#endif
