/* SPDX-License-Identifier: MIT */
/* The games that there are. */
#ifndef CONCENTRIC_GAMES_REGISTRY_H
#define CONCENTRIC_GAMES_REGISTRY_H

#include "core/game.h"

extern const Family *const registry_families[];
extern const size_t registry_count;

/* game_open_from over the registry. */
Game *game_open(const char *variant, Lang lang, char *why);

/* Calls visit for the canonical text of every variant of the families, every combination of option
 * values that opens, until it returns false. Returns how many there were. */
size_t variants_visit(const Family *const *families, size_t count,
                      bool (*visit)(void *context, const char *variant), void *context);

#endif
