/* SPDX-License-Identifier: MIT */
/* Fits an evaluation to solved positions: endings_fit VARIANT DIR [SAMPLES [KEEP]]. DIR is a
 * directory of `concentric solve`; of each of its sectors without men in hand SAMPLES positions are
 * taken by chance (runs of them, as blocks are packed), and the weights of VARIANT's evaluation, a
 * game that may be played on the same board with other men, are fitted to their values as ai/fit.h
 * does it to results of games. A logit is a hundred. Row KEEP of the table stays as it is. Prints
 * the table; the same call prints the same. */
#include "ai/fit.h"
#include "base/rng.h"
#include "games/registry.h"
#include "solve/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUN = 40 };

typedef struct Samples {
    int16_t *feature;
    float *result;
    size_t size, room;
} Samples;

static void add(Samples *s, const Game *game, const Pos *pos, Worth worth)
{
    size_t row = (size_t)game->features->count;
    if (s->size == s->room) {
        s->room = 2 * s->room + 1024;
        s->feature = realloc(s->feature, s->room * row * sizeof *s->feature);
        s->result = realloc(s->result, s->room * sizeof *s->result);
        if (!s->feature || !s->result)
            exit(1);
    }
    game->features->take(game, pos, s->feature + s->size * row);
    s->result[s->size++] = worth_is_won(worth) ? 1.0f : worth_is_lost(worth) ? 0.0f : 0.5f;
}

/* Positions that are over by being blocked have values too, but nobody evaluates them. */
static void take_sector(Samples *s, const Game *game, const Probe *probe, uint32_t sector,
                        uint64_t wanted)
{
    Rng rng = {sector + 1};
    Worth worth;
    Pos pos;
    for (uint64_t n = 0; n < wanted; n += RUN) {
        uint64_t first = rng_next(&rng) % probe->sector[sector].entries;
        for (uint64_t i = first; i < first + RUN && i < probe->sector[sector].entries; i++) {
            SectorIndex place = {sector, i};
            if (!probe_entry(probe, place, &worth))
                exit(1);
            probe->game->solvable->unrank(probe->tables, place, &pos);
            if (game->ops->outcome(game, &pos).winner == WINNER_NONE)
                add(s, game, &pos, worth);
        }
    }
}

static void print_table(const Features *features, const Fit *fit)
{
    for (int i = 0; i < features->count; i++) {
        double w = fit->weight[i];
        printf("%s%d%s", i % features->row ? " " : "{", (int)(w < 0 ? w - 0.5 : w + 0.5),
               (i + 1) % features->row ? "," : "},\n");
    }
}

int main(int argc, char **argv)
{
    char why[WHY_MAX], variant[VARIANT_TEXT_MAX];
    uint64_t wanted = 8000, keep = FEATURES_MAX;
    if (argc < 3 || argc > 5 || (argc >= 4 && !str_is_number(argv[3], 10000000, &wanted)) ||
        (argc == 5 && !str_is_number(argv[4], FEATURES_MAX, &keep))) {
        fputs("usage: endings_fit VARIANT DIR [SAMPLES [KEEP]]\n", stderr);
        return 2;
    }
    Game *game = game_open(argv[1], LANG_EN, why), *solved = NULL;
    Store *store = NULL;
    if (game && store_variant(argv[2], variant, why) && (solved = game_open(variant, LANG_EN, why)))
        store = store_open(argv[2], solved, why);
    if (!store || !game->features) {
        fprintf(stderr, "endings_fit: %s\n", store ? "no weights" : why);
        return 2;
    }
    const Probe *probe = store_probe(store);
    Samples samples = {0};
    for (uint32_t s = 0; s < probe->sector_count; s++) {
        Sector about;
        solved->solvable->sector(probe->tables, s, &about);
        if (probe->sector[s].there && !strstr(about.name, "hand"))
            take_sector(&samples, game, probe, s, wanted);
    }
    const Features *features = game->features;
    FitSamples all = {samples.feature, samples.result, samples.size, features->count};
    Fit fit = {.scale = 0.01};
    for (int i = 0; i < features->count; i++) {
        fit.weight[i] = features->weight[i];
        fit.keep[i] = (uint64_t)(i / features->row) == keep;
    }
    fit_weights(&all, &fit);
    print_table(features, &fit);
    printf("%zu positions, log loss %.4f before, %.4f fitted\n", samples.size, fit.loss_before,
           fit.loss);
    free(samples.feature);
    free(samples.result);
    store_close(store);
    game_close(solved);
    game_close(game);
    return 0;
}
