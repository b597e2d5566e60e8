/* SPDX-License-Identifier: MIT */
/* Does the accuracy of a review tell players apart? accuracy ROUNDS NODES VARIANT...: in every
 * round each of seven players (the beginners of players.h and levels 1, 3, 5 and 8) meets the three
 * beginners and level 1, with both colours, and all games are reviewed with NODES nodes for each
 * position. Prints everybody's mean accuracy, and fails if they are not in order: random < greedy <
 * careful, 1 < 3 < 5 < 8, greedy 10 points and level 8 25 above random. The same call gives the
 * same figures on every machine. */
#include "base/rng.h"
#include "games/registry.h"
#include "players.h"
#include "review/review.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PLIES_MAX = 120,
    SLOTS = 1 << 16,
    FIELD = 4, /* the first so many players are met by all */
};
enum { RANDOM, GREEDY, CAREFUL, LEVEL_1, LEVEL_3, LEVEL_5, LEVEL_8, PLAYERS };

static const struct Player {
    const char *name;
    int level; /* 0: the beginner of the same number */
} players[PLAYERS] = {
    [RANDOM] = {"random", 0},   [GREEDY] = {"greedy", 0},   [CAREFUL] = {"careful", 0},
    [LEVEL_1] = {"level 1", 1}, [LEVEL_3] = {"level 3", 3}, [LEVEL_5] = {"level 5", 5},
    [LEVEL_8] = {"level 8", 8},
};

typedef struct Bench {
    Game *game;
    uint64_t nodes;
    Search *search;
    SearchMemory memory;
} Bench;

static bool make_room(Bench *b)
{
    size_t room = SEARCH_ROOM + 2 * (size_t)b->game->moves_max;
    b->search = malloc(sizeof *b->search);
    b->memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                               .moves = malloc(room * sizeof(Move)),
                               .order = malloc(room * sizeof(int32_t)),
                               .room = room};
    return b->search && b->memory.tt.slots && b->memory.moves && b->memory.order;
}

static void free_room(Bench *b)
{
    free(b->search);
    free(b->memory.tt.slots);
    free(b->memory.moves);
    free(b->memory.order);
}

static Move choose(Bench *b, int player, const Tree *tree, uint32_t end, uint64_t seed)
{
    Rng rng = {seed};
    History history;
    int level = players[player].level;
    if (!level)
        return beginner_move((Beginner)player, b->game, tree_pos(tree, end), &rng, b->memory.moves,
                             b->memory.order);
    if (!tree_history(tree, end, &history))
        exit(2);
    tt_clear(&b->memory.tt);
    search_begin(b->search, &b->memory, &history, &(SearchLimits){.level = level, .seed = seed});
    while (search_go_on(b->search, 0))
        continue;
    history_free(&history);
    return b->search->best;
}

/* One game, looked at again: the accuracy of `side` in thousandths, or -1. */
static int play(Bench *b, const int who[2], int side, uint64_t seed)
{
    Tree tree;
    Review review;
    Pos start;
    Rng rng = {seed};
    uint32_t end = 0;
    b->game->ops->start(b->game, seed, &start);
    if (!tree_begin(&tree, b->game, &start))
        exit(2);
    for (int i = 0; i < PLIES_MAX && tree_ending(&tree, end).kind == END_NONE; i++) {
        Move move = choose(b, who[tree_pos(&tree, end)->turn], &tree, end, rng_next(&rng));
        if (tree_add(&tree, end, move, &end) != TREE_OK)
            exit(2);
    }
    if (!review_begin(&review, &tree, end, b->search, &b->memory,
                      &(SearchLimits){.nodes = b->nodes}))
        exit(2);
    while (review_go_on(&review, 0))
        continue;
    int accuracy = review.accuracy[side];
    review_free(&review);
    tree_free(&tree);
    return accuracy;
}

/* In per cent. */
static double mean_of(Bench *b, int player, int rounds)
{
    int sum = 0, games = 0;
    for (int i = 0; i < rounds * FIELD * 2; i++) {
        int side = i % 2, other = i / 2 % FIELD;
        int who[2] = {side ? other : player, side ? player : other};
        int accuracy = play(b, who, side, (uint64_t)i + 1);
        sum += accuracy < 0 ? 0 : accuracy;
        games += accuracy >= 0;
    }
    return games ? sum / 10.0 / games : 0;
}

static bool in_order(const double *mean)
{
    bool good = mean[GREEDY] >= mean[RANDOM] + 10 && mean[LEVEL_8] >= mean[RANDOM] + 25;
    good = good && mean[CAREFUL] > mean[GREEDY];
    for (int i = LEVEL_3; i <= LEVEL_8; i++)
        good = good && mean[i] > mean[i - 1];
    return good;
}

static bool measure(Bench *b, int rounds)
{
    double mean[PLAYERS];
    printf("%-9s", b->game->id);
    for (int i = 0; i < PLAYERS; i++) {
        mean[i] = mean_of(b, i, rounds);
        printf(" %s %.1f", players[i].name, mean[i]);
        fflush(stdout);
    }
    bool good = in_order(mean);
    puts(good ? "" : " NOT IN ORDER");
    return good;
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "accuracy ROUNDS NODES VARIANT...";
    int rounds = argc > 3 ? atoi(argv[1]) : 0;
    bool good = rounds > 0;
    for (int i = 3; i < argc; i++) {
        Bench b = {.game = game_open(argv[i], LANG_EN, why), .nodes = strtoull(argv[2], NULL, 10)};
        if (!b.game || !make_room(&b)) {
            fprintf(stderr, "%s\n", b.game ? "out of memory" : why);
            return 2;
        }
        good = measure(&b, rounds) && good;
        free_room(&b);
        game_close(b.game);
    }
    if (rounds <= 0)
        fprintf(stderr, "%s\n", why);
    return good ? 0 : 1;
}
