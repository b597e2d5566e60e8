/* SPDX-License-Identifier: MIT */
/* By hand only (docs/adr/0089): how often does the engine throw a value away while men are placed?
 *
 *   placing VARIANT DIR OPENINGS NODES [SEED [BOOK [-v]]]
 *
 * Random openings of 4 to 8 plies, then the engine against itself with NODES a move until no man
 * is in hand; the database DIR judges each of its moves. A choice is a position that is not lost
 * and has moves that keep its value and moves that do not; a slip is one that did not keep it. BOOK
 * is a file for the engine, "" for none; -v prints every slip. The same call prints the same on
 * every machine. */
#include "ai/search.h"
#include "base/rng.h"
#include "core/perfect.h"
#include "games/registry.h"
#include "solve/small.h"
#include "solve/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 32, SLOTS = 1 << 18, BOOK_BYTES_MAX = 64 << 20 };

typedef struct Tally {
    uint32_t positions, choices, slips, lost; /* lost: of the slips, those that lose the game */
} Tally;

typedef struct Desk {
    const Game *game;
    Oracle exact;
    Search *search;
    SearchMemory memory;
    Move *list, *scratch;
    uint64_t nodes;
    bool tells;
    Tally tally[PLIES];
    int spoilt, openings; /* openings from which a side lost value */
} Desk;

static void tell(const Desk *desk, const Pos *pos, Move move, int ply, int before, int after)
{
    char text[POSITION_TEXT_MAX], name[MOVE_TEXT_MAX];
    Str p = str_over(text, sizeof text), m = str_over(name, sizeof name);
    desk->game->ops->write_pos(desk->game, pos, &p);
    desk->game->ops->write_move(desk->game, pos, move, &m);
    printf("slip ply %d %d -> %d: %s %s\n", ply, before, after, text, name);
}

/* Judges the engine's move; false if the database does not know. */
static bool judge(Desk *desk, const History *history, Move chosen, bool *slipped)
{
    const Game *game = desk->game;
    const Pos *pos = &history->pos;
    Judge judge = {game, desk->exact, (Past){NULL, NULL}, desk->scratch};
    int count = game->moves(game, pos, desk->list), best = -1, worst = 1, got = -2;
    for (int i = 0; i < count; i++) {
        Known known;
        if (!perfect_move(&judge, pos, desk->list[i], &known))
            return false;
        best = known.value > best ? known.value : best;
        worst = known.value < worst ? known.value : worst;
        got = desk->list[i] == chosen ? known.value : got;
    }
    Tally *tally = &desk->tally[history->ply < PLIES ? history->ply : PLIES - 1];
    tally->positions++;
    tally->choices += best > worst;
    if (got == best)
        return true;
    tally->slips++;
    tally->lost += got < 0;
    *slipped = true;
    if (desk->tells)
        tell(desk, pos, chosen, (int)history->ply, best, got);
    return true;
}

static Move think(Desk *desk, const History *history)
{
    search_begin(desk->search, &desk->memory, history, &(SearchLimits){.nodes = desk->nodes});
    while (search_go_on(desk->search, 0))
        continue;
    return desk->search->best;
}

static bool is_placing(const Pos *pos)
{
    return pos->hand[0] || pos->hand[1];
}

static void play(Desk *desk, uint64_t seed)
{
    const Game *game = desk->game;
    History history;
    Pos start;
    Move move;
    Rng rng = {seed};
    bool slipped = false;
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(1);
    for (int left = 4 + (int)rng_below(&rng, 5); left > 0; left--)
        if (game_pick(game, &history.pos, (uint32_t)rng_next(&rng), desk->list, &move))
            history_play(&history, move);
    tt_clear(&desk->memory.tt);
    while (is_placing(&history.pos) && history_winner(&history) == WINNER_NONE) {
        move = think(desk, &history);
        judge(desk, &history, move, &slipped);
        if (!history_play(&history, move))
            exit(1);
    }
    desk->openings++;
    desk->spoilt += slipped;
    history_free(&history);
}

static void print(const Desk *desk)
{
    Tally all = {0, 0, 0, 0};
    printf("%5s %9s %8s %6s %6s\n", "ply", "positions", "choices", "slips", "lose");
    for (int i = 0; i < PLIES; i++) {
        const Tally *t = &desk->tally[i];
        if (t->positions)
            printf("%5d %9u %8u %6u %6u\n", i, t->positions, t->choices, t->slips, t->lost);
        all.positions += t->positions;
        all.choices += t->choices;
        all.slips += t->slips;
        all.lost += t->lost;
    }
    printf("%5s %9u %8u %6u %6u\n%d of %d openings with a slip\n", "all", all.positions,
           all.choices, all.slips, all.lost, desk->spoilt, desk->openings);
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "usage: placing VARIANT DIR OPENINGS NODES [SEED [BOOK [-v]]]";
    Game *game = argc >= 5 ? game_open(argv[1], LANG_EN, why) : NULL;
    Store *store = game ? store_open(argv[2], game, why) : NULL;
    uint8_t *bytes = NULL;
    size_t size;
    Small book = {0};
    if (!store || (argc > 6 && *argv[6] &&
                   (!store_read_plain(argv[6], BOOK_BYTES_MAX, &bytes, &size, why) ||
                    !small_open(&book, game, bytes, size, why)))) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    Desk desk = {.game = game,
                 .exact = probe_oracle(store_probe(store)),
                 .search = malloc(sizeof *desk.search),
                 .memory = {.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                            .moves = malloc(room * sizeof(Move)),
                            .order = malloc(room * sizeof(int32_t)),
                            .room = room},
                 .list = malloc(2 * game->moves_max * sizeof(Move)),
                 .nodes = strtoull(argv[4], NULL, 10),
                 .tells = argc > 7};
    if (!desk.search || !desk.memory.tt.slots || !desk.memory.moves || !desk.memory.order ||
        !desk.list)
        return 1;
    if (book.game)
        desk.memory.book = small_oracle(&book);
    desk.scratch = desk.list + game->moves_max;
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    for (int i = 0; i < atoi(argv[3]); i++)
        play(&desk, seed * 1000003 + (uint64_t)i);
    print(&desk);
    free(desk.list);
    free(desk.memory.order);
    free(desk.memory.moves);
    free(desk.memory.tt.slots);
    free(desk.search);
    if (book.game)
        small_close(&book);
    free(bytes);
    store_close(store);
    game_close(game);
    return 0;
}
