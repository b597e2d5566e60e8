/* SPDX-License-Identifier: MIT */
/* What the files of players share. */
#ifndef CONCENTRIC_ONLINE_PLAYER_PART_H
#define CONCENTRIC_ONLINE_PLAYER_PART_H

#include "online/player_acts.h"

struct Players {
    PlayersHost host;
    TableStore *store;
    struct Known **bucket;
    struct KnownKey **keys;
    uint32_t swept;
    int64_t news_asked, ratings_asked, pruned;
};

/* A request under way. */
typedef struct Wish {
    Players *players;
    Lang lang;
    HallDone *done;
    void *context;
    void (*then)(struct Wish *wish, const Player *player); /* what follows once it is known who */
    char id[ID_CHARS + 1];                                 /* who asks */
    char hash[HASH_CHARS + 1];                             /* of the key */
    char text[SEAT_NAME_MAX];                              /* a name, an id, a code */
    bool has_text, on;
    int bot;
    int64_t link_ver, key_ver;     /* of documents that were read */
    int64_t player_ver, player_at; /* of the one to be linked to; its document is in json */
    int tries;
    char link_hash[HASH_CHARS + 1], target[ID_CHARS + 1], old[ID_CHARS + 1];
    char feed[KEY_CHARS + 1]; /* the new address of the player's feed; "": none */
    bool feed_in_ja;          /* its language */
    char keys[PLAYER_KEYS_MAX * (PLAYER_HASH_CHARS + 1)]; /* that go: beginnings of hashes */
    const Text *refused;                                  /* by an edit */
    cJSON *json;                                          /* an answer that grows */
} Wish;

/* NULL if it has been refused: no memory, or no key of a device. */
Wish *wish_new(const PlayersAsk *ask);
/* Finds out who asks; then goes on with wish->then. `make`: somebody new, if need be. */
void wish_begin(Wish *wish, const char *key, bool make, void (*then)(Wish *, const Player *));
/* Answers and ends it. */
void wish_refuse(Wish *wish, int status, const char *why, const Text *text);
void wish_answer(Wish *wish, int status, cJSON *json);
void wish_busy(Wish *wish);
/* Tells the host of keys that were taken away: beginnings of their hashes, with blanks between. */
void players_tell_revoked(Players *players, const char *id, const char *hashes);
/* A text or number of a document's JSON; "" and 0 if there is none. */
const char *body_text(const cJSON *body, const char *name);
int64_t body_number(const cJSON *body, const char *name);
void copy_text(char *to, size_t size, const char *from);

#endif
