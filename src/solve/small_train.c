/* SPDX-License-Identifier: MIT */
/* Training the network of a sector: Adam (Kingma and Ba, 2015) on the number of bits that the
 * values cost. In floating point; what is kept of it are the rounded weights, and from there on
 * everything is whole numbers. */
#include "solve/small_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256 };
#define ACTIVE_MOST   (127.0f / 64) /* as in small_net.c */
#define WEIGHT_MOST   1.98f         /* what eight bits of 1/64 hold */
#define RATE_FIRST    0.004f
#define RATE_LAST     0.00002f
#define MOMENT_DECAY  0.9f
#define SQUARES_DECAY 0.999f

/* Weights, their gradients, and the two moments of Adam, all of one shape. */
typedef struct Layers {
    float bias1[SMALL_WIDE], weight2[SMALL_WIDE][SMALL_NARROW], bias2[SMALL_NARROW];
    float weight3[SMALL_NARROW][SMALL_VALUES], bias3[SMALL_VALUES];
    float weight1[][SMALL_WIDE];
} Layers;

typedef struct Trainer {
    Layers *now, *gradient, *moment, *squares;
    size_t floats; /* of each */
    uint32_t inputs;
} Trainer;

/* What a position makes of the layers. */
typedef struct Pass {
    float wide[SMALL_WIDE], narrow[SMALL_NARROW], chance[SMALL_VALUES];
} Pass;

static float active(float x)
{
    return x < 0 ? 0 : x > ACTIVE_MOST ? ACTIVE_MOST : x;
}

static bool is_live(float on)
{
    return on > 0 && on < ACTIVE_MOST;
}

static void forward(const Layers *l, const uint16_t *seen, int each, Pass *pass)
{
    float out[SMALL_VALUES], sum = 0;
    memcpy(pass->wide, l->bias1, sizeof pass->wide);
    for (int s = 0; s < each; s++)
        for (int i = 0; i < SMALL_WIDE; i++)
            pass->wide[i] += l->weight1[seen[s]][i];
    memcpy(pass->narrow, l->bias2, sizeof pass->narrow);
    for (int i = 0; i < SMALL_WIDE; i++) {
        pass->wide[i] = active(pass->wide[i]);
        for (int j = 0; j < SMALL_NARROW; j++)
            pass->narrow[j] += pass->wide[i] * l->weight2[i][j];
    }
    memcpy(out, l->bias3, sizeof out);
    for (int j = 0; j < SMALL_NARROW; j++) {
        pass->narrow[j] = active(pass->narrow[j]);
        for (int v = 0; v < SMALL_VALUES; v++)
            out[v] += pass->narrow[j] * l->weight3[j][v];
    }
    float most = fmaxf(out[0], fmaxf(out[1], out[2]));
    for (int v = 0; v < SMALL_VALUES; v++)
        sum += pass->chance[v] = expf(out[v] - most);
    for (int v = 0; v < SMALL_VALUES; v++)
        pass->chance[v] /= sum;
}

static void backward(const Layers *l, Layers *g, const uint16_t *seen, int each, int value,
                     const Pass *pass)
{
    float out[SMALL_VALUES], narrow[SMALL_NARROW], wide[SMALL_WIDE];
    for (int v = 0; v < SMALL_VALUES; v++) {
        out[v] = pass->chance[v] - (float)(v == value);
        g->bias3[v] += out[v];
    }
    for (int j = 0; j < SMALL_NARROW; j++) {
        narrow[j] = 0;
        for (int v = 0; v < SMALL_VALUES; v++) {
            narrow[j] += out[v] * l->weight3[j][v];
            g->weight3[j][v] += out[v] * pass->narrow[j];
        }
        narrow[j] = is_live(pass->narrow[j]) ? narrow[j] : 0;
        g->bias2[j] += narrow[j];
    }
    for (int i = 0; i < SMALL_WIDE; i++) {
        float sum = 0;
        for (int j = 0; j < SMALL_NARROW; j++) {
            sum += narrow[j] * l->weight2[i][j];
            g->weight2[i][j] += narrow[j] * pass->wide[i];
        }
        wide[i] = is_live(pass->wide[i]) ? sum : 0;
        g->bias1[i] += wide[i];
    }
    for (int s = 0; s < each; s++)
        for (int i = 0; i < SMALL_WIDE; i++)
            g->weight1[seen[s]][i] += wide[i];
}

