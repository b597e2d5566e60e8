/* SPDX-License-Identifier: MIT */
/* Preliminaries: what players settle before the first move, as data that front ends and servers
 * can offer without knowing the game. A seed is one number; a secret pick is made by both players
 * and shown to nobody before both are in. */
#ifndef CONCENTRIC_CORE_PRELIM_H
#define CONCENTRIC_CORE_PRELIM_H

#include "core/types.h"

enum { PICK_CHOICES = 3, PICK_NONE = -1 };

typedef enum PrelimKind {
    PRELIM_SEED,       /* the start position follows from a number */
    PRELIM_SECRET_PICK /* equal picks stand; different ones give the third choice */
} PrelimKind;

typedef struct Prelim {
    PrelimKind kind;
    Text ask;
    const char *option;                /* a pick settles this option of the variant... */
    const char *choices[PICK_CHOICES]; /* ...with one of these values */
} Prelim;

/* The state of one secret pick. Zero-initialised it holds nothing. */
typedef struct Picks {
    uint8_t held[2]; /* choice + 1, 0 while there is none: read it through the functions below */
} Picks;

/* Takes a player's pick. False if the player or choice does not exist or the player has picked
 * already. */
bool picks_put(Picks *picks, int player, int choice);

/* Has this player picked? That may be shown; what they picked may not. */
bool picks_has(const Picks *picks, int player);

/* A player's pick once both are in, else PICK_NONE. */
int picks_shown(const Picks *picks, int player);

/* The choice that holds once both are in, else PICK_NONE. */
int picks_result(const Picks *picks);

#endif
