/* SPDX-License-Identifier: MIT */
/* The door of app/net: what a front end needs to play at a table of a server. */
#ifndef CONCENTRIC_APP_NET_NET_H
#define CONCENTRIC_APP_NET_NET_H

#include "app/net/call.h"
#include "app/net/client.h"
#include "app/net/link.h"
#include "app/net/seats.h"
#include "app/net/stream.h"
#include "app/net/wire.h"

#endif
