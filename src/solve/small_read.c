/* SPDX-License-Identifier: MIT */
/* The bytes of a small database (docs/formats.md), and values of kept positions. */
#include "solve/small.h"

#include <stdlib.h>
#include <string.h>

const char small_magic[8] = {'c', 'o', 'n', 'c', 's', 'm', 0x1a, '\n'};

static uint32_t word_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static uint64_t long_at(const uint8_t *bytes)
{
    return word_at(bytes) | (uint64_t)word_at(bytes + 4) << 32;
}

bool small_sector_read(SmallSector *sector, uint32_t inputs, const uint8_t *bytes, size_t count,
                       char *why)
{
    *sector = (SmallSector){.filters = bytes + 4};
    if (count < SMALL_SECTOR_HEAD)
        return refuse(why, "it is cut off");
    uint32_t wanted = word_at(bytes);
    if (wanted && wanted != inputs)
        return refuse(why, "its network is for another game");
    for (int i = 0; i < 2 * SMALL_BUCKETS; i++)
        if (sector->filters[i] > SMALL_FILTERS_MAX && sector->filters[i] != SMALL_NEVER)
            return refuse(why, "its number of filters is out of range");
    size_t at = SMALL_SECTOR_HEAD + small_net_bytes(wanted);
    if (count < at)
        return refuse(why, "its network is cut off");
    small_net_read(&sector->net, wanted, bytes + SMALL_SECTOR_HEAD);
    for (int i = 0; i < SMALL_PLANES; i++) {
        const uint8_t *record = bytes + 4 + 2 * SMALL_BUCKETS + 8 * i;
        SmallPlane plane = {.chunks = word_at(record), .bytes = word_at(record + 4)};
        size_t table = plane.chunks ? 4 * ((size_t)plane.chunks + 1) : 0;
        if (table > count - at || plane.bytes > count - at - table)
            return refuse(why, "its plane %d is cut off", i);
        plane.table = bytes + at;
        plane.data = plane.table + table;
        at += table + plane.bytes;
        sector->plane[i] = plane;
    }
    if (at != count)
        return refuse(why, "it has bytes too many");
    sector->there = true;
    return true;
}

/* The answer to a question of a bucket: all filters pass the key, and the last plane says yes. */
static bool says_yes(const SmallSector *sector, uint32_t question, uint64_t key, uint8_t bucket)
{
    uint32_t filters = sector->filters[question * SMALL_BUCKETS + bucket];
    uint32_t first = question * (SMALL_FILTERS_MAX + 1);
    if (filters == SMALL_NEVER)
        return false;
    for (uint32_t f = 0; f < filters; f++)
        if (small_plane_get(&sector->plane[first + f], first + f, key) !=
            small_fingerprint(key, question, f))
            return false;
    return small_plane_get(&sector->plane[first + SMALL_FILTERS_MAX], first + SMALL_FILTERS_MAX,
                           key);
}

int small_sector_value(const SmallSector *sector, uint64_t key, const SmallGuess *guess)
{
    if (!says_yes(sector, 0, key, guess->bucket))
        return guess->value[0];
    return guess->value[says_yes(sector, 1, key, guess->bucket) ? 2 : 1];
}

/* The head that every reader needs; the records follow it. */
typedef struct Head {
    char variant[VARIANT_TEXT_MAX];
    uint64_t rules;
    uint32_t level, records;
} Head;

uint32_t small_head_sum(const uint8_t *bytes, uint32_t records)
{
    size_t rest = SMALL_HEAD_BYTES - 32 + (size_t)records * SMALL_RECORD_BYTES;
    return (uint32_t)(format_sum(bytes, 28) ^ format_sum(bytes + 32, rest));
}

static bool read_head(Head *head, const uint8_t *bytes, size_t count, char *why)
{
    _Static_assert(32 + VARIANT_TEXT_MAX == SMALL_HEAD_BYTES, "the variant ends the head");
    if (count < sizeof small_magic || memcmp(bytes, small_magic, sizeof small_magic) != 0)
        return refuse(why, "it is no small database");
    if (count < SMALL_HEAD_BYTES)
        return refuse(why, "it is cut off");
    if (word_at(bytes + 8) != SMALL_VERSION)
        return refuse(why, "it has format version %u, this program reads %d", word_at(bytes + 8),
                      SMALL_VERSION);
    *head = (Head){
        .level = word_at(bytes + 12), .rules = long_at(bytes + 16), .records = word_at(bytes + 24)};
    memcpy(head->variant, bytes + 32, VARIANT_TEXT_MAX);
    if (!memchr(head->variant, 0, VARIANT_TEXT_MAX))
        return refuse(why, "its variant is not a text");
    if (head->records > SECTORS_MAX ||
        count < SMALL_HEAD_BYTES + (size_t)head->records * SMALL_RECORD_BYTES)
        return refuse(why, "its table of sectors is cut off");
    if (word_at(bytes + 28) != small_head_sum(bytes, head->records))
        return refuse(why, "its head is damaged (checksum)");
    return true;
}

