/* SPDX-License-Identifier: MIT */
/* Links to tables: URL/t/ID watches, URL/t/ID#j=KEY is an invitation, URL/t/ID#s=KEY opens a seat.
 * Keys stand behind the # so that they reach no log. Pure. */
#ifndef CONCENTRIC_APP_NET_LINK_H
#define CONCENTRIC_APP_NET_LINK_H

#include "base/str.h"
#include "core/types.h"

enum { NET_BASE_MAX = 256, NET_ID_MAX = 16, NET_KEY_MAX = 72, NET_LINK_MAX = 384 };

typedef enum LinkKind { LINK_WATCH, LINK_INVITE, LINK_SEAT } LinkKind;

typedef struct TableLink {
    char base[NET_BASE_MAX]; /* of the server, without a slash at its end */
    char id[NET_ID_MAX];
    LinkKind kind;
    char key[NET_KEY_MAX]; /* "" to watch */
} TableLink;

/* False with a reason in why, which never repeats a key. */
bool table_link_read(const char *text, Lang lang, TableLink *out, char *why);
void table_link_write(const TableLink *link, Str *out);
/* The address of a server: http or https, a host, no slash at the end of *out. */
bool table_link_read_base(const char *text, Lang lang, char out[NET_BASE_MAX], char *why);

#endif
