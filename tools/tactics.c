/* SPDX-License-Identifier: MIT */
/* Finds tactical positions for tests/tactics by self-play: tactics VARIANT LEAST MOST COUNT [SEED].
 * Weak play leads into them; a full-width search finds wins in LEAST to MOST plies, at most two of
 * a game. Prints lines of that table; test_tactics proves them without this search. */
#include "ai/search.h"
#include "base/rng.h"
#include "games/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MAX = 250, SLOTS = 1 << 18, WEAK_NODES = 400, PROOF_NODES = 3000000, PER_GAME = 2 };

typedef struct Finder {
    const Game *game;
    SearchMemory memory;
    Search search;
    int least, most, wanted, found;
} Finder;

static void think(Finder *f, const Match *match, SearchLimits limits)
{
    table_clear(&f->memory.table);
    search_begin(&f->search, &f->memory, match, &limits);
    while (search_go_on(&f->search, 0))
        continue;
}

/* Only what its text says of the position counts. */
static bool forget_past(const Game *game, const Pos *pos, Match *out, char *text)
{
    char why[WHY_MAX];
    Str s = str_over(text, POSITION_TEXT_MAX);
    Pos read;
    game->ops->write_pos(game, pos, &s);
    return game->ops->read_pos(game, text, &read, why) && match_begin(out, game, &read);
}

/* Prints the position if it is a win of the right length; the nodes are those of a usual search. */
static bool examine(Finder *f, const Pos *pos)
{
    char text[POSITION_TEXT_MAX];
    Match match;
    if (!forget_past(f->game, pos, &match, text))
        return false;
    think(f, &match, (SearchLimits){.mate = f->most, .nodes = PROOF_NODES});
    int mate = search_mate(&f->search);
    bool good = mate >= f->least && mate <= f->most && f->search.depth >= mate;
    if (good) {
        think(f, &match, (SearchLimits){.nodes = PROOF_NODES});
        printf("%s | %s | %d | %" PRIu64 "\n", f->game->id, text, mate, f->search.nodes);
        fflush(stdout);
        f->found++;
    }
    match_free(&match);
    return good;
}

static void play(Finder *f, uint64_t seed)
{
    Match match;
    Pos start;
    Rng rng = {seed};
    int here = 0;
    f->game->ops->start(f->game, seed, &start);
    if (!match_begin(&match, f->game, &start))
        exit(1);
    while (match_outcome(&match).winner == WINNER_NONE && match.ply < PLIES_MAX &&
           here < PER_GAME && f->found < f->wanted) {
        Move move;
        if (rng_below(&rng, 4) == 0) {
            game_pick(f->game, match_pos(&match), (uint32_t)rng_next(&rng), f->memory.moves, &move);
        } else {
            if (match.ply > 6 && rng_below(&rng, 2) == 0)
                here += examine(f, match_pos(&match));
            think(f, &match, (SearchLimits){.nodes = WEAK_NODES});
            move = f->search.best;
        }
        if (match_play(&match, move) != MATCH_OK)
            exit(1);
    }
    match_free(&match);
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "tactics VARIANT LEAST MOST COUNT [SEED]";
    Game *game = argc > 4 ? game_open(argv[1], why) : NULL;
    Finder *f = calloc(1, sizeof *f);
    if (!game || !f) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    f->game = game;
    f->least = atoi(argv[2]);
    f->most = atoi(argv[3]);
    f->wanted = atoi(argv[4]);
    f->memory = (SearchMemory){.table = {malloc(SLOTS * sizeof(TableSlot)), SLOTS},
                               .moves = malloc(room * sizeof(Move)),
                               .order = malloc(room * sizeof(int32_t)),
                               .room = room};
    if (!f->memory.table.slots || !f->memory.moves || !f->memory.order)
        return 1;
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    for (uint64_t i = 0; f->found < f->wanted && i < 2000; i++)
        play(f, seed * 1000003 + i);
    return f->found < f->wanted;
}
