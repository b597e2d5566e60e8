/* SPDX-License-Identifier: MIT */
/* Addresses of clients: what limits count by, and whose word about others is believed. Pure. */
#ifndef CONCENTRIC_APP_SERVER_PEER_H
#define CONCENTRIC_APP_SERVER_PEER_H

#include "app/server/limits.h"

#include <stddef.h>

/* An address in network order; IPv4 as ::ffff:a.b.c.d. */
typedef struct Address {
    uint8_t bytes[16];
} Address;

/* Reads a numeric address (also in brackets, or with a port as proxies may write it). */
bool peer_read(const char *text, size_t length, Address *out);
/* Prefix of it: /24 of IPv4, /56 of IPv6; PEER_LOOPBACK for 127.0.0.0/8 and ::1. */
PeerKey peer_key(const Address *address);
/* Of four bytes in network order. */
Address peer_of_ipv4(const uint8_t bytes[4]);
/* Somebody's on the internet: not of this machine, a private network, a test or a group. */
bool peer_is_public(const Address *address);
bool peer_same(const Address *a, const Address *b);

/* Who asks: the address that a proxy saw, which is the last one of X-Forwarded-For. False (and *out
 * unchanged) if there is none that can be read. */
bool peer_forwarded(const char *list, size_t length, Address *out);

#endif
