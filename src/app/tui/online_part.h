/* SPDX-License-Identifier: MIT */
/* What online.c and online_begin.c share. */
#ifndef CONCENTRIC_APP_TUI_ONLINE_PART_H
#define CONCENTRIC_APP_TUI_ONLINE_PART_H

#include "app/tui/files.h"
#include "app/tui/online.h"

struct Online {
    NetClient *client;
    TableLink link;           /* of the table that is on, with the seat's key */
    char kept[NET_ID_MAX];    /* the table whose seat is kept on this computer */
    char name[SEAT_NAME_MAX]; /* that was given at the start */
    Lang lang;
    int64_t acknowledged; /* the last event that answered an act of ours */
    bool fresh, closed;
    bool asked;  /* the table is being read anew */
    bool saving; /* a record was asked for, */
    char save_path[FILES_PATH_MAX];
};

/* Puts the table onto the board as a new game. False with a reason. */
bool online_show(Host *host, const WireTable *table, char *why);

/* Sits down at a table that is open to all, and listens as that seat. False with a reason. */
bool online_sit(Online *online, char *why);

#endif
