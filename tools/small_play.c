/* SPDX-License-Identifier: MIT */
/* By hand only (docs/adr/0081): does win, draw and loss alone win? A search that knows the value of
 * every position, and no distance, plays won positions of a database against the longest defence by
 * its distances:
 *
 *   small_play VARIANT DIR GAMES NODES PLIES [SMALL]
 *
 * GAMES of each sector of the moving phase, from wins of PLIES and more, NODES a move. The
 * values come from a small database if one is given, else from DIR with its plies left out: they
 * are the same. */
#include "ai/search.h"
#include "base/rng.h"
#include "core/perfect.h"
#include "games/registry.h"
#include "solve/small.h"
#include "solve/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 18, TRIES = 40000, PLIES_MAX = 1000 };
#define SMALL_BYTES_MAX (UINT64_C(4) << 30)

typedef struct Tally {
    int games, won, drawn, unfinished;
    double plies, best;
} Tally;

static bool ask_without_plies(void *context, const Pos *pos, Known *out)
{
    bool known = probe_ask(context, pos, out);
    out->plies = -1;
    return known;
}

static Move defend(const Game *game, const History *history, Oracle oracle, Move *list,
                   PerfectMove *moves)
{
    Judge judge = {game, oracle, history_past(history), list + game->moves_max};
    int count = perfect_judge(&judge, &history->pos, list, moves);
    int best = perfect_best(moves, count);
    return best < 0 ? list[0] : moves[best].move;
}

static Move attack(Search *search, const SearchMemory *memory, const History *history,
                   uint64_t nodes)
{
    SearchLimits limits = {.nodes = nodes};
    search_begin(search, memory, history, &limits);
    while (search_go_on(search, 0))
        continue;
    return search->best;
}

static void play(const Game *game, const Pos *start, int best, const SearchMemory *memory,
                 Oracle exact, uint64_t nodes, Tally *tally)
{
    static Search search;
    History history;
    Move *list = malloc(2 * sizeof(Move) * game->moves_max);
    PerfectMove *moves = malloc(sizeof *moves * game->moves_max);
    int winner = start->turn;
    if (!list || !moves || !history_begin(&history, game, start))
        exit(1);
    tt_clear(&((SearchMemory *)(uintptr_t)memory)->tt);
    while (history_winner(&history) == WINNER_NONE && history.ply < PLIES_MAX) {
        Move move = history.pos.turn == winner ? attack(&search, memory, &history, nodes)
                                               : defend(game, &history, exact, list, moves);
        if (!history_play(&history, move))
            exit(1);
    }
    Winner result = history_winner(&history);
    tally->games++;
    tally->won += result == (winner ? WINNER_P2 : WINNER_P1);
    tally->drawn += result == WINNER_DRAW;
    tally->unfinished += result == WINNER_NONE;
    tally->plies += history.ply;
    tally->best += best;
    if (result != (winner ? WINNER_P2 : WINNER_P1))
        printf("  not won: best %d, after %u plies\n", best, history.ply);
    history_free(&history);
    free(list);
    free(moves);
}

static void play_sector(Store *store, const Game *game, uint32_t number, int games, int least,
                        uint64_t nodes, const SearchMemory *memory)
{
    Probe *probe = store_probe(store);
    Oracle exact = probe_oracle(probe);
    Sector sector;
    Tally tally = {0};
    Rng rng = {number + 1};
    game->solvable->sector(probe->tables, number, &sector);
    for (int i = 0; i < TRIES && tally.games < games; i++) {
        Pos pos;
        Known known;
        uint64_t index = (rng_next(&rng) >> 32) * sector.entries >> 32;
        game->solvable->unrank(probe->tables, (SectorIndex){number, index}, &pos);
        if (exact.ask(exact.context, &pos, &known) && known.value == 1 && known.plies >= least)
            play(game, &pos, known.plies, memory, exact, nodes, &tally);
    }
    if (tally.games)
        printf("%-8s games %d won %d drawn %d unfinished %d, plies %.1f (best %.1f)\n", sector.name,
               tally.games, tally.won, tally.drawn, tally.unfinished, tally.plies / tally.games,
               tally.best / tally.games);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "usage: small_play VARIANT DIR GAMES NODES PLIES [SMALL]";
    Game *game = argc >= 6 ? game_open(argv[1], LANG_EN, why) : NULL;
    Store *store = game ? store_open(argv[2], game, why) : NULL;
    uint8_t *bytes = NULL;
    size_t size = 0;
    Small small = {0};
    if (!store || (argc > 6 && (!store_read_plain(argv[6], SMALL_BYTES_MAX, &bytes, &size, why) ||
                                !small_open(&small, game, bytes, size, why)))) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    SearchMemory memory = {.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room,
                           .oracle = argc > 6 ? small_oracle(&small)
                                              : (Oracle){ask_without_plies, store_probe(store)}};
    for (uint32_t s = 0; s < store_probe(store)->sector_count; s++) {
        Sector sector;
        game->solvable->sector(store_probe(store)->tables, s, &sector);
        const StoreFile *file = store_sector_file(store, s);
        int least = atoi(argv[5]);
        if (!strstr(sector.name, "hand") && file && (int)file->header.longest >= least)
            play_sector(store, game, s, atoi(argv[3]), least, strtoull(argv[4], NULL, 10), &memory);
    }
    free(memory.tt.slots);
    free(memory.moves);
    free(memory.order);
    store_close(store);
    if (small.tables)
        small_close(&small);
    free(bytes);
    game_close(game);
    return 0;
}
