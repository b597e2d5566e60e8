/* SPDX-License-Identifier: MIT */
/* What scores come to, by self-play: odds VARIANT GAMES NODES [SEED]. Plays games of the engine
 * against itself with a fixed number of nodes a move, from random openings of 4 to 9 plies, and
 * prints how often positions with a score were won, drawn and lost by the side to move:
 *
 *   VARIANT PHASE GROUP SCORE WON DRAWN LOST
 *
 * with scores rounded to STEP, phases as in ai/odds.h, and every game in one of GROUPS groups, so
 * that tools/odds_fit.c can tell how sure its curves are. The same call prints the same on every
 * machine; tools/odds.sh calls it for every game. */
#include "ai/odds.h"
#include "ai/search.h"
#include "base/rng.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MAX = 250, SLOTS = 1 << 18, GROUPS = 10, STEP = 10, MOST = 200 };

typedef struct Seen {
    uint32_t won, drawn, lost;
} Seen;

typedef struct Sample {
    int step, phase, side;
} Sample;

static Seen seen[ODDS_PHASES][GROUPS][2 * MOST + 1];

static int step_of(int score)
{
    int step = (score + (score < 0 ? -STEP : STEP) / 2) / STEP;
    return step < -MOST ? -MOST : step > MOST ? MOST : step;
}

static void count(const Sample *sample, int samples, int group, Winner winner)
{
    for (int i = 0; i < samples; i++) {
        Seen *s = &seen[sample[i].phase][group][MOST + sample[i].step];
        if (winner != WINNER_P1 && winner != WINNER_P2)
            s->drawn++;
        else if ((winner == WINNER_P2) == sample[i].side)
            s->won++;
        else
            s->lost++;
    }
}

/* One game. What is proved already needs no curve and is left out; one that goes on for ever is a
 * draw. */
static void play(const Game *game, Search *search, SearchMemory *memory, uint64_t nodes,
                 uint64_t seed, int group)
{
    History history;
    Pos start;
    Move move;
    Rng rng = {seed};
    Sample sample[PLIES_MAX];
    int samples = 0;
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(1);
    for (int left = 4 + (int)(rng_next(&rng) % 6); left > 0; left--)
        if (game_pick(game, &history.pos, (uint32_t)rng_next(&rng), memory->moves, &move))
            history_play(&history, move);
    tt_clear(&memory->tt);
    for (int ply = 0; ply < PLIES_MAX && history_winner(&history) == WINNER_NONE; ply++) {
        search_begin(search, memory, &history, &(SearchLimits){.nodes = nodes});
        while (search_go_on(search, 0))
            continue;
        if (abs(search->score) < SEARCH_KNOWN_WON)
            sample[samples++] = (Sample){step_of(search->score), odds_phase(game, &history.pos),
                                         history.pos.turn};
        if (!history_play(&history, search->best))
            exit(1);
    }
    count(sample, samples, group, history_winner(&history));
    history_free(&history);
}

static void print(const Game *game)
{
    for (int phase = 0; phase < ODDS_PHASES; phase++)
        for (int group = 0; group < GROUPS; group++)
            for (int i = 0; i <= 2 * MOST; i++) {
                const Seen *s = &seen[phase][group][i];
                if (s->won + s->drawn + s->lost)
                    printf("%s %d %d %d %u %u %u\n", game->id, phase, group, (i - MOST) * STEP,
                           s->won, s->drawn, s->lost);
            }
}

int main(int argc, char **argv)
{
    char why[WHY_MAX];
    uint64_t games, nodes, seed = 1;
    if (argc < 4 || argc > 5 || !str_is_number(argv[2], 100000, &games) ||
        !str_is_number(argv[3], 100000000, &nodes) ||
        (argc == 5 && !str_is_number(argv[4], UINT64_MAX, &seed))) {
        fputs("usage: odds VARIANT GAMES NODES [SEED]\n", stderr);
        return 2;
    }
    Game *game = game_open(argv[1], LANG_EN, why);
    if (!game) {
        fprintf(stderr, "odds: %s\n", why);
        return 2;
    }
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    Search *search = malloc(sizeof *search);
    SearchMemory memory = {.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room};
    if (!search || !memory.tt.slots || !memory.moves || !memory.order)
        return 1;
    for (uint64_t i = 0; i < games; i++)
        play(game, search, &memory, nodes, seed * 1000003 + i, (int)(i % GROUPS));
    print(game);
    free(memory.order);
    free(memory.moves);
    free(memory.tt.slots);
    free(search);
    game_close(game);
    return 0;
}
