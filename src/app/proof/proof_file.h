/* SPDX-License-Identifier: MIT */
/* Files of proofs on the disk: the head as text, the numbers packed with zstd. And the digest that
 * two runs are compared by: of head and numbers, so that the packing does not matter. */
#ifndef CONCENTRIC_APP_PROOF_PROOF_FILE_H
#define CONCENTRIC_APP_PROOF_PROOF_FILE_H

#include "proof/head.h"

typedef struct ProofFile {
    ProofHead head;
    ProofBytes numbers;
    ProofSize size;  /* of all claims together, filled by making or checking */
    uint64_t packed; /* bytes of the file */
    uint64_t digest;
} ProofFile;

void proof_file_free(ProofFile *file);
/* Proves all claims of a value from what the search remembers, and packs them: `*bytes` (for
 * free()) is the whole file. The proofs are checked before it says that they are good. */
bool proof_file_make(ProofSearch *s, const Pos *pos, const ProofValue *value, ProofFile *out,
                     uint8_t **bytes, char *why);
/* Unpacks a whole file; nothing is checked but its form. */
bool proof_file_read(const uint8_t *bytes, size_t count, ProofFile *out, char *why);
/* Reads and checks one from the disk; plain: as in ProofTask. */
bool proof_file_check(const char *path, uint64_t plain, ProofFile *out, char *why);
/* Puts a whole file in the place of an old one. */
bool proof_file_write(const char *path, const uint8_t *bytes, size_t count, char *why);

#endif
