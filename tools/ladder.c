/* SPDX-License-Identifier: MIT */
/* Plays levels and beginners against each other, in one process: ladder VARIANT WHO WHO GAMES
 * [SEED]. WHO is a level from 1 to 10, or random, greedy or careful (players.h). Games come in
 * pairs from one random opening of two plies, colours changed. Prints the first one's score with an
 * error bar of 95 % over the pairs. The same call gives the same games on every machine. */
#include "ai/search.h"
#include "base/rng.h"
#include "games/registry.h"
#include "players.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 250, OPENING = 2, SLOTS = 1 << 18 };

typedef struct Who {
    const char *name;
    int level; /* 0: a beginner */
    Beginner beginner;
} Who;

typedef struct Player {
    Search search;
    SearchMemory memory;
} Player;

typedef struct Score {
    int won, drawn, lost, pairs;
    double sum, squares; /* of pairs, 0 to 1 */
    uint64_t nodes[2], moves[2];
} Score;

static bool read_who(const char *text, Who *out)
{
    *out = (Who){.name = text, .level = atoi(text)};
    if (out->level > 0 && out->level <= LEVEL_MAX)
        return true;
    out->level = LEVEL_NONE;
    for (int i = 0; i < BEGINNERS; i++)
        if (strcmp(text, beginner_names[i]) == 0) {
            out->beginner = (Beginner)i;
            return true;
        }
    return false;
}

static bool make_player(const Game *game, Player *out)
{
    size_t room = SEARCH_ROOM + 2 * (size_t)game->moves_max;
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

static Move choose(Player *player, const Who *who, const History *history, uint64_t seed,
                   uint64_t *nodes)
{
    SearchMemory *memory = &player->memory;
    Rng rng = {seed};
    if (!who->level)
        return beginner_move(who->beginner, history->game, &history->pos, &rng, memory->moves,
                             memory->order);
    SearchLimits limits = {.level = who->level, .seed = seed};
    tt_clear(&memory->tt);
    search_begin(&player->search, memory, history, &limits);
    while (search_go_on(&player->search, 0))
        continue;
    *nodes += player->search.nodes;
    return player->search.best;
}

/* What the first player makes of it, in half points. */
static int play(const Game *game, Player *player, const Who *who, bool swap, uint64_t seed,
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
        int side = history.pos.turn ^ swap;
        Move move = choose(player, &who[side], &history, rng_next(&rng), &score->nodes[side]);
        score->moves[side]++;
        if (!history_play(&history, move))
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

static void print(const char *variant, const Who *who, const Score *s)
{
    double n = s->pairs, mean = s->sum / n, variance = s->squares / n - mean * mean;
    printf("%s: %s against %s: won %d drawn %d lost %d, %.1f %% +- %.1f, nodes per move %.0f and "
           "%.0f\n",
           variant, who[0].name, who[1].name, s->won, s->drawn, s->lost, 100 * mean,
           196 * root_of(variance / (n > 1 ? n - 1 : 1)),
           (double)s->nodes[0] / (double)(s->moves[0] + !s->moves[0]),
           (double)s->nodes[1] / (double)(s->moves[1] + !s->moves[1]));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] =
        "ladder VARIANT WHO WHO GAMES [SEED]; WHO: 1 to 10, random, greedy, careful";
    Who who[2];
    int games = argc > 4 ? atoi(argv[4]) : 0;
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    bool good = games > 0 && read_who(argv[2], &who[0]) && read_who(argv[3], &who[1]);
    Game *game = good ? game_open(argv[1], LANG_EN, why) : NULL;
    Player *player = malloc(sizeof *player);
    if (!game || !player || !make_player(game, player)) {
        fprintf(stderr, "%s\n", game ? "out of memory" : why);
        return 2;
    }
    Score score = {0};
    for (int i = 0; i < (games + 1) / 2; i++) {
        int halves[2];
        for (int swap = 0; swap < 2; swap++)
            halves[swap] = play(game, player, who, swap, seed * 1000003 + (uint64_t)i, &score);
        add(&score, halves);
    }
    print(game->id, who, &score);
    return 0;
}
