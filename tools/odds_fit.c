/* SPDX-License-Identifier: MIT */
/* Curves of chances from what tools/odds.c has counted: odds_fit FILE... [--svg FILE]. Fits by
 * maximum likelihood, per game and phase, how likely a win is at a score,
 *
 *   win(score) = 1 / (1 + exp((drawish - score) / steep)),  loss(score) = win(-score),
 *
 * and prints rows for src/ai/odds.c with standard errors (a jackknife over the groups of games:
 * positions of one game are no independent witnesses), how much better that explains the games than
 * one curve for all, and what was seen. With --svg it draws what was predicted against what was
 * seen, a picture per game. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 40, PHASES = 2, GROUPS = 10, STEP = 10, MOST = 200, STEPS = 2 * MOST + 1 };
enum { LEAST = 400, BINS = 10, NAME_MAX_BYTES = 96 };

typedef struct Count {
    double won, drawn, lost;
} Count;

typedef struct Curve {
    double drawish, steep;
} Curve;

typedef struct Game {
    char id[NAME_MAX_BYTES];
    Count seen[PHASES][GROUPS][STEPS];
} Game;

static Game *games[GAMES_MAX];
static int game_count;
static const Curve one_for_all = {60, 120};

static Game *find_game(const char *id)
{
    for (int i = 0; i < game_count; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    Game *game = game_count < GAMES_MAX ? calloc(1, sizeof *game) : NULL;
    if (!game)
        exit(1);
    snprintf(game->id, sizeof game->id, "%s", id);
    return games[game_count++] = game;
}

static bool read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char id[NAME_MAX_BYTES];
    int phase, group, score, fields = EOF;
    Count c;
    while (file && (fields = fscanf(file, "%95s %d %d %d %lf %lf %lf", id, &phase, &group, &score,
                                    &c.won, &c.drawn, &c.lost)) == 7) {
        if (phase < 0 || phase >= PHASES || group < 0 || group >= GROUPS ||
            abs(score) > MOST * STEP)
            break;
        find_game(id)->seen[phase][group][score / STEP + MOST] = c;
    }
    if (file)
        fclose(file);
    return file && fields == EOF;
}

static double win(Curve curve, double score)
{
    return 1 / (1 + exp((curve.drawish - score) / curve.steep));
}

/* Of all groups but one; -1 for none. */
static void add_up(const Game *game, int phase, int without, Count *out)
{
    memset(out, 0, STEPS * sizeof *out);
    for (int g = 0; g < GROUPS; g++)
        for (int i = 0; i < STEPS && g != without; i++) {
            const Count *c = &game->seen[phase][g][i];
            out[i].won += c->won;
            out[i].drawn += c->drawn;
            out[i].lost += c->lost;
        }
}

static double total(const Count *c)
{
    double n = 0;
    for (int i = 0; i < STEPS; i++)
        n += c[i].won + c[i].drawn + c[i].lost;
    return n;
}

/* Minus the likelihood of what was seen, in thousandths as the engine says it. */
static double loss(const Count *c, Curve curve)
{
    double sum = 0;
    for (int i = 0; i < STEPS; i++) {
        double score = (i - MOST) * STEP, w = win(curve, score), l = win(curve, -score);
        sum -= c[i].won * log(fmax(w, 1e-3)) + c[i].lost * log(fmax(l, 1e-3)) +
               c[i].drawn * log(fmax(1 - w - l, 1e-3));
    }
    return sum;
}

/* On ever finer grids. */
static Curve fit(const Count *c)
{
    Curve best = {128, 192};
    double least = INFINITY;
    for (double step = 512; step >= 1; step /= 2) {
        Curve at = best;
        for (int d = -4; d <= 4; d++)
            for (int s = -4; s <= 4; s++) {
                Curve here = {at.drawish + d * step, at.steep + s * step};
                double now = here.drawish >= 0 && here.steep >= 8 ? loss(c, here) : INFINITY;
                if (now < least) {
                    least = now;
                    best = here;
                }
            }
    }
    return best;
}

/* Standard errors by leaving out each group once. */
static Curve errors(const Game *game, int phase)
{
    static Count c[STEPS];
    Curve fits[GROUPS], mean = {0, 0}, sum = {0, 0};
    for (int g = 0; g < GROUPS; g++) {
        add_up(game, phase, g, c);
        fits[g] = fit(c);
        mean.drawish += fits[g].drawish / GROUPS;
        mean.steep += fits[g].steep / GROUPS;
    }
    for (int g = 0; g < GROUPS; g++) {
        sum.drawish += pow(fits[g].drawish - mean.drawish, 2);
        sum.steep += pow(fits[g].steep - mean.steep, 2);
    }
    double scale = (GROUPS - 1.0) / GROUPS;
    return (Curve){sqrt(scale * sum.drawish), sqrt(scale * sum.steep)};
}

/* What was expected (a draw being half) and what came of it, by tenths of the expectation. */
typedef struct Bin {
    double count, expected, scored;
} Bin;

