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

enum {
    PLIES_MAX = 250,
    OPENING = 2,
    SLOTS = 1 << 18,
    STEP = 14,      /* the first guess at how far levels are apart in strength, */
    GUESSES = 3,    /* of so many, */
    LAST_STEP = 56, /* and from level 8 to 9 */
};

typedef struct Who {
    const char *name;
    int level; /* 0: a beginner */
    Beginner beginner;
} Who;

typedef struct Ladder {
    Game *game;
    int games;
    uint64_t seed;
    uint8_t *strengths; /* of the game's levels, while they are sought */
    Search *search;
    SearchMemory memory;
} Ladder;

typedef struct Score {
    int won, drawn, lost, pairs;
    double sum, squares; /* of pairs, 0 to 1 */
    uint64_t nodes[2], moves[2];
} Score;

static Who level_called(int level)
{
    static const char *const names[LEVEL_MAX + 1] = {"",  "1", "2", "3", "4", "5",
                                                     "6", "7", "8", "9", "10"};
    return (Who){.name = names[level], .level = level};
}

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

static bool make_player(Ladder *out)
{
    size_t room = SEARCH_ROOM + 2 * (size_t)out->game->moves_max;
    out->search = malloc(sizeof *out->search);
    out->memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                                 .moves = malloc(room * sizeof(Move)),
                                 .order = malloc(room * sizeof(int32_t)),
                                 .room = room};
    return out->search && out->memory.tt.slots && out->memory.moves && out->memory.order;
}

static void open_randomly(const Game *game, History *history, Move *scratch, Rng *rng)
{
    Move move;
    for (int i = 0; i < OPENING; i++)
        if (game_pick(game, &history->pos, (uint32_t)rng_next(rng), scratch, &move))
            history_play(history, move);
}

static Move choose(Ladder *l, const Who *who, const History *history, uint64_t seed,
                   uint64_t *nodes)
{
    SearchMemory *memory = &l->memory;
    Rng rng = {seed};
    if (!who->level)
        return beginner_move(who->beginner, history->game, &history->pos, &rng, memory->moves,
                             memory->order);
    SearchLimits limits = {.level = who->level, .seed = seed};
    tt_clear(&memory->tt);
    search_begin(l->search, memory, history, &limits);
    while (search_go_on(l->search, 0))
        continue;
    *nodes += l->search->nodes;
    return l->search->best;
}

