/* SPDX-License-Identifier: MIT */
/* Set-ups that differ by more than a symmetry of the board, and lines of play from them. */
#ifndef CONCENTRIC_APP_PROOF_SETUPS_H
#define CONCENTRIC_APP_PROOF_SETUPS_H

#include "core/game.h"

/* The set-ups that the seeds from 1 to `seeds` give, each by its least seed, in that order; for
 * free(). NULL if there is no memory. */
uint64_t *setups_list(const Game *game, uint64_t seeds, size_t *count);

enum { LINE_PLIES_MAX = 512 };

/* Plays a game from `start`, both sides by searches of so many nodes a move: the positions, the
 * start first; returns how many moves it took, or -1 if there is no memory. */
int line_play(const Game *game, const Pos *start, uint64_t nodes, Pos out[LINE_PLIES_MAX + 1]);

#endif
