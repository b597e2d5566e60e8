/* SPDX-License-Identifier: MIT */
/* Set-ups and lines, see setups.h. */
#include "app/proof/setups.h"

#include "ai/search.h"
#include "core/canon.h"

#include <stdlib.h>

typedef struct Seeded {
    uint64_t key, seed;
} Seeded;

static int by_key(const void *a, const void *b)
{
    const Seeded *x = a, *y = b;
    if (x->key != y->key)
        return (x->key > y->key) - (x->key < y->key);
    return (x->seed > y->seed) - (x->seed < y->seed);
}

static int by_seed(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

uint64_t *setups_list(const Game *game, uint64_t seeds, size_t *count)
{
    Seeded *all = malloc(seeds * sizeof *all);
    uint64_t *out = malloc(seeds * sizeof *out);
    *count = 0;
    if (!all || !out) {
        free(all);
        free(out);
        return NULL;
    }
    for (uint64_t i = 0; i < seeds; i++) {
        Pos pos;
        game->ops->start(game, i + 1, &pos);
        all[i] = (Seeded){canon_key(game, &pos), i + 1};
    }
    qsort(all, seeds, sizeof *all, by_key);
    for (uint64_t i = 0; i < seeds; i++)
        if (i == 0 || all[i].key != all[i - 1].key)
            out[(*count)++] = all[i].seed;
    qsort(out, *count, sizeof *out, by_seed);
    free(all);
    return out;
}

/* --- Lines ---------------------------------------------------------------------------------------
 */

static int play_on(Search *search, const SearchMemory *memory, History *history, uint64_t nodes,
                   Pos *out)
{
    SearchLimits limits = {.nodes = nodes};
    int plies = 0;
    while (history_winner(history) == WINNER_NONE && plies < LINE_PLIES_MAX) {
        search_begin(search, memory, history, &limits);
        while (search_go_on(search, 0))
            continue;
        if (!history_play(history, search->best))
            return -1;
        out[++plies] = history->pos;
    }
    return plies;
}

int line_play(const Game *game, const Pos *start, uint64_t nodes, Pos out[LINE_PLIES_MAX + 1])
{
    enum { SLOTS = 1 << 16 };
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    SearchMemory memory = {.tt = {calloc(SLOTS, sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room};
    Search *search = calloc(1, sizeof *search);
    History history;
    int plies = -1;
    if (memory.tt.slots && memory.moves && memory.order && search &&
        history_begin(&history, game, start)) {
        out[0] = *start;
        plies = play_on(search, &memory, &history, nodes, out);
        history_free(&history);
    }
    free(search);
    free(memory.tt.slots);
    free(memory.moves);
    free(memory.order);
    return plies;
}
