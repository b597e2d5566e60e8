/* SPDX-License-Identifier: MIT */
/* The fit, see fit.h. Arithmetic by hand: no mathematics library below app. */
#include "ai/fit.h"

#include <string.h>

enum { ROUNDS = 30, SCALE_ROUNDS = 40 };

/* Prior standard deviation of a weight: so many hundredths of a man, and this part of itself. */
#define SPREAD      40.0
#define SPREAD_PART 0.5
/* No step changes a logit by more: far from the fit, Newton's method jumps over it. */
#define STEP_MOST 2.0

/* e^x by its series for a small part of x, squared up again. */
static double exp_of(double x)
{
    double y = x / 1024, sum = 1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4)));
    for (int i = 0; i < 10; i++)
        sum *= sum;
    return sum;
}

static double chance(double logit)
{
    if (logit > 30 || logit < -30)
        return logit > 0 ? 1 - 1e-13 : 1e-13;
    return 1 / (1 + exp_of(-logit));
}

/* log(x), x > 0: Newton on exp. */
static double log_of(double x)
{
    double y = 0;
    for (int i = 0; i < 60; i++) {
        double e = exp_of(y);
        y += 2 * (x - e) / (x + e);
    }
    return y;
}

static double logit_of(const FitSamples *s, size_t i, const double *weight)
{
    const int16_t *f = s->feature + i * (size_t)s->count;
    double sum = 0;
    for (int j = 0; j < s->count; j++)
        sum += weight[j] * f[j];
    return sum;
}

static double loss_of(const FitSamples *s, const double *weight)
{
    double sum = 0;
    for (size_t i = 0; i < s->size; i++) {
        double p = chance(logit_of(s, i, weight)), y = (double)s->result[i];
        sum -= y > 0.75 ? log_of(p) : y < 0.25 ? log_of(1 - p) : (log_of(p) + log_of(1 - p)) / 2;
    }
    return s->size ? sum / (double)s->size : 0;
}

/* The factor by which the old weights fit best: the slope of the likelihood has one zero. */
static double find_scale(const FitSamples *s, const double *weight)
{
    double low = 0, high = 0.1;
    for (int round = 0; round < SCALE_ROUNDS; round++) {
        double middle = (low + high) / 2, slope = 0;
        for (size_t i = 0; i < s->size; i++) {
            double x = logit_of(s, i, weight);
            slope += ((double)s->result[i] - chance(middle * x)) * x;
        }
        *(slope > 0 ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

/* Solves a x = b by elimination; a is positive definite. */
static void solve(double a[FEATURES_MAX][FEATURES_MAX], double *b, int n)
{
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
            double part = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= part * a[k][j];
            b[i] -= part * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
}

/* One step of Newton's method. */
static void improve(const FitSamples *s, const double *before, const double *spread, double *weight)
{
    double a[FEATURES_MAX][FEATURES_MAX] = {{0}}, b[FEATURES_MAX] = {0};
    for (size_t i = 0; i < s->size; i++) {
        const int16_t *f = s->feature + i * (size_t)s->count;
        double p = chance(logit_of(s, i, weight)), error = (double)s->result[i] - p;
        double curve = p * (1 - p);
        for (int j = 0; j < s->count; j++) {
            if (!f[j])
                continue;
            b[j] += error * f[j];
            for (int k = 0; k < s->count; k++)
                a[j][k] += curve * f[j] * f[k];
        }
    }
    for (int j = 0; j < s->count; j++) {
        double hold = 1 / (spread[j] * spread[j]);
        a[j][j] += hold;
        b[j] -= hold * (weight[j] - before[j]);
    }
    solve(a, b, s->count);
    double most = STEP_MOST;
    for (size_t i = 0; i < s->size; i++) {
        double step = logit_of(s, i, b);
        most = step > most ? step : -step > most ? -step : most;
    }
    for (int j = 0; j < s->count; j++)
        weight[j] += b[j] * (STEP_MOST / most);
}

void fit_weights(const FitSamples *s, Fit *fit)
{
    double before[FEATURES_MAX], spread[FEATURES_MAX], weight[FEATURES_MAX];
    if (fit->scale <= 0)
        fit->scale = find_scale(s, fit->weight);
    for (int j = 0; j < s->count; j++) {
        double size = fit->weight[j] < 0 ? -fit->weight[j] : fit->weight[j];
        before[j] = weight[j] = fit->scale * fit->weight[j];
        spread[j] = fit->keep[j] ? 1e-6 : fit->scale * (SPREAD + SPREAD_PART * size);
    }
    fit->loss_before = loss_of(s, weight);
    for (int round = 0; round < ROUNDS; round++)
        improve(s, before, spread, weight);
    fit->loss = loss_of(s, weight);
    for (int j = 0; j < s->count; j++)
        fit->weight[j] = weight[j] / fit->scale;
}
