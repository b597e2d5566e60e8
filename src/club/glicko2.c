/* SPDX-License-Identifier: MIT */
/* Glicko-2, see glicko2.h. Steps and letters are those of the paper. */
#include "club/glicko2.h"

#include <math.h>

static const double scale = 173.7178; /* between its inner scale and ratings around 1500 */
static const double tau = 0.5;        /* how much the volatility may change */
static const double pi = 3.14159265358979323846;

Glicko glicko_new(void)
{
    return (Glicko){.rating = 1500 * GLICKO_UNIT,
                    .deviation = GLICKO_DEVIATION_MAX,
                    .volatility = 6 * (GLICKO_VOLATILITY_UNIT / 100)};
}

/* Step 3's g and E. */
static double weigh(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

static double expect(double mu, double other, double phi)
{
    return 1 / (1 + exp(-weigh(phi) * (mu - other)));
}

/* What step 5 looks for the zero of. */
typedef struct Search {
    double delta2, phi2, v, a;
} Search;

static double slope(const Search *s, double x)
{
    double e = exp(x), d = s->phi2 + s->v + e;
    return e * (s->delta2 - s->phi2 - s->v - e) / (2 * d * d) - (x - s->a) / (tau * tau);
}

/* Step 5: the new volatility, by the Illinois method, in a bounded number of rounds. */
static double find_volatility(double sigma, double phi, double v, double delta)
{
    const double near = 1e-6;
    Search s = {delta * delta, phi * phi, v, log(sigma * sigma)};
    double a = s.a, b;
    if (s.delta2 > s.phi2 + v) {
        b = log(s.delta2 - s.phi2 - v);
    } else {
        int k = 1;
        while (k < 100 && slope(&s, s.a - k * tau) < 0)
            k++;
        b = s.a - k * tau;
    }
    double fa = slope(&s, a), fb = slope(&s, b);
    for (int round = 0; round < 100 && fabs(b - a) > near; round++) {
        double c = a + (a - b) * fa / (fb - fa), fc = slope(&s, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

GlickoStep glicko_step(GlickoStep before, const GlickoFoe *foes, int count)
{
    double mu = (before.rating - 1500) / scale, phi = before.deviation / scale;
    double sum = 0, gain = 0;
    for (int i = 0; i < count; i++) {
        double other = (foes[i].rating - 1500) / scale, phi_i = foes[i].deviation / scale;
        double g = weigh(phi_i), e = expect(mu, other, phi_i);
        sum += g * g * e * (1 - e);
        gain += g * (foes[i].score - e);
    }
    double sigma = before.volatility;
    double star = sqrt(phi * phi + sigma * sigma);
    if (count == 0)
        return (GlickoStep){before.rating, star * scale, sigma};
    double v = 1 / sum;
    sigma = find_volatility(sigma, phi, v, v * gain);
    star = sqrt(phi * phi + sigma * sigma);
    double after = 1 / sqrt(1 / (star * star) + sum);
    return (GlickoStep){scale * (mu + after * after * gain) + 1500, scale * after, sigma};
}

static int32_t whole(double value, int32_t least, int32_t most)
{
    double n = floor(value + 0.5);
    return n < least ? least : n > most ? most : (int32_t)n;
}

int32_t glicko_deviation(const Glicko *glicko, int64_t at)
{
    if (!glicko->at || at <= glicko->at)
        return glicko->deviation;
    double sigma = scale * glicko->volatility / GLICKO_VOLATILITY_UNIT;
    double phi = (double)glicko->deviation / GLICKO_UNIT;
    double periods = (double)(at - glicko->at) / GLICKO_PERIOD_MS;
    return whole(GLICKO_UNIT * sqrt(phi * phi + sigma * sigma * periods), GLICKO_DEVIATION_MIN,
                 GLICKO_DEVIATION_MAX);
}

/* One game for one of the two. Its deviation has grown with time already, so that the growth of a
 * whole period, which the step adds, is taken out of it again. */
static Glicko play(const Glicko *own, const Glicko *other, double score, int64_t at)
{
    const double unit = GLICKO_UNIT;
    double sigma = (double)own->volatility / GLICKO_VOLATILITY_UNIT;
    double phi = glicko_deviation(own, at) / unit, grown = sigma * scale;
    double before = phi * phi > grown * grown ? sqrt(phi * phi - grown * grown) : phi;
    GlickoFoe foe = {other->rating / unit, glicko_deviation(other, at) / unit, score};
    GlickoStep step = glicko_step((GlickoStep){own->rating / unit, before, sigma}, &foe, 1);
    return (Glicko){
        .rating = whole(step.rating * unit, GLICKO_RATING_MIN, GLICKO_RATING_MAX),
        .deviation = whole(step.deviation * unit, GLICKO_DEVIATION_MIN, GLICKO_DEVIATION_MAX),
        .volatility = whole(step.volatility * GLICKO_VOLATILITY_UNIT, 1, GLICKO_VOLATILITY_MAX),
        .games = own->games + 1,
        .at = at > own->at ? at : own->at};
}

void glicko_game(Glicko *first, Glicko *second, int score, int64_t at)
{
    Glicko old = *first;
    *first = play(&old, second, score / 2.0, at);
    *second = play(second, &old, 1 - score / 2.0, at);
}
