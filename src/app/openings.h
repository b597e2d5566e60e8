/* SPDX-License-Identifier: MIT */
/* The books of openings inside the program (docs/adr/0089): exact win, draw and loss of every
 * position of the first plies. */
#ifndef CONCENTRIC_APP_OPENINGS_H
#define CONCENTRIC_APP_OPENINGS_H

#include "core/game.h"
#include "core/known.h"

/* The book of this variant, for ThinkerSetup.book; ask is NULL if there is none. Opened when it is
 * first wanted, and kept for the whole program: many thinkers may ask it at once. */
Oracle openings_of(const Game *game);

#endif
