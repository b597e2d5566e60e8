/* SPDX-License-Identifier: MIT */
/* Draws by repetition, for whoever keeps a history: a linear one (core/history.h), a thought
 * about one, a tree of variations. Positions are the same if their texts are (game_text_key); where
 * an occurrence can be a draw at all, the game says (game_draws_here). */
#ifndef CONCENTRIC_CORE_PAST_H
#define CONCENTRIC_CORE_PAST_H

#include "core/game.h"

enum { PAST_REPETITIONS = 3 }; /* the third occurrence draws, and every later one */

/* How often a position has occurred so far, the current one included. */
typedef struct Past {
    uint32_t (*seen)(const void *context, uint64_t text_key); /* NULL: no history */
    const void *context;
} Past;

/* Is a position that stands for the `seen`-th time drawn by it? */
static inline bool past_is_draw(const Game *game, const Pos *pos, uint32_t seen)
{
    return seen >= PAST_REPETITIONS && game_draws_here(game, pos);
}

/* Would a move to this position be a draw by repetition? */
static inline bool past_draws(const Past *past, const Game *game, const Pos *next)
{
    return past->seen && game->repeats &&
           past_is_draw(game, next, past->seen(past->context, game_text_key(game, next)) + 1);
}

#endif
