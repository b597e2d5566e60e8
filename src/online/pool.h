/* SPDX-License-Identifier: MIT */
/* Which games are rated together: those of one family at one speed, "morris-rapid". A speed is by
 * what a game may take one side: base and 40 increments. */
#ifndef CONCENTRIC_ONLINE_POOL_H
#define CONCENTRIC_ONLINE_POOL_H

#include "core/game.h"
#include "play/clock.h"

enum { POOL_MAX = 32 }; /* bytes of a name, NUL included */

/* blitz under 10 minutes, rapid under 60, classical; days. Without a clock: "", it is not rated. */
const char *pool_speed(const Control *control);
/* Empty without a clock. */
void pool_write(const Game *game, const Control *control, char out[POOL_MAX]);

#endif
