/* SPDX-License-Identifier: MIT */
/* Seats that were taken here: the seat link of a table in a file that only its owner reads, below
 * $XDG_DATA_HOME or ~/.local/share, so that `play --join URL/t/ID` finds the seat again. */
#ifndef CONCENTRIC_APP_NET_SEATS_H
#define CONCENTRIC_APP_NET_SEATS_H

#include "app/net/link.h"

/* Keeps the key of a seat (LINK_SEAT), and forgets those that nobody has used for a year. False
 * with a reason if it cannot be written. */
bool seats_keep(const TableLink *link, int seat, char *why);
/* The seat at this table that was taken last; false if there is none. */
bool seats_find(const char *base, const char *id, TableLink *out);
#endif
