/* SPDX-License-Identifier: MIT */
/* The hall: tables of people who are not in one room. A table is play/table.h's; here are the log
 * that is kept in the store, rights, the server's clock, presence, and who is told what.
 *
 * An act is judged against the table in memory, written to the store, and only when it is on the
 * disk is it answered and told to everybody. While it is being written nothing else happens at that
 * table; other tables go on. Where the store says that another process was quicker, or does not
 * know, the table is read again and the act judged again.
 *
 * No sockets, no threads, no clock of its own: the host (app/server) hands in time and messages and
 * is handed texts to send. All calls come from one thread. */
#ifndef CONCENTRIC_ONLINE_HALL_H
#define CONCENTRIC_ONLINE_HALL_H

#include "online/ids.h"
#include "online/store.h"
#include "play/table.h"

typedef struct Hall Hall;
typedef struct Players Players;
typedef uint64_t SinkId; /* a socket or stream of the host's, never 0 */

/* It is somebody's turn in a game with days per move. */
typedef struct HallTurn {
    const char *table, *player; /* ids */
    bool here;                  /* they are connected, or watch the table, at this process */
} HallTurn;

typedef struct HallHost {
    void *context;
    int64_t (*now)(void *context); /* milliseconds since 1970, never going back */
    /* One message in JSON to a sink. When a sink has ended the host
     * takes it off its tables (hall_unwatch). */
    void (*send)(void *context, SinkId sink, const char *text, size_t length);
    /* hall_tick is wanted at this time, and at the latest every second anyway. */
    void (*wake_at)(void *context, int64_t at);
    /* NULL: nobody cares. Told by the process that wrote the move, once. */
    void (*turn)(void *context, const HallTurn *turn);
    /* NULL: nobody cares. A key of this player is good no more (PlayersHost). */
    void (*revoked)(void *context, const char *player, const char *hash);
    /* NULL: nobody is. Does the operator keep this player out? Their seats are closed to them too.
     */
    bool (*banned)(void *context, const char *player);
} HallHost;

/* `variants` and `store` stay the caller's. NULL if there is no memory. */
Hall *hall_open(const HallHost *host, Variants *variants, TableStore *store);
void hall_close(Hall *hall);
/* For tstore_open: the hint of another process. */
void hall_hint(void *hall, const char *id, int64_t seq);
void hall_tick(Hall *hall);

/* What a request is answered with: `json` if status is 200 or 201, else why (a word with hyphens)
 * and text (a sentence in the language of the request). Lives until the function returns. */
typedef struct HallAnswer {
    int status;
    const char *json;
    size_t length;
    const char *why, *text;
    bool plain; /* json is not JSON but the text of a record */
    int64_t seq;
} HallAnswer;
typedef void HallDone(void *context, const HallAnswer *answer);

/* Every call below is answered exactly once by `done`, before or after it returns. Texts need not
 * live longer than the call. */

typedef struct HallMake {
    const char *game, *clock, *side, *name, *position, *takeback, *seed; /* NULL: none */
    bool match, lobby, pick, rated, help;
    const char *player; /* who makes it, in memory (players.h); NULL: nobody known */
    int64_t low, high;  /* ratings that may sit down; 0, 0: any */
    uint64_t maker;     /* whom hall_made_by counts it for; 0: nobody. Never stored */
} HallMake;
void hall_make(Hall *hall, const HallMake *make, Lang lang, HallDone *done, void *context);

/* A table of a tournament: both sit there from the beginning and show who they are by the keys of
 * their devices. The id is the caller's, so that making it again after a crash makes no second one:
 * 409 `taken` if it is there. */
typedef struct HallPair {
    const char *id, *game, *clock, *tournament;
    const char *player[2], *name[2];
    bool match, rated;
} HallPair;
void hall_pair(Hall *hall, const HallPair *pair, Lang lang, HallDone *done, void *context);
/* The first move did not come: the seat that is to move loses, if the table is still at `plies` (0
 * or 1) and running. Quiet if it is not. */
void hall_forfeit(Hall *hall, const char *id, int64_t plies);

typedef struct HallJoin {
    const char *id, *invite, *name; /* NULL: none */
    const char *player;             /* who sits down, in memory; NULL: nobody known */
} HallJoin;
void hall_join(Hall *hall, const HallJoin *join, Lang lang, HallDone *done, void *context);

/* A table as the holder of the key sees it; "" is a watcher. */
void hall_show(Hall *hall, const char *id, const char *key, Lang lang, HallDone *done,
               void *context);
