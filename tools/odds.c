/* SPDX-License-Identifier: MIT */
/* What scores mean, from self-play: odds VARIANT GAMES NODES [SEED]. Plays games of the engine
 * against itself with a fixed number of nodes a move, from random openings of 4 to 9 plies, and
 * fits by maximum likelihood, apart for the opening phase (men in hand) and the
 * rest, how likely a win is at a score: 1 / (1 + exp((drawish - score) / steep)). Prints rows for
 * src/ai/odds.c, and what was seen by score. The same call gives the same answer on every machine.
 */
#include "ai/odds.h"
#include "ai/search.h"
#include "base/rng.h"
#include "games/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MAX = 250, SLOTS = 1 << 18, SAMPLES_MAX = 1 << 20, BIN = 50, BINS = 25 };

typedef struct Sample {
    int16_t score; /* for the side to move */
    uint8_t phase;
    int8_t result; /* for it, too: 1, 0, -1 */
} Sample;

static Sample sample[SAMPLES_MAX];
static int count;

static void play(const Game *game, Search *search, SearchMemory *memory, uint64_t nodes,
                 uint64_t seed)
{
    History history;
    Pos start;
    Move move;
    Rng rng = {seed};
    int first = count, sides[PLIES_MAX];
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(1);
    for (int left = 4 + (int)(rng_next(&rng) % 6); left > 0; left--)
        if (game_pick(game, &history.pos, (uint32_t)rng_next(&rng), memory->moves, &move))
            history_play(&history, move);
    tt_clear(&memory->tt);
    int n = 0;
    while (history_winner(&history) == WINNER_NONE && n < PLIES_MAX && count < SAMPLES_MAX) {
        search_begin(search, memory, &history, &(SearchLimits){.nodes = nodes});
        while (search_go_on(search, 0))
            continue;
        int score = search->score;
        sides[n++] = history.pos.turn;
        if (abs(score) < SEARCH_KNOWN_WON)
            sample[count++] = (Sample){(int16_t)score, (uint8_t)odds_phase(game, &history.pos), 0};
        else
            n--;
        if (!history_play(&history, search->best))
            exit(1);
    }
    Winner winner = history_winner(&history);
    for (int i = first; i < count; i++)
        if (winner == WINNER_P1 || winner == WINNER_P2)
            sample[i].result = (winner == WINNER_P2) == sides[i - first] ? 1 : -1;
    history_free(&history);
}

static double sigma(double x)
{
    return 1 / (1 + exp(-x));
}

/* Minus the likelihood of what was seen. */
static double loss(int phase, double drawish, double steep)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const Sample *s = &sample[i];
        if (s->phase != phase)
            continue;
        double win = sigma((s->score - drawish) / steep),
               lose = sigma((-s->score - drawish) / steep);
        double p = s->result > 0 ? win : s->result < 0 ? lose : 1 - win - lose;
        sum -= log(p > 1e-6 ? p : 1e-6);
    }
    return sum;
}

static void fit(int phase, int *drawish, int *steep)
{
    double best = INFINITY;
    for (int round = 0, step = 64, d0 = 128, s0 = 192; round < 5; round++, step /= 2) {
        for (int d = d0 - 4 * step; d <= d0 + 4 * step; d += step)
            for (int s = s0 - 4 * step; s <= s0 + 4 * step; s += step) {
                double here = d >= 0 && s >= 8 ? loss(phase, d, s) : INFINITY;
                if (here < best)
                    best = here, *drawish = d, *steep = s;
            }
        d0 = *drawish;
        s0 = *steep;
    }
}

static void print_bins(const char *id, int phase, int drawish, int steep)
{
    for (int b = -BINS / 2; b <= BINS / 2; b++) {
        int n = 0, won = 0, drawn = 0;
        for (int i = 0; i < count; i++) {
            int at = (int)lround((double)sample[i].score / BIN);
            if (sample[i].phase != phase || at != b)
                continue;
            n++;
            won += sample[i].result > 0;
            drawn += sample[i].result == 0;
        }
        if (n >= 20)
            printf("seen %s %d %d %d %.3f %.3f %.3f\n", id, phase, b * BIN, n, (double)won / n,
                   (double)drawn / n, sigma((b * BIN - drawish) / (double)steep));
    }
}

int main(int argc, char **argv)
{
    char why[WHY_MAX];
    uint64_t games, nodes, seed = 1;
    if (argc < 4 || argc > 5 || !str_is_number(argv[2], 100000, &games) ||
        !str_is_number(argv[3], 100000000, &nodes) ||
        (argc == 5 && !str_is_number(argv[4], UINT64_MAX, &seed))) {
        fputs("usage: odds VARIANT GAMES NODES [SEED]\n", stderr);
        return 2;
    }
    Game *game = game_open(argv[1], LANG_EN, why);
    if (!game) {
        fprintf(stderr, "odds: %s\n", why);
        return 2;
    }
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    Search *search = malloc(sizeof *search);
    SearchMemory memory = {.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room};
    if (!search || !memory.tt.slots || !memory.moves || !memory.order)
        return 1;
    for (uint64_t i = 0; i < games; i++)
        play(game, search, &memory, nodes, seed * 1000003 + i);
    for (int phase = 0; phase < ODDS_PHASES; phase++) {
        int n = 0, drawish = 60, steep = 120;
        for (int i = 0; i < count; i++)
            n += sample[i].phase == phase;
        if (n < 200)
            continue;
        fit(phase, &drawish, &steep);
        printf("row %s phase %d: {%d, %d} from %d positions, loss %.4f, by {60, 120} %.4f\n",
               game->id, phase, drawish, steep, n, loss(phase, drawish, steep) / n,
               loss(phase, 60, 120) / n);
        print_bins(game->id, phase, drawish, steep);
    }
    game_close(game);
    return 0;
}
