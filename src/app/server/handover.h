/* SPDX-License-Identifier: MIT */
/* A listening socket that was there before this process: systemd's (socket activation), or that of
 * the server whose place this one takes (--take-over). Whoever connects in between waits in the
 * socket's queue and is refused by nobody. */
#ifndef CONCENTRIC_APP_SERVER_HANDOVER_H
#define CONCENTRIC_APP_SERVER_HANDOVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The socket that systemd handed in (LISTEN_FDS), -1 if there is none; -2 with a reason in
 * why[WHY_MAX] if what it handed in is of no use. */
int handover_inherit(char *why);
/* Asks the server at this operator's socket for its listening socket and waits until it has stopped
 * serving. -1 with a reason; if it has not been handed over the other server goes on. */
int handover_take(const char *path, char *why);
/* Where a listening socket is. False if it is none. */
bool handover_place(int listener, char *address, size_t room, uint16_t *port);

#endif
