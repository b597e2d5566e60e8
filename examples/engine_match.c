/* SPDX-License-Identifier: MIT */
/* Two levels play each other: engine_match [VARIANT] [LEVEL] [LEVEL] [SEED], the first as player 1.
 * Writes the game as a record.
 *   cc engine_match.c $(pkg-config --cflags --libs concentric) -o engine_match */
#include <concentric/concentric.h>
#include <stdio.h>
#include <stdlib.h>

static char why[CONCENTRIC_WHY_MAX];

static bool play_on(concentric_match *match, concentric_search *search, int level, uint64_t seed)
{
    /* The seed changes from move to move: a level has good moments and bad ones. */
    concentric_limits limits = {.nodes = 200000, .level = level, .seed = seed};
    limits.seed += concentric_ply(match);
    return concentric_search_run(search, match, &limits, why) &&
           concentric_play(match, concentric_search_best(search), why);
}

static bool play_game(concentric_match *match, concentric_search *search, const int level[2],
                      uint64_t seed)
{
    while (concentric_outcome(match, NULL) == CONCENTRIC_GOING_ON) {
        if (concentric_ply(match) == 400)
            return concentric_end(match, CONCENTRIC_BY_ARBITER, 0, why);
        if (!play_on(match, search, level[concentric_player(match) - 1], seed))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    const int level[2] = {argc > 2 ? atoi(argv[2]) : 3, argc > 3 ? atoi(argv[3]) : 1};
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    concentric_match *match = concentric_new_seeded(argc > 1 ? argv[1] : "nine", seed, why);
    if (!match) {
        fprintf(stderr, "engine_match: %s\n", why);
        return 2;
    }
    concentric_search *search = concentric_search_new(concentric_game_of(match), 16, 1, why);
    for (int p = 0; search && p < 2; p++) {
        char name[40];
        snprintf(name, sizeof name, "level %d", level[p]);
        concentric_set_tag(match, p ? "Player2" : "Player1", name, NULL);
    }
    bool good = search && play_game(match, search, level, seed);
    if (good)
        fputs(concentric_record(match), stdout);
    else
        fprintf(stderr, "engine_match: %s\n", why);
    concentric_search_free(search);
    concentric_free(match);
    return good ? 0 : 1;
}
