/* SPDX-License-Identifier: MIT */
/* Unpacking what zstd packed (RFC 8878), with libc alone: for the page, which reads blocks of
 * database files as they lie on a host. One frame, no dictionaries, small enough for one buffer.
 * The program itself uses the library. */
#ifndef CONCENTRIC_SOLVE_UNZSTD_H
#define CONCENTRIC_SOLVE_UNZSTD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNZSTD_MAX = 1 << 15 }; /* bytes of a frame, unpacked */

/* Unpacks the frame in[count] into out[UNZSTD_MAX]; false if it is damaged, larger than that, or
 * needs a dictionary. A checksum at its end is not looked at: blocks have their own. */
bool unzstd(const uint8_t *in, size_t count, uint8_t *out, size_t *length);

#endif
