/* SPDX-License-Identifier: MIT */
/* What is said of a position and can be proved: that a side wins, or that it holds, which is a draw
 * at least. A draw takes two claims: that either side holds. */
#ifndef CONCENTRIC_PROOF_CLAIM_H
#define CONCENTRIC_PROOF_CLAIM_H

#include "core/game.h"

typedef struct Claim {
    int side; /* 0 or 1: who keeps it, by one good move wherever they have the choice */
    bool wins;
} Claim;

enum { CLAIM_COUNT = 4 };

typedef enum ProofAnswer { PROOF_OPEN, PROOF_NO, PROOF_YES } ProofAnswer;

/* The claims by number: p1-wins, p2-wins, p1-holds, p2-holds. */
Claim claim_by_number(int number);
int claim_number(Claim claim);
const char *claim_name(Claim claim);
/* False, and a reason, if there is none of that name. */
bool claim_read(const char *name, Claim *out, char *why);
/* The claim that is true exactly if this one is not. */
Claim claim_against(Claim claim);
/* Is it true of a game that ended so? */
bool claim_is_met(Claim claim, Winner winner);
/* Is it true, or false, of however the game goes on from here? PROOF_OPEN if the game cannot tell.
 */
ProofAnswer claim_foregone(Claim claim, const Game *game, const Pos *pos);
/* False, and a reason, if games of this variant may come back to a position: then what is proved of
 * a position would depend on how it came about. */
bool claim_fits(const Game *game, char *why);

#endif
