/* SPDX-License-Identifier: MIT */
/* The table of levels, see level.h. */
#include "ai/level.h"

#include <assert.h>

static const Level levels[LEVEL_MAX + 1] = {
    [LEVEL_NONE] = {0, 0, 0}, [1] = {1, 20000, 400}, [2] = {2, 50000, 120},  [3] = {2, 50000, 50},
    [4] = {3, 100000, 50},    [5] = {3, 100000, 20}, [6] = {4, 200000, 20},  [7] = {5, 300000, 12},
    [8] = {6, 500000, 8},     [9] = {8, 1000000, 4}, [LEVEL_MAX] = {0, 0, 0}};

Level level_of(int level)
{
    assert(level >= 0 && level <= LEVEL_MAX);
    return levels[level];
}
