/* SPDX-License-Identifier: MIT */
/* The plain values that every module shares: points, moves, positions, texts in two languages. */
#ifndef CONCENTRIC_CORE_TYPES_H
#define CONCENTRIC_CORE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    POINTS_MAX = 169, /* Morelli's 13 x 13 */
    POINT_NONE = 255,
    VARIANT_TEXT_MAX = 96,   /* canonical variant text, NUL included; longer input is refused */
    POSITION_TEXT_MAX = 512, /* canonical position text, NUL included */
    MOVE_TEXT_MAX = 64,      /* canonical move text, NUL included */
    PATH_MAX = 12,           /* points of one move's path */
    EVENTS_MAX = 48,         /* events of one move */
};

typedef uint8_t Point;

/* One move, one word. Its bits are its game's own; 0 is never a move. */
typedef uint64_t Move;

/* A position: one cache line, a plain value, comparable with memcmp (unused words are 0).
 * Player 1 has turn 0. Which word means what is its game's own business. */
typedef struct Pos {
    uint64_t key;          /* hash of every field below that can change what may happen next */
    uint64_t stones[2][3]; /* bit i of the 192: the player has a man on point i */
    uint8_t turn, phase, hand[2], score[2], extra[2];
} Pos;
_Static_assert(sizeof(Pos) == 64, "a position is one cache line");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "games may read the last bytes as a word");

typedef struct PointSet {
    uint64_t word[3];
} PointSet;

static inline void set_add(PointSet *set, Point p)
{
    set->word[p >> 6] |= UINT64_C(1) << (p & 63);
}

static inline bool set_has(const PointSet *set, Point p)
{
    return set->word[p >> 6] >> (p & 63) & 1;
}

static inline int set_count(const PointSet *set)
{
    return __builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]) +
           __builtin_popcountll(set->word[2]);
}

/* Everything that a player reads exists in every language; a missing one does not compile away
 * silently: the tests walk all tables. */
typedef enum Lang { LANG_EN, LANG_JA, LANG_COUNT } Lang;

typedef struct Text {
    const char *in[LANG_COUNT];
} Text;

/* Texts for lists of games and their options. The page has them in games.json, which the native
 * program writes, so its engine is built without them: 200 kB are all that a first visit has. */
#ifdef CONCENTRIC_LOOKUP_ONLY
#define LISTED(en, ja)                                                                             \
    {                                                                                              \
        {                                                                                          \
            "", ""                                                                                 \
        }                                                                                          \
    }
#else
#define LISTED(en, ja)                                                                             \
    {                                                                                              \
        {                                                                                          \
            en, ja                                                                                 \
        }                                                                                          \
    }
#endif

typedef enum Winner { WINNER_NONE, WINNER_P1, WINNER_P2, WINNER_DRAW } Winner;

/* Why a game ended. `clause` is said of the winner: "the opponent has no legal move". `told`, if it
 * has one, is a sentence about the two players without its full stop, a pattern for ending_tell
 * (play/ending.h): {0} the winner, {1} the loser, {2} the winner's, {3} the loser's, {4} how many
 * men the loser has lost. It is in the past, so that "You" and a name fit alike. */
typedef struct Reason {
    Text clause, told;
} Reason;

/* How a game stands. `reason` is NULL while it goes on. */
typedef struct Outcome {
    Winner winner;
    const Reason *reason;
} Outcome;

#endif
