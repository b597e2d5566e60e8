/* SPDX-License-Identifier: MIT */
/* Bytes of a sector's file. Numbers are little-endian:
 *
 *     0  magic "concdb\x1a\n"      8  version         12  blocks
 *    16  variant, 96 bytes       112  sector, 24     136  rules   144  entries
 *   152  kind                    156  packing        160  orbits lost, drawn, won
 *   184  positions lost, drawn, won  208 longest     212  block bytes, unpacked
 *   216  sum of the table of blocks  224 zeros       256  sum of bytes 0 to 255
 *   264  the table: per block offset (8), bytes (4), sum (4); then the blocks */
#include "solve/format.h"

#include "base/bits.h"
#include "core/playout.h"

#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'c', 'o', 'n', 'c', 'd', 'b', 0x1a, '\n'};

enum {
    AT_VERSION = 8,
    AT_BLOCKS = 12,
    AT_VARIANT = 16,
    AT_SECTOR = 112,
    AT_RULES = 136,
    AT_ENTRIES = 144,
    AT_KIND = 152,
    AT_PACKING = 156,
    AT_ORBITS = 160,
    AT_POSITIONS = 184,
    AT_LONGEST = 208,
    AT_BLOCK_BYTES = 212,
    AT_TABLE_SUM = 216,
    AT_ZEROS = 224,
    AT_SUM = 256,
};

static void put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/* Every word goes through a bijection of the state, so a change of one word always shows. */
uint64_t format_sum(const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    uint64_t sum = bits_mix(count + 1), word;
    for (; count >= sizeof word; count -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = bits_mix(sum ^ word);
    }
    return bits_mix(sum ^ get(at, (int)count));
}

uint32_t format_block_entries(uint32_t kind)
{
    return kind == FORMAT_WDL     ? FORMAT_BLOCK_BYTES * 4
           : kind == FORMAT_PLIES ? FORMAT_BLOCK_BYTES
                                  : FORMAT_BLOCK_BYTES / 2;
}

uint32_t format_block_count(uint32_t kind, uint64_t entries)
{
    uint32_t each = format_block_entries(kind);
    return (uint32_t)((entries + each - 1) / each);
}

uint32_t format_block_size(const FormatHeader *header, uint32_t block)
{
    uint32_t each = format_block_entries(header->kind);
    uint64_t rest = header->entries - (uint64_t)block * each;
    uint32_t here = rest < each ? (uint32_t)rest : each;
    return header->kind == FORMAT_WDL     ? (here + 3) / 4
           : header->kind == FORMAT_PLIES ? here
                                          : 2 * here;
}

size_t format_head_bytes(uint32_t blocks)
{
    return FORMAT_HEADER_BYTES + (size_t)blocks * FORMAT_RECORD_BYTES;
}

static void put_counts(uint8_t *at, const FormatCounts *counts)
{
    put(at, counts->lost, 8);
    put(at + 8, counts->drawn, 8);
    put(at + 16, counts->won, 8);
}

static FormatCounts get_counts(const uint8_t *at)
{
    return (FormatCounts){get(at, 8), get(at + 8, 8), get(at + 16, 8)};
}

