/* SPDX-License-Identifier: MIT */
/* Fits the weights of Morelli's evaluation to games that the search plays against itself:
 *
 *     morelli_tune play VARIANT GAMES NODES SEED > FILE
 *     morelli_tune fit SIZE STEPS FILE...
 *
 * The first call plays and writes one line a position: the search's score, the result for the side
 * to move, the number of the game, the position. Openings are set-ups by number and a few random
 * moves; now and then a move is random, so that unequal positions come up too. Each position, but
 * for those where the move was random, is one sample, and so is the one at the end of the line that
 * the search expects, since that is where evaluations count.
 *
 * The second one prints rows for src/games/morelli/weights.c. The evaluation is linear in its
 * weights, so the counts behind it are read off by setting one weight at a time. Logistic
 * regression by Adam towards the result, mixed with what the search thought, pulled towards the
 * weights in use; every tenth game is kept apart to see how well the fit predicts. The same call
 * gives the same weights on every machine of one kind (floating point). */
#include "ai/search.h"
#include "base/rng.h"
#include "base/str.h"
#include "games/morelli/morelli.h"
#include "games/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    UNIT = 128,           /* a weight that shows its count */
    INPUTS = 2 * WEIGHTS, /* at the start, at the end */
    SAMPLES_MAX = 1 << 20,
    RANDOM_PLIES = 6,  /* at most, at the start */
    RANDOM_MOVES = 12, /* one of so many is random */
    LINE = 512,        /* of a file */
    LATE = 16,         /* bands before all men of one side: few moves are left */
};

static const double scale = 200; /* points of evaluation to one unit of the logistic function */
static const double trust = 0.3; /* in the search, where the rest is in the result */

typedef struct Sample {
    float input[INPUTS];
    float result; /* 1, 1/2, 0 for the side to move */
    float aim;    /* the same, mixed with the search's score */
    bool apart;   /* not fitted to */
    bool late;
} Sample;

typedef struct Tuner {
    Game *game;
    MorelliRules *rules;
    const int16_t (*weights)[2]; /* in use */
    int16_t unit[WEIGHTS][2];
    Sample *sample;
    size_t count;
    SearchMemory memory;
    Search *search;
    Move *scratch;
} Tuner;

static void *need(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) {
        fprintf(stderr, "morelli_tune: out of memory\n");
        exit(2);
    }
    return memory;
}

static double chance(double score)
{
    return 1 / (1 + exp(-score / scale));
}

/* --- Play -------------------------------------------------------------------------------------*/

typedef struct Seen {
    Pos pos;
    int score; /* for the side to move */
} Seen;

/* The position at the end of the expected line. */
static Seen end_of_line(const Tuner *t, const Pos *pos)
{
    const SearchLine *line = &t->search->line[0];
    Seen seen = {*pos, t->search->score};
    for (int i = 0; i < line->length; i++) {
        Pos next;
        t->game->apply(t->game, &seen.pos, line->move[i], &next);
        seen.score = next.turn == seen.pos.turn ? seen.score : -seen.score;
        seen.pos = next;
    }
    return seen;
}

static void write_seen(const Tuner *t, const Seen *seen, Winner winner, uint64_t number)
{
    char text[LINE];
    int result = winner == WINNER_DRAW ? 0 : (winner == WINNER_P2) == seen->pos.turn ? 1 : -1;
    Str out = str_over(text, sizeof text);
    t->game->ops->write_pos(t->game, &seen->pos, &out);
    printf("%d %d %lu %s\n", seen->score, result, (unsigned long)number, text);
}

