/* SPDX-License-Identifier: MIT */
/* Tournaments: arena, round robin, Swiss, and one against many. The server pairs, makes the tables,
 * watches their ends and pairs again. docs/club.md has the rules in words.
 *
 * Documents: `tournament` (id; the setup, who takes part, where it stands), `tour-game` (one a
 * pairing, owner: the tournament), and `tour-live` or `tour-done` (a summary for lists; `at`: when
 * it begins, or ended). Every change writes the document of the tournament over the version that
 * was read, so that of several processes one decides and the others read again. A pairing is
 * written with the id of its table before the table is made: after a crash the table is made then,
 * and never twice. Nothing else has to be remembered.
 *
 * No sockets, no threads, no clock of its own; all calls come from one thread. */
#ifndef CONCENTRIC_ONLINE_TOUR_H
#define CONCENTRIC_ONLINE_TOUR_H

#include "club/pairing.h"
#include "online/hall.h"

typedef struct Tours Tours;

/* What is known of a player. */
typedef struct TourWho {
    const char *name;
    int32_t rating; /* in the pool that was asked for */
    bool provisional, bot;
} TourWho;

typedef struct ToursHost {
    void *context;
    int64_t (*now)(void *context);
    void (*send)(void *context, SinkId sink, const char *text, size_t length);
    /* Somebody who is in memory; false if they are not. */
    bool (*who)(void *context, const char *player, const char *pool, TourWho *out);
    /* Does one of two hide the other, as far as they are in memory? */
    bool (*apart)(void *context, const char *one, const char *other);
    /* Brings players into memory as far as it can, then calls done; before or after it returns. */
    void (*load)(void *context, const char *const *players, int count, void (*done)(void *context),
                 void *done_context);
} ToursHost;

Tours *tours_open(const ToursHost *host, Hall *hall, Variants *variants, TableStore *store);
void tours_close(Tours *tours); /* after the store was closed */
/* Twice a second or so. */
void tours_tick(Tours *tours);
/* A table has ended. */
void tours_ended(Tours *tours, const TstoreRow *row);

/* Requests. Each is answered once, as those of the hall. `player` has shown the key of a device. */
typedef struct TourMake {
    const char *name, *kind, *game, *clock, *side;      /* NULL: none; side: p1, p2, both */
    bool rated, match, join;                            /* join: who makes it takes part */
    int64_t rounds, minutes, cycles, start, most, wait; /* 0: the usual */
} TourMake;
void tours_make(Tours *tours, const TourMake *make, const char *player, Lang lang, HallDone *done,
                void *context);
void tours_list(Tours *tours, Lang lang, HallDone *done, void *context);
void tours_show(Tours *tours, const char *id, Lang lang, HallDone *done, void *context);

typedef enum TourAct { TOUR_JOIN, TOUR_LEAVE, TOUR_START, TOUR_CANCEL } TourAct;
void tours_do(Tours *tours, const char *id, const char *player, TourAct act, Lang lang,
              HallDone *done, void *context);

/* Tells a sink of every change from now on, the tournament as it stands first. */
void tours_watch(Tours *tours, const char *id, SinkId sink, Lang lang, HallDone *done,
                 void *context);
/* The sink has ended, or (id) watches this one no more. False if it did not. */
bool tours_unwatch(Tours *tours, SinkId sink, const char *id);

#endif
