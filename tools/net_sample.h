/* SPDX-License-Identifier: MIT */
/* What tools/net_data.c writes and tools/net_train.c reads: positions as they lie in memory, for
 * two programs of one build. */
#ifndef CONCENTRIC_TOOLS_NET_SAMPLE_H
#define CONCENTRIC_TOOLS_NET_SAMPLE_H

#include "core/types.h"

enum { NET_UNKNOWN = 2 };

typedef struct NetSample {
    Pos pos;
    int16_t score; /* of the hand-made evaluation, for the side to move */
    int8_t result; /* of its game: -1 lost, 0 drawn, 1 won by the side to move */
    int8_t exact;  /* the same of best play, or NET_UNKNOWN */
    int32_t spare;
} NetSample;

#endif