/* Plays one game and writes its samples. */
static void play(Tuner *t, uint64_t seed, uint64_t nodes)
{
    const Game *game = t->game;
    SearchLimits limits = {.nodes = nodes};
    Rng rng = {bits_mix(seed)};
    static Seen seen[2000];
    size_t count = 0;
    int opening = (int)rng_below(&rng, RANDOM_PLIES + 1);
    History history;
    Pos start;
    Move move;
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(2);
    tt_clear(&t->memory.tt);
    while (history_winner(&history) == WINNER_NONE) {
        bool chance = (int)history.ply < opening || rng_below(&rng, RANDOM_MOVES) == 0;
        game_pick(game, &history.pos, (uint32_t)(rng_next(&rng) >> 32), t->scratch, &move);
        if (!chance && count + 2 <= sizeof seen / sizeof *seen) {
            search_begin(t->search, &t->memory, &history, &limits);
            while (search_go_on(t->search, 0))
                continue;
            move = t->search->best;
            seen[count++] = (Seen){history.pos, t->search->score};
            if (abs(t->search->score) < SEARCH_PROVED)
                seen[count++] = end_of_line(t, &history.pos);
        }
        history_play(&history, move);
    }
    for (size_t i = 0; i < count; i++)
        write_seen(t, &seen[i], history_winner(&history), seed);
    history_free(&history);
}

/* --- Fit --------------------------------------------------------------------------------------*/

static void read_inputs(Tuner *t, const Pos *pos, float *out)
{
    for (int i = 0; i < INPUTS; i++) {
        t->unit[i / 2][i % 2] = UNIT;
        morelli_set_weights(t->rules, (const int16_t(*)[2])t->unit);
        out[i] = (float)t->game->evaluate(t->game, pos) / UNIT;
        t->unit[i / 2][i % 2] = 0;
    }
    morelli_set_weights(t->rules, t->weights);
}

static bool is_late(const Tuner *t, const Pos *pos)
{
    int least = t->rules->reserve;
    for (int player = 0; player < 2; player++) {
        PointSet men = morelli_men_of(pos, player);
        int sum = 0;
        for (int w = 0; w < 3; w++)
            while (men.word[w])
                sum += t->rules->ahead[64 * w + bits_pop(&men.word[w])];
        least = sum < least ? sum : least;
    }
    return least <= LATE;
}

static void read_line(Tuner *t, const char *line)
{
    int score, result, at;
    unsigned long number;
    char why[512];
    Pos pos;
    if (sscanf(line, "%d %d %lu %n", &score, &result, &number, &at) != 3 ||
        !t->game->ops->read_pos(t->game, line + at, LANG_EN, &pos, why)) {
        fprintf(stderr, "morelli_tune: cannot read: %s", line);
        exit(2);
    }
    Sample *sample = &t->sample[t->count++];
    read_inputs(t, &pos, sample->input);
    sample->result = (float)(result + 1) / 2;
    sample->aim = (float)((1 - trust) * sample->result + trust * chance(score));
    sample->apart = number % 10 == 0;
    sample->late = is_late(t, &pos);
}

static void read_file(Tuner *t, const char *path)
{
    char line[LINE];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    while (t->count < SAMPLES_MAX && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        read_line(t, line);
    }
    fclose(file);
}

static double predict(const Sample *sample, const double *weight)
{
    double sum = 0;
    for (int i = 0; i < INPUTS; i++)
        sum += sample->input[i] * weight[i];
    return chance(sum);
}

/* Mean squared error of the samples that are, or are not, kept apart; or of the late ones. */
static double error_of(const Tuner *t, const double *weight, bool apart, bool late)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < t->count; i++)
        if (t->sample[i].apart == apart && (!late || t->sample[i].late)) {
            double off = predict(&t->sample[i], weight) - t->sample[i].result;
            sum += off * off;
            n++;
        }
    return n ? sum / (double)n : 0;
}

static void report(const Tuner *t, const double *weight, int step)
{
    fprintf(stderr, "step %d: error %.5f, apart %.5f, late %.5f\n", step,
            error_of(t, weight, false, false), error_of(t, weight, true, false),
            error_of(t, weight, true, true));
}

