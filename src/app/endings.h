/* SPDX-License-Identifier: MIT */
/* Endings inside the program (docs/adr/0085): the first stages of solved variants that are too
 * large to come along whole. What search and front ends do without being asked; `none` is without
 * them. */
#ifndef CONCENTRIC_APP_ENDINGS_H
#define CONCENTRIC_APP_ENDINGS_H

#include "app/database.h"

/* The endings of this variant, for ThinkerSetup.oracle; ask is NULL if there are none. Unpacked
 * when a position with few enough men is first asked for, and kept for the whole program: many
 * thinkers may ask at once. The game need not outlive it. */
Oracle endings_of(const Game *game);
/* What a thinker asks: the database if there is one, else the endings, unless `path`, as users give
 * it (app/database.h), says none. */
Oracle endings_or(const Database *database, const char *path, const Game *game);

#endif
