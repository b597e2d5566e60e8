/* SPDX-License-Identifier: MIT */
/* The lobby of a server as a bot sees it: open tables, kept up to date by the lines of the stream,
 * and which of them a bot sits down at. What a server says is checked and bounded. Pure. */
#ifndef CONCENTRIC_APP_BOT_LOBBY_H
#define CONCENTRIC_APP_BOT_LOBBY_H

#include "app/net/net.h"
#include "play/clock.h"

enum {
    LOBBY_TABLES_MAX = 512,
    LOBBY_PLAYER_MAX = 16,
    RULES_GAMES_MAX = 16,
    RULES_NAME_MAX = 24,
    MINE_MAX = 256,
};

/* One open table. */
typedef struct LobbyTable {
    char id[NET_ID_MAX], game[VARIANT_TEXT_MAX], clock[CONTROL_TEXT_MAX];
    char player[LOBBY_PLAYER_MAX]; /* who waits there; "": somebody without a key */
    int rating;                    /* of them; -1: not known */
    bool rated, bot;
    int64_t since; /* when we first saw it */
} LobbyTable;

typedef struct Lobby {
    LobbyTable table[LOBBY_TABLES_MAX];
    int count;
} Lobby;

/* Takes one line of the stream (or the answer to GET /lobby): the whole list, or what has come and
 * gone; empty lines do nothing.
 * False if it is something else, or too much; then the lobby is empty and is to be asked anew. */
bool lobby_take(Lobby *lobby, const char *line, size_t length, int64_t now);
void lobby_remove(Lobby *lobby, const char *id);

/* Where a bot sits down. */
typedef struct BotRules {
    char game[RULES_GAMES_MAX][RULES_NAME_MAX]; /* first words of variants; none: any game */
    int game_count;
    bool rated;            /* also at rated tables */
    bool bots;             /* also where another bot waits */
    bool none, live, days; /* clocks */
    int wait_ms;           /* people first: for so long nobody of us comes */
} BotRules;

/* Reads "nine,mur" and "none,live,days". False with a reason. */
bool rules_read_games(const char *text, BotRules *rules, char *why);
bool rules_read_clocks(const char *text, BotRules *rules, char *why);
bool rules_fit(const BotRules *rules, const LobbyTable *table, int64_t now);

/* A table where the bot sits already. */
typedef struct MyTable {
    char id[NET_ID_MAX];
    bool over;
} MyTable;

/* Reads the answer of me/tables. How many, or -1 if it is something else. */
int mine_read(const char *bytes, size_t count, MyTable out[MINE_MAX]);

/* Who the bot is, by the answer of /me. False if it is something else. */
typedef struct BotSelf {
    char id[LOBBY_PLAYER_MAX], name[SEAT_NAME_MAX];
    int rating; /* the mean of its pools; -1: none yet */
} BotSelf;
bool self_read(const char *bytes, size_t count, BotSelf *out);

/* Which of the bots with room (rating; INT32_MIN: no room) comes to a table: the nearest rating if
 * both are known, else any, by `luck`. -1: none has room. */
int rules_choose(const int *ratings, int count, int wanted, uint64_t luck);

#endif
