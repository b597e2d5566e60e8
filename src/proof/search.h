/* SPDX-License-Identifier: MIT */
/* Is a claim true of a position? Depth-first AND/OR search to the ends of the games, over games in
 * which no position comes again: every answer is final and is remembered by position alone. Moves
 * that leave the fewest replies come first (docs/adr/0095 has what that is worth). */
#ifndef CONCENTRIC_PROOF_SEARCH_H
#define CONCENTRIC_PROOF_SEARCH_H

#include "proof/claim.h"

enum { PROOF_PLIES_MAX = 512 }; /* longer games are refused; Morelli's have at most 240 moves */

typedef enum ProofAnswer { PROOF_OPEN, PROOF_NO, PROOF_YES } ProofAnswer;

/* Why a search ended without an answer. */
typedef enum ProofEnd {
    PROOF_GOES_ON,
    PROOF_NODES,
    PROOF_TIME,
    PROOF_MEMORY,
    PROOF_DEPTH
} ProofEnd;

typedef struct ProofKid {
    Move move;
    int32_t order; /* lower is sooner */
} ProofKid;

typedef struct ProofSearch {
    const Game *game;
    Claim claim;
    /* The table: 56 bits of a key, 6 of the logarithm of the nodes below, 2 of the answer. */
    uint64_t *slot;
    uint64_t buckets;
    uint64_t nodes, nodes_most; /* most: 0 for no limit; counts on from question to question */
    bool (*out_of_time)(void *context); /* asked now and then; NULL: there is time */
    void *context;
    ProofEnd end;
    /* Moves of the positions on the path, one list after the other. */
    ProofKid *kid;
    size_t kid_room;
    /* Of one position: its moves, what follows them, what they gain; and replies to one. */
    Move *list;
    Pos *next;
    int32_t *rated;
    Move *replies;
} ProofSearch;

/* A table of about so many bytes. False if there is no memory. The game stays the caller's. */
bool proof_search_open(ProofSearch *s, const Game *game, uint64_t bytes);
void proof_search_close(ProofSearch *s);
/* Forgets all answers. */
void proof_search_clear(ProofSearch *s);
/* The answer, or PROOF_OPEN and s->end says why. Claims share the table. */
ProofAnswer proof_search(ProofSearch *s, Claim claim, const Pos *pos);
/* What is remembered of a position, and about how many nodes it took, as a logarithm. */
ProofAnswer proof_search_recall(const ProofSearch *s, Claim claim, const Pos *pos, int *work);

#endif