void format_write_head(const FormatHeader *header, const FormatBlock *blocks, uint8_t *out)
{
    uint8_t *table = out + FORMAT_HEADER_BYTES;
    memset(out, 0, FORMAT_HEADER_BYTES);
    for (uint32_t i = 0; i < header->blocks; i++) {
        put(table + i * (size_t)FORMAT_RECORD_BYTES, blocks[i].offset, 8);
        put(table + i * (size_t)FORMAT_RECORD_BYTES + 8, blocks[i].bytes, 4);
        put(table + i * (size_t)FORMAT_RECORD_BYTES + 12, blocks[i].sum, 4);
    }
    memcpy(out, magic, sizeof magic);
    put(out + AT_VERSION, FORMAT_VERSION, 4);
    put(out + AT_BLOCKS, header->blocks, 4);
    memcpy(out + AT_VARIANT, header->variant, strnlen(header->variant, VARIANT_TEXT_MAX - 1));
    memcpy(out + AT_SECTOR, header->sector, strnlen(header->sector, SECTOR_NAME_MAX - 1));
    put(out + AT_RULES, header->rules, 8);
    put(out + AT_ENTRIES, header->entries, 8);
    put(out + AT_KIND, header->kind, 4);
    put(out + AT_PACKING, header->packing, 4);
    put_counts(out + AT_ORBITS, &header->orbits);
    put_counts(out + AT_POSITIONS, &header->positions);
    put(out + AT_LONGEST, header->longest, 4);
    put(out + AT_BLOCK_BYTES, FORMAT_BLOCK_BYTES, 4);
    put(out + AT_TABLE_SUM, format_sum(table, (size_t)header->blocks * FORMAT_RECORD_BYTES), 8);
    put(out + AT_SUM, format_sum(out, AT_SUM), 8);
}

/* A text field: printable, with its end inside. */
static bool get_text(const uint8_t *at, size_t room, char *out)
{
    memcpy(out, at, room);
    size_t length = strnlen(out, room);
    for (size_t i = 0; i < length; i++)
        if (out[i] < ' ' || out[i] > '~')
            return false;
    return length > 0 && length < room;
}

static void read_fields(const uint8_t *bytes, FormatHeader *header)
{
    header->blocks = (uint32_t)get(bytes + AT_BLOCKS, 4);
    header->rules = get(bytes + AT_RULES, 8);
    header->entries = get(bytes + AT_ENTRIES, 8);
    header->kind = (uint32_t)get(bytes + AT_KIND, 4);
    header->packing = (uint32_t)get(bytes + AT_PACKING, 4);
    header->orbits = get_counts(bytes + AT_ORBITS);
    header->positions = get_counts(bytes + AT_POSITIONS);
    header->longest = (uint32_t)get(bytes + AT_LONGEST, 4);
}

