/* SPDX-License-Identifier: MIT */
/* Limits by name, and who has used how much of them. Pure: time and keys come from the caller.
 *
 * A key is who is limited: the prefix of an address (peer_key), or a number that the caller makes
 * of a device or a seat. Counts are forgotten as soon as they are zero or their time is over, and
 * no address is ever written anywhere. */
#ifndef CONCENTRIC_APP_SERVER_LIMITS_H
#define CONCENTRIC_APP_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who asks, as far as limits care: an IPv4 address without its last byte, an IPv6 address by its
 * first seven, or this machine itself (peer.h). */
typedef uint64_t PeerKey;
enum { PEER_LOOPBACK = 1 };

typedef enum LimitName {
    LIMIT_CONNECTIONS,         /* open connections, all together */
    LIMIT_ADDRESS_CONNECTIONS, /* ... of one address */
    LIMIT_SOCKETS,             /* WebSockets and streams of one address */
    LIMIT_DEVICE_SOCKETS,      /* ... of one device */
    LIMIT_FRAME,               /* bytes of a WebSocket message */
    LIMIT_BODY,                /* bytes of a request's body */
    LIMIT_MESSAGES,            /* messages of a WebSocket in 20 seconds */
    LIMIT_TABLES,              /* tables made by an address in a minute */
    LIMIT_JOINS,               /* joins of an address in a minute */
    LIMIT_RUNNING,             /* tables made by an address that have not ended */
    LIMIT_ACTS,                /* acts of a seat in a second */
    LIMIT_REQUESTS,            /* requests below /api/ of an address in ten seconds */
    LIMIT_PICTURES,            /* pictures drawn for an address in ten seconds */
    LIMIT_COUNT
} LimitName;

typedef struct Limits Limits;

/* `strict`: this machine's own addresses are limited like others (--behind-proxy). NULL: no memory.
 */
Limits *limits_make(bool strict);
void limits_free(Limits *limits);
void limits_be_strict(Limits *limits, bool strict);

/* Sets a limit from "NAME=N". False with a reason in why[WHY_MAX]. */
bool limits_set(Limits *limits, const char *text, char *why);
uint64_t limits_value(const Limits *limits, LimitName name);
/* In which time so many; 0 if it is a number at a time, or a size. */
uint32_t limits_span(LimitName name);
/* "connections, address-connections, ..." for help and reasons. */
const char *limits_names(void);
const char *limits_name(LimitName name);
/* Does this limit hold for this address? Not for loopback, unless strict or the limit was set. The
 * functions below know; ask before counting for a device or a seat of that address. */
bool limits_apply(const Limits *limits, LimitName name, PeerKey peer);

/* Per time: counts one more for the key within the limit's span of time. True if that is allowed.
 * If not, *retry (may be NULL) is the seconds until it may be again. */
bool limits_take(Limits *limits, LimitName name, uint64_t key, uint64_t now_ms, unsigned *retry);
/* At a time: one more, if there is room; limits_leave gives it back. */
bool limits_enter(Limits *limits, LimitName name, uint64_t key);
void limits_leave(Limits *limits, LimitName name, uint64_t key);

#endif
