/* SPDX-License-Identifier: MIT */
/* Playing strengths. A level limits depth and nodes, and below the highest it may play any move
 * whose score is within a margin of the best one: weaker, but no move that it sees to be bad. */
#ifndef CONCENTRIC_AI_LEVEL_H
#define CONCENTRIC_AI_LEVEL_H

#include <stdint.h>

enum { LEVEL_NONE = 0, LEVEL_MAX = 10 };

typedef struct Level {
    int depth;      /* plies, 0 for no limit */
    uint64_t nodes; /* 0 for no limit */
    int margin;     /* hundredths of a man */
} Level;

/* LEVEL_NONE has no limits and no margin. */
Level level_of(int level);

#endif
