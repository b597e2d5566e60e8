/* SPDX-License-Identifier: MIT */
/* Elo of all engines of a tournament at once: the logistic model that makes the results of all
 * pairings most likely. The pair of games is the sample, as in stats.h. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_RATINGS_H
#define CONCENTRIC_APP_TOURNAMENT_RATINGS_H

#include "app/tournament/stats.h"

enum { RATINGS_MAX = 32 };

/* What two engines made of their pairs, counted for a. */
typedef struct RatedPairing {
    int a, b;
    Pentanomial pairs;
} RatedPairing;

typedef struct Rating {
    double elo, error; /* error: half of the 95 % interval */
} Rating;

/* The mean of all is 0. Every pairing counts a drawn pair more than was played, so that an engine
 * that won or lost everything has a finite rating too. Needs 2 to RATINGS_MAX engines, each in a
 * pairing with pairs, connected; false if not. */
bool ratings_of(const RatedPairing *pairing, int pairings, int engines, Rating *out);

#endif
