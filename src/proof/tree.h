/* SPDX-License-Identifier: MIT */
/* A proof as numbers (docs/formats.md, proofs). One goes through the positions that must be looked
 * at, depth first, moves in the order of their texts. Where the side of the claim is to move and
 * the position is new, the next number of the proof says which move it makes; where the other side
 * is to move, all moves are looked at. So positions need not be written, and what comes again by
 * another order of moves costs nothing. In form 2 a number may also say that the claim is foregone,
 * here or after the move: true however the game goes on. Then nothing below is looked at.
 *
 * proof_make and proof_check walk the same way and share the order of moves, the set of positions
 * and nothing else; the checker knows the contract's moves, apply, outcome and texts alone, and of
 * what is foregone `possible`, unless it is to try everything there (plain.c). */
#ifndef CONCENTRIC_PROOF_TREE_H
#define CONCENTRIC_PROOF_TREE_H

#include "proof/search.h"
#include "proof/seen.h"

typedef struct ProofBytes {
    uint8_t *bytes; /* for free() */
    size_t count, room;
} ProofBytes;

/* How large a proof is. */
typedef struct ProofSize {
    uint64_t choices;   /* positions in which the side of the claim chooses: numbers of the proof */
    uint64_t positions; /* looked at, those that come again each time */
    uint64_t ends;      /* of games */
    uint64_t foregone;  /* positions that need no looking below */
    uint64_t tried;     /* positions below those, if they are looked at all the same */
    int plies;          /* the longest line */
} ProofSize;

/* To the ends of the games; with what is foregone. */
typedef enum ProofForm { PROOF_FORM_ENDS = 1, PROOF_FORM_FOREGONE } ProofForm;

/* The form that proofs of a game are made in. */
static inline ProofForm proof_form(const Game *game)
{
    return game->possible ? PROOF_FORM_FOREGONE : PROOF_FORM_ENDS;
}

/* order.c: the legal moves by their texts, compared as bytes. A list of its own for every ply. */
typedef struct ProofLists {
    const Game *game;
    Move *move; /* lists of the plies, one after the other */
    size_t room;
    struct ProofText *text; /* of one list */
} ProofLists;
bool proof_lists_open(ProofLists *lists, const Game *game);
void proof_lists_close(ProofLists *lists);
/* Puts the list at move[top...] and returns how many; -1: no memory. */
int proof_lists_fill(ProofLists *lists, const Pos *pos, size_t top);

/* make.c: adds the proof of a claim to `out`; the search answered yes. False, and a reason, if it
 * cannot be found again within the search's limits. */
bool proof_make(ProofSearch *s, Claim claim, const Pos *pos, ProofBytes *out, ProofSize *size,
                char *why);
/* plain.c: do all games from here end as claimed? Positions that were looked at are in `seen`,
 * which grows to `most` of them. */
typedef enum PlainAnswer { PLAIN_YES, PLAIN_NO, PLAIN_NO_MEMORY, PLAIN_TOO_MANY } PlainAnswer;
PlainAnswer proof_plain(const Game *game, Claim claim, const Pos *pos, uint64_t most, Seen *seen);

typedef struct ProofTask {
    const Game *game;
    Claim claim;
    ProofForm form;
    uint64_t plain; /* positions that may be tried below what is foregone; 0: it is believed */
} ProofTask;
/* check.c: are the numbers bytes[count] a proof of the claim? False, and a reason. */
bool proof_check(const ProofTask *task, const Pos *pos, const uint8_t *bytes, size_t count,
                 ProofSize *size, char *why);

#endif
