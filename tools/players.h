/* SPDX-License-Identifier: MIT */
/* Three beginners, by whom the lowest levels are measured (docs/levels.md). They know the rules of
 * every game and nothing else: what a move gains is told by its events.
 *  - random: any legal move;
 *  - greedy: wins if it can, else makes the greatest gain there is, else any move;
 *  - careful: looks at the reply too. It wins if it can, does not let the enemy win at once, and
 *    makes its own gain less the enemy's best answer as great as possible; among equals the greater
 *    gain, then any.
 * What they choose among equals follows from the generator alone. */
#ifndef CONCENTRIC_TOOLS_PLAYERS_H
#define CONCENTRIC_TOOLS_PLAYERS_H

#include "base/rng.h"
#include "core/game.h"

typedef enum Beginner { BEGINNER_RANDOM, BEGINNER_GREEDY, BEGINNER_CAREFUL, BEGINNERS } Beginner;

extern const char *const beginner_names[BEGINNERS];

enum { GAIN_WIN = 1000 };

/* What a move gains at once, in men: every man taken or turned, stack made or trap is one, the
 * throne is two, a won game GAIN_WIN. */
int beginner_gain(const Game *game, const Pos *pos, Move move);

/* A beginner's move in a game that goes on. `room` has place for twice moves_max, `rates` for
 * moves_max. */
Move beginner_move(Beginner who, const Game *game, const Pos *pos, Rng *rng, Move *room,
                   int32_t *rates);

#endif
