/* SPDX-License-Identifier: MIT */
/* The head of a file of proofs (docs/formats.md): lines of text that say what is claimed; what
 * follows is the numbers. Reading is pure and bounded. */
#ifndef CONCENTRIC_PROOF_HEAD_H
#define CONCENTRIC_PROOF_HEAD_H

#include "proof/value.h"

enum { PROOF_HEAD_MAX = VARIANT_TEXT_MAX + POSITION_TEXT_MAX + 256 };
#define PROOF_BYTES_MAX (UINT64_C(1) << 30) /* numbers of a file, unpacked */

typedef struct ProofHead {
    char variant[VARIANT_TEXT_MAX], position[POSITION_TEXT_MAX];
    Claim claim[PROOF_CLAIMS_MAX];
    uint64_t bytes[PROOF_CLAIMS_MAX]; /* of each claim's numbers */
    int count;
    ProofForm form;
} ProofHead;

/* PROOF_HEAD_MAX bytes are enough. */
void proof_head_write(const ProofHead *head, Str *out);
/* False, and a reason, if the bytes do not begin with a head; *length is how long it is. */
bool proof_head_read(const uint8_t *bytes, size_t count, ProofHead *out, size_t *length, char *why);
/* Checks all claims of a head by their numbers, unpacked: as many bytes as the head says. The game
 * is the head's variant; plain: as in ProofTask. */
bool proof_head_check(const ProofHead *head, const Game *game, uint64_t plain,
                      const uint8_t *numbers, ProofSize *sum, char *why);

#endif