bool format_read_header(const uint8_t *bytes, size_t count, FormatHeader *header, char *why)
{
    FormatHeader h;
    if (count < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return refuse(why, "it is no database file of Concentric");
    if (count < FORMAT_HEADER_BYTES)
        return refuse(why, "it is cut off inside its header");
    if (get(bytes + AT_VERSION, 4) != FORMAT_VERSION)
        return refuse(why, "it has format version %u, this program reads version %d",
                      (unsigned)get(bytes + AT_VERSION, 4), FORMAT_VERSION);
    if (get(bytes + AT_SUM, 8) != format_sum(bytes, AT_SUM))
        return refuse(why, "its header is damaged (checksum)");
    read_fields(bytes, &h);
    if (!get_text(bytes + AT_VARIANT, VARIANT_TEXT_MAX, h.variant) ||
        !get_text(bytes + AT_SECTOR, SECTOR_NAME_MAX, h.sector) || h.kind >= FORMAT_KINDS ||
        h.packing >= PACKINGS || get(bytes + AT_BLOCK_BYTES, 4) != FORMAT_BLOCK_BYTES ||
        h.entries / format_block_entries(h.kind) >= FORMAT_BLOCKS_MAX ||
        h.blocks != format_block_count(h.kind, h.entries))
        return refuse(why, "its header makes no sense");
    *header = h;
    return true;
}

FormatBlock format_block(const uint8_t *head, uint32_t block)
{
    const uint8_t *at = head + FORMAT_HEADER_BYTES + (size_t)block * FORMAT_RECORD_BYTES;
    return (FormatBlock){get(at, 8), (uint32_t)get(at + 8, 4), (uint32_t)get(at + 12, 4)};
}

bool format_check_table(const FormatHeader *header, const uint8_t *head, uint64_t file_bytes,
                        char *why)
{
    size_t head_bytes = format_head_bytes(header->blocks);
    if (file_bytes < head_bytes)
        return refuse(why, "it is cut off inside its table of blocks");
    if (get(head + AT_TABLE_SUM, 8) !=
        format_sum(head + FORMAT_HEADER_BYTES, (size_t)header->blocks * FORMAT_RECORD_BYTES))
        return refuse(why, "its table of blocks is damaged (checksum)");
    uint64_t end = head_bytes;
    for (uint32_t i = 0; i < header->blocks; i++) {
        FormatBlock block = format_block(head, i);
        uint32_t size = format_block_size(header, i);
        if (block.offset != end || block.bytes == 0 || block.bytes > 2 * FORMAT_BLOCK_BYTES ||
            (header->packing == PACKING_NONE && block.bytes != size))
            return refuse(why, "its table of blocks makes no sense");
        end += block.bytes;
    }
    if (end != file_bytes)
        return refuse(why, "it has %llu bytes and should have %llu", (unsigned long long)file_bytes,
                      (unsigned long long)end);
    return true;
}

bool format_fits(const FormatHeader *header, const char *variant, uint64_t rules,
                 const Sector *sector, char *why)
{
    if (strcmp(header->variant, variant) != 0)
        return refuse(why, "it is of the variant %s, not of %s", header->variant, variant);
    if (strcmp(header->sector, sector->name) != 0)
        return refuse(why, "it holds the sector %s", header->sector);
    if (header->rules != rules || header->entries != sector->entries)
        return refuse(why, "it was made under other rules of %s; solve it again", variant);
    return true;
}

Worth format_get(uint32_t kind, const uint8_t *block, uint32_t entry)
{
    if (kind == FORMAT_WDL) {
        int code = block[entry / 4] >> (2 * (entry % 4)) & 3;
        return code == 1 ? worth_of(0, 0) : code == 2 ? worth_of(1, 1) : WORTH_DRAW;
    }
    if (kind == FORMAT_PLIES) {
        int plies = block[entry] - 1;
        return plies < 0 ? WORTH_DRAW : worth_of(plies, plies & 1);
    }
    return (Worth)get(block + 2 * (size_t)entry, 2);
}

void format_get_run(uint32_t kind, const uint8_t *block, uint32_t count, Worth *out)
{
    if (kind == FORMAT_PLIES) /* the usual one, without branches: 1 + 2 plies + won */
        for (uint32_t i = 0; i < count; i++)
            out[i] = (Worth)(block[i] ? 2 * block[i] - (block[i] & 1) : WORTH_DRAW);
    else
        for (uint32_t i = 0; i < count; i++)
            out[i] = format_get(kind, block, i);
}

static void put_wdl(const Worth *values, uint32_t count, uint8_t *block)
{
    memset(block, 0, (count + 3) / 4);
    for (uint32_t i = 0; i < count; i++) {
        unsigned code = values[i] == WORTH_DRAW ? 0 : 1 + ((values[i] - 1u) & 1);
        block[i / 4] |= (uint8_t)(code << (2 * (i % 4)));
    }
}

void format_put_run(uint32_t kind, const Worth *values, uint32_t count, uint8_t *block)
{
    if (kind == FORMAT_WDL)
        put_wdl(values, count, block);
    else if (kind == FORMAT_PLIES)
        for (uint32_t i = 0; i < count; i++)
            block[i] = (uint8_t)((values[i] + 1) >> 1); /* 0, or plies + 1 */
    else
        for (uint32_t i = 0; i < count; i++)
            put(block + 2 * (size_t)i, values[i], 2);
}

uint64_t format_rules_digest(const Game *game, const void *tables)
{
    PlayoutStats stats = {0};
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    uint64_t digest = format_sum(game->id, strlen(game->id));
    if (!scratch)
        return 0;
    playout_sample(game, scratch, &stats);
    free(scratch);
    uint32_t count = game->solvable->sectors(tables);
    for (uint32_t s = 0; s < count; s++) {
        Sector sector;
        game->solvable->sector(tables, s, &sector);
        digest = bits_mix(digest ^ sector.entries) ^ format_sum(sector.name, strlen(sector.name));
    }
    return bits_mix(digest ^ stats.digest) ^ bits_mix(stats.choices ^ stats.plies << 32);
}
