/* SPDX-License-Identifier: MIT */
/* All ratings from the log of rated games, from the beginning: what `concentric ratings
 * --recompute` holds the kept ones against. */
#ifndef CONCENTRIC_ONLINE_RERATE_H
#define CONCENTRIC_ONLINE_RERATE_H

#include "online/rating.h"

typedef struct Rerate Rerate;

typedef struct Rerated {
    char id[RATING_ID_MAX]; /* POOL/RID */
    Glicko glicko;
    bool seen; /* the caller's: there is a document of it */
} Rerated;

Rerate *rerate_new(void);
void rerate_free(Rerate *rerate);
/* The next line of the log. False without memory, or if it is not the next one (why says which). */
bool rerate_add(Rerate *rerate, const RatedGame *game, char *why);
/* By id of a rating's document; NULL if nobody of that id has played. */
Rerated *rerate_find(Rerate *rerate, const char *id);
int rerate_count(const Rerate *rerate);
Rerated *rerate_at(Rerate *rerate, int index);

#endif
