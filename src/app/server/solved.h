/* SPDX-License-Identifier: MIT */
/* GET /api/v1/solved/VARIANT?position=TEXT: what a database says of a position and of its moves
 * (docs/api.md); GET /api/v1/solved: which variants there are. Databases are opened and asked on
 * threads of their own, so that a slow disk holds nobody else; what was answered is remembered. */
#ifndef CONCENTRIC_APP_SERVER_SOLVED_H
#define CONCENTRIC_APP_SERVER_SOLVED_H

#include "app/server/route.h"

typedef struct Solved Solved;

/* `path`: as --db of other commands, a directory of databases or one of them; NULL: only what is
 * inside the program. NULL with a reason in why[WHY_MAX]. */
Solved *solved_open(Server *server, const char *path, char *why);
/* After server_run. False if a thread hangs in the system and had to be left behind. */
bool solved_close(Solved *solved);

/* Answers the GET of SOLVED_LIST_PATH and of SOLVED_PATH VARIANT, now or later (tables_add). */
#define SOLVED_LIST_PATH "/api/v1/solved"
#define SOLVED_PATH      SOLVED_LIST_PATH "/"
void solved_ask(void *solved, const Request *request, AskId ask);

#endif
