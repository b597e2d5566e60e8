/* SPDX-License-Identifier: MIT */
/* What a teacher who is to move at a node of a game knows of the game so far. */
#ifndef CONCENTRIC_REVIEW_LESSON_H
#define CONCENTRIC_REVIEW_LESSON_H

#include "ai/teacher.h"
#include "play/tree.h"

/* `moves` and `rates` have room for moves_max of the game. */
Lesson lesson_of(const Tree *tree, uint32_t node, Move *moves, int32_t *rates);

#endif
