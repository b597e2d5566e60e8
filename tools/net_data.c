/* SPDX-License-Identifier: MIT */
/* Positions for the trainer of learnt evaluations (docs/adr/0090), by self-play:
 *
 *   net_data VARIANT GAMES NODES EVERY SEED FILE [DATABASE]
 *   net_data VARIANT GAMES NODES 0 SEED FILE DATABASE
 *
 * Plays games of the engine against itself from random openings, NODES a move, with a stray move
 * now and then, and takes one in EVERY of the positions that the search evaluates: these are the
 * ones that an evaluation must judge. Written are NetSamples (tools/net_sample.h): the position,
 * its hand-made score, the result of its game and, if a database directory is given, the exact
 * value; positions that the database does not know are then left out.
 *
 * With 0 it takes the positions of the games themselves, those after the random moves, until one
 * comes that the database knows: its value is the result of all. That is for early positions, which
 * no database of a part of the game knows.
 *
 * The same call writes the same file on every machine of the same byte order. */
#include "ai/evaluate.h"
#include "ai/search.h"
#include "base/rng.h"
#include "games/registry.h"
#include "solve/store.h"
#include "tools/net_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 200, RANDOM_MAX = 14, SLOTS = 1 << 16, STRAY = 24, SAMPLES_MAX = 1 << 24 };

/* The search calls Game.evaluate: it is replaced by one that also takes samples. */
static struct {
    int (*evaluate)(const Game *, const Pos *);
    NetSample *sample;
    size_t count, room;
    Rng rng;
    uint64_t every;
    bool on;
} taker;

static int evaluate_and_take(const Game *game, const Pos *pos)
{
    int score = taker.evaluate(game, pos);
    if (taker.on && taker.count < taker.room && rng_next(&taker.rng) % taker.every == 0)
        taker.sample[taker.count++] = (NetSample){.pos = *pos, .score = (int16_t)score};
    return score;
}

static void play(const Game *game, Search *search, SearchMemory *memory, uint64_t nodes,
                 uint64_t seed)
{
    History history;
    Pos start;
    Move move;
    Rng rng = {seed};
    size_t first = taker.count;
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(1);
    int random = (int)(rng_next(&rng) % 10);
    tt_clear(&memory->tt);
    for (int ply = 0; ply < PLIES_MAX && history_winner(&history) == WINNER_NONE; ply++) {
        uint64_t dice = rng_next(&rng);
        if (ply < random || dice % STRAY == 0) {
            game_pick(game, &history.pos, (uint32_t)(dice >> 32), memory->moves, &move);
        } else {
            taker.on = true;
            search_begin(search, memory, &history, &(SearchLimits){.nodes = nodes});
            while (search_go_on(search, 0))
                continue;
            taker.on = false;
            move = search->best;
        }
        if (!history_play(&history, move))
            exit(1);
    }
    Winner winner = history_winner(&history);
    for (size_t i = first; i < taker.count; i++) {
        NetSample *s = &taker.sample[i];
        bool decided = winner == WINNER_P1 || winner == WINNER_P2;
        s->result = !decided ? 0 : (winner == WINNER_P2) == s->pos.turn ? 1 : -1;
        s->exact = NET_UNKNOWN;
    }
    history_free(&history);
}

/* Random moves and the engine's in turn by chance, then the engine's alone. */
static void play_until_known(const Game *game, Search *search, SearchMemory *memory, uint64_t nodes,
                             uint64_t seed, const Probe *probe)
{
    History history;
    Pos start;
    Known known = {0, -1};
    Rng rng = {seed};
    size_t first = taker.count;
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(1);
    int random = (int)(rng_next(&rng) % RANDOM_MAX);
    tt_clear(&memory->tt);
    for (int ply = 0; ply < PLIES_MAX && history_winner(&history) == WINNER_NONE; ply++) {
        uint64_t dice = rng_next(&rng);
        Move move;
        if (ply >= random) {
            if (probe_ask(probe, &history.pos, &known))
                break;
            if (taker.count < taker.room)
                taker.sample[taker.count++] = (NetSample){
                    .pos = history.pos, .score = (int16_t)evaluate(game, &history.pos)};
        }
        if (ply < random && dice & 1) {
            game_pick(game, &history.pos, (uint32_t)(dice >> 32), memory->moves, &move);
        } else {
            search_begin(search, memory, &history, &(SearchLimits){.nodes = nodes});
            while (search_go_on(search, 0))
                continue;
            move = search->best;
        }
        if (!history_play(&history, move))
            exit(1);
    }
    for (size_t i = first; i < taker.count; i++) {
        NetSample *s = &taker.sample[i];
        s->result = (int8_t)(s->pos.turn == history.pos.turn ? known.value : -known.value);
        s->exact = NET_UNKNOWN;
    }
    history_free(&history);
}

