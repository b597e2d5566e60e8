/* SPDX-License-Identifier: MIT */
/* Trains a learnt evaluation (docs/adr/0090) on positions of tools/net_data.c:
 *
 *   net_train VARIANT OUT ROUNDS TEST TRAIN...
 *
 * A score is the sum of the values at the places that the game names (core/learnt.h), in logits: a
 * win has the chance 1 / (1 + exp(drawish - score)), a loss the same of the other side's score, a
 * draw the rest, as in src/ai/odds.c. Values and `drawish` (one for each phase) are fitted by
 * stochastic gradient descent with steps that shrink where there were many (Adagrad), from zero,
 * in an order that depends on nothing but the files. What is learnt are the exact values where
 * the file has them, else the results of the games. Then values are rounded to bytes.
 *
 * Printed is, for each phase, the mean of minus the logarithm of the chance that was given to
 * what is so: by the shares of won, drawn and lost alone, by the hand-made evaluation with the
 * best curve for these very positions, and by the rounded values; all on the TEST file. */
#include "ai/net.h"
#include "base/rng.h"
#include "games/registry.h"
#include "tools/net_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PHASES_MAX = 16,
    LEAST_SAMPLES = 20000, /* of a phase, to be learnt */
    CURVE_STEPS = 400,
};
static const double logit = 57;  /* in hundredths of a man, as the hand-made one of nine has */
static const double step = 0.15; /* at first, then */
static const double last_step = 0.045;
static const double decay = 2e-5; /* of values at each use: rare states stay near zero */

typedef struct Set {
    NetSample *sample;
    uint32_t *value; /* [count][places]: which values of the file count */
    size_t count;
    int places;
} Set;

typedef struct Model {
    const Learnable *learnable;
    float *value, *slope; /* in logits; sums of squared slopes */
    double drawish[PHASES_MAX], drawish_slope[PHASES_MAX];
    size_t seen[PHASES_MAX];
} Model;

static _Noreturn void fail(const char *why)
{
    fprintf(stderr, "net_train: %s\n", why);
    exit(1);
}

static void *get(size_t count, size_t bytes)
{
    void *room = calloc(count ? count : 1, bytes);
    if (!room)
        fail("out of memory");
    return room;
}

/* Which value of a file each byte of the tables is made of: found by unpacking the low and the high
 * bytes of the values' numbers. */
static uint32_t *map_places(const Learnable *learnable, uint8_t *tables)
{
    uint32_t *map = get(learnable->bytes, sizeof *map);
    int8_t *plane = get(learnable->values, 1);
    for (int shift = 16; shift >= 0; shift -= 8) {
        for (uint32_t i = 0; i < learnable->values; i++)
            plane[i] = (int8_t)(i >> shift);
        learnable->unpack(plane, tables);
        for (uint32_t i = 0; i < learnable->bytes; i++)
            map[i] = map[i] << 8 | tables[i];
    }
    free(plane);
    return map;
}

static void read_file(Set *set, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        fail("cannot read a file");
    size_t more = (size_t)ftell(file) / sizeof(NetSample);
    rewind(file);
    set->sample = realloc(set->sample, (set->count + more + 1) * sizeof *set->sample);
    if (!set->sample || fread(set->sample + set->count, sizeof(NetSample), more, file) != more)
        fail("cannot read a file");
    fclose(file);
    set->count += more;
}

static void find_values(Set *set, const Learnable *learnable, const uint32_t *map,
                        const uint8_t *tables)
{
    set->value = get(set->count * LEARNT_PLACES_MAX, sizeof *set->value);
    for (size_t i = 0; i < set->count; i++) {
        uint32_t place[LEARNT_PLACES_MAX];
        set->places = learnable->places(tables, &set->sample[i].pos, place);
        for (int k = 0; k < set->places; k++)
            set->value[i * LEARNT_PLACES_MAX + (size_t)k] = map[place[k]];
    }
}

static int truth(const NetSample *s)
{
    return s->exact == NET_UNKNOWN ? s->result : s->exact;
}

