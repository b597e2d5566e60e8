/* SPDX-License-Identifier: MIT */
/* A data set from random games, many at once: selfplay_data [VARIANT] [GAMES] [SEED]. Writes one
 * line for each position: position text, move, and the result for the player to move (1, 0, -1). cc
 * selfplay_data.c $(pkg-config --cflags --libs concentric) -o selfplay_data */
#include <concentric/concentric.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 32, PLIES_MAX = 1000, LINE_MAX = 600 };

/* What was played in a slot, until its game is over and the result is known. */
typedef struct Game {
    char (*line)[LINE_MAX];
    uint8_t player[PLIES_MAX];
    int count;
} Game;

static Game game[SLOTS];

static void note(concentric_batch *batch, size_t slot, uint64_t move, uint8_t player)
{
    Game *g = &game[slot];
    if (g->count == PLIES_MAX)
        return;
    g->player[g->count] = player;
    int used = snprintf(g->line[g->count], LINE_MAX, "%s\t",
                        concentric_batch_position(batch, slot));
    snprintf(g->line[g->count] + used, (size_t)(LINE_MAX - used), "%s",
             concentric_batch_move_text(batch, slot, move));
    g->count++;
}

static void write_game(Game *g, uint8_t result)
{
    for (int i = 0; i < g->count; i++)
        printf("%s\t%d\n", g->line[i],
               result == CONCENTRIC_DRAW ? 0
               : result == g->player[i]  ? 1
                                         : -1);
    g->count = 0;
}

/* One random move in every slot, and the games that are over then. Returns how many were. */
static size_t step(concentric_batch *batch, size_t wanted)
{
    static uint32_t first[SLOTS + 1], index[SLOTS];
    static uint8_t player[SLOTS], result[SLOTS];
    const uint64_t *moves = concentric_batch_moves(batch, first);
    size_t done = 0;
    concentric_batch_players(batch, player);
    for (size_t s = 0; moves && s < SLOTS; s++) {
        index[s] = (uint32_t)rand() % (first[s + 1] - first[s]);
        note(batch, s, moves[first[s] + index[s]], player[s]);
    }
    concentric_batch_play_index(batch, index, NULL);
    concentric_batch_outcomes(batch, result);
    for (size_t s = 0; s < SLOTS; s++) {
        bool over = result[s] != CONCENTRIC_GOING_ON || game[s].count == PLIES_MAX;
        if (over && done < wanted) {
            write_game(&game[s], result[s] ? result[s] : CONCENTRIC_DRAW);
            done++;
        }
        if (over) {
            game[s].count = 0;
            concentric_batch_set(batch, s, NULL, (uint64_t)rand(), NULL);
        }
    }
    return done;
}

int main(int argc, char **argv)
{
    char why[CONCENTRIC_WHY_MAX];
    size_t games = argc > 2 ? strtoul(argv[2], NULL, 10) : 10;
    srand(argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1);
    concentric_game *variant = concentric_game_open(argc > 1 ? argv[1] : "nine", CONCENTRIC_ENGLISH,
                                                    why);
    concentric_batch *batch = variant ? concentric_batch_new(variant, SLOTS, 1, why) : NULL;
    concentric_game_close(variant); /* the batch keeps it */
    if (!batch) {
        fprintf(stderr, "selfplay_data: %s\n", why);
        return 2;
    }
    for (size_t s = 0; s < SLOTS; s++)
        if (!(game[s].line = malloc(sizeof *game[s].line * PLIES_MAX)))
            return 1;
    for (size_t done = 0; done < games;)
        done += step(batch, games - done);
    for (size_t s = 0; s < SLOTS; s++)
        free(game[s].line);
    concentric_batch_free(batch);
    return 0;
}