void hall_record(Hall *hall, const char *id, const char *key, Lang lang, HallDone *done,
                 void *context);
/* Is this table in memory? Who has read many that nobody else asks for lets them go afterwards, but
 * not from within `done`. */
bool hall_has(const Hall *hall, const char *id);
void hall_let_go(Hall *hall, const char *id);

/* The lobby (lobby.h). What somebody has hidden is not told to them: `player` may be NULL. */
void hall_lobby(Hall *hall, const char *player, Lang lang, HallDone *done, void *context);
/* Tells a sink of the lobby as it is and then of every change, until it watches no more. */
void hall_lobby_watch(Hall *hall, SinkId sink, const char *player);
void hall_lobby_unwatch(Hall *hall, SinkId sink);
/* Quick pairing: sits down at the open table that fits best (200), or makes one for the lobby
 * (201). A player who waits at such a table already is told so (200, "waiting"), or gives it up for
 * an older one. `table`, if not NULL, is where they wait: if it has begun, that is the answer. */
void hall_seek(Hall *hall, const HallMake *make, const char *table, Lang lang, HallDone *done,
               void *context);
/* The public games that most people watch. */
void hall_wall(Hall *hall, Lang lang, HallDone *done, void *context);
/* A player's socket or stream begins and ends; they have asked for something. */
void hall_enter(Hall *hall, const char *player);
void hall_leave(Hall *hall, const char *player);
void hall_touch(Hall *hall, const char *player);
/* So many more sockets and streams, or fewer. */
void hall_people(Hall *hall, int more);

/* The tables where a player sits, those where they are to move first; and what everybody may know
 * of a player: name, ratings, public games. */
void hall_mine(Hall *hall, const char *player, Lang lang, HallDone *done, void *context);
void hall_player(Hall *hall, const char *player, Lang lang, HallDone *done, void *context);

enum { HALL_CMD_MAX = 64 };
typedef struct HallAct {
    const char *id, *key;
    const char *cmd;  /* the client's id of this act; the same again is answered, not done again */
    const char *text; /* play/table.h's form */
    int64_t on;       /* the seq that the client has seen, or -1 */
    int64_t rtt_ms;   /* smallest of the last round trips that the server measured */
    uint64_t peer;    /* the network that it comes from; 0: not known. Never stored */
} HallAct;
void hall_do(Hall *hall, const HallAct *act, Lang lang, HallDone *done, void *context);

/* Tells a sink of everything that happens at a table after event `since`, as messages "ev"; with
 * since < 0 it begins with the table as it stands, as a message "state". A refusal is told by done;
 * a good watch by status 200 before the first message. */
typedef struct HallWatch {
    const char *id, *key;
    int64_t since;
    SinkId sink;
    uint64_t peer; /* as in HallAct */
} HallWatch;
void hall_watch(Hall *hall, const HallWatch *watch, Lang lang, HallDone *done, void *context);
/* This player's vacation has changed: their games with days per move are told. */
void hall_follow_vacation(Hall *hall, const char *player);
/* The sink has ended, or watches this table no more. */
void hall_unwatch(Hall *hall, SinkId sink, const char *id);

Players *hall_players(Hall *hall);

typedef struct HallFigures {
    int rooms, watchers, running;
    int damaged;                  /* tables whose log cannot be read */
    int state[TABLE_ABORTED + 1]; /* tables in memory, by TableState */
    int64_t acts, moves, refused, conflicts, not_saved;
} HallFigures;
HallFigures hall_figures(const Hall *hall);

/* operate.c: for the operator. Tables in memory, in no order; each(context, table) false: enough.
 * Names are told as they stand. */
typedef struct HallTable {
    const char *id, *game, *state, *name[2];
    int watchers;
    int64_t seq, made, used;
} HallTable;
typedef bool HallListed(void *context, const HallTable *table);
void hall_list(const Hall *hall, HallListed *each, void *context);
/* Ends a game without a result; an open table is gone. */
void hall_close_table(Hall *hall, const char *id, HallDone *done, void *context);
/* Takes a seat's name away, also from what was logged, and lets it have no other one. */
void hall_hide_name(Hall *hall, const char *id, int seat, HallDone *done, void *context);

/* The same for a player: their name, for good, and at tables in memory. */
void hall_hide_player(Hall *hall, const char *player, HallDone *done, void *context);
/* Who watches from a seat of this player, at most `most` of them; how many were written. */
int hall_sinks_of(const Hall *hall, const char *player, SinkId *out, int most);

/* Tables of this maker that are in memory and have not ended. */
int hall_made_by(const Hall *hall, uint64_t maker);

#endif