static void fit(const Tuner *t, double *weight, int steps)
{
    double mean[INPUTS] = {0}, square[INPUTS] = {0}, from[INPUTS];
    for (int i = 0; i < INPUTS; i++)
        from[i] = weight[i];
    for (int step = 1; step <= steps; step++) {
        double slope[INPUTS] = {0}, rate = step < steps / 2 ? 4 : step < steps * 3 / 4 ? 1 : 0.25;
        for (size_t s = 0; s < t->count; s++) {
            const Sample *sample = &t->sample[s];
            if (sample->apart)
                continue;
            double off = predict(sample, weight) - sample->aim;
            for (int i = 0; i < INPUTS; i++)
                slope[i] += off * sample->input[i];
        }
        for (int i = 0; i < INPUTS; i++) {
            double g = slope[i] / (double)t->count + 1e-6 * (weight[i] - from[i]);
            mean[i] = 0.9 * mean[i] + 0.1 * g;
            square[i] = 0.99 * square[i] + 0.01 * g * g;
            weight[i] -= rate * mean[i] / (1 - pow(0.9, step)) /
                         (sqrt(square[i] / (1 - pow(0.99, step))) + 1e-9);
        }
        if (step % 50 == 0)
            report(t, weight, step);
    }
}

static void print(const double *weight)
{
    printf("{");
    for (int i = 0; i < INPUTS; i += 2)
        printf("{%ld, %ld}%s", lrint(weight[i]), lrint(weight[i + 1]), i + 2 < INPUTS ? ", " : "");
    printf("},\n");
}

static void open_tuner(Tuner *t, const char *variant)
{
    char why[512];
    t->game = game_open(variant, LANG_EN, why);
    if (!t->game) {
        fprintf(stderr, "morelli_tune: %s\n", why);
        exit(2);
    }
    t->rules = (MorelliRules *)(uintptr_t)t->game->rules;
    t->weights = morelli_weights[t->rules->size > 9];
}

static int do_play(Tuner *t, char **argv)
{
    uint64_t games = strtoull(argv[3], NULL, 10), nodes = strtoull(argv[4], NULL, 10);
    uint64_t seed = strtoull(argv[5], NULL, 10);
    open_tuner(t, argv[2]);
    size_t room = SEARCH_ROOM + (size_t)t->game->moves_max, slots = 1 << 14;
    t->search = need(sizeof *t->search);
    t->scratch = need(t->game->moves_max * sizeof(Move));
    t->memory = (SearchMemory){.tt = {need(slots * sizeof(TTSlot)), slots},
                               .moves = need(room * sizeof(Move)),
                               .order = need(room * sizeof(int32_t)),
                               .room = room};
    for (uint64_t i = 0; i < games; i++)
        play(t, seed + i, nodes);
    return 0;
}

static int do_fit(Tuner *t, int argc, char **argv)
{
    char variant[64];
    double weight[INPUTS];
    snprintf(variant, sizeof variant, "morelli,size=%.2s", argv[2]);
    open_tuner(t, variant);
    t->sample = need(SAMPLES_MAX * sizeof *t->sample);
    for (int i = 4; i < argc; i++)
        read_file(t, argv[i]);
    for (int i = 0; i < INPUTS; i++)
        weight[i] = t->weights[i / 2][i % 2];
    fprintf(stderr, "%zu samples\n", t->count);
    report(t, weight, 0);
    fit(t, weight, atoi(argv[3]));
    print(weight);
    return 0;
}

int main(int argc, char **argv)
{
    static Tuner t;
    if (argc == 6 && strcmp(argv[1], "play") == 0)
        return do_play(&t, argv);
    if (argc >= 5 && strcmp(argv[1], "fit") == 0)
        return do_fit(&t, argc, argv);
    fprintf(stderr, "usage: morelli_tune play VARIANT GAMES NODES SEED > FILE\n"
                    "       morelli_tune fit SIZE STEPS FILE...\n");
    return 2;
}
