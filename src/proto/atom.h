/* SPDX-License-Identifier: MIT */
/* Atom feeds (RFC 4287) into a bounded string. Every text is escaped; what XML cannot hold becomes
 * U+FFFD. Times are milliseconds since 1970. */
#ifndef CONCENTRIC_PROTO_ATOM_H
#define CONCENTRIC_PROTO_ATOM_H

#include "base/str.h"

typedef struct AtomFeed {
    const char *id; /* a URI that never changes */
    const char *title, *author, *lang;
    const char *link; /* the page that it is about */
    int64_t updated;
} AtomFeed;

typedef struct AtomEntry {
    const char *id, *title, *link, *summary;
    int64_t updated;
} AtomEntry;

void atom_open(const AtomFeed *feed, Str *out);
void atom_entry(const AtomEntry *entry, Str *out);
void atom_close(Str *out);
/* A text between tags or in an attribute. */
void atom_text(const char *text, Str *out);
/* 2026-11-17T06:00:00Z */
void atom_time(int64_t ms, Str *out);

#endif
