/* SPDX-License-Identifier: MIT */
/* The lobby: which tables are open to everybody, kept in memory and told to whoever listens; who is
 * here; quick pairing. Part of the hall, whose calls are in hall.h.
 *
 * Every process reads the list from the store every two seconds, and at once when something
 * happened here. Whoever made a live table has to be seen, by whichever process: each writes a
 * document `process` every few seconds with how many people it has and which of the open tables'
 * makers it sees. A table whose maker nobody has seen for LOBBY_GONE_MS is given up. */
#ifndef CONCENTRIC_ONLINE_LOBBY_H
#define CONCENTRIC_ONLINE_LOBBY_H

#include "online/room.h"

enum {
    LOBBY_MOST = 200,         /* tables that are listed, the newest */
    LOBBY_EVERY_MS = 2000,    /* between two looks at the store */
    LOBBY_GONE_MS = 30000,    /* without a sign of its maker a live table is given up */
    LOBBY_REPORT_MS = 5000,   /* between two documents of this process */
    LOBBY_PROCESS_MS = 20000, /* without a document a process counts no more */
};

/* One open table. */
typedef struct LobbyTable {
    char id[ID_CHARS + 1], maker[ID_CHARS + 1], pool[POOL_MAX];
    char *setup; /* as it was asked for, the variant in its usual form */
    char *json;  /* as it is told */
    int64_t made, low, high;
    bool rated, fresh; /* fresh: new, or told otherwise than before */
    uint8_t free_seat;
} LobbyTable;

typedef struct LobbyWatcher {
    struct LobbyWatcher *next;
    SinkId sink;
    char player[ID_CHARS + 1];
} LobbyWatcher;

/* Somebody who waits for the list to be read once more. */
typedef struct LobbyWait {
    struct LobbyWait *next;
    uint64_t number; /* of the reading that is good enough */
    void (*then)(void *context, bool good);
    void *context;
} LobbyWait;

typedef struct Presence Presence;

struct Lobby {
    Hall *hall;
    char process[ID_CHARS + 1];
    LobbyTable *tables;
    int count;
    LobbyWatcher *watchers;
    LobbyWait *waits;
    uint64_t begun, ended; /* readings */
    bool reading, dirty;
    int64_t looked, heard, reported;
    bool quiet;                      /* the last document said that nobody is here */
    int others_here, others_playing; /* in other processes */
    int people;                      /* sockets and streams of this one */
    int told_here, told_playing;
    Presence *presence;
    struct Seek *seeks, **seeks_end; /* quick pairing, one at a time; the first is under way */
};

Lobby *lobby_open(Hall *hall);
void lobby_close(Lobby *lobby);
void lobby_tick(Lobby *lobby, int64_t now);
/* Something happened to a table that is or was in the lobby. */
void lobby_changed(Lobby *lobby);
/* Calls `then` when the list is as the store has it now, or later; good: it could be read. */
void lobby_read(Lobby *lobby, void (*then)(void *context, bool good), void *context);
/* May the player ("" if nobody) see what the other one offers? */
bool lobby_shows(Lobby *lobby, const char *player, const char *maker);
int lobby_here(const Lobby *lobby);
int lobby_playing(const Lobby *lobby);

/* seek.c */
void lobby_free_seeks(Lobby *lobby);

/* presence.c: who is connected or has asked for something lately. */
void presence_enter(Presence **presence, const char *player, int64_t now);
void presence_leave(Presence **presence, const char *player, int64_t now);
void presence_touch(Presence **presence, const char *player, int64_t now);
/* When they were last seen; now, while they are connected. 0: never. */
int64_t presence_seen(const Presence *presence, const char *player, int64_t now);
/* How many sockets and streams are a player's second, third and so on. */
int presence_again(const Presence *presence);
bool presence_is_connected(const Presence *presence, const char *player);
/* Forgets those who are long gone. */
void presence_sweep(Presence **presence, int64_t now);
void presence_free(Presence *presence);

#endif
