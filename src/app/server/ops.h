/* SPDX-License-Identifier: MIT */
/* How a server is run: the operator's socket (lines of JSON, docs/online.md), metrics for a monitor
 * at an address of their own, the log, backups, bans, draining, handing over. Everything here is on
 * the server's loop, and nothing of it can be reached from the public port. */
#ifndef CONCENTRIC_APP_SERVER_OPS_H
#define CONCENTRIC_APP_SERVER_OPS_H

#include "app/server/keeper.h"
#include "app/server/oplog.h"
#include "app/server/server.h"
#include "app/server/tables.h"

#include <sys/types.h>

typedef struct Ops Ops;

typedef struct OpsSetup {
    const char *admin;   /* path of the operator's socket; NULL: none */
    const char *metrics; /* ADDRESS:PORT; NULL: none */
    Oplog *log;
    Keeper *keeper; /* NULL: no backups */
    bool own_admin; /* the path was not given: a place where it cannot be is no reason to end */
} OpsSetup;

/* Opens sockets and hears; before server_run. NULL with a reason in why[WHY_MAX]. */
Ops *ops_open(Server *server, Tables *tables, const OpsSetup *setup, char *why);
/* Serving begins. */
void ops_started(Ops *ops, bool sandboxed);
/* After server_run. */
void ops_close(Ops *ops);

/* ops_socket.c: a listening Unix socket, readable by its owner only. One that a dead process left
 * is replaced; one at which somebody answers is refused. -1 with a reason. */
int ops_listen(const char *path, char *why);
/* A connection to one; -1 with a reason. */
int ops_connect(const char *path, char *why);
/* ADDRESS:PORT, also [::1]:9100. -1 with a reason. */
int ops_listen_tcp(const char *place, char *why);
/* Sends bytes with a descriptor, and takes them. */
bool ops_send_descriptor(int socket, const char *text, size_t length, int descriptor);
ssize_t ops_take_descriptor(int socket, char *text, size_t room, int *descriptor);

#endif
