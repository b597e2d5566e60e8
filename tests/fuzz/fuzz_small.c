/* SPDX-License-Identifier: MIT */
/* Bytes of a small database: the first byte says what is made right before they are read (1: head
 * and sums, 2: the bytes are one sector, which stands for all of them). Refused with a one-line
 * reason, or every position has an answer; nothing outside of the bytes is read. */
#include "games/registry.h"
#include "solve/small.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SECTORS_KEPT_MAX = 64, LEVEL = 4, PLIES = 12, MOVES_ROOM = 1024 };

static Game *six;
static uint64_t rules;
static uint32_t kept[SECTORS_KEPT_MAX], kept_count;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_small: %s\n", what);
        abort();
    }
}

static void open_game(void)
{
    char why[WHY_MAX];
    if (six)
        return;
    six = game_open("six", LANG_EN, why);
    void *tables = six->solvable->open(six);
    rules = format_rules_digest(six, tables);
    for (uint32_t s = 0; s < six->solvable->sectors(tables); s++)
        if (six->solvable->thin->holds(tables, s, LEVEL) && kept_count < SECTORS_KEPT_MAX)
            kept[kept_count++] = s;
    six->solvable->close(tables);
}

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

static void mend_head(uint8_t *file)
{
    memcpy(file, small_magic, sizeof small_magic);
    put(file + 8, SMALL_VERSION, 4);
    put(file + 16, rules, 8);
    memset(file + 32, 0, VARIANT_TEXT_MAX);
    memcpy(file + 32, six->id, strlen(six->id));
}

/* Sums of records where they can be made. */
static void mend(uint8_t *file, size_t size)
{
    if (size < SMALL_HEAD_BYTES)
        return;
    mend_head(file);
    uint64_t records = get(file + 24, 4);
    for (uint64_t i = 0; i < records && SMALL_HEAD_BYTES + (i + 1) * SMALL_RECORD_BYTES <= size;
         i++) {
        uint8_t *record = file + SMALL_HEAD_BYTES + i * SMALL_RECORD_BYTES;
        uint64_t offset = get(record + 8, 8), bytes = get(record + 16, 8);
        if (offset <= size && bytes <= size - offset)
            put(record + 4, (uint32_t)format_sum(file + offset, (size_t)bytes), 4);
    }
    if (records <= (size - SMALL_HEAD_BYTES) / SMALL_RECORD_BYTES)
        put(file + 28, small_head_sum(file, (uint32_t)records), 4);
}

/* A file in which the same bytes are every sector. */
static uint8_t *wrap(const uint8_t *sector, size_t size, size_t *all)
{
    size_t head = SMALL_HEAD_BYTES + kept_count * (size_t)SMALL_RECORD_BYTES;
    uint8_t *file = calloc(1, head + size);
    mend_head(file);
    put(file + 12, LEVEL, 4);
    put(file + 24, kept_count, 4);
    for (uint32_t i = 0; i < kept_count; i++) {
        uint8_t *record = file + SMALL_HEAD_BYTES + i * (size_t)SMALL_RECORD_BYTES;
        put(record, kept[i], 4);
        put(record + 4, (uint32_t)format_sum(sector, size), 4);
        put(record + 8, head, 8);
        put(record + 16, size, 8);
    }
    put(file + 28, small_head_sum(file, kept_count), 4);
    memcpy(file + head, sector, size);
    *all = head + size;
    return file;
}

/* Asks for positions of a game that the bytes choose. */
static void ask_some(const Small *small, const uint8_t *data, size_t size)
{
    Pos pos;
    six->ops->start(six, 1, &pos);
    Move moves[MOVES_ROOM];
    for (size_t ply = 0; ply < PLIES; ply++) {
        int value, count = six->moves(six, &pos, moves);
        Pos next;
        if (!count)
            return;
        SectorIndex place;
        bool wanted = six->solvable->rank(small->tables, &pos, &place) &&
                      small->thin->covers(small->tables, place.sector, small->level);
        check(small_ask(small, &pos, &value, NULL) == wanted, "a position without an answer");
        if (!wanted)
            return;
        check(value >= -1 && value <= 1, "a strange value");
        six->apply(six, &pos, moves[(size ? data[ply % size] : ply) % (size_t)count], &next);
        pos = next;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Small small;
    char why[WHY_MAX] = "", variant[VARIANT_TEXT_MAX];
    if (!size)
        return 0;
    open_game();
    unsigned how = *data++;
    size_t all = --size;
    uint8_t *bytes;
    if (how & 2) {
        bytes = wrap(data, size, &all);
    } else {
        bytes = malloc(size ? size : 1);
        memcpy(bytes, data, size);
        if (how & 1)
            mend(bytes, size);
    }
    if (!small_variant(bytes, all, variant, why))
        check(why[0], "no reason");
    if (small_open(&small, six, bytes, all, why)) {
        ask_some(&small, data, size);
        small_close(&small);
    } else {
        size_t length = strnlen(why, WHY_MAX);
        check(length > 0 && length < WHY_MAX, "no reason, or one without end");
        for (size_t i = 0; i < length; i++)
            check(why[i] >= ' ' && why[i] <= '~', "a reason that is not one clean line");
    }
    free(bytes);
    return 0;
}
