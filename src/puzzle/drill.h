/* SPDX-License-Identifier: MIT */
/* A drill: a position that is to be won, held or defended against an opponent who never errs
 * (docs/drills.md). Everything it claims comes from known values: what the position is worth, in
 * how many plies it ends, and how many of its moves keep that. */
#ifndef CONCENTRIC_PUZZLE_DRILL_H
#define CONCENTRIC_PUZZLE_DRILL_H

#include "base/str.h"
#include "core/game.h"
#include "core/known.h"

typedef enum DrillKind {
    DRILL_WIN,    /* won: win it */
    DRILL_HOLD,   /* drawn: do not lose for so many of one's moves */
    DRILL_DEFEND, /* lost: be still there after so many of one's moves */
    DRILL_KINDS
} DrillKind;
extern const char *const drill_kind_names[DRILL_KINDS];

/* In a file by letters: a is the first. */
typedef enum DrillTheme {
    DRILL_PLACING, /* there are men in hand */
    DRILL_MOVING,
    DRILL_ENDGAME, /* none in hand, and a side has few men */
    DRILL_EVEN,    /* men of both sides, those in hand counted */
    DRILL_AHEAD,
    DRILL_BEHIND,
    DRILL_CRAMPED, /* few moves to choose from */
    DRILL_LONG,
    DRILL_SINGLE, /* one move alone keeps the value */
    DRILL_MILLS,  /* the winner closes mill after mill */
    DRILL_BLOCK,  /* it ends with a side that cannot move */
    DRILL_THEMES
} DrillTheme;

enum {
    DRILL_TEXT_MAX = POSITION_TEXT_MAX + 64,
    DRILL_HOLD_MOVES = 10, /* of one's own, for which a draw is held */
    DRILL_LEVELS = 3
};

typedef struct Drill {
    char position[POSITION_TEXT_MAX];
    DrillKind kind;
    int plies;       /* until the end with best play; 0: drawn */
    int goal;        /* one's own moves to hold out for; 0: win, however long it takes */
    int keep, moves; /* so many of so many moves keep the value; of a lost one: the plies */
    int level;       /* 1 to DRILL_LEVELS */
    uint32_t themes; /* bit per DrillTheme */
} Drill;

/* Moves to hold out for in a lost position: three quarters of what is possible. */
static inline int drill_goal(int plies)
{
    return plies / 2 * 3 / 4;
}

/* "POSITION|win 23 0 2/14 3|abc". The reader refuses whatever is not written like that. */
void drill_write(const Drill *drill, Str *out);
bool drill_read(const char *line, Drill *out, char *why);

typedef struct DrillMaker DrillMaker;
/* NULL if there is no memory. Game and oracle must outlive it. The same seed gives the same drills;
 * `count` is how many are wanted, so that all kinds and phases get their share. */
DrillMaker *drill_maker_open(const Game *game, const Oracle *oracle, uint64_t seed, int count);
void drill_maker_close(DrillMaker *maker);
/* The next one; false if no more is found in a great number of games. */
bool drill_maker_next(DrillMaker *maker, Drill *out);

/* drill_check.c: is it what it says? The values of all moves are computed again from the values two
 * plies on; nothing is shared with what makes drills. False with a reason in words. */
bool drill_check(const Drill *drill, const Game *game, const Oracle *oracle, char *why);

#endif
