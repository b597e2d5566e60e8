/* SPDX-License-Identifier: MIT */
/* A tournament's games, counted pairing by pairing, and what they say of all engines. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_CONTEST_H
#define CONCENTRIC_APP_TOURNAMENT_CONTEST_H

#include "app/tournament/ratings.h"
#include "app/tournament/schedule.h"
#include "app/tournament/standing.h"

enum { NAME_MAX_BYTES = 72 };

typedef struct Contest {
    const Schedule *schedule;
    Standing *standing; /* by pairing */
    uint32_t games, played;
} Contest;

/* What one engine came to over all its pairings. */
typedef struct Place {
    int engine;
    bool rated; /* whether `rating` means anything yet */
    Rating rating;
    uint32_t won, drawn, lost, faults;
} Place;

/* False if there is no memory. */
bool contest_begin(Contest *contest, const Schedule *schedule);
void contest_free(Contest *contest);

bool contest_has(const Contest *contest, uint32_t game);
/* Counts a game of the schedule that has not been counted; result->game is its number there. */
void contest_add(Contest *contest, const Result *result);

/* All engines, the best first. */
void contest_places(const Contest *contest, Place out[ENGINES_MAX]);

/* One line, after a game of this number. */
void contest_write_line(const Contest *contest, uint32_t game, const char (*name)[NAME_MAX_BYTES],
                        const Sprt *sprt, Str *out);
/* The whole report: of two engines their standing, of more a table and their meetings. */
void contest_write(const Contest *contest, const char (*name)[NAME_MAX_BYTES], const Sprt *sprt,
                   Str *out);

#endif
