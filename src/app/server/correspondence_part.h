/* SPDX-License-Identifier: MIT */
/* What the files of correspondence.h share. */
#ifndef CONCENTRIC_APP_SERVER_CORRESPONDENCE_PART_H
#define CONCENTRIC_APP_SERVER_CORRESPONDENCE_PART_H

#include "app/server/correspondence.h"
#include "app/server/push_send.h"
#include "app/server/tables_part.h"
#include "base/json.h"

enum {
    FEEDS_KEPT = 256,   /* feeds in memory */
    FEED_FRESH_S = 60,  /* so long one is not written anew */
    FEED_ENTRIES = 100, /* the longest feed */
    PUSH_DEVICES = 10,  /* subscriptions of one player */
};

/* A feed as it was last written. */
typedef struct KeptFeed {
    char hash[HASH_CHARS + 1], player[ID_CHARS + 1];
    char site[HTTP_HOST_MAX + 9];
    int64_t at;
    char *body;
    size_t length;
    char etag[24];
} KeptFeed;

struct Correspondence {
    Server *server;
    Tables *tables;
    PushSender *sender; /* NULL: no Web Push */
    KeptFeed *kept;     /* FEEDS_KEPT, by hash */
};

/* A request of a player that is under way. */
typedef struct Errand {
    Correspondence *correspondence;
    AskId ask;
    Lang lang;
    char player[ID_CHARS + 1];
    int days;                /* of a vacation */
    char key[KEY_CHARS + 1]; /* of a new feed */
} Errand;
/* NULL if it has been refused: there is no memory. */
Errand *errand_new(Correspondence *correspondence, const Request *request, AskId ask,
                   const Player *player);
void errand_refuse(Errand *errand, int status, const char *why, const Text *text);
void errand_busy(Errand *errand);
/* Sends the JSON (which is deleted) and ends it. */
void errand_answer(Errand *errand, int status, cJSON *json);
/* {"ok":true}, or 503 if the store has not done it. */
void errand_stored(void *context, const TstoreReply *reply);

/* feed.c */
void feed_change(Correspondence *correspondence, const Request *request, AskId ask,
                 const Player *player);
void feed_ask(void *context, const Request *request, AskId ask);
void feeds_free(Correspondence *correspondence);
/* For tables_on_revoked: what is kept of this player's feed goes. */
void feed_revoked(void *correspondence, const char *player);
/* push.c */
bool push_open(Correspondence *correspondence, const CorrespondenceSetup *setup, char *why);
void push_ask_key(void *context, const Request *request, AskId ask);
void push_change(Correspondence *correspondence, const Request *request, AskId ask,
                 const Player *player);
void push_turn(void *context, const HallTurn *turn);

#endif
