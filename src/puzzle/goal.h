/* SPDX-License-Identifier: MIT */
/* What a puzzle asks for. A goal is reached by a move of the one who wants it with one of its
 * events, or by the win of the game, which is never less. "win" has no events, and "draw" is about
 * known values alone (core/known.h): no search can prove it. */
#ifndef CONCENTRIC_PUZZLE_GOAL_H
#define CONCENTRIC_PUZZLE_GOAL_H

#include "core/game.h"

typedef enum GoalKind {
    GOAL_WIN,
    GOAL_DRAW,
    GOAL_MILL,
    GOAL_FRAME,
    GOAL_TRAP,
    GOAL_KRAKEN,
    GOAL_COUNT
} GoalKind;

typedef struct Goal {
    const char *name;
    uint32_t events; /* bit per EventKind */
    uint32_t needs;  /* a game has this goal if it has all these events */
    bool monster;    /* only events about the piece that belongs to nobody count */
} Goal;

extern const Goal goals[GOAL_COUNT];

/* NULL if there is no goal of that name. */
const Goal *goal_find(const char *name);
static inline GoalKind goal_kind(const Goal *goal)
{
    return (GoalKind)(goal - goals);
}
/* Is it a move of `who` with one of the goal's events? The win of the game is not looked at. */
bool goal_is_met(const Goal *goal, const Game *game, const Pos *pos, Move move, int who);
/* Has the game been won by this player? */
bool goal_is_won(const Game *game, const Pos *pos, int who);
/* The goals of a game, bit per GoalKind, as random games of it show; 0 if there is no memory. */
uint32_t goals_of(const Game *game);

#endif
