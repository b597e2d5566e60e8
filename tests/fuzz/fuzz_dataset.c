/* SPDX-License-Identifier: MIT */
/* Any bytes as a data set of nine: refused with a one-line reason, or games whose texts exist. The
 * checksums, which noise never gets right, are left out: first the head, then payloads, each with
 * two bytes before it that say how long it is. */
#include "base/utf8.h"
#include "explore/dataset.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_dataset: %s\n", what);
        abort();
    }
}

static void check_reason(const char *why)
{
    check(*why && utf8_is_plain(why, strlen(why)), "no reason, or no clean line");
}

static void visit(void *context, uint32_t ply, const Pos *pos, const char *text, int32_t score)
{
    (void)pos, (void)score, (void)context;
    check(*text && ply < SELFPLAY_PLIES_MAX, "a ply that cannot be");
}

static void read_games(const Game *game, const uint8_t *data, size_t size)
{
    Texts texts = {0};
    DatasetGame read = {0};
    char why[WHY_MAX] = "";
    while (size >= 2) {
        size_t count = data[0] | (size_t)data[1] << 8;
        data += 2;
        size -= 2;
        count = count < size ? count : size;
        if (!dataset_read_game(&texts, data, count, &read, why)) {
            check_reason(why);
            break;
        }
        for (uint32_t i = 0; i < read.count; i++)
            check(texts_get(&texts, read.ply[i].move) != NULL, "no text");
        if (!dataset_replay(game, &texts, &read, visit, NULL, why))
            check_reason(why);
        data += count;
        size -= count;
    }
    free(read.ply);
    texts_free(&texts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Game *game;
    char why[WHY_MAX] = "";
    DatasetHead head;
    if (!game)
        game = game_open("nine", LANG_EN, why);
    if (!dataset_read_head(data, size, &head, why))
        check_reason(why);
    read_games(game, data, size);
    return 0;
}
