/* SPDX-License-Identifier: MIT */
/* What values.wasm exports (docs/adr/0080): values of positions from database files that lie
 * elsewhere and are fetched by parts. It never waits: asked for a position it answers, or says
 * which parts it needs; the page brings them and asks again. Input and output as in exports.h. */
#ifndef CONCENTRIC_APP_WASM_VALUES_H
#define CONCENTRIC_APP_WASM_VALUES_H

#include "app/wasm/exports.h"

/* Room for so many bytes of input, until the next call; NULL if there is none. */
EXPORT(cv_input) uint8_t *cv_input(int32_t bytes);
EXPORT(cv_output) const char *cv_output(void);
EXPORT(cv_output_length) int32_t cv_output_length(void);
/* A variant; whatever was open before is gone. */
EXPORT(cv_open) int32_t cv_open(int32_t length);
/* A position: {"value","plies","moves":[...]} as the API of the server says it, or
 * {"need":[[SECTOR, NAME, BLOCK, OFFSET, BYTES],...]}, BLOCK -1 being the head of that file (header
 * and table; its length is in the header), or {"unknown":true}. */
EXPORT(cv_ask) int32_t cv_ask(int32_t length);
/* The head of a sector's file of `file_bytes`, or (block >= 0) a block; without a byte: there is no
 * such file. Checked. */
EXPORT(cv_give)
int32_t cv_give(int32_t sector, int32_t block, double file_bytes, int32_t length);
/* A book of openings (docs/adr/0089), whole, of the variant that is open: from then on it alone is
 * asked. Checked. */
EXPORT(cv_book) int32_t cv_book(int32_t length);

#endif
