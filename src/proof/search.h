/* SPDX-License-Identifier: MIT */
/* Is a claim true of a position? Depth-first proof-number search over games in which no position
 * comes again, to where the game is over or the claim is foregone: every answer is final and is
 * remembered by position alone. docs/adr/0110 has what that is worth. */
#ifndef CONCENTRIC_PROOF_SEARCH_H
#define CONCENTRIC_PROOF_SEARCH_H

#include "proof/claim.h"

enum { PROOF_PLIES_MAX = 512 }; /* longer games are refused; Morelli's have at most 240 moves */

/* Why a search ended without an answer. */
typedef enum ProofEnd {
    PROOF_GOES_ON,
    PROOF_NODES,
    PROOF_TIME,
    PROOF_MEMORY,
    PROOF_DEPTH
} ProofEnd;

/* Proof and disproof number: about how many positions are still to be decided until the winner is
 * seen to win, and until they are seen not to; 0 for what is seen. */
typedef struct ProofNumbers {
    uint32_t of[2];
} ProofNumbers;

typedef struct ProofKid {
    Pos pos;
    ProofNumbers number;
} ProofKid;

typedef struct ProofEntry {
    uint64_t key_work; /* 57 bits of a key, 6 of the logarithm of the nodes below */
    ProofNumbers number;
} ProofEntry;

typedef struct ProofSearch {
    const Game *game;
    int winner; /* of the question: does this side win? */
    ProofEntry *entry;
    uint64_t buckets;
    uint64_t nodes, nodes_most; /* most: 0 for no limit; counts on from question to question */
    bool (*out_of_time)(void *context); /* asked now and then; NULL: there is time */
    void *context;
    ProofEnd end;
    /* Open moves of the positions on the path, one list after the other. */
    ProofKid *kid;
    size_t kid_room;
    /* Moves of one position, and replies to one. */
    Move *list, *replies;
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