/* One step of Adam; the gradient is of a whole batch and is cleared. */
static void step(Trainer *t, long count, float rate)
{
    float *w = (float *)t->now, *g = (float *)t->gradient;
    float *m = (float *)t->moment, *s = (float *)t->squares;
    float first = 1 / (1 - powf(MOMENT_DECAY, (float)count));
    float second = 1 / (1 - powf(SQUARES_DECAY, (float)count));
    for (size_t i = 0; i < t->floats; i++) {
        float slope = g[i] / BATCH;
        m[i] = MOMENT_DECAY * m[i] + (1 - MOMENT_DECAY) * slope;
        s[i] = SQUARES_DECAY * s[i] + (1 - SQUARES_DECAY) * slope * slope;
        w[i] -= rate * first * m[i] / (sqrtf(second * s[i]) + 1e-8f);
        g[i] = 0;
    }
    float *from[] = {t->now->weight1[0], t->now->weight2[0]};
    size_t count_of[] = {(size_t)t->inputs * SMALL_WIDE, SMALL_WIDE * SMALL_NARROW};
    for (int p = 0; p < 2; p++)
        for (size_t i = 0; i < count_of[p]; i++)
            from[p][i] = fmaxf(-WEIGHT_MOST, fminf(WEIGHT_MOST, from[p][i]));
}

static float random_float(uint64_t *state, float most)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return most * ((float)(bits_mix(*state) >> 40) / (float)(1 << 23) - 1);
}

static void begin(Trainer *t)
{
    uint64_t state = 1;
    Layers *l = t->now;
    for (uint32_t i = 0; i < t->inputs; i++)
        for (int j = 0; j < SMALL_WIDE; j++)
            l->weight1[i][j] = random_float(&state, 0.15f);
    for (int i = 0; i < SMALL_WIDE; i++) {
        l->bias1[i] = 0.5f;
        for (int j = 0; j < SMALL_NARROW; j++)
            l->weight2[i][j] = random_float(&state, 0.25f);
    }
    for (int j = 0; j < SMALL_NARROW; j++) {
        l->bias2[j] = random_float(&state, 0.3f);
        for (int v = 0; v < SMALL_VALUES; v++)
            l->weight3[j][v] = random_float(&state, 0.3f);
    }
}

static int32_t rounded(float x, float unit, int32_t most)
{
    float scaled = roundf(x * unit);
    return scaled > (float)most ? most : scaled < (float)-most ? -most : (int32_t)scaled;
}

static void round_weights(const Trainer *t, SmallNet *net, int8_t *weight1)
{
    const Layers *l = t->now;
    *net = (SmallNet){.inputs = t->inputs, .weight1 = weight1};
    for (uint32_t i = 0; i < t->inputs; i++)
        for (int j = 0; j < SMALL_WIDE; j++)
            weight1[i * SMALL_WIDE + (uint32_t)j] = (int8_t)rounded(l->weight1[i][j], 64, 127);
    for (int i = 0; i < SMALL_WIDE; i++) {
        net->bias1[i] = (int16_t)rounded(l->bias1[i], 64, INT16_MAX);
        for (int j = 0; j < SMALL_NARROW; j++)
            net->weight2[i][j] = (int16_t)rounded(l->weight2[i][j], 64, 127);
    }
    for (int j = 0; j < SMALL_NARROW; j++) {
        net->bias2[j] = rounded(l->bias2[j], 4096, 1 << 24);
        for (int v = 0; v < SMALL_VALUES; v++)
            net->weight3[v][j] = (int16_t)rounded(l->weight3[j][v], 64, INT16_MAX);
    }
    for (int v = 0; v < SMALL_VALUES; v++)
        net->bias3[v] = rounded(l->bias3[v], 4096, 1 << 24);
}

/* The last tenth's mean loss is what the network does about now. */
static double run(Trainer *t, const SmallSample *sample, int rounds)
{
    size_t total = sample->count * (size_t)rounds, steps = total / BATCH, done = 0;
    double loss = 0, counted = 0;
    for (size_t n = 1; n <= steps; n++) {
        float left = 1 - (float)n / (float)steps;
        for (int i = 0; i < BATCH; i++, done++) {
            size_t at = done % sample->count;
            Pass pass;
            forward(t->now, sample->seen[at], sample->each, &pass);
            backward(t->now, t->gradient, sample->seen[at], sample->each, sample->value[at], &pass);
            if (10 * n > 9 * steps) {
                loss -= log2(fmax(pass.chance[sample->value[at]], 1e-9));
                counted++;
            }
        }
        step(t, (long)n, RATE_LAST + RATE_FIRST * left);
    }
    return counted > 0 ? loss / counted : 0;
}

bool small_train(SmallNet *net, int8_t **weight1, uint32_t inputs, const SmallSample *sample,
                 int rounds, double *bits)
{
    size_t bytes = sizeof(Layers) + (size_t)inputs * sizeof(float[SMALL_WIDE]);
    Trainer t = {.now = calloc(1, bytes),
                 .gradient = calloc(1, bytes),
                 .moment = calloc(1, bytes),
                 .squares = calloc(1, bytes),
                 .floats = bytes / sizeof(float),
                 .inputs = inputs};
    *weight1 = malloc((size_t)inputs * SMALL_WIDE);
    bool good = t.now && t.gradient && t.moment && t.squares && *weight1;
    if (good) {
        begin(&t);
        *bits = run(&t, sample, rounds);
        round_weights(&t, net, *weight1);
    }
    free(t.now);
    free(t.gradient);
    free(t.moment);
    free(t.squares);
    return good;
}
