/* SPDX-License-Identifier: MIT */
/* One name for a position and all that it becomes by the symmetries of the board: what was played
 * there is the same knowledge (src/explore, the page's explorer). The name follows from texts
 * alone, so that others can compute it too (docs/formats.md): of the position texts of all images
 * the least by bytes, hashed by FNV-1a with 64 bits, folded to CANON_BITS, written in base 64. */
#ifndef CONCENTRIC_CORE_CANON_H
#define CONCENTRIC_CORE_CANON_H

#include "core/game.h"

enum { CANON_BITS = 42, CANON_TEXT = CANON_BITS / 6 };

uint64_t canon_key(const Game *game, const Pos *pos);
/* CANON_TEXT characters and a NUL. */
void canon_write(uint64_t key, char *out);
/* Reads CANON_TEXT characters, of which a NUL is none. False if they are no key. */
bool canon_read(const char *text, uint64_t *key);

#endif
