/* SPDX-License-Identifier: MIT */
/* Bytes of a database made right where a checksum would stop every fuzzer: shared by the targets
 * that read databases. */
#ifndef CONCENTRIC_TESTS_FUZZ_MEND_H
#define CONCENTRIC_TESTS_FUZZ_MEND_H

#include "core/game.h"

/* A number, the lowest byte first. */
void mend_put(uint8_t *at, uint64_t value, int bytes);
/* how & 1: sums of blocks where they can be made, of the table, of the header; the version.
 * how & 2: variant and rules, too. */
void mend_file(uint8_t *file, size_t size, unsigned how, const Game *game, uint64_t rules);

#endif
