/* SPDX-License-Identifier: MIT */
/* What players may ask about themselves. Each call is answered once by `done`, in the words of
 * docs/api.md. */
#ifndef CONCENTRIC_ONLINE_PLAYER_ACTS_H
#define CONCENTRIC_ONLINE_PLAYER_ACTS_H

#include "online/players.h"

enum { PLAYER_LINK_MS = 600000 }; /* how long the code for a second device is good */

/* Who asks: `key` is the key of a device. */
typedef struct PlayersAsk {
    Players *players;
    const char *key;
    Lang lang;
    HallDone *done;
    void *context;
} PlayersAsk;

void players_me(const PlayersAsk *ask);
/* Makes the player if there is none; name NULL and bot -1 leave things as they are. */
void players_set(const PlayersAsk *ask, const char *name, int bot);
void players_hide(const PlayersAsk *ask, const char *other, bool on);
/* A code for a second device; or, with one, the second device becomes the same player. */
void players_link(const PlayersAsk *ask, const char *code);
void players_keys(const PlayersAsk *ask);
/* A key by its id in players_keys, or "others": all but this one. */
void players_revoke(const PlayersAsk *ask, const char *which);
void players_export(const PlayersAsk *ask);
void players_delete(const PlayersAsk *ask);

/* "ratings" of an answer: {POOL: {"rating","deviation","provisional","games"}} */
cJSON *player_ratings(const Player *player, int64_t now);

#endif
