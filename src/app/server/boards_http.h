/* SPDX-License-Identifier: MIT */
/* Teachers' boards over HTTP (docs/api.md): POST /api/v1/boards, GET /api/v1/boards/ID, POST
 * /api/v1/boards/ID/do, GET /api/v1/boards/ID/events. */
#ifndef CONCENTRIC_APP_SERVER_BOARDS_HTTP_H
#define CONCENTRIC_APP_SERVER_BOARDS_HTTP_H

#include "app/server/tables.h"

typedef struct BoardsHttp BoardsHttp;

/* Adds itself to the tables (tables_add), before server_run. NULL without memory. */
BoardsHttp *boards_http_open(Tables *tables);
/* After tables_close. */
void boards_http_close(BoardsHttp *http);

#endif
