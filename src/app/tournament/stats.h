/* SPDX-License-Identifier: MIT */
/* Statistics of a tournament played in pairs of games. Two games from one opening are not
 * independent, so the pair is the sample: five outcomes (0, 1/2, 1, 3/2, 2 points), the
 * pentanomial. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_STATS_H
#define CONCENTRIC_APP_TOURNAMENT_STATS_H

#include <stdbool.h>
#include <stdint.h>

enum { PAIR_KINDS = 5 };

/* How many pairs gave engine A that many half points. */
typedef struct Pentanomial {
    uint64_t count[PAIR_KINDS];
} Pentanomial;

/* A score and what follows from it, with the ends of its 95 % interval. */
typedef struct Estimate {
    double score, score_low, score_high; /* 0 to 1 */
    double elo, elo_low, elo_high;       /* may be infinite */
    double superiority;                  /* likelihood that A is the stronger one */
} Estimate;

uint64_t pentanomial_pairs(const Pentanomial *p);

/* False if there is no pair yet. */
bool stats_estimate(const Pentanomial *p, Estimate *out);

/* Logistic Elo and the expected score it means. */
double stats_elo(double score);
double stats_score(double elo);

/* Sequential probability ratio test of Elo `elo0` against `elo1`. */
typedef struct Sprt {
    double elo0, elo1, alpha, beta;
} Sprt;

typedef enum SprtState { SPRT_GOES_ON, SPRT_ACCEPTS_0, SPRT_ACCEPTS_1 } SprtState;

/* The log likelihood ratio of the two hypotheses, and the bounds at which the test ends. */
double sprt_llr(const Sprt *sprt, const Pentanomial *p);
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);
SprtState sprt_state(const Sprt *sprt, const Pentanomial *p);

/* Reads "ELO0 ELO1 [ALPHA BETA]", separated by spaces or commas; ALPHA and BETA are 0.05 unless
 * given. False with a reason in why[WHY_MAX]. */
bool sprt_read(const char *text, Sprt *out, char *why);

#endif
