/* SPDX-License-Identifier: MIT */
/* Fits the weights of an evaluation to results of games: logistic regression by Newton's method,
 * with the old weights as prior, so that weights of rare features stay. Pure and deterministic. */
#ifndef CONCENTRIC_AI_FIT_H
#define CONCENTRIC_AI_FIT_H

#include "core/game.h"

typedef struct FitSamples {
    const int16_t *feature; /* [size][count], for the side to move */
    const float *result;    /* [size]: 1 won, 0.5 drawn, 0 lost by it */
    size_t size;
    int count;
} FitSamples;

typedef struct Fit {
    double weight[FEATURES_MAX]; /* in: the old ones; out: fitted, in the same unit */
    bool keep[FEATURES_MAX];     /* in: these stay as they are */
    double scale;                /* logits per hundredth of a man; in: 0, to be found first */
    double loss_before, loss;    /* mean log loss */
} Fit;

void fit_weights(const FitSamples *samples, Fit *fit);

#endif
