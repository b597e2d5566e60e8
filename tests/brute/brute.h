/* SPDX-License-Identifier: MIT */
/* A brute-force solver to compare the real one with: every position that can be reached from some
 * roots, without symmetry and without numbers, found and valued through the contract's moves, apply
 * and outcome alone. Equal keys must mean equal positions. */
#ifndef CONCENTRIC_TESTS_BRUTE_H
#define CONCENTRIC_TESTS_BRUTE_H

#include "core/game.h"
#include "core/known.h"

typedef struct Brute Brute;

/* NULL if there are more than `most` positions, or no memory. */
Brute *brute_solve(const Game *game, const Pos *roots, size_t count, size_t most);
void brute_free(Brute *brute);
size_t brute_count(const Brute *brute);
/* Position number i and what it is worth. */
const Pos *brute_at(const Brute *brute, size_t i, Known *out);

/* What `depth` plies of trying everything show: a win or loss with its plies, else value 0. */
Known brute_search(const Game *game, const Pos *pos, int depth, Move *arena);

#endif
