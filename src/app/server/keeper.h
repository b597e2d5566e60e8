/* SPDX-License-Identifier: MIT */
/* Backups while a server serves: a thread that writes one file after the other into a directory,
 * each whole and as of one moment (online/store.h), and takes the oldest of its own away. */
#ifndef CONCENTRIC_APP_SERVER_KEEPER_H
#define CONCENTRIC_APP_SERVER_KEEPER_H

#include "app/server/oplog.h"
#include "online/store.h"

typedef struct Keeper Keeper;

typedef struct KeeperSetup {
    const TstoreSetup *store; /* dir and url are read; both must live as long as the keeper */
    const char *dir;          /* made if it is not there */
    int64_t every;            /* milliseconds between two */
    int keep;                 /* so many stay */
    Oplog *log;
} KeeperSetup;

/* What became of a backup that was asked for, on the keeper's thread. `why` "" and the file's name
 * if it is good. */
typedef void KeeperDone(void *context, const char *name, const char *why);

typedef struct KeeperFigures {
    uint64_t written, failed;
    int64_t last; /* milliseconds since 1970 of the last good one, of earlier processes too */
} KeeperFigures;

/* The first one is due `every` after the newest file that is there. NULL with a reason. */
Keeper *keeper_open(const KeeperSetup *setup, char *why);
/* False if it is in the middle of one that does not end: it is left behind. */
bool keeper_close(Keeper *keeper, int ms);
/* One now. False if one that was asked for is not finished. */
bool keeper_ask(Keeper *keeper, KeeperDone *done, void *context);
KeeperFigures keeper_figures(Keeper *keeper);

/* Is this the name of a file of ours, concentric-20261117T053000Z.db? *at: that time. */
bool keeper_name_read(const char *name, int64_t *at);

#endif
