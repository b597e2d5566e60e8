/* SPDX-License-Identifier: MIT */
/* What players of games with days per move ask for beside the tables: vacations, a feed of their
 * turns, and messages of push services. docs/api.md has the requests. */
#ifndef CONCENTRIC_APP_SERVER_CORRESPONDENCE_H
#define CONCENTRIC_APP_SERVER_CORRESPONDENCE_H

#include "app/server/tables.h"

typedef struct Correspondence Correspondence;

/* NULL: there is none. */
typedef struct CorrespondenceSetup {
    const char *push_key;     /* a file of `concentric push-key`; without it there is no Web Push */
    const char *push_contact; /* mailto:... */
    const char *push_allow;   /* for tests: http://127.0.0.1:PORT */
} CorrespondenceSetup;

/* Adds its paths to the tables, before server_run. NULL with a reason in why[WHY_MAX]. */
Correspondence *correspondence_open(Server *server, Tables *tables,
                                    const CorrespondenceSetup *setup, char *why);
/* Before tables_close. False if a thread hangs in the system. */
bool correspondence_close(Correspondence *correspondence);

#endif
