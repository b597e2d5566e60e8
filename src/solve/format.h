/* SPDX-License-Identifier: MIT */
/* The file of one solved sector, as bytes: a header, a table of blocks, the blocks
 * (docs/formats.md). No I/O and nothing but libc, so that the page reads it too. Everything read is
 * checked: a header that passes describes blocks that lie within the file. */
#ifndef CONCENTRIC_SOLVE_FORMAT_H
#define CONCENTRIC_SOLVE_FORMAT_H

#include "core/game.h"

enum {
    FORMAT_VERSION = 1,
    FORMAT_HEADER_BYTES = 264,
    FORMAT_BLOCK_BYTES = 1 << 15, /* of a block unpacked, but for the last one */
    FORMAT_RECORD_BYTES = 16,     /* of the table of blocks */
};
#define FORMAT_BLOCKS_MAX (UINT64_C(1) << 22)

/* How a value is stored. */
typedef enum FormatKind {
    FORMAT_WDL,   /* two bits: 0 draw, 1 lost, 2 won */
    FORMAT_PLIES, /* a byte: 0 draw, else plies + 1; an odd number of plies is a win */
    FORMAT_WORTH, /* two bytes, low first: a Worth */
    FORMAT_KINDS
} FormatKind;

typedef enum FormatPacking { PACKING_NONE, PACKING_ZSTD, PACKINGS } FormatPacking;

typedef struct FormatCounts {
    uint64_t lost, drawn, won;
} FormatCounts;

static inline void format_add_counts(FormatCounts *to, const FormatCounts *from)
{
    to->lost += from->lost;
    to->drawn += from->drawn;
    to->won += from->won;
}

typedef struct FormatHeader {
    char variant[VARIANT_TEXT_MAX], sector[SECTOR_NAME_MAX];
    uint64_t rules; /* rules_digest of the game */
    uint64_t entries;
    uint32_t kind, packing;
    FormatCounts orbits, positions; /* different up to symmetry; all, one colour to move */
    uint32_t longest;               /* plies of the longest win or loss; 0 with FORMAT_WDL */
    uint32_t blocks;
} FormatHeader;

/* Where a block is. */
typedef struct FormatBlock {
    uint64_t offset; /* from the start of the file */
    uint32_t bytes;  /* as stored */
    uint32_t sum;    /* of the bytes as stored */
} FormatBlock;

/* A checksum of bytes: one changed bit changes it. */
uint64_t format_sum(const void *bytes, size_t count);

/* Entries of a block of this kind, and where an entry is. */
uint32_t format_block_entries(uint32_t kind);
/* The bytes of block number `block` when unpacked. */
uint32_t format_block_size(const FormatHeader *header, uint32_t block);
uint32_t format_block_count(uint32_t kind, uint64_t entries);

/* Bytes of header and table together. */
size_t format_head_bytes(uint32_t blocks);
/* Writes header and table into out[format_head_bytes]. */
void format_write_head(const FormatHeader *header, const FormatBlock *blocks, uint8_t *out);

/* Reads the first FORMAT_HEADER_BYTES; `count` of them are there. Nothing is known of the table
 * then, so *header is not to be trusted before format_check_table. */
bool format_read_header(const uint8_t *bytes, size_t count, FormatHeader *header, char *why);
/* The whole head, format_head_bytes(header->blocks) bytes of a file of `file_bytes`. */
bool format_check_table(const FormatHeader *header, const uint8_t *head, uint64_t file_bytes,
                        char *why);
FormatBlock format_block(const uint8_t *head, uint32_t block);

/* Is this the file of this sector of this game? */
bool format_fits(const FormatHeader *header, const char *variant, uint64_t rules,
                 const Sector *sector, char *why);

/* An entry of an unpacked block. WDL values get the fewest plies that fit. */
Worth format_get(uint32_t kind, const uint8_t *block, uint32_t entry);
/* The first entries of a block, and back. */
void format_get_run(uint32_t kind, const uint8_t *block, uint32_t count, Worth *out);
void format_put_run(uint32_t kind, const Worth *values, uint32_t count, uint8_t *block);

/* A number that changes with the rules: of random games, and of the numbering. 0: no memory. */
uint64_t format_rules_digest(const Game *game, const void *tables);

#endif
