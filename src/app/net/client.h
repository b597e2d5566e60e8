/* SPDX-License-Identifier: MIT */
/* A connection to one table, on a thread of its own: it reads the table, then its events as they
 * come, and sends acts. An act is kept until the server has answered it and is sent again with the
 * same id, so nothing is lost and nothing is played twice. Events are numbered; after a gap or a
 * lost line the table is read anew. What it hears is taken by the caller's loop, which is woken. */
#ifndef CONCENTRIC_APP_NET_CLIENT_H
#define CONCENTRIC_APP_NET_CLIENT_H

#include "app/net/wire.h"

enum { CLIENT_ACT_MAX = 256 };

typedef struct NetClient NetClient;

typedef enum ClientNews {
    NEWS_TABLE,  /* the table as it stands; for wire_table_free */
    NEWS_EVENT,  /* something happened */
    NEWS_ACT,    /* an act was answered: good with its seq, or refused with a text */
    NEWS_LOST,   /* the line is gone; it is tried again and again */
    NEWS_BACK,   /* it is there again */
    NEWS_RECORD, /* the record in `bytes`, for free; not good: text */
    NEWS_CLOSED, /* the server does not know us at this table; text */
} ClientNews;

typedef struct ClientMessage {
    ClientNews news;
    bool good;
    int64_t seq;
    char act[CLIENT_ACT_MAX], id[NET_ID_MAX]; /* what was answered, at which table */
    char text[WIRE_TEXT_MAX];
    WireTable table;
    WireEvent event;
    char *bytes;
    size_t length;
} ClientMessage;

/* Begins to listen. `key` "" watches. `wake` is called from the other thread when there is
 * something to take. NULL if there is no memory or no thread. */
NetClient *net_client_open(const char *base, const char *id, const char *key, Lang lang,
                           void (*wake)(void));
/* Ends; acts that were not answered are given up. */
void net_client_close(NetClient *client);

/* Sends an act of play/table.h's form; `on` is the event that the caller has seen, or -1. False if
 * it is no act or too many wait. */
bool net_client_act(NetClient *client, const char *act, int64_t on);
/* Acts that were not answered yet. */
int net_client_waiting(NetClient *client);
/* Reads the table anew. */
void net_client_refresh(NetClient *client);
/* Goes over to another table with the same key. */
void net_client_go(NetClient *client, const char *id);
/* Asks for the game's record. */
void net_client_record(NetClient *client);
/* The language of reasons from now on. */
void net_client_set_lang(NetClient *client, Lang lang);

/* The oldest message; false if there is none. */
bool net_client_take(NetClient *client, ClientMessage *out);

#endif
