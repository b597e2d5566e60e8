/* SPDX-License-Identifier: MIT */
/* A game at one screen as a file of records (docs/formats.md), and back. What a record has no field
 * for rides in tags: who plays in the players' own tags, the limit in TimeControl, and Ply where
 * the board shows an earlier position than the last. Pure: bytes out, bytes in. */
#ifndef CONCENTRIC_APP_TUI_SAVED_H
#define CONCENTRIC_APP_TUI_SAVED_H

#include "app/tui/play.h"

/* All games of the match so far and the one on the board. False if there is no memory. */
bool saved_write(const Play *play, void (*write)(void *context, const char *bytes, size_t count),
                 void *context);

/* Reads such a file, or any file of records, whose last game is then on the board. Seats that the
 * file does not name as computers are persons. False with a reason in why; nothing needs closing
 * then. */
bool saved_read(const char *bytes, size_t count, Lang lang, Play *out, char *why);

/* After the end of a game of a match: its record joins those before it. False without memory. */
bool saved_keep_ended(Play *play);

#endif
