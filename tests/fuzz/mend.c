/* SPDX-License-Identifier: MIT */
/* See mend.h. */
#include "fuzz/mend.h"

#include "solve/format.h"

#include <string.h>

enum { AT_VERSION = 8, AT_VARIANT = 16, AT_RULES = 136, AT_TABLE_SUM = 216, AT_SUM = 256 };

void mend_put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

void mend_file(uint8_t *file, size_t size, unsigned how, const Game *game, uint64_t rules)
{
    if (size < FORMAT_HEADER_BYTES || !(how & 3))
        return;
    memcpy(file, "concdb\x1a\n", 8);
    mend_put(file + AT_VERSION, FORMAT_VERSION, 4);
    if (how & 2) {
        memset(file + AT_VARIANT, 0, VARIANT_TEXT_MAX);
        memcpy(file + AT_VARIANT, game->id, strlen(game->id));
        mend_put(file + AT_RULES, rules, 8);
    }
    uint32_t blocks;
    memcpy(&blocks, file + 12, sizeof blocks);
    if (blocks > (size - FORMAT_HEADER_BYTES) / FORMAT_RECORD_BYTES)
        blocks = (uint32_t)((size - FORMAT_HEADER_BYTES) / FORMAT_RECORD_BYTES);
    uint8_t *table = file + FORMAT_HEADER_BYTES;
    for (uint32_t i = 0; i < blocks; i++) {
        FormatBlock b = format_block(file, i);
        if (b.offset <= size && b.bytes <= size - b.offset)
            mend_put(table + i * (size_t)FORMAT_RECORD_BYTES + 12,
                     (uint32_t)format_sum(file + b.offset, b.bytes), 4);
    }
    mend_put(file + AT_TABLE_SUM, format_sum(table, (size_t)blocks * FORMAT_RECORD_BYTES), 8);
    mend_put(file + AT_SUM, format_sum(file, AT_SUM), 8);
}
