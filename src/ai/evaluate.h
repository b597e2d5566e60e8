/* SPDX-License-Identifier: MIT */
/* How good a position is for the side to move, in hundredths of a man. */
#ifndef CONCENTRIC_AI_EVALUATE_H
#define CONCENTRIC_AI_EVALUATE_H

#include "core/game.h"

enum { EVALUATION_MAX = 20000 };

/* The game's own evaluation, or a count of pieces if it has none; within +-EVALUATION_MAX. The
 * game must not be over here. */
int evaluate(const Game *game, const Pos *pos);

#endif
