/* SPDX-License-Identifier: MIT */
/* The table of levels, see level.h. */
#include "ai/level.h"

#include <assert.h>

/* Nodes bind only where lists are long (Morelli): elsewhere the depth is reached first. */
static const Level levels[LEVEL_MAX + 1] = {
    [LEVEL_NONE] = {0, 0, 0}, [1] = {1, 20000, 400}, [2] = {2, 100000, 120}, [3] = {2, 200000, 50},
    [4] = {3, 300000, 50},    [5] = {3, 400000, 20}, [6] = {4, 600000, 20},  [7] = {5, 800000, 12},
    [8] = {6, 1000000, 8},    [9] = {8, 2000000, 4}, [LEVEL_MAX] = {0, 0, 0}};

Level level_of(int level)
{
    assert(level >= 0 && level <= LEVEL_MAX);
    return levels[level];
}