typedef struct Place {
    SectorIndex at;
    size_t sample;
} Place;

static int compare_places(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    if (x->at.sector != y->at.sector)
        return x->at.sector < y->at.sector ? -1 : 1;
    return x->at.index < y->at.index ? -1 : x->at.index > y->at.index;
}

/* In the order of the files, so that every block is unpacked once. */
static void ask_database(const Game *game, const Probe *probe)
{
    Place *place = malloc(taker.count * sizeof *place);
    size_t places = 0, kept = 0;
    if (!place)
        exit(1);
    for (size_t i = 0; i < taker.count; i++)
        if (game->solvable->rank(probe->tables, &taker.sample[i].pos, &place[places].at))
            place[places++].sample = i;
    qsort(place, places, sizeof *place, compare_places);
    for (size_t i = 0; i < places; i++) {
        Known known;
        NetSample *s = &taker.sample[place[i].sample];
        if (probe_ask(probe, &s->pos, &known))
            s->exact = (int8_t)known.value;
    }
    for (size_t i = 0; i < taker.count; i++)
        if (taker.sample[i].exact != NET_UNKNOWN)
            taker.sample[kept++] = taker.sample[i];
    taker.count = kept;
    free(place);
}

int main(int argc, char **argv)
{
    char why[WHY_MAX];
    uint64_t games, nodes, seed;
    if (argc < 7 || argc > 8 || !str_is_number(argv[2], 10000000, &games) ||
        !str_is_number(argv[3], 100000000, &nodes) ||
        !str_is_number(argv[4], 1000000, &taker.every) || (taker.every == 0 && argc != 8) ||
        !str_is_number(argv[5], UINT64_MAX, &seed)) {
        fputs("usage: net_data VARIANT GAMES NODES EVERY SEED FILE [DATABASE]\n", stderr);
        return 2;
    }
    Game *game = game_open(argv[1], LANG_EN, why);
    if (!game || !game->evaluate || (argc == 8 && !game->solvable)) {
        fprintf(stderr, "net_data: %s\n", game ? "the game has no evaluation or numbering" : why);
        return 2;
    }
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    Search *search = malloc(sizeof *search);
    SearchMemory memory = {.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room};
    taker.room = SAMPLES_MAX;
    taker.sample = malloc(taker.room * sizeof *taker.sample);
    taker.evaluate = game->evaluate;
    taker.rng.state = seed;
    game->evaluate = evaluate_and_take;
    if (!search || !memory.tt.slots || !memory.moves || !memory.order || !taker.sample)
        return 1;
    Store *store = argc == 8 ? store_open(argv[7], game, why) : NULL;
    if (argc == 8 && !store) {
        fprintf(stderr, "net_data: %s\n", why);
        return 1;
    }
    for (uint64_t i = 0; i < games; i++)
        if (taker.every)
            play(game, search, &memory, nodes, seed * 1000003 + i);
        else
            play_until_known(game, search, &memory, nodes, seed * 1000003 + i, store_probe(store));
    size_t taken = taker.count;
    if (store && taker.every)
        ask_database(game, store_probe(store));
    FILE *file = fopen(argv[6], "wb");
    if (!file || fwrite(taker.sample, sizeof *taker.sample, taker.count, file) != taker.count ||
        fclose(file))
        return 1;
    fprintf(stderr, "%zu positions taken, %zu written\n", taken, taker.count);
    if (store)
        store_close(store);
    free(taker.sample);
    free(memory.order);
    free(memory.moves);
    free(memory.tt.slots);
    free(search);
    game_close(game);
    return 0;
}
