/* SPDX-License-Identifier: MIT */
/* What the views share: the words of the JSON, and small values in it. Not for others. */
#ifndef CONCENTRIC_PLAY_VIEW_PART_H
#define CONCENTRIC_PLAY_VIEW_PART_H

#include "play/view.h"

const char *view_role_name(uint8_t role); /* "" for an open one */

/* A key with a text in a language; nothing to say is "". */
void view_add_text(Json *json, const char *key, const Text *text, Lang lang);
/* A move text, or null for none. */
void view_move(Json *json, const Game *game, const Pos *before, Move move);
void view_set(Json *json, const PointSet *set);
void view_board(Json *json, const Game *game, const uint8_t *board);

#endif
