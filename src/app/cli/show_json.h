/* SPDX-License-Identifier: MIT */
/* A place in a game as JSON, as `concentric show --json` answers it (docs/json.md). */
#ifndef CONCENTRIC_APP_CLI_SHOW_JSON_H
#define CONCENTRIC_APP_CLI_SHOW_JSON_H

#include "play/tree.h"

#include <cjson/cJSON.h>

/* False after it has said what is wrong. */
bool show_print_json(const TreePlace *at, Lang lang);

/* What a move did: its text, and in words. */
void show_add_move(cJSON *json, const Game *game, const Pos *before, Move move, Lang lang);

#endif
