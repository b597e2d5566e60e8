/* SPDX-License-Identifier: MIT */
/* Fits the weights of Morelli's evaluation to games that the search plays against itself, and
 * prints them as rows for src/games/morelli/weights.c:
 *
 *     morelli_tune SIZE GAMES NODES SEED [STEPS]
 *
 * Openings are set-ups by number and a few random moves; now and then a move is random, so that
 * unequal positions come up too. Each position, but for the random moves' own, is one sample: who
 * won in the end? The evaluation is linear in its weights, so the counts behind it are read off by
 * setting one weight at a time. Logistic regression by Adam, pulled towards the weights in use;
 * every tenth game is kept apart to see how well the fit predicts. The same call gives the same
 * weights on every machine of one kind (floating point). */
#include "ai/search.h"
#include "base/rng.h"
#include "games/morelli/morelli.h"
#include "games/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    UNIT = 128,           /* a weight that shows its count */
    INPUTS = 2 * WEIGHTS, /* at the start, at the end */
    SAMPLES_MAX = 1 << 20,
    RANDOM_PLIES = 6,  /* at most, at the start */
    RANDOM_MOVES = 12, /* one of so many is random */
};

static const double scale = 200; /* points of evaluation to one unit of the logistic function */

typedef struct Sample {
    float input[INPUTS];
    float result; /* 1, 1/2, 0 for the side to move */
    uint8_t player, apart;
} Sample;

typedef struct Tuner {
    Game *game;
    MorelliRules *rules;
    const int16_t (*weights)[2]; /* in use */
    int16_t unit[WEIGHTS][2];
    Sample *sample;
    size_t count;
    SearchMemory memory;
    Search *search;
    Move *scratch;
} Tuner;

static void *need(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) {
        fprintf(stderr, "morelli_tune: out of memory\n");
        exit(2);
    }
    return memory;
}

static void read_inputs(Tuner *t, const Pos *pos, float *out)
{
    for (int i = 0; i < INPUTS; i++) {
        t->unit[i / 2][i % 2] = UNIT;
        morelli_set_weights(t->rules, (const int16_t(*)[2])t->unit);
        out[i] = (float)t->game->evaluate(t->game, pos) / UNIT;
        t->unit[i / 2][i % 2] = 0;
    }
    morelli_set_weights(t->rules, t->weights);
}

/* Plays one game and takes its samples. */
static void play(Tuner *t, uint64_t seed, uint64_t nodes, bool apart)
{
    const Game *game = t->game;
    SearchLimits limits = {.nodes = nodes};
    Rng rng = {bits_mix(seed)};
    size_t first = t->count;
    int opening = (int)rng_below(&rng, RANDOM_PLIES + 1);
    History history;
    Pos start;
    Move move;
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(2);
    tt_clear(&t->memory.tt);
    while (history_winner(&history) == WINNER_NONE && t->count < SAMPLES_MAX) {
        bool chance = (int)history.ply < opening || rng_below(&rng, RANDOM_MOVES) == 0;
        game_pick(game, &history.pos, (uint32_t)(rng_next(&rng) >> 32), t->scratch, &move);
        if (!chance) {
            Sample *sample = &t->sample[t->count++];
            search_begin(t->search, &t->memory, &history, &limits);
            while (search_go_on(t->search, 0))
                continue;
            move = t->search->best;
            read_inputs(t, &history.pos, sample->input);
            sample->player = history.pos.turn;
            sample->apart = apart;
        }
        history_play(&history, move);
    }
    Winner winner = history_winner(&history);
    for (size_t i = first; i < t->count; i++)
        t->sample[i].result = winner == WINNER_P1   ? !t->sample[i].player
                              : winner == WINNER_P2 ? t->sample[i].player
                                                    : 0.5f;
    history_free(&history);
}

static double predict(const Sample *sample, const double *weight)
{
    double sum = 0;
    for (int i = 0; i < INPUTS; i++)
        sum += sample->input[i] * weight[i];
    return 1 / (1 + exp(-sum / scale));
}

