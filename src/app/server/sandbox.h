/* SPDX-License-Identifier: MIT */
/* The filter of system calls (seccomp) that a server is under once it serves: it reads and writes
 * its files, speaks over its sockets and starts threads, and nothing else. Whoever gets the process
 * to run code of theirs starts no program, attaches to no process, loads no code. */
#ifndef CONCENTRIC_APP_SERVER_SANDBOX_H
#define CONCENTRIC_APP_SERVER_SANDBOX_H

#include <stdbool.h>

/* Is there a filter in this build? Not in those with sanitizers, whose own calls it would refuse.
 */
bool sandbox_is_built(void);

/* Puts every thread of the process under the filter, for good. Libraries that are loaded on demand
 * must be there already. False with a reason in why[WHY_MAX]. */
bool sandbox_enter(char *why);

#endif
