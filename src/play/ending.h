/* SPDX-License-Identifier: MIT */
/* How a game ended: by the rules, by the third occurrence of a position, or by an act of the
 * players, the clock or an arbiter. One value, kept with the game; looking back never clears it. */
#ifndef CONCENTRIC_PLAY_ENDING_H
#define CONCENTRIC_PLAY_ENDING_H

#include "core/game.h"

typedef enum EndKind {
    END_NONE,        /* it goes on, or was left unfinished */
    END_RULES,       /* the rules ended it */
    END_REPETITION,  /* third occurrence */
    END_AGREEMENT,   /* the players ended it; the game says with which result */
    END_RESIGNATION, /* the winner's opponent resigned */
    END_TIME,        /* the winner's opponent ran out of time */
    END_FORFEIT,     /* the winner's opponent left or broke the rules */
    END_ADJUDICATED, /* an arbiter gave the result */
    END_ABORTED,     /* broken off without a result */
    END_COUNT
} EndKind;

typedef struct Ending {
    EndKind kind;
    Winner winner;        /* WINNER_NONE while it goes on and where it was aborted */
    const Reason *reason; /* the game's own words where the rules or an agreement ended it */
} Ending;

static inline bool ending_is_over(const Ending *ending)
{
    return ending->kind != END_NONE;
}

/* Words of the network interface ("rules") and of records ("normal"); NULL for END_NONE in the
 * former, "unfinished" in the latter. */
const char *end_name(EndKind kind);
const char *end_termination(EndKind kind);
/* The kind with this name; false if there is none. */
bool end_from_name(const char *name, EndKind *out);
bool end_from_termination(const char *name, EndKind *out);

/* The players as somebody sees them, by side: "You" for one of them or for nobody (-1), the
 * computer, a name, or where the name is empty the colour. */
typedef struct Persons {
    int you;
    bool computer[2];
    const char *name[2];
} Persons;

/* How it ended, in two sentences with their full stops: "You lost." and "Black took 7 of your
 * men." `end` is the last position. Nothing while the game goes on. */
void ending_tell(const Game *game, const Pos *end, const Ending *ending, const Persons *persons,
                 Lang lang, Str *head, Str *why);

/* Why the winner won, or why nobody did: a clause such as "the opponent resigned". */
const Text *ending_reason(const Ending *ending);
/* Adds one sentence without a full stop: "White wins: the opponent resigned". Nothing while the
 * game goes on. */
void ending_write(const Game *game, const Ending *ending, Lang lang, Str *out);

/* "none", "p1win", "p2win", "draw"; and back. */
const char *winner_name(Winner winner);
bool winner_from_name(const char *name, Winner *out);

#endif
