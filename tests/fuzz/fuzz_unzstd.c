/* SPDX-License-Identifier: MIT */
/* Bytes as a zstd frame: refused, or the same as the library reads. The library refuses more (sums,
 * windows), so that only what both take is compared. */
#include "solve/unzstd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t ours[UNZSTD_MAX], theirs[UNZSTD_MAX];
    size_t length = 0, wanted = ZSTD_decompress(theirs, sizeof theirs, data, size);
    if (unzstd(data, size, ours, &length) && !ZSTD_isError(wanted) &&
        (length != wanted || memcmp(ours, theirs, length) != 0)) {
        fprintf(stderr, "fuzz_unzstd: not what the library reads\n");
        abort();
    }
    return 0;
}
