/* SPDX-License-Identifier: MIT */
/* Statistics of pairs, see stats.h. The likelihood ratio is that of the generalised test: under
 * each hypothesis the most likely distribution over the five outcomes whose mean is the expected
 * score (Van den Bergh, "A practical introduction to the GSPRT"). */
#include "app/tournament/stats.h"

#include "base/str.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double normal_95 = 1.959963984540054;
/* An outcome not seen yet is possible all the same: without this a hypothesis could be refuted by
 * one game. */
static const double unseen = 1e-3;

uint64_t pentanomial_pairs(const Pentanomial *p)
{
    uint64_t pairs = 0;
    for (int i = 0; i < PAIR_KINDS; i++)
        pairs += p->count[i];
    return pairs;
}

static double points(int kind)
{
    return kind / 4.0;
}

double stats_elo(double score)
{
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

double stats_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

static double clamp(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

bool stats_estimate(const Pentanomial *p, Estimate *out)
{
    double n = (double)pentanomial_pairs(p), sum = 0, squares = 0;
    if (n == 0)
        return false;
    for (int i = 0; i < PAIR_KINDS; i++)
        sum += points(i) * (double)p->count[i];
    double score = sum / n;
    for (int i = 0; i < PAIR_KINDS; i++)
        squares += (points(i) - score) * (points(i) - score) * (double)p->count[i];
    double error = sqrt(squares / n / n);
    *out = (Estimate){.score = score,
                      .score_low = clamp(score - normal_95 * error),
                      .score_high = clamp(score + normal_95 * error)};
    /* All pairs alike say nothing about the spread. Rule of three: at 95 % no more than 3 / n of
     * all pairs are otherwise, and at worst those go all to one side. */
    double others = 3 / n < 1 ? 3 / n : 1;
    if (squares == 0) {
        out->score_low = score * (1 - others);
        out->score_high = score + (1 - score) * others;
        error = (out->score_high - out->score_low) / 2 / normal_95;
    }
    out->superiority = 0.5 * erfc((0.5 - score) / error / sqrt(2));
    out->elo = stats_elo(score);
    out->elo_low = stats_elo(out->score_low);
    out->elo_high = stats_elo(out->score_high);
    return true;
}

/* Under the distribution p(i) / (1 + t * (points(i) - mean)) the mean is `mean`, and it is the most
 * likely such one, if this sum is 0. The sum falls as t grows. */
static double excess(const double *p, double mean, double t)
{
    double sum = 0;
    for (int i = 0; i < PAIR_KINDS; i++)
        sum += p[i] * (points(i) - mean) / (1 + t * (points(i) - mean));
    return sum;
}

/* The t at which it is 0, by bisection between the poles. */
static double solve(const double *p, double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 100; step++) {
        double middle = (low + high) / 2;
        if (excess(p, mean, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double sprt_llr(const Sprt *sprt, const Pentanomial *pentanomial)
{
    double p[PAIR_KINDS], n = 0, llr = 0;
    if (pentanomial_pairs(pentanomial) == 0)
        return 0;
    for (int i = 0; i < PAIR_KINDS; i++) {
        p[i] = pentanomial->count[i] ? (double)pentanomial->count[i] : unseen;
        n += p[i];
    }
    for (int i = 0; i < PAIR_KINDS; i++)
        p[i] /= n;
    double mean0 = stats_score(sprt->elo0), mean1 = stats_score(sprt->elo1);
    double t0 = solve(p, mean0), t1 = solve(p, mean1);
    for (int i = 0; i < PAIR_KINDS; i++)
        llr += p[i] * log((1 + t0 * (points(i) - mean0)) / (1 + t1 * (points(i) - mean1)));
    return n * llr;
}

double sprt_lower(const Sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const Sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

SprtState sprt_state(const Sprt *sprt, const Pentanomial *p)
{
    double llr = sprt_llr(sprt, p);
    if (llr >= sprt_upper(sprt))
        return SPRT_ACCEPTS_1;
    return llr <= sprt_lower(sprt) ? SPRT_ACCEPTS_0 : SPRT_GOES_ON;
}

/* Up to four plain decimal numbers; returns how many, or -1. */
static int read_numbers(const char *text, double out[4])
{
    int n = 0;
    text += strspn(text, " ,");
    while (*text) {
        size_t length = strspn(text, "+-.0123456789");
        char *end;
        if (n == 4 || length == 0 || length > 20)
            return -1;
        out[n++] = strtod(text, &end);
        if (end != text + length || (*end && *end != ' ' && *end != ','))
            return -1;
        text = end + strspn(end, " ,");
    }
    return n;
}

bool sprt_read(const char *text, Sprt *out, char *why)
{
    double n[4] = {0, 0, 0.05, 0.05};
    int count = read_numbers(text, n);
    if (count != 2 && count != 4)
        return refuse(why, "--sprt takes two Elo values and perhaps two error rates, such as "
                           "\"0 10\" or \"0 10 0.05 0.05\"");
    if (n[0] >= n[1] || n[0] < -1000 || n[1] > 1000)
        return refuse(why, "--sprt takes the smaller Elo first, both from -1000 to 1000");
    if (n[2] < 0.0001 || n[2] > 0.4 || n[3] < 0.0001 || n[3] > 0.4)
        return refuse(why, "--sprt takes error rates from 0.0001 to 0.4");
    *out = (Sprt){n[0], n[1], n[2], n[3]};
    return true;
}
