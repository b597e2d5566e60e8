/* SPDX-License-Identifier: MIT */
/* Openings of a file, one per line in the words of UGI's `position`:
 *     startpos moves d6 f4
 *     fen TEXT moves d6 f4
 * `moves` and what follows may be left out. Lines that are empty or begin with # are passed over.
 * Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_OPENINGS_H
#define CONCENTRIC_APP_TOURNAMENT_OPENINGS_H

#include "app/tournament/schedule.h"

enum { OPENINGS_MAX = 100000 };

/* Reads `length` bytes of text, which are changed; there is room for one more. The list is the
 * caller's to free. NULL with a reason in why[WHY_MAX] that names the line: also if a game is over
 * after its opening, and if there is none. `seed` sets up games whose start is by chance. */
Opening *openings_read(const Game *game, uint64_t seed, char *text, size_t length, uint32_t *count,
                       char *why);

#endif
