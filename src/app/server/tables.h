/* SPDX-License-Identifier: MIT */
/* The API of tables: HTTP requests below /api/v1/ and the messages of /ws, to and from the hall
 * (online/hall.h). docs/api.md describes every request and message. */
#ifndef CONCENTRIC_APP_SERVER_TABLES_H
#define CONCENTRIC_APP_SERVER_TABLES_H

#include "app/server/route.h"
#include "online/hall.h"
#include "online/store.h"

typedef struct Tables Tables;

/* Opens the store and the hall for a server that is not running yet, and fills *api. `setup` names
 * the store; its callbacks are set here. NULL with a reason in why[WHY_MAX]. */
Tables *tables_open(Server *server, TstoreSetup *setup, Api *api, char *why);
/* Who answers for `prefix` and what is below it, beside tables; before server_run. The longest
 * prefix that fits is asked, before the tables' own paths. At most BESIDES_MAX. */
typedef struct Beside {
    const char *prefix; /* such as "/api/v1/solved" or "/feed" */
    void (*ask)(void *context, const Request *request, AskId ask);
    void *context;
    bool any_method; /* else only GET gets there */
    /* Optional: a stream has ended, perhaps one of its own; about once a second. */
    void (*stream_closed)(void *context, AskId ask);
    void (*tick)(void *context);
} Beside;
enum { BESIDES_MAX = 24 };
void tables_add(Tables *tables, Beside beside);

/* tables_ops.c: for the operator (ops.h). */
void tables_drain(Tables *tables, bool on);
typedef struct TablesFigures {
    HallFigures hall;
    TstoreFigures store;
    Histogram acknowledged;
    bool store_away, store_damaged, draining;
} TablesFigures;
TablesFigures tables_figures(Tables *tables);
/* Can it be played here? And the word for health: "ok", "draining" and so on. */
bool tables_are_good(const TablesFigures *figures);
const char *tables_health_word(const TablesFigures *figures);
/* Does the store answer, and is its file whole? If not, why[WHY_MAX] says what the matter is. */
bool tables_healthy(Tables *tables, char *why);
Hall *tables_hall(Tables *tables);
TableStore *tables_store(Tables *tables);
/* Closes the WebSockets and streams of a key, by its hash, or of a player, by their id: of the
 * latter also those that watch by the key of a seat. */
void tables_close_key(Tables *tables, const char *value);
/* For tables_add: GET /api/v1/health. */
void tables_health(void *context, const Request *request, AskId ask);
#define TABLES_HEALTH_PATH "/api/v1/health"

/* Whom the hall tells whose turn it is (hall.h); NULL: nobody. */
void tables_on_turn(Tables *tables, void (*turn)(void *context, const HallTurn *turn),
                    void *context);
/* Who is told that a key of this player is good no more; NULL: nobody. */
void tables_on_revoked(Tables *tables, void (*revoked)(void *context, const char *player),
                       void *context);

/* After server_run. False if the store's thread had to be left behind. */
bool tables_close(Tables *tables);

#endif
