/* SPDX-License-Identifier: MIT */
/* The names that this server goes by. A page of another site can have its own name point at this
 * machine (DNS rebinding) and would then be of the same origin as the server; its requests still
 * carry that name as Host. Nobody else's page has a number or `localhost` for a name. Pure. */
#ifndef CONCENTRIC_APP_SERVER_HOSTS_H
#define CONCENTRIC_APP_SERVER_HOSTS_H

#include "proto/http.h"

enum { HOSTS_MAX = 16 };

typedef enum HostRule {
    HOSTS_ANY,      /* whatever they say: for tests of the transport */
    HOSTS_LOOPBACK, /* localhost, 127.0.0.0/8 and [::1] */
    HOSTS_NUMBERS,  /* these and every other numeric address */
    HOSTS_NAMED,    /* those in `named`; from this machine itself also HOSTS_LOOPBACK */
} HostRule;

typedef struct HostName {
    HttpScheme scheme;            /* HTTP_EITHER: as the request came */
    char text[HTTP_HOST_MAX + 1]; /* in small letters; with a port, only that one is meant */
    bool port;
} HostName;

typedef struct Hosts {
    HostRule rule;
    int count;
    HostName named[HOSTS_MAX];
} Hosts;

/* Adds names to those of --host, separated by commas or spaces: NAME, NAME:PORT, and with http://
 * or https:// before it. False with a reason in why[WHY_MAX]. */
bool hosts_add(Hosts *hosts, const char *list, char *why);
/* The rule for a server that listens at this numeric address and has been told no names. */
HostRule hosts_rule(const char *address);

/* Is this Host one of ours? No Host at all is: no browser asks so. `local`: from this machine, and
 * not through a proxy. *scheme is set if the name was given with one. */
bool hosts_know(const Hosts *hosts, HttpSpan host, bool local, HttpScheme *scheme);

#endif