/* What the first player makes of it, in half points. */
static int play(Ladder *l, const Who *who, bool swap, uint64_t seed, Score *score)
{
    const Game *game = l->game;
    History history;
    Pos start;
    Rng rng = {seed};
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(1);
    open_randomly(game, &history, l->memory.moves, &rng);
    rng.state ^= swap ? UINT64_C(1) << 40 : 0;
    while (history_winner(&history) == WINNER_NONE && history.ply < PLIES_MAX) {
        int side = history.pos.turn ^ swap;
        Move move = choose(l, &who[side], &history, rng_next(&rng), &score->nodes[side]);
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

static Score match(Ladder *l, const Who *who, int games)
{
    Score score = {0};
    for (int i = 0; i < (games + 1) / 2; i++) {
        int halves[2];
        for (int swap = 0; swap < 2; swap++)
            halves[swap] = play(l, who, swap, l->seed * 1000003 + (uint64_t)i, &score);
        add(&score, halves);
    }
    return score;
}

/* What `who` scores against level `level` if that has this strength. */
static double ask(Ladder *l, Who who, int level, int strength)
{
    l->strengths[level - 1] = (uint8_t)strength;
    Who both[2] = {who, level_called(level)};
    Score score = match(l, both, l->games);
    double share = score.sum / score.pairs;
    fprintf(stderr, "%s: %s against level %d at strength %d: %.1f %%\n", l->game->id, who.name,
            level, strength, 100 * share);
    return share;
}

/* The strength between low and high at which `who` scores nearest to `wanted` against the level. */
static int seek(Ladder *l, Who who, int level, int low, int high, double wanted)
{
    double best = 2;
    int found = low;
    while (low <= high) {
        int middle = (low + high) / 2;
        double share = ask(l, who, level, middle);
        double off = share > wanted ? share - wanted : wanted - share;
        if (off < best) {
            best = off;
            found = middle;
        }
        if (share > wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    l->strengths[level - 1] = (uint8_t)found;
    return found;
}

/* Level 2 so that it is as far above 1 as below 3. */
static void halve(Ladder *l, int low, int high)
{
    double best = -1;
    int found = low;
    while (low <= high) {
        int middle = (low + high) / 2;
        double above = 1 - ask(l, level_called(1), 2, middle);
        double below = ask(l, level_called(3), 2, middle);
        if ((above < below ? above : below) > best) {
            best = above < below ? above : below;
            found = middle;
        }
        if (above < below)
            low = middle + 1;
        else
            high = middle - 1;
    }
    l->strengths[1] = (uint8_t)found;
}

/* A level that wins three games of four against the one below: a few guesses, each from what came
 * of the last. The games are longer here, so there is no bisection. */
static void climb(Ladder *l, int level)
{
    const double wanted = 0.25;
    double best = 2;
    int below = l->strengths[level - 2], guess = below + STEP, found = guess;
    for (int i = 0; i < GUESSES; i++) {
        double share = ask(l, level_called(level - 1), level, guess);
        double off = share > wanted ? share - wanted : wanted - share;
        if (off < best) {
            best = off;
            found = guess;
        }
        int by = (int)((share - wanted) * 60);
        if (!by)
            break;
        guess = guess + by > below ? guess + by : below + 1;
    }
    l->strengths[level - 1] = (uint8_t)found;
}

/* Levels 1 and 3 by the beginners, 2 between them. */
static void find_first_three(Ladder *l)
{
    const Who greedy = {.name = "greedy", .beginner = BEGINNER_GREEDY};
    const Who careful = {.name = "careful", .beginner = BEGINNER_CAREFUL};
    Who both[2] = {careful, greedy};
    Score score = match(l, both, l->games);
    /* Where these two are close, the levels between them take the room that there is. */
    bool close = score.sum < 0.85 * score.pairs;
    int first = seek(l, greedy, 1, 0, 60, close ? 0.62 : 0.58);
    int third = seek(l, careful, 3, first + 2, 80, close ? 0.42 : 0.45);
    ask(l, (Who){.name = "random"}, 1, first);
    halve(l, first + 1, third - 1);
}

/* The strengths of levels `low` to `high`, from those that the game has. */
static void tune(Ladder *l, int low, int high)
{
    uint8_t strengths[LEVEL_MAX - 1];
    for (int i = 1; i < LEVEL_MAX; i++)
        strengths[i - 1] = level_strength(l->game, i);
    l->strengths = strengths;
    l->game->levels = strengths;
    if (low == 1)
        find_first_three(l);
    for (int level = low > 4 ? low : 4; level <= high; level++)
        climb(l, level);
    if (high == LEVEL_MAX - 2)
        strengths[LEVEL_MAX - 2] = (uint8_t)(strengths[LEVEL_MAX - 3] + LAST_STEP);
    printf("%s:", l->game->id);
    for (int i = 0; i < LEVEL_MAX - 1; i++)
        printf(" %d%s", strengths[i], i < LEVEL_MAX - 2 ? "," : "\n");
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "ladder VARIANT WHO WHO GAMES [SEED], or ladder VARIANT tune GAMES [SEED "
                        "[LOW HIGH]]; WHO: 1 to 10, random, greedy, careful";
    bool tunes = argc > 3 && strcmp(argv[2], "tune") == 0;
    int first = tunes ? 3 : 4;
    int low = argc > 6 ? atoi(argv[5]) : 1, high = argc > 6 ? atoi(argv[6]) : LEVEL_MAX - 2;
    Who who[2];
    Ladder l = {.games = argc > first ? atoi(argv[first]) : 0,
                .seed = argc > first + 1 ? strtoull(argv[first + 1], NULL, 10) : 1};
    bool good = l.games > 0 && (tunes ? low > 0 && high < LEVEL_MAX - 1
                                      : read_who(argv[2], &who[0]) && read_who(argv[3], &who[1]));
    l.game = good ? game_open(argv[1], LANG_EN, why) : NULL;
    if (!l.game || !make_player(&l)) {
        fprintf(stderr, "%s\n", l.game ? "out of memory" : why);
        return 2;
    }
    if (tunes) {
        tune(&l, low, high);
    } else {
        Score score = match(&l, who, l.games);
        print(l.game->id, who, &score);
    }
    free(l.search);
    free(l.memory.tt.slots);
    free(l.memory.moves);
    free(l.memory.order);
    game_close(l.game);
    return 0;
}
