/* SPDX-License-Identifier: MIT */
/* Plays one random game with libconcentric: random_game [VARIANT] [SEED]
 *   cc random_game.c $(pkg-config --cflags --libs concentric) -o random_game */
#include <concentric/concentric.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char why[CONCENTRIC_WHY_MAX];
    concentric_match *match = concentric_new(argc > 1 ? argv[1] : "nine", NULL, why);
    if (!match) {
        fprintf(stderr, "random_game: %s\n", why);
        return 2;
    }
    srand(argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1);
    const char *reason;
    int plies = 0;
    size_t count;
    while (concentric_outcome(match, &reason) == CONCENTRIC_GOING_ON &&
           (count = concentric_move_count(match)) > 0) {
        const char *move = concentric_move(match, (size_t)rand() % count);
        printf("%d. %s\n", ++plies, move);
        if (!concentric_play(match, move, why)) {
            fprintf(stderr, "random_game: %s\n", why);
            return 1;
        }
    }
    static const char *const results[] = {"", "player 1 wins", "player 2 wins", "a draw"};
    printf("%s\n%s: %s\n", concentric_position(match), results[concentric_outcome(match, &reason)],
           reason);
    concentric_free(match);
    return 0;
}
