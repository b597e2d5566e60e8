/* SPDX-License-Identifier: MIT */
/* Games shown elsewhere (ADR 106): pictures of tables, the board for other pages, oEmbed, and
 * finished games as a feed, as the game of the day and all of them as records. docs/api.md. */
#ifndef CONCENTRIC_APP_SERVER_SHOW_H
#define CONCENTRIC_APP_SERVER_SHOW_H

#include "app/server/tables.h"

typedef struct Show Show;

/* Answers beside these tables from now on; before server_run. NULL with a reason in why[WHY_MAX].
 */
Show *show_open(Server *server, Tables *tables, char *why);
/* After server_run and before tables_close. False if its thread had to be left behind. */
bool show_close(Show *show);

#endif
