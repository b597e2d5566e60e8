/* SPDX-License-Identifier: MIT */
/* Who is kept out by the operator: keys of players, and nets. A net is the prefix that limits count
 * by (/24 of IPv4, /56 of IPv6), the only part of an address that is ever kept, and only because an
 * operator said so. Pure. */
#ifndef CONCENTRIC_APP_SERVER_BANS_H
#define CONCENTRIC_APP_SERVER_BANS_H

#include "app/server/limits.h"

enum { BANS_MAX = 1000, BAN_VALUE_MAX = 72 };

typedef struct Ban {
    bool net;
    PeerKey peer;              /* of a net */
    char value[BAN_VALUE_MAX]; /* "203.0.113.0/24"; of a key the player's id, or its hash */
    int64_t until;             /* milliseconds since 1970 */
} Ban;

typedef struct Bans {
    int count;
    Ban ban[BANS_MAX];
} Bans;

/* Reads `what` ("key" or "net") and a value: an address or prefix, a player's id, a key or its
 * hash. A key itself is never kept: its hash is. False with a reason in why[WHY_MAX]. */
bool bans_read(const char *what, const char *value, Ban *out, char *why);
/* Adds one, or gives one that is there a new time. False if there is no room. */
bool bans_put(Bans *bans, const Ban *ban);
/* False if it is not there. */
bool bans_drop(Bans *bans, const Ban *ban);
/* Forgets those whose time is over. */
void bans_tidy(Bans *bans, int64_t now);

bool bans_net(const Bans *bans, PeerKey peer, int64_t now);
/* By a player's id or the hash of a key. */
bool bans_key(const Bans *bans, const char *value, int64_t now);

#endif