/* Mean squared error of the samples that are, or are not, kept apart. */
static double error_of(const Tuner *t, const double *weight, bool apart)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < t->count; i++)
        if (t->sample[i].apart == apart) {
            double off = predict(&t->sample[i], weight) - t->sample[i].result;
            sum += off * off;
            n++;
        }
    return n ? sum / (double)n : 0;
}

static void fit(const Tuner *t, double *weight, int steps)
{
    double mean[INPUTS] = {0}, square[INPUTS] = {0}, from[INPUTS];
    for (int i = 0; i < INPUTS; i++)
        from[i] = weight[i];
    for (int step = 1; step <= steps; step++) {
        double slope[INPUTS] = {0}, rate = step < steps / 2 ? 4 : step < steps * 3 / 4 ? 1 : 0.25;
        for (size_t s = 0; s < t->count; s++) {
            if (t->sample[s].apart)
                continue;
            double off = predict(&t->sample[s], weight) - t->sample[s].result;
            for (int i = 0; i < INPUTS; i++)
                slope[i] += off * t->sample[s].input[i];
        }
        for (int i = 0; i < INPUTS; i++) {
            double g = slope[i] / (double)t->count + 1e-6 * (weight[i] - from[i]);
            mean[i] = 0.9 * mean[i] + 0.1 * g;
            square[i] = 0.99 * square[i] + 0.01 * g * g;
            weight[i] -= rate * mean[i] / (1 - pow(0.9, step)) /
                         (sqrt(square[i] / (1 - pow(0.99, step))) + 1e-9);
        }
        if (step % 50 == 0)
            fprintf(stderr, "step %d: error %.5f, apart %.5f\n", step, error_of(t, weight, false),
                    error_of(t, weight, true));
    }
}

static void print(const double *weight)
{
    printf("{");
    for (int i = 0; i < INPUTS; i += 2)
        printf("{%ld, %ld}%s", lrint(weight[i]), lrint(weight[i + 1]), i + 2 < INPUTS ? ", " : "");
    printf("},\n");
}

static void open_tuner(Tuner *t, const char *size)
{
    char variant[64], why[512];
    snprintf(variant, sizeof variant, "morelli,size=%.2s", size);
    t->game = game_open(variant, LANG_EN, why);
    if (!t->game) {
        fprintf(stderr, "morelli_tune: %s\n", why);
        exit(2);
    }
    t->rules = (MorelliRules *)(uintptr_t)t->game->rules;
    t->weights = morelli_weights[(t->rules->size - 7) / 2];
    size_t room = SEARCH_ROOM + (size_t)t->game->moves_max, slots = 1 << 14;
    t->sample = need(SAMPLES_MAX * sizeof *t->sample);
    t->search = need(sizeof *t->search);
    t->scratch = need(t->game->moves_max * sizeof(Move));
    t->memory = (SearchMemory){.tt = {need(slots * sizeof(TTSlot)), slots},
                               .moves = need(room * sizeof(Move)),
                               .order = need(room * sizeof(int32_t)),
                               .room = room};
}

int main(int argc, char **argv)
{
    static Tuner t;
    double weight[INPUTS];
    if (argc < 5) {
        fprintf(stderr, "usage: morelli_tune SIZE GAMES NODES SEED [STEPS]\n");
        return 2;
    }
    uint64_t games = strtoull(argv[2], NULL, 10), nodes = strtoull(argv[3], NULL, 10);
    uint64_t seed = strtoull(argv[4], NULL, 10);
    open_tuner(&t, argv[1]);
    for (uint64_t i = 0; i < games; i++) {
        play(&t, seed + i, nodes, i % 10 == 0);
        if (i % 100 == 99)
            fprintf(stderr, "%lu games, %zu samples\n", (unsigned long)i + 1, t.count);
    }
    for (int i = 0; i < INPUTS; i++)
        weight[i] = t.weights[i / 2][i % 2];
    fprintf(stderr, "error before %.5f, apart %.5f\n", error_of(&t, weight, false),
            error_of(&t, weight, true));
    fit(&t, weight, argc > 5 ? atoi(argv[5]) : 400);
    print(weight);
    return 0;
}
