/* SPDX-License-Identifier: MIT */
/* The server of the page: sockets, time limits, signals. */
#ifndef CONCENTRIC_APP_SERVER_SERVER_H
#define CONCENTRIC_APP_SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SERVER_CONNECTIONS_MAX = 1024,
    SERVER_HEAD_SECONDS = 10,  /* for a request to arrive */
    SERVER_IDLE_SECONDS = 30,  /* between requests, and without progress while answering */
    SERVER_DRAIN_SECONDS = 2,  /* for the client to close after the last answer */
    SERVER_GRACE_SECONDS = 10, /* for answers under way after a signal to stop */
};

/* Opens a listening socket at a numeric address. Returns it and sets *port to the real one; -1 with
 * a one-line reason in why[WHY_MAX]. */
int server_listen(const char *address, uint16_t *port, char *why);

/* Serves page_files on that socket until SIGINT or SIGTERM, then closes it. Calls ready(context) as
 * soon as clients and signals are heard. False with a reason if it could not start. */
bool server_run(int listener, void (*ready)(void *context), void *context, char *why);

#endif
