/* SPDX-License-Identifier: MIT */
/* `concentric tune`: fits the weights of a game's evaluation to games that it plays against itself
 * (ai/fit.h). The same call prints the same table; it is pasted into the game's evaluation by hand,
 * if it wins matches. */
#include "app/cli/commands.h"
#include "app/cli/tune_file.h"
#include "app/reply.h"

#include "ai/fit.h"
#include "ai/search.h"
#include "base/rng.h"
#include "games/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 1 << 16,
    GAME_PLIES = 200,  /* longer games count as drawn */
    OPENING_PLIES = 4, /* by chance, and up to as many more */
    STRAY = 16,        /* one move of so many is by chance too */
    SAMPLES_GAME = GAME_PLIES,
    QUIET_RATE = 50, /* positions where the best move gains more are no samples */
    SURE = 20000,    /* nor those whose end is seen */
};

typedef struct Tuner {
    const Game *game;
    Search search;
    SearchMemory memory;
    uint64_t nodes;
    int16_t *feature; /* samples with room for one more game */
    float *result;
    size_t size, room;
    TuneFile file;
} Tuner;

static bool make_tuner(const Game *game, Tuner *t)
{
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    t->game = game;
    t->memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                               .moves = malloc(room * sizeof(Move)),
                               .order = malloc(room * sizeof(int32_t)),
                               .room = room};
    return t->memory.tt.slots && t->memory.moves && t->memory.order;
}

static void free_tuner(Tuner *t)
{
    free(t->memory.tt.slots);
    free(t->memory.moves);
    free(t->memory.order);
    free(t->feature);
    free(t->result);
}

static bool make_room(Tuner *t)
{
    if (t->room - t->size >= SAMPLES_GAME)
        return true;
    size_t room = 2 * t->room + SAMPLES_GAME, row = (size_t)t->game->features->count;
    int16_t *feature = realloc(t->feature, room * row * sizeof *feature);
    if (feature)
        t->feature = feature;
    float *result = feature ? realloc(t->result, room * sizeof *result) : NULL;
    if (!result)
        return false;
    t->result = result;
    t->room = room;
    return true;
}

/* Takes a sample if the position is quiet; the result is whose turn it is until it is known. */
static void sample(Tuner *t, const Pos *pos)
{
    int32_t rate = 0;
    if (t->game->rate)
        t->game->rate(t->game, pos, &t->search.best, 1, &rate);
    if (rate >= QUIET_RATE || abs(t->search.score) > SURE)
        return;
    t->game->features->take(t->game, pos, t->feature + t->size * (size_t)t->game->features->count);
    t->result[t->size++] = pos->turn;
}

static void settle_results(Tuner *t, size_t first, Winner winner)
{
    for (size_t i = first; i < t->size; i++) {
        bool second = t->result[i] > 0;
        t->result[i] = winner != WINNER_P1 && winner != WINNER_P2 ? 0.5f
                       : (winner == WINNER_P2) == second          ? 1.0f
                                                                  : 0.0f;
    }
}

static bool play(Tuner *t, uint64_t seed)
{
    History history;
    Pos start;
    Rng rng = {seed};
    size_t first = t->size;
    t->game->ops->start(t->game, seed, &start);
    if (!make_room(t) || !history_begin(&history, t->game, &start))
        return false;
    uint32_t opening = OPENING_PLIES + rng_below(&rng, OPENING_PLIES);
    tt_clear(&t->memory.tt);
    bool good = true;
    while (good && history_winner(&history) == WINNER_NONE && history.ply < GAME_PLIES) {
        SearchLimits limits = {.nodes = t->nodes};
        Move move;
        if (history.ply < opening || rng_below(&rng, STRAY) == 0) {
            game_pick(t->game, &history.pos, (uint32_t)rng_next(&rng), t->memory.moves, &move);
        } else {
            search_begin(&t->search, &t->memory, &history, &limits);
            while (search_go_on(&t->search, 0))
                continue;
            sample(t, &history.pos);
            move = t->search.best;
        }
        good = history_play(&history, move);
    }
    settle_results(t, first, history_winner(&history));
    history_free(&history);
    return good;
}

/* A game of the file. */
static bool take_game(void *context, const int16_t *feature, const float *result, uint32_t count)
{
    Tuner *t = context;
    size_t row = (size_t)t->game->features->count;
    if (!make_room(t))
        return false;
    memcpy(t->feature + t->size * row, feature, count * row * sizeof *feature);
    memcpy(t->result + t->size, result, count * sizeof *result);
    t->size += count;
    return true;
}

