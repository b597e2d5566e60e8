/* SPDX-License-Identifier: MIT */
/* Ratings, see ratings.h. Newton's method on the log likelihood, with the engines' mean held at 0.
 * The errors are those of an estimate whose model may be wrong (White's sandwich): inverse of the
 * curvature, times what pairs really vary by, times the inverse again; for two engines that comes
 * to the interval of stats_estimate. */
#include "app/tournament/ratings.h"

#include <math.h>
#include <string.h>

enum { STEPS = 60 };
static const double normal_95 = 1.959963984540054;
static const double elo_unit = 173.71779276130073; /* 400 / ln 10 */

typedef double Matrix[RATINGS_MAX][RATINGS_MAX];

/* The inverse, by Gauss and Jordan. False if there is none. */
static bool invert(int n, Matrix a, Matrix out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = i == j;
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            best = fabs(a[r][c]) > fabs(a[best][c]) ? r : best;
        if (fabs(a[best][c]) < 1e-12)
            return false;
        for (int j = 0; j < n; j++) {
            double t = a[c][j], u = out[c][j];
            a[c][j] = a[best][j];
            a[best][j] = t;
            out[c][j] = out[best][j];
            out[best][j] = u;
        }
        double pivot = a[c][c];
        for (int j = 0; j < n; j++) {
            a[c][j] /= pivot;
            out[c][j] /= pivot;
        }
        for (int r = 0; r < n; r++) {
            double factor = r == c ? 0 : a[r][c];
            for (int j = 0; j < n; j++) {
                a[r][j] -= factor * a[c][j];
                out[r][j] -= factor * out[c][j];
            }
        }
    }
    return true;
}

/* Pairs with the drawn one that is added, their mean score, and the sum of squares around it. */
static void sums(const Pentanomial *p, double *n, double *score, double *squares)
{
    double pairs = 1, points = 0.5;
    *squares = 0;
    for (int i = 0; i < PAIR_KINDS; i++) {
        pairs += (double)p->count[i];
        points += i / 4.0 * (double)p->count[i];
    }
    *n = pairs;
    *score = points / pairs;
    for (int i = 0; i < PAIR_KINDS; i++)
        *squares += (i / 4.0 - *score) * (i / 4.0 - *score) * (double)p->count[i];
    *squares += (0.5 - *score) * (0.5 - *score);
}

/* Adds x to the four entries that a pairing has in a matrix. */
static void add_pairing(Matrix m, const RatedPairing *p, double x)
{
    m[p->a][p->a] += x;
    m[p->b][p->b] += x;
    m[p->a][p->b] -= x;
    m[p->b][p->a] -= x;
}

/* Gradient and curvature at these strengths. The 1 everywhere holds the mean and makes the
 * curvature invertible without changing what it says of differences. */
static void look(const RatedPairing *pairing, int pairings, int engines, const double *strength,
                 double *gradient, Matrix curvature)
{
    memset(gradient, 0, RATINGS_MAX * sizeof *gradient);
    for (int i = 0; i < engines; i++)
        for (int j = 0; j < engines; j++)
            curvature[i][j] = 1;
    for (int k = 0; k < pairings; k++) {
        const RatedPairing *p = &pairing[k];
        double n, score, squares;
        if (!pentanomial_pairs(&p->pairs))
            continue;
        sums(&p->pairs, &n, &score, &squares);
        double expected = 1 / (1 + exp(strength[p->b] - strength[p->a]));
        gradient[p->a] += n * (score - expected);
        gradient[p->b] -= n * (score - expected);
        add_pairing(curvature, p, n * expected * (1 - expected));
    }
}

static bool find_strengths(const RatedPairing *pairing, int pairings, int engines, double *strength,
                           Matrix inverse)
{
    double gradient[RATINGS_MAX];
    Matrix curvature;
    for (int step = 0; step < STEPS; step++) {
        look(pairing, pairings, engines, strength, gradient, curvature);
        if (!invert(engines, curvature, inverse))
            return false;
        for (int i = 0; i < engines; i++) {
            double move = 0;
            for (int j = 0; j < engines; j++)
                move += inverse[i][j] * gradient[j];
            strength[i] += fmax(-1, fmin(1, move)); /* far from the end Newton goes too far */
        }
    }
    return true;
}

static bool connected(const RatedPairing *pairing, int pairings, int engines)
{
    uint32_t reached = 1, before;
    do {
        before = reached;
        for (int k = 0; k < pairings; k++) {
            uint32_t both = 1u << pairing[k].a | 1u << pairing[k].b;
            if (pentanomial_pairs(&pairing[k].pairs) && (reached & both))
                reached |= both;
        }
    } while (reached != before);
    return reached == (uint32_t)((UINT64_C(1) << engines) - 1);
}

bool ratings_of(const RatedPairing *pairing, int pairings, int engines, Rating *out)
{
    double strength[RATINGS_MAX] = {0};
    static const Matrix zero;
    Matrix inverse, spread;
    if (engines < 2 || engines > RATINGS_MAX || !connected(pairing, pairings, engines) ||
        !find_strengths(pairing, pairings, engines, strength, inverse))
        return false;
    memcpy(spread, zero, sizeof spread);
    for (int k = 0; k < pairings; k++) {
        double n, score, squares;
        sums(&pairing[k].pairs, &n, &score, &squares);
        if (pentanomial_pairs(&pairing[k].pairs))
            add_pairing(spread, &pairing[k], squares);
    }
    for (int i = 0; i < engines; i++) {
        double variance = 0;
        for (int j = 0; j < engines; j++)
            for (int k = 0; k < engines; k++)
                variance += inverse[i][j] * spread[j][k] * inverse[k][i];
        out[i] = (Rating){elo_unit * strength[i], normal_95 * elo_unit * sqrt(variance)};
    }
    return true;
}
