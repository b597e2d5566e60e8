/* SPDX-License-Identifier: MIT */
/* What the two files about batches share. */
#ifndef CONCENTRIC_LIB_BATCH_H
#define CONCENTRIC_LIB_BATCH_H

#include "core/history.h"
#include "lib/inner.h"

enum { BATCH_SLOTS_MAX = 1 << 20 };

struct concentric_batch {
    concentric_game *owner;
    const Game *game;
    History *slot;
    size_t count;
    Move *scratch; /* room for moves_max */
    Move *list;    /* the moves of all slots, if `listed` */
    size_t room;
    uint32_t *first; /* count + 1 */
    bool listed;
    char position[POSITION_TEXT_MAX], move[MOVE_TEXT_MAX];
};

#endif
