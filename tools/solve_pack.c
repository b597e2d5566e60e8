/* SPDX-License-Identifier: MIT */
/* Solves a variant, or its first stages, into one plain file for the program and the page, while
 * they are built (cmake/solved.cmake). Not `concentric solve`: that is linked from every part of
 * the program, so that any change anywhere would have everything solved again.
 *   solve_pack VARIANT STAGES DIR FILE     STAGES 0: all */
#include "games/registry.h"
#include "solve/solve.h"

#include <stdio.h>
#include <stdlib.h>

static bool run_all(int threads, size_t tasks, void (*task)(void *context, int thread, size_t task),
                    void *context)
{
    (void)threads;
    for (size_t i = 0; i < tasks; i++)
        task(context, 0, i);
    return true;
}

static bool solve(const Game *game, char **argv, char *why)
{
    StorePack pack;
    SolveRun run = {.game = game,
                    .dir = argv[3],
                    .workers = {1, run_all},
                    .memory = UINT64_C(1000000000),
                    .stages = (uint32_t)strtoul(argv[2], NULL, 10)};
    if (!store_pack_begin(&pack, argv[4], why))
        return false;
    bool good = solve_run(&run, why) && store_pack(&pack, run.dir, game, why);
    store_pack_cancel(&pack);
    return good;
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "usage: solve_pack VARIANT STAGES DIR FILE";
    Game *game = argc == 5 ? game_open(argv[1], LANG_EN, why) : NULL;
    bool good = game && solve(game, argv, why);
    if (!good)
        fprintf(stderr, "solve_pack: %s\n", why);
    game_close(game);
    return good ? 0 : 1;
}
