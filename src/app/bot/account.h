/* SPDX-License-Identifier: MIT */
/* Who a bot is: a device key in a file that only its owner reads, and the player that the server
 * knows by it. */
#ifndef CONCENTRIC_APP_BOT_ACCOUNT_H
#define CONCENTRIC_APP_BOT_ACCOUNT_H

#include "app/bot/lobby.h"

typedef struct Account {
    char key[NET_KEY_MAX];
    BotSelf self;
    int level; /* 0: an engine */
    int file;  /* open and locked while we run */
} Account;

/* Opens the key's file, making it with a new key if there is none. `path` NULL: below
 * $XDG_DATA_HOME/concentric/bots, by `name` and server. False with a reason: also while another
 * process uses it. */
bool account_open(Account *account, const char *path, const char *base, const char *name,
                  char *why);
void account_close(Account *account);

/* Makes itself known to the server as a bot of this name. False with a reason; *gone tells whether
 * the server could not be reached, so that it is worth trying again. */
bool account_tell(Account *account, const char *base, const char *name, Lang lang, bool *gone,
                  char *why);

#endif