static int phase_of(const Learnable *learnable, const uint32_t *value)
{
    return (int)(value[0] / (learnable->values / learnable->phases));
}

static double chance(double x)
{
    return 1 / (1 + exp(-x));
}

/* The loss for what is so, and its slopes by score and drawish. */
static double loss_of(double score, double drawish, int so, double *by_score, double *by_drawish)
{
    double win = chance(score - drawish), lose = chance(-score - drawish), draw = 1 - win - lose;
    if (so) {
        double hit = so > 0 ? win : lose;
        *by_drawish = 1 - hit;
        *by_score = so > 0 ? hit - 1 : 1 - hit;
        return -log(hit + 1e-12);
    }
    draw = fmax(draw, 1e-9);
    *by_score = (win * (1 - win) - lose * (1 - lose)) / draw;
    *by_drawish = -(win * (1 - win) + lose * (1 - lose)) / draw;
    return -log(draw);
}

static double sum_of(const Model *model, const uint32_t *value, int places)
{
    double sum = 0;
    for (int k = 0; k < places; k++)
        sum += (double)model->value[value[k]];
    return sum;
}

static void keep_apart(double *drawish)
{
    if (*drawish < 0.01) /* a draw keeps a chance */
        *drawish = 0.01;
}

static void learn(Model *model, const NetSample *sample, const uint32_t *value, int places,
                  double rate)
{
    double by_score, by_drawish;
    int phase = phase_of(model->learnable, value);
    loss_of(sum_of(model, value, places), model->drawish[phase], truth(sample), &by_score,
            &by_drawish);
    for (int k = 0; k < places; k++) {
        float *w = &model->value[value[k]], *g = &model->slope[value[k]];
        double slope = by_score + decay * (double)*w;
        *g += (float)(slope * slope);
        *w -= (float)(rate * slope / sqrt((double)*g + 1));
    }
    model->drawish_slope[phase] += by_drawish * by_drawish;
    model->drawish[phase] -= 0.1 * by_drawish / sqrt(model->drawish_slope[phase] + 1);
    keep_apart(&model->drawish[phase]);
}

static void train(Model *model, const Set *set, int rounds)
{
    uint32_t *order = get(set->count, sizeof *order);
    Rng rng = {1};
    for (uint32_t i = 0; i < set->count; i++)
        order[i] = i;
    for (int round = 0; round < rounds; round++) {
        double rate = 3 * round < 2 * rounds ? step : last_step;
        for (uint32_t i = (uint32_t)set->count - 1; i > 0; i--) {
            uint32_t k = rng_below(&rng, i + 1), kept = order[i];
            order[i] = order[k];
            order[k] = kept;
        }
        for (size_t i = 0; i < set->count; i++)
            learn(model, &set->sample[order[i]], set->value + (size_t)order[i] * LEARNT_PLACES_MAX,
                  set->places, rate);
    }
    free(order);
}

/* To bytes, and the model becomes what the bytes say. */
static void round_values(Model *model, int8_t *out)
{
    const Learnable *learnable = model->learnable;
    double per_logit = logit / learnable->unit;
    uint32_t part = learnable->values / learnable->phases;
    for (uint32_t i = 0; i < learnable->values; i++) {
        double x = fmax(-127, fmin(127, round((double)model->value[i] * per_logit)));
        bool learnt = model->seen[i / part] >= LEAST_SAMPLES;
        out[i] = i % part == part - 1 ? learnt : learnt ? (int8_t)x : 0;
        model->value[i] = (float)(out[i] / per_logit);
    }
}