bool small_variant(const uint8_t *bytes, size_t count, char out[VARIANT_TEXT_MAX], char *why)
{
    Head head;
    if (!read_head(&head, bytes, count, why))
        return false;
    memcpy(out, head.variant, VARIANT_TEXT_MAX);
    return true;
}

static bool read_record(Small *small, const uint8_t *bytes, size_t count, const uint8_t *record,
                        char *why)
{
    uint32_t number = word_at(record), sum = word_at(record + 4);
    uint64_t offset = long_at(record + 8), size = long_at(record + 16);
    Sector about;
    if (number >= small->sector_count || small->sector[number].there)
        return refuse(why, "sector %u is not one of this game, or there twice", number);
    small->game->solvable->sector(small->tables, number, &about);
    if (offset > count || size > count - offset)
        return refuse(why, "sector %s is cut off", about.name);
    if ((uint32_t)format_sum(bytes + offset, (size_t)size) != sum)
        return refuse(why, "sector %s is damaged (checksum)", about.name);
    char inner[WHY_MAX];
    return small_sector_read(&small->sector[number], small->thin->inputs, bytes + offset,
                             (size_t)size, inner) ||
           refuse(why, "sector %s: %.160s", about.name, inner);
}

static bool read_records(Small *small, const Head *head, const uint8_t *bytes, size_t count,
                         char *why)
{
    for (uint32_t i = 0; i < head->records; i++)
        if (!read_record(small, bytes, count,
                         bytes + SMALL_HEAD_BYTES + (size_t)i * SMALL_RECORD_BYTES, why))
            return false;
    for (uint32_t s = 0; s < small->sector_count; s++)
        if (small->thin->holds(small->tables, s, small->level) && !small->sector[s].there) {
            Sector about;
            small->game->solvable->sector(small->tables, s, &about);
            return refuse(why, "sector %s is missing", about.name);
        }
    return true;
}

static bool open_tables(Small *small, const Game *game, uint32_t level, char *why)
{
    *small = (Small){.game = game, .level = level};
    small->thin = game->solvable ? game->solvable->thin : NULL;
    if (!small->thin || level >= small->thin->levels)
        return refuse(why, "there are no such small databases of %s", game->id);
    small->tables = game->solvable->open(game);
    if (small->tables) {
        small->sector_count = game->solvable->sectors(small->tables);
        small->sector = calloc(small->sector_count, sizeof *small->sector);
        small->spare = calloc(1, sizeof *small->spare);
    }
    if (small->sector && small->spare)
        return true;
    small_close(small);
    return refuse(why, "out of memory");
}

bool small_open_over(Small *small, const Game *game, uint32_t level, Oracle oracle, char *why)
{
    bool good = open_tables(small, game, level, why);
    small->instead = oracle;
    return good;
}

bool small_open(Small *small, const Game *game, const uint8_t *bytes, size_t count, char *why)
{
    Head head;
    *small = (Small){0};
    if (!read_head(&head, bytes, count, why))
        return false;
    if (strcmp(head.variant, game->id) != 0)
        return refuse(why, "it is a database of %s, not of %s", head.variant, game->id);
    if (!open_tables(small, game, head.level, why))
        return false;
    uint64_t rules = format_rules_digest(game, small->tables);
    bool good = !rules ? refuse(why, "out of memory")
                : rules == head.rules
                    ? read_records(small, &head, bytes, count, why)
                    : refuse(why, "it was made by another version of the rules of %s", game->id);
    if (!good)
        small_close(small);
    return good;
}

void small_close(Small *small)
{
    if (small->tables)
        small->game->solvable->close(small->tables);
    if (small->spare)
        free(small->spare->quest);
    free(small->spare);
    free(small->sector);
    *small = (Small){0};
}
