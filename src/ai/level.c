/* SPDX-License-Identifier: MIT */
/* The table of levels, see level.h. */
#include "ai/level.h"

#include <assert.h>

/* Nodes bind only where lists are long: elsewhere the depth is reached first. Morelli begins with
 * 480 moves and needs 180,000 to 210,000 nodes for two plies with a margin, so level 2 has more
 * than that; levels 7 to 9 are told apart there by nodes and margin (docs/adr/0023). */
static const Level levels[LEVEL_MAX + 1] = {
    [LEVEL_NONE] = {0, 0, 0}, [1] = {1, 20000, 400}, [2] = {2, 300000, 120}, [3] = {2, 300000, 50},
    [4] = {3, 400000, 50},    [5] = {3, 400000, 20}, [6] = {4, 600000, 20},  [7] = {5, 1200000, 12},
    [8] = {6, 1600000, 8},    [9] = {8, 2400000, 4}, [LEVEL_MAX] = {0, 0, 0}};

Level level_of(int level)
{
    assert(level >= 0 && level <= LEVEL_MAX);
    return levels[level];
}
