/* SPDX-License-Identifier: MIT */
/* Opened games, each once: a cache from variant texts to games that its owner makes and frees.
 * Games are immutable, so everybody may keep the pointer for as long as the cache lives. Safe to
 * use from several threads. */
#ifndef CONCENTRIC_PLAY_VARIANTS_H
#define CONCENTRIC_PLAY_VARIANTS_H

#include "core/game.h"

typedef struct Variants Variants;

/* NULL if there is no memory. */
Variants *variants_new(const Family *const *families, size_t count);
void variants_free(Variants *variants);

/* The game of a variant text, canonical or not. NULL with a reason in why. */
const Game *variants_open(Variants *variants, const char *variant, Lang lang, char *why);

#endif