static void fill_bins(const Count *c, Curve curve, Bin *bins)
{
    memset(bins, 0, BINS * sizeof *bins);
    for (int i = 0; i < STEPS; i++) {
        double score = (i - MOST) * STEP, w = win(curve, score), l = win(curve, -score);
        double e = w + (1 - w - l) / 2, n = c[i].won + c[i].drawn + c[i].lost;
        Bin *bin = &bins[e >= 1 ? BINS - 1 : (int)(e * BINS)];
        bin->count += n;
        bin->expected += n * e;
        bin->scored += c[i].won + c[i].drawn / 2;
    }
}

static void print_phase(const Game *game, int phase)
{
    static Count c[STEPS];
    Bin bins[BINS];
    add_up(game, phase, -1, c);
    double n = total(c);
    if (n < LEAST)
        return;
    Curve curve = fit(c), error = errors(game, phase);
    printf(
        "row %s phase %d: {%.0f, %.0f} +-{%.0f, %.0f} from %.0f positions, loss %.4f, by one curve "
        "for all %.4f\n",
        game->id, phase, curve.drawish, curve.steep, error.drawish, error.steep, n,
        loss(c, curve) / n, loss(c, one_for_all) / n);
    fill_bins(c, curve, bins);
    for (int b = 0; b < BINS; b++)
        if (bins[b].count >= 1)
            printf("  expected %.3f scored %.3f in %.0f positions\n",
                   bins[b].expected / bins[b].count, bins[b].scored / bins[b].count, bins[b].count);
}

/* --- The picture -------------------------------------------------------------------------------
 */

enum { SIDE = 130, GAP = 40, COLUMNS = 4, TOP = 60, LEFT = 46 };

static void draw_bins(FILE *out, const Game *game, int phase, const char *colour, double x,
                      double y)
{
    static Count c[STEPS];
    Bin bins[BINS], before[BINS];
    add_up(game, phase, -1, c);
    if (total(c) < LEAST)
        return;
    fill_bins(c, fit(c), bins);
    fill_bins(c, one_for_all, before);
    fprintf(out,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" stroke-dasharray=\"3 3\" d=\"",
            colour);
    for (int b = 0, any = 0; b < BINS; b++)
        if (before[b].count >= 30)
            fprintf(out, "%c%.1f %.1f", any++ ? 'L' : 'M',
                    x + SIDE * before[b].expected / before[b].count,
                    y + SIDE - SIDE * before[b].scored / before[b].count);
    fputs("\"/>\n", out);
    for (int b = 0; b < BINS; b++)
        if (bins[b].count >= 30)
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.4\" fill=\"%s\"/>\n",
                    x + SIDE * bins[b].expected / bins[b].count,
                    y + SIDE - SIDE * bins[b].scored / bins[b].count, colour);
}

static bool draw(const char *path)
{
    FILE *out = fopen(path, "w");
    int rows = (game_count + COLUMNS - 1) / COLUMNS;
    if (!out)
        return false;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n<title>Expected and scored, by game and "
            "phase</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fffdf9\"/>\n",
            LEFT + COLUMNS * (SIDE + GAP), TOP + rows * (SIDE + GAP + 14));
    fputs(
        "<text x=\"12\" y=\"20\">Across: what the curve expects, a draw being half. Up: what was "
        "scored. On the diagonal it is right.</text>\n<circle cx=\"16\" cy=\"36\" r=\"3.4\" "
        "fill=\"#1c566b\"/><text x=\"26\" y=\"40\">first phase</text><circle cx=\"126\" cy=\"36\" "
        "r=\"3.4\" fill=\"#b3541e\"/><text x=\"136\" y=\"40\">second phase</text><path "
        "stroke=\"#625a4d\" stroke-dasharray=\"3 3\" d=\"M246 36h30\"/><text x=\"284\" y=\"40\">by "
        "one curve for all</text>\n",
        out);
    for (int i = 0; i < game_count; i++) {
        double x = LEFT / 2.0 + i % COLUMNS * (SIDE + GAP),
               y = TOP + 14 + i / COLUMNS * (SIDE + GAP + 14);
        fprintf(out,
                "<text x=\"%.0f\" y=\"%.0f\">%s</text>\n<path fill=\"none\" stroke=\"#dacfba\" "
                "d=\"M%.0f %.0fv%dh%dv-%dzl%d 0M%.0f %.0fl%d -%d\"/>\n",
                x, y - 6, games[i]->id, x, y, SIDE, SIDE, SIDE, 0, x, y + SIDE, SIDE, SIDE);
        draw_bins(out, games[i], 0, "#1c566b", x, y);
        draw_bins(out, games[i], 1, "#b3541e", x, y);
    }
    fputs("</svg>\n", out);
    return fclose(out) == 0;
}

int main(int argc, char **argv)
{
    const char *svg = argc > 3 && strcmp(argv[argc - 2], "--svg") == 0 ? argv[argc - 1] : NULL;
    int files = argc - (svg ? 2 : 0);
    if (files < 2) {
        fputs("usage: odds_fit FILE... [--svg FILE]\n", stderr);
        return 2;
    }
    for (int i = 1; i < files; i++)
        if (!read_file(argv[i])) {
            fprintf(stderr, "odds_fit: cannot read %s\n", argv[i]);
            return 1;
        }
    for (int i = 0; i < game_count; i++)
        for (int phase = 0; phase < PHASES; phase++)
            print_phase(games[i], phase);
    return svg && !draw(svg) ? 1 : 0;
}
