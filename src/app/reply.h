/* SPDX-License-Identifier: MIT */
/* What commands answer as JSON (--json): one document, whose shape docs/json.md has for each. */
#ifndef CONCENTRIC_APP_REPLY_H
#define CONCENTRIC_APP_REPLY_H

#include "core/game.h"
#include "play/ending.h"

#include <cjson/cJSON.h>

/* An object that begins with the variant and, unless pos is NULL, position text and side to move.
 */
cJSON *reply_begin(const Game *game, const Pos *pos, Lang lang);
/* Numbers beyond what a double holds stay exact. */
void reply_count(cJSON *json, const char *key, uint64_t n);
/* Milliseconds, to a thousandth. */
void reply_ms(cJSON *json, const char *key, double seconds);
void reply_move(cJSON *list, const Game *game, const Pos *pos, Move move);
/* A text under a key; null where it is NULL. */
void reply_text(cJSON *json, const char *key, const char *text);
/* How a game ended: winner, kind and words; the winner is "none" while it goes on. */
void reply_ending(cJSON *json, const char *key, const Game *game, const Ending *ending, Lang lang);

/* Prints it, over several lines or in one, and deletes it. False after it has said on stderr what
 * is wrong. */
bool reply_print(cJSON *json, bool one_line);

#endif
