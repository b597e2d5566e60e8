/* SPDX-License-Identifier: MIT */
/* CRC-32 as zlib, PNG and Python's zlib.crc32 have it, for files that others read too. */
#ifndef CONCENTRIC_BASE_CRC_H
#define CONCENTRIC_BASE_CRC_H

#include <stddef.h>
#include <stdint.h>

uint32_t crc_of(const void *bytes, size_t count);

#endif