/* Begins with what an earlier run has left. False after it has said what is wrong. */
static bool take_up(Tuner *t, const char *path, uint64_t seed, uint64_t *games)
{
    char head[TUNE_HEAD_MAX], why[WHY_MAX];
    Str s = str_over(head, sizeof head);
    *games = 0;
    if (!path)
        return true;
    str_format(&s, "concentric tune 1 %s nodes %" PRIu64 " seed %" PRIu64 " features %d\n",
               t->game->id, t->nodes, seed, t->game->features->count);
    t->file = (TuneFile){.row = (size_t)t->game->features->count,
                         .most = SAMPLES_GAME,
                         .take = take_game,
                         .context = t};
    if (!tune_file_open(&t->file, path, head, games, why)) {
        complain_of_file("use", path, why);
        return false;
    }
    if (*games)
        fprintf(stderr, "taking up again after %" PRIu64 " games, %zu positions\n", *games,
                t->size);
    return true;
}

static void print_table(const Features *features, const Fit *fit)
{
    for (int i = 0; i < features->count; i++) {
        double w = fit->weight[i];
        printf("%s%d%s", i % features->row ? " " : "{", (int)(w < 0 ? w - 0.5 : w + 0.5),
               (i + 1) % features->row ? "," : "},\n");
    }
}

static bool print_fit_json(const Tuner *t, uint64_t games, const Fit *fit)
{
    cJSON *json = reply_begin(t->game, NULL, LANG_EN);
    reply_count(json, "games", games);
    reply_count(json, "positions", t->size);
    cJSON_AddNumberToObject(json, "scale", fit->scale);
    cJSON_AddNumberToObject(json, "loss", fit->loss_before);
    cJSON_AddNumberToObject(json, "fitted", fit->loss);
    cJSON *list = cJSON_AddArrayToObject(json, "weights");
    for (int i = 0; i < t->game->features->count; i++) {
        double w = fit->weight[i];
        cJSON_AddItemToArray(list, cJSON_CreateNumber((int)(w < 0 ? w - 0.5 : w + 0.5)));
    }
    return reply_print(json, false);
}

static int tune(Tuner *t, uint64_t games, uint64_t seed, const char *path, bool json)
{
    uint64_t done;
    if (!take_up(t, path, seed, &done))
        return EXIT_BAD_INPUT;
    if (done > games)
        return complain(
            "the file holds %" PRIu64 " games already; give at least as many with --games", done);
    for (uint64_t g = done; g < games; g++) {
        size_t first = t->size;
        if (!play(t, seed * 1000003 + g))
            return complain("out of memory");
        if (!tune_file_add(&t->file, t->feature + first * (size_t)t->game->features->count,
                           t->result + first, (uint32_t)(t->size - first)))
            return complain_of_file("write", path, strerror(errno));
        if ((g + 1) % 100 == 0)
            fprintf(stderr, "%" PRIu64 " games, %zu positions\n", g + 1, t->size);
    }
    const Features *features = t->game->features;
    FitSamples samples = {t->feature, t->result, t->size, features->count};
    Fit fit = {0};
    for (int i = 0; i < features->count; i++)
        fit.weight[i] = features->weight[i];
    fit_weights(&samples, &fit);
    if (json)
        return print_fit_json(t, games, &fit) ? EXIT_GOOD : EXIT_BAD_INPUT;
    printf("games %" PRIu64 "\npositions %zu\nscale %.6f\nloss %.5f\nfitted %.5f\n", games, t->size,
           fit.scale, fit.loss_before, fit.loss);
    print_table(features, &fit);
    return EXIT_GOOD;
}

static int run_tune(const Args *args)
{
    uint64_t games = 1000, nodes = 1000, seed = 1;
    if (!args_number(args, "--games", 1, 1000000, &games) ||
        !args_number(args, "--nodes", 1, 1000000000, &nodes) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed))
        return EXIT_BAD_INPUT;
    char why[WHY_MAX];
    Game *game = game_open(args->word[0], LANG_EN, why);
    if (!game)
        return complain("%s", why);
    int result;
    Tuner *t = calloc(1, sizeof *t);
    if (!game->features)
        result = complain(
            "the evaluation of this game is no weighted sum; there is nothing to tune");
    else if (!t || !make_tuner(game, t))
        result = complain("out of memory");
    else {
        t->nodes = nodes;
        result = tune(t, games, seed, args_value(args, "--state"),
                      args_value(args, "--json") != NULL);
        if (!tune_file_close(&t->file))
            result = complain_of_file("write", args_value(args, "--state"), strerror(errno));
    }
    if (t)
        free_tuner(t);
    free(t);
    game_close(game);
    return result;
}

const Command command_tune = {
    .name = "tune",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Fit the weights of an evaluation to self-play.",
    .details =
        "Plays games against itself and prints a table of weights that foretells their results\n"
        "better, row by row as in the source. The same call prints the same table, also if it was\n"
        "stopped and taken up again with --state.",
    .flags = {{"--games", "N", "games to play (default 1000)"},
              {"--nodes", "N", "positions to search for every move (default 1000)"},
              {"--seed", "N", "for the games (default 1)"},
              {"--state", "FILE", "keep the games there; the same command goes on from it"},
              FLAG_JSON},
    .run = run_tune,
};
