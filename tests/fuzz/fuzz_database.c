/* SPDX-License-Identifier: MIT */
/* Bytes of a database: the first byte says what is made right before they are read, so that the
 * fuzzer comes past the checksums (1: sums and version, 2: variant and rules too, 4: wrapped as the
 * only file of a pack, 8: of another game). Refused with a one-line reason, or every block lies in
 * the file and every position can be asked for. */
#include "fuzz/mend.h"
#include "games/registry.h"
#include "solve/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct KnownGame {
    Game *game;
    uint64_t rules;
} KnownGame;
static KnownGame games[2];

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_database: %s\n", what);
        abort();
    }
}

static void open_games(void)
{
    static const char *const variants[2] = {"six", "six,flying"};
    char why[WHY_MAX];
    for (int i = 0; i < 2 && !games[0].game; i++) {
        Game *game = game_open(variants[1 - i], LANG_EN, why);
        void *tables = game->solvable->open(game);
        games[1 - i] = (KnownGame){game, format_rules_digest(game, tables)};
        game->solvable->close(tables);
    }
}

static void check_why(const char *why)
{
    size_t length = strnlen(why, WHY_MAX);
    check(length > 0 && length < WHY_MAX, "no reason, or one without end");
    for (size_t i = 0; i < length; i++)
        check(why[i] >= ' ' && why[i] <= '~', "a reason that is not one clean line");
}

static void try_file(const uint8_t *file, size_t size)
{
    FormatHeader header;
    char why[WHY_MAX] = "";
    if (!format_read_header(file, size, &header, why) ||
        (size < format_head_bytes(header.blocks) && !refuse(why, "cut off")) ||
        !format_check_table(&header, file, size, why)) {
        check_why(why);
        return;
    }
    volatile uint8_t sum = 0;
    for (uint32_t i = 0; i < header.blocks; i++) {
        FormatBlock b = format_block(file, i);
        sum = (uint8_t)(sum + file[b.offset] + file[b.offset + b.bytes - 1]);
        check(format_block_size(&header, i) <= FORMAT_BLOCK_BYTES, "a block that is too large");
    }
}

static void ask_all(const PackProbe *pack)
{
    const Probe *probe = &pack->probe;
    for (uint32_t s = 0; s < probe->sector_count; s++)
        for (uint64_t i = 0; probe->sector[s].there && i < probe->sector[s].entries; i++) {
            Pos pos;
            Known known;
            probe->game->solvable->unrank(probe->tables, (SectorIndex){s, i}, &pos);
            check(probe_ask(probe, &pos, &known), "an entry that cannot be read");
            check(known.value >= -1 && known.value <= 1 && known.plies >= -1, "a strange value");
        }
}

static void try_pack(const uint8_t *bytes, size_t size, const Game *game)
{
    PackProbe pack;
    char why[WHY_MAX] = "", variant[VARIANT_TEXT_MAX];
    if (!pack_variant(bytes, size, variant, why))
        check_why(why);
    if (!pack_open(&pack, game, bytes, size, why)) {
        check_why(why);
        return;
    }
    ask_all(&pack);
    pack_close(&pack);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    open_games();
    unsigned how = *data++;
    size_t head = how & 4 ? PACK_HEAD_BYTES + PACK_RECORD_BYTES : 0;
    uint8_t *bytes = malloc(head + size--);
    if (head) {
        memcpy(bytes, pack_magic, sizeof pack_magic);
        mend_put(bytes + 8, 1, 8);
        mend_put(bytes + PACK_HEAD_BYTES, head, 8);
        mend_put(bytes + PACK_HEAD_BYTES + 8, size, 8);
    }
    memcpy(bytes + head, data, size);
    mend_file(bytes + head, size, how, games[0].game, games[0].rules);
    try_file(bytes + head, size);
    try_pack(bytes, head + size, games[how >> 3 & 1].game);
    free(bytes);
    return 0;
}
