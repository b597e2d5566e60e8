/* SPDX-License-Identifier: MIT */
/* Data sets as text: a line of names, then a line for every position with tabs between the number
 * of the game, the ply, the position text, the move, its score and the result of the game. */
#ifndef CONCENTRIC_APP_CLI_SELFPLAY_H
#define CONCENTRIC_APP_CLI_SELFPLAY_H

#include "explore/selfplay.h"

/* With json: as the list of a document, which selfplay_print_end closes. */
void selfplay_print_head(bool json);
void selfplay_print_end(bool json);
void selfplay_print(const Game *game, uint64_t number, const Played *played, bool json);
/* Prints a file, `-` being standard input; the status of the program. */
int selfplay_show(const char *path, bool json);

#endif
