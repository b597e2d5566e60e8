/* SPDX-License-Identifier: MIT */
/* One game of a bot: a mirror of the table, and what the bot does there. It moves, picks, answers
 * offers, goes on in a match; everything else is left to people. */
#ifndef CONCENTRIC_APP_BOT_GAME_H
#define CONCENTRIC_APP_BOT_GAME_H

#include "app/bot/thoughts.h"
#include "app/net/net.h"

typedef struct BotGame {
    struct BotGame *next;
    uint64_t number; /* of the game, for thoughts */
    int bot, level;
    char id[NET_ID_MAX];
    NetClient *client;
    WireTable table;
    int move_room;
    bool has_table, stale; /* stale: the table was asked for anew */
    bool closed;           /* the server does not know us there any more */
    int64_t seen;          /* the latest event that we heard of */
    int64_t wait_seq;      /* our last act is event so and so: until then nothing is done */
    int64_t answered;      /* the event at which offers were answered */
    bool thinking, has_score;
    uint64_t thought;  /* number of the thought under way, */
    int thought_plies; /* and after how many moves */
    int64_t again_at;
    int score; /* what it thinks of its position */
    int64_t heard_at, over_at, claimed_at;
    bool moved_on; /* there is a rematch */
    uint64_t luck;
} BotGame;

/* NULL without memory. */
BotGame *bot_game_open(const char *base, const char *key, const char *id, Lang lang,
                       void (*wake)(void));
void bot_game_close(BotGame *game);

/* Takes what has come; then does what is to be done, asking `thoughts` for moves. */
void bot_game_hear(BotGame *game, int64_t now);
void bot_game_act(BotGame *game, Thoughts *thoughts, int64_t now);
/* An answer that was asked for by this game. */
void bot_game_thought(BotGame *game, const ThoughtAnswer *answer, int64_t now);
/* Nothing is to be done here any more. */
bool bot_game_is_done(const BotGame *game, int64_t now);

#endif
