/* SPDX-License-Identifier: MIT */
/* Players without accounts. A device makes a key and keeps it; whoever has it is the player. Only
 * the key's hash is stored, as a document, beside a document of the player: `player/ID` (name, bot,
 * made, rid, hidden and what others add to it), `key/HASH` (several: linked devices), and ratings
 * as documents `rating/POOL/RID` of that owner. The rating id `rid` is all that a log of rated
 * games knows of somebody.
 *
 * Players are read from the store when they are asked for and then kept in memory. Whoever changes
 * one leaves a document `news` for the other processes, which look for such every two seconds.
 * Like the hall this has no clock, socket or thread; all calls come from one thread. */
#ifndef CONCENTRIC_ONLINE_PLAYERS_H
#define CONCENTRIC_ONLINE_PLAYERS_H

#include "base/json.h"
#include "club/glicko2.h"
#include "online/hall.h"
#include "online/pool.h"

#include <cjson/cJSON.h>

enum { PLAYER_HIDDEN_MAX = 200, PLAYER_KEYS_MAX = 20, PLAYER_HASH_CHARS = 16 };

typedef struct PlayerRating {
    char pool[POOL_MAX];
    Glicko glicko;
} PlayerRating;

/* In memory; a pointer to one is good until the caller returns to the loop. */
typedef struct Player {
    char id[ID_CHARS + 1], rid[ID_CHARS + 1], name[SEAT_NAME_MAX];
    bool bot;
    int64_t made, ver;
    const cJSON *body; /* the whole document */
    const PlayerRating *ratings;
    int rating_count;
} Player;

typedef enum PlayersStatus {
    PLAYERS_OK,
    PLAYERS_NONE, /* there is no such player, or key */
    PLAYERS_BUSY, /* the store does not answer */
    PLAYERS_REFUSED,
} PlayersStatus;

/* Has the operator taken their name away? */
bool player_is_nameless(const Player *player);

/* Called exactly once, before or after the call returns; player is NULL unless PLAYERS_OK. */
typedef void PlayersDone(void *context, PlayersStatus status, const Player *player);

/* `now` is the host's; `gone(context, id)` is told that a player was deleted, here or elsewhere.
 * `revoked(context, id, hash)` is told of every key that was taken away, here or elsewhere, perhaps
 * more than once: `hash` is the beginning of its hash, PLAYER_HASH_CHARS of it. NULL without
 * memory. */
typedef struct PlayersHost {
    void *context;
    int64_t (*now)(void *context);
    void (*gone)(void *context, const char *id);
    void (*revoked)(void *context, const char *id, const char *hash);
} PlayersHost;
Players *players_open(const PlayersHost *host, TableStore *store);
void players_close(Players *players);
/* Once a second or so. */
void players_tick(Players *players);

/* Who has this key; `make`: somebody new, if nobody has. */
void players_by_key(Players *players, const char *key, bool make, PlayersDone *done, void *context);
void players_by_id(Players *players, const char *id, PlayersDone *done, void *context);
/* The same if they are in memory, else NULL. */
const Player *players_known(Players *players, const char *id);
const Player *players_known_by_key(Players *players, const char *key);
/* Brings several into memory ("" is nobody); then calls done, also if some could not be read. */
void players_load(Players *players, const char *const *ids, int count, void (*done)(void *context),
                  void *context);

/* Changes the document of a player: edit(context, body) changes the JSON and returns true, or false
 * to leave it (PLAYERS_REFUSED). It may be called again, with what another process wrote. */
typedef bool PlayersEdit(void *context, cJSON *body);
void players_change(Players *players, const char *id, PlayersEdit *edit, PlayersDone *done,
                    void *context);
/* A document for players_change's likes: tells the other processes that they must read `id` again.
 * `room` holds its texts. */
typedef struct PlayersNews {
    char id[ID_CHARS + 1], body[64 + PLAYER_KEYS_MAX * (PLAYER_HASH_CHARS + 1)];
} PlayersNews;
TstoreDoc players_news(Players *players, const char *id, bool gone, PlayersNews *room);
/* Forgets what memory has of somebody, and of a key of theirs. */
void players_forget(Players *players, const char *id);

/* The rating of a player in a pool; of somebody new before the first game. */
Glicko player_rating(const Player *player, const char *pool);
bool player_hides(const Player *player, const char *other);
/* {"id","name","rating","deviation","provisional","bot"}; rating and deviation are null without a
 * pool. Of somebody who is not in memory only the id. Null if id is "". */
void players_write(Players *players, const char *id, const char *pool, Json *json);
int64_t players_now(const Players *players);

#endif