/* The best curve through the hand-made scores of a phase, and its loss. */
static double fit_hand_made(const Set *set, const Learnable *learnable, int phase)
{
    double steep = 60, drawish = 60, best = INFINITY;
    double size_steep = 20, size_drawish = 40;
    for (int turn = 0; turn < CURVE_STEPS && size_steep > 0.5; turn++) {
        double from_steep = steep, from_drawish = drawish;
        for (int i = 0; i < 9; i++) {
            double s = fmax(4, from_steep + (i % 3 - 1) * size_steep), sum = 0, unused;
            double d = fmax(0.1, from_drawish + (i / 3 - 1) * size_drawish);
            size_t n = 0;
            for (size_t k = 0; k < set->count; k++)
                if (phase_of(learnable, set->value + k * LEARNT_PLACES_MAX) == phase) {
                    sum += loss_of(set->sample[k].score / s, d / s, truth(&set->sample[k]), &unused,
                                   &unused);
                    n++;
                }
            if (sum / (double)n < best - 1e-9) {
                best = sum / (double)n;
                steep = s;
                drawish = d;
            }
        }
        if (steep == from_steep && drawish == from_drawish) {
            size_steep /= 2;
            size_drawish /= 2;
        }
    }
    return best;
}

static void report(const Model *model, const Set *set)
{
    puts("phase positions   lost  drawn    won  shares hand-made  learnt  drawish");
    for (int phase = 0; phase < (int)model->learnable->phases; phase++) {
        double share[3] = {0}, loss = 0, shares = 0, unused;
        size_t n = 0;
        for (size_t i = 0; i < set->count; i++) {
            const uint32_t *value = set->value + i * LEARNT_PLACES_MAX;
            if (phase_of(model->learnable, value) != phase)
                continue;
            int so = truth(&set->sample[i]);
            loss += loss_of(sum_of(model, value, set->places), model->drawish[phase], so, &unused,
                            &unused);
            share[so + 1]++;
            n++;
        }
        if (n == 0 || model->seen[phase] < LEAST_SAMPLES)
            continue;
        for (int i = 0; i < 3; i++) {
            share[i] /= (double)n;
            shares -= share[i] > 0 ? share[i] * log(share[i]) : 0;
        }
        printf("%5d %9zu %6.3f %6.3f %6.3f  %6.4f    %6.4f  %6.4f   %6.1f\n", phase, n, share[0],
               share[1], share[2], shares, fit_hand_made(set, model->learnable, phase),
               loss / (double)n, model->drawish[phase] * logit);
    }
}

int main(int argc, char **argv)
{
    char why[WHY_MAX];
    uint64_t rounds;
    if (argc < 6 || !str_is_number(argv[3], 1000, &rounds)) {
        fputs("usage: net_train VARIANT OUT ROUNDS TEST TRAIN...\n", stderr);
        return 2;
    }
    Game *game = game_open(argv[1], LANG_EN, why);
    if (!game || !game->learnable || game->learnable->phases > PHASES_MAX)
        fail(game ? "this game has no learnt evaluation" : why);
    const Learnable *learnable = game->learnable;
    uint8_t *tables = get(learnable->bytes, 1);
    uint32_t *map = map_places(learnable, tables);
    Set training = {0}, test = {0};
    read_file(&test, argv[4]);
    for (int i = 5; i < argc; i++)
        read_file(&training, argv[i]);
    find_values(&training, learnable, map, tables);
    find_values(&test, learnable, map, tables);
    Model model = {.learnable = learnable,
                   .value = get(learnable->values, sizeof(float)),
                   .slope = get(learnable->values, sizeof(float))};
    for (int i = 0; i < PHASES_MAX; i++)
        model.drawish[i] = 1;
    for (size_t i = 0; i < training.count; i++)
        model.seen[phase_of(learnable, training.value + i * LEARNT_PLACES_MAX)]++;
    train(&model, &training, (int)rounds);
    uint8_t *file = get(NET_HEAD_BYTES + learnable->values, 1);
    round_values(&model, (int8_t *)file + NET_HEAD_BYTES);
    net_seal(game, file);
    report(&model, &test);
    FILE *out = fopen(argv[2], "wb");
    size_t bytes = NET_HEAD_BYTES + (size_t)learnable->values;
    if (!out || fwrite(file, 1, bytes, out) != bytes || fclose(out) != 0)
        fail("cannot write the file");
    return 0;
}
