/* SPDX-License-Identifier: MIT */
/* A whole database as one plain file in memory, for the page: checked once, then only copied from.
 */
#include "solve/probe.h"

#include <stdlib.h>
#include <string.h>

const char pack_magic[8] = {'c', 'o', 'n', 'c', 'p', 'k', 0x1a, '\n'};

static uint64_t number_at(const uint8_t *at)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/* How many sectors there are; 0 with a reason if it is no pack. */
static uint64_t count_files(const uint8_t *bytes, size_t count, char *why)
{
    uint64_t files = 0;
    if (count < PACK_HEAD_BYTES || memcmp(bytes, pack_magic, sizeof pack_magic) != 0)
        refuse(why, "it is no packed database of Concentric");
    else if ((files = number_at(bytes + 8)) == 0 || files > SECTORS_MAX ||
             (count - PACK_HEAD_BYTES) / PACK_RECORD_BYTES < files) {
        refuse(why, "its list of sectors is damaged");
        files = 0;
    }
    return files;
}

/* The file with number i, its header and table checked. */
static bool file_at(const uint8_t *bytes, size_t count, uint64_t i, const uint8_t **file,
                    FormatHeader *header, char *why)
{
    const uint8_t *record = bytes + PACK_HEAD_BYTES + i * PACK_RECORD_BYTES;
    uint64_t offset = number_at(record), size = number_at(record + 8);
    if (offset > count || size > count - offset)
        return refuse(why, "its list of sectors is damaged");
    *file = bytes + offset;
    return format_read_header(*file, (size_t)size, header, why) &&
           (header->packing == PACKING_NONE || refuse(why, "a sector in it is packed by itself")) &&
           (size >= format_head_bytes(header->blocks) || refuse(why, "it is cut off")) &&
           format_check_table(header, *file, size, why);
}

bool pack_variant(const uint8_t *bytes, size_t count, char out[VARIANT_TEXT_MAX], char *why)
{
    FormatHeader header;
    const uint8_t *file;
    if (!count_files(bytes, count, why) || !file_at(bytes, count, 0, &file, &header, why))
        return false;
    memcpy(out, header.variant, VARIANT_TEXT_MAX);
    return true;
}

static bool read_block(void *context, uint32_t sector, uint32_t block, uint32_t at, uint32_t count,
                       uint8_t *out)
{
    const PackProbe *pack = context;
    const uint8_t *file = pack->file[sector];
    memcpy(out, file + format_block(file, block).offset + at, count);
    return true;
}

static bool check_blocks(const FormatHeader *header, const uint8_t *file, char *why)
{
    for (uint32_t i = 0; i < header->blocks; i++) {
        FormatBlock block = format_block(file, i);
        if ((uint32_t)format_sum(file + block.offset, block.bytes) != block.sum)
            return refuse(why, "block %u of sector %s is damaged (checksum)", i, header->sector);
    }
    return true;
}

/* All that needs no game, so that what is damaged costs no tables. */
static bool check_files(const uint8_t *bytes, size_t count, uint64_t files, char *why)
{
    for (uint64_t i = 0; i < files; i++) {
        FormatHeader header;
        const uint8_t *file;
        if (!file_at(bytes, count, i, &file, &header, why) || !check_blocks(&header, file, why))
            return false;
    }
    return true;
}

static bool add_file(PackProbe *pack, const uint8_t *bytes, size_t count, uint64_t i, char *why)
{
    FormatHeader header;
    const uint8_t *file;
    uint32_t sector;
    if (!file_at(bytes, count, i, &file, &header, why))
        return false;
    if (!probe_find(&pack->probe, header.sector, &sector))
        return refuse(why, "%s has no sector %s", pack->probe.game->id, header.sector);
    pack->file[sector] = file;
    return probe_add(&pack->probe, sector, &header, why);
}

bool pack_open(PackProbe *pack, const Game *game, const uint8_t *bytes, size_t count, char *why)
{
    *pack = (PackProbe){.bytes = bytes};
    uint64_t files = count_files(bytes, count, why);
    if (!files || !check_files(bytes, count, files, why) || !probe_open(&pack->probe, game, why))
        return false;
    pack->file = calloc(pack->probe.sector_count, sizeof *pack->file);
    bool good = pack->file || refuse(why, "out of memory");
    for (uint64_t i = 0; good && i < files; i++)
        good = add_file(pack, bytes, count, i, why);
    pack->probe.reader = (BlockReader){read_block, pack};
    if (!good)
        pack_close(pack);
    return good;
}

void pack_close(PackProbe *pack)
{
    free(pack->file);
    probe_close(&pack->probe);
    *pack = (PackProbe){0};
}
