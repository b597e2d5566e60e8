/* SPDX-License-Identifier: MIT */
/* A game over the network for the drawn and the plain loop: makes or joins a table, brings what the
 * server says to the game at this screen (far.h), and sends what it says in turn. */
#ifndef CONCENTRIC_APP_TUI_ONLINE_H
#define CONCENTRIC_APP_TUI_ONLINE_H

#include "app/tui/host.h"

typedef struct Online Online;

/* What the command line asks for: a table to be made (server), or one to go to (join). */
typedef struct OnlineWanted {
    const char *server, *join;
    const char *clock, *side, *name;
    bool lobby, seeded;
    const PlaySetup *setup;
} OnlineWanted;

/* Makes the table or goes to it and shows it. False with a reason; then host->online is NULL. */
bool online_begin(Host *host, const OnlineWanted *wanted, char *why);
/* Ends the connection; before signals_close. */
void online_end(Host *host);

/* Takes one message of the server; the message line says what it was. False if there is none. */
bool online_take(Host *host);
/* Sends what the player did. */
void online_send(Host *host);
/* Is something not answered yet, or answered and not shown yet? */
bool online_waits(Host *host);
/* Has another game come onto the board since this was last asked? */
bool online_is_fresh(Host *host);
/* What a command asks of the table: links, a record. True if it was one of these. */
bool online_request(Host *host, Request request, const char *rest);
/* The line that names the link for the other player, while there is one. */
bool online_invitation(const Host *host, Str *out);

#endif
