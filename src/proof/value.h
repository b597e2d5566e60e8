/* SPDX-License-Identifier: MIT */
/* What a position is worth, as claims that can be proved: one for a win, two for a draw, one that
 * is only a bound where the search came no further. */
#ifndef CONCENTRIC_PROOF_VALUE_H
#define CONCENTRIC_PROOF_VALUE_H

#include "proof/tree.h"

enum { PROOF_CLAIMS_MAX = 2 };

typedef struct ProofValue {
    Claim claim[PROOF_CLAIMS_MAX];
    int count; /* 0: nothing is known */
    bool exact;
    uint64_t nodes;
    ProofEnd end; /* what stopped the last question that has no answer */
} ProofValue;

/* Asks whether player 1 wins and whether player 2 does, each with at most so many nodes (0: no
 * limit). */
ProofValue proof_value(ProofSearch *s, const Pos *pos, uint64_t nodes_each);
/* The same of one claim: it or the one against it is the answer. */
ProofValue proof_answer(ProofSearch *s, Claim claim, const Pos *pos, uint64_t nodes_most);
/* "p1-wins", "draw", "p1-holds" or "open". */
const char *proof_value_name(const ProofValue *value);

#endif
