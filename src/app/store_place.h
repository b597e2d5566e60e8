/* SPDX-License-Identifier: MIT */
/* Where tables are kept, from what the command line says. */
#ifndef CONCENTRIC_APP_STORE_PLACE_H
#define CONCENTRIC_APP_STORE_PLACE_H

#include "base/str.h"
#include "online/store.h"

typedef struct StorePlace {
    char dir[4096];
    TstoreSetup setup; /* dir or url; the rest is the caller's to fill in */
} StorePlace;

/* From --data and --store, each NULL if not given; without both, the default directory below
 * $XDG_DATA_HOME or ~/.local/share. False with a sentence. */
bool store_place(const char *data, const char *store, StorePlace *out, char *why);

/* For command tables. */
#define FLAG_DATA                                                                                  \
    {                                                                                              \
        "--data", "DIR", "the directory with the tables (default: concentric, among your data)"    \
    }
#define FLAG_STORE                                                                                 \
    {                                                                                              \
        "--store", "URL", "the PostgreSQL with the tables instead: postgresql://..."               \
    }

#endif
