/* SPDX-License-Identifier: MIT */
/* The thread that finds games: it follows the lobby, sits down for bots that have room, and asks
 * now and then where they sit already, which is how games are found again after a restart of either
 * side. */
#ifndef CONCENTRIC_APP_BOT_SEEKER_H
#define CONCENTRIC_APP_BOT_SEEKER_H

#include "app/bot/account.h"

enum { BOTS_MAX = 16 };

typedef struct Seeker Seeker;

typedef struct SeekerSetup {
    const char *base;
    const Account *bot; /* they stay where they are */
    int bot_count;
    int most; /* games of a bot at once */
    BotRules rules;
    Lang lang;
    void (*wake)(void); /* something was found; from the other thread */
} SeekerSetup;

typedef struct Found {
    int bot;
    char id[NET_ID_MAX];
} Found;

/* NULL with a reason. */
Seeker *seeker_open(const SeekerSetup *setup, char *why);
void seeker_close(Seeker *seeker);
/* The next table where a bot sits; each is told once. */
bool seeker_take(Seeker *seeker, Found *out);
/* The game is over: there is room for another one. */
void seeker_free_one(Seeker *seeker, int bot);
/* Looks at once where bots sit. */
void seeker_look(Seeker *seeker);

#endif
