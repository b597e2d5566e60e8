/* SPDX-License-Identifier: MIT */
/* What unit tests share: cmocka with its includes in order, games by name, walks through positions.
 */
#ifndef CONCENTRIC_TESTS_SUPPORT_H
#define CONCENTRIC_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/game.h"
#include "games/registry.h"

/* Families that the tests have beside the registry's: the template. */
extern const Family *const test_families[];
extern const size_t test_family_count;

/* Opens a variant that must exist. */
Game *test_open(const char *variant);
/* A position that must be accepted. */
Pos test_pos(const Game *game, const char *text);
/* A move that must be legal. */
Move test_move(const Game *game, const Pos *pos, const char *text);
/* Texts in static buffers that live until the second next call. */
const char *test_pos_text(const Game *game, const Pos *pos);
const char *test_move_text(const Game *game, const Pos *pos, Move move);

/* The number that random tests follow from: CONCENTRIC_TEST_SEED, or 1; printed once. */
uint64_t test_seed(void);
/* How many random cases to make of as many as `./test all` makes: a third in the shorter levels,
 * which CONCENTRIC_LEVEL names, but at least one. */
int test_cases(int all);

/* Calls visit for positions of random games of a variant, the ends included. */
void test_walk(const Game *game, uint64_t seed, int games,
               void (*visit)(void *context, const Game *game, const Pos *pos, const Move *moves,
                             int count),
               void *context);

/* Calls test(variant) for every variant of the registry and of test_families. */
void test_each_variant(void (*test)(const char *variant));

#endif
