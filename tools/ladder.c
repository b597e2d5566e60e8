/* SPDX-License-Identifier: MIT */
/* Plays levels against each other, in one process: ladder VARIANT LEVEL LEVEL GAMES [SEED]. Games
 * come in pairs from one random opening of two plies, colours changed. Prints the first one's score
 * with an error bar of 95 % over the pairs. The same call gives the same games on every machine. */
#include "ai/search.h"
#include "base/rng.h"
#include "games/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MAX = 250, OPENING = 2, SLOTS = 1 << 18 };

typedef struct Player {
    Search search;
    SearchMemory memory;
} Player;

typedef struct Score {
    int won, drawn, lost, pairs;
    double sum, squares; /* of pairs, 0 to 1 */
    uint64_t nodes[2], moves[2];
} Score;

static bool make_player(const Game *game, Player *out)
{
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    out->memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                                 .moves = malloc(room * sizeof(Move)),
                                 .order = malloc(room * sizeof(int32_t)),
                                 .room = room};
    return out->memory.tt.slots && out->memory.moves && out->memory.order;
}

static void open_randomly(const Game *game, History *history, Move *scratch, Rng *rng)
{
    Move move;
    for (int i = 0; i < OPENING; i++)
        if (game_pick(game, &history->pos, (uint32_t)rng_next(rng), scratch, &move))
            history_play(history, move);
}

/* What the first player makes of it, in half points. */
static int play(const Game *game, Player *player, const int *levels, bool swap, uint64_t seed,
                Score *score)
{
    History history;
    Pos start;
    Rng rng = {seed};
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(1);
    open_randomly(game, &history, player->memory.moves, &rng);
    rng.state ^= swap ? UINT64_C(1) << 40 : 0;
    while (history_winner(&history) == WINNER_NONE && history.ply < PLIES_MAX) {
        int who = history.pos.turn ^ swap;
        SearchLimits limits = {.level = levels[who], .seed = rng_next(&rng)};
        tt_clear(&player->memory.tt);
        search_begin(&player->search, &player->memory, &history, &limits);
        while (search_go_on(&player->search, 0))
            continue;
        score->nodes[who] += player->search.nodes;
        score->moves[who]++;
        if (!history_play(&history, player->search.best))
            exit(1);
    }
    Winner winner = history_winner(&history);
    history_free(&history);
    if (winner != WINNER_P1 && winner != WINNER_P2)
        return 1;
    return (winner == WINNER_P2) == swap ? 2 : 0;
}

static void add(Score *score, const int *halves)
{
    double pair = (halves[0] + halves[1]) / 4.0;
    for (int i = 0; i < 2; i++) {
        score->won += halves[i] == 2;
        score->drawn += halves[i] == 1;
        score->lost += halves[i] == 0;
    }
    score->pairs++;
    score->sum += pair;
    score->squares += pair * pair;
}

/* Newton's root: this tool needs no mathematics library. */
static double root_of(double x)
{
    double y = 1;
    for (int i = 0; i < 60 && x > 0; i++)
        y = (y + x / y) / 2;
    return x > 0 ? y : 0;
}

static void print(const char *variant, const int *levels, const Score *s)
{
    double n = s->pairs, mean = s->sum / n, variance = s->squares / n - mean * mean;
    printf("%s: level %d against %d: won %d drawn %d lost %d, %.1f %% +- %.1f, nodes per move %.0f "
           "and %.0f\n",
           variant, levels[0], levels[1], s->won, s->drawn, s->lost, 100 * mean,
           196 * root_of(variance / (n > 1 ? n - 1 : 1)),
           (double)s->nodes[0] / (double)(s->moves[0] + !s->moves[0]),
           (double)s->nodes[1] / (double)(s->moves[1] + !s->moves[1]));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "ladder VARIANT LEVEL LEVEL GAMES [SEED]";
    int levels[2] = {argc > 4 ? atoi(argv[2]) : 0, argc > 4 ? atoi(argv[3]) : 0};
    int games = argc > 4 ? atoi(argv[4]) : 0;
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    bool good = levels[0] > 0 && levels[0] <= LEVEL_MAX && levels[1] > 0 && levels[1] <= LEVEL_MAX;
    Game *game = good && games > 0 ? game_open(argv[1], LANG_EN, why) : NULL;
    Player *player = malloc(sizeof *player);
    if (!game || !player || !make_player(game, player)) {
        fprintf(stderr, "%s\n", game ? "out of memory" : why);
        return 2;
    }
    Score score = {0};
    for (int i = 0; i < (games + 1) / 2; i++) {
        int halves[2];
        for (int swap = 0; swap < 2; swap++)
            halves[swap] = play(game, player, levels, swap, seed * 1000003 + (uint64_t)i, &score);
        add(&score, halves);
    }
    print(game->id, levels, &score);
    return 0;
}
