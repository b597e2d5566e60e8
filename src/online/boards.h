/* SPDX-License-Identifier: MIT */
/* Teachers' boards (slate.h) of strangers: kept as documents `board/ID` of their leader, changed by
 * compare-and-set, told to everybody who follows. Like the hall this has no clock, socket or
 * thread; all calls come from one thread. What another process wrote is seen within BOARDS_LOOK_MS.
 * A board that nobody has changed for BOARDS_KEEP_MS goes away. */
#ifndef CONCENTRIC_ONLINE_BOARDS_H
#define CONCENTRIC_ONLINE_BOARDS_H

#include "online/hall.h"
#include "online/slate.h"

typedef struct Boards Boards;

enum { BOARDS_LOOK_MS = 1500, BOARDS_FOLLOWERS_MAX = 2000, BOARD_FOLLOWERS_MAX = 500 };
#define BOARDS_KEEP_MS (INT64_C(30) * 86400 * 1000)

/* `host` as the hall's (wake_at is not used). `variants`, `store` and `players` stay the caller's.
 * NULL without memory. */
Boards *boards_open(const HallHost *host, Variants *variants, TableStore *store, Players *players);
void boards_close(Boards *boards);
/* About once a second. */
void boards_tick(Boards *boards);

/* Who asks about which board; texts need not live longer than the call. Each call is answered once
 * by done. */
typedef struct BoardsAsk {
    Boards *boards;
    const char *id; /* not read by boards_make */
    SlateBy by;     /* id "": nobody known */
    HallDone *done;
    void *context;
} BoardsAsk;

void boards_make(const BoardsAsk *ask, const cJSON *asked);
void boards_show(const BoardsAsk *ask);
/* `act` as slate_do's. */
void boards_do(const BoardsAsk *ask, const cJSON *act);
/* 200, then the board as it stands and again after every change, as messages "board" to the sink,
 * until boards_unfollow. */
void boards_follow(const BoardsAsk *ask, SinkId sink);
void boards_unfollow(Boards *boards, SinkId sink);

#endif
