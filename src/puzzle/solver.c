/* SPDX-License-Identifier: MIT */
/* A search with memory of its own, see solver.h. */
#include "puzzle/solver.h"

#include <stdlib.h>

enum { SLOTS = 1 << 18 };

Solver *solver_open(const Game *game)
{
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    Solver *solver = malloc(sizeof *solver);
    if (!solver)
        return NULL;
    solver->memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                                    .moves = malloc(room * sizeof(Move)),
                                    .order = malloc(room * sizeof(int32_t)),
                                    .room = room};
    if (solver->memory.tt.slots && solver->memory.moves && solver->memory.order)
        return solver;
    solver_close(solver);
    return NULL;
}

void solver_close(Solver *solver)
{
    if (!solver)
        return;
    free(solver->memory.tt.slots);
    free(solver->memory.moves);
    free(solver->memory.order);
    free(solver);
}

void solver_think(Solver *solver, const History *history, SearchLimits limits)
{
    tt_clear(&solver->memory.tt);
    search_begin(&solver->search, &solver->memory, history, &limits);
    while (search_go_on(&solver->search, 0))
        continue;
}

void solver_think_pos(Solver *solver, const Game *game, const Pos *pos, SearchLimits limits)
{
    History history;
    if (!history_begin(&history, game, pos))
        abort();
    solver_think(solver, &history, limits);
    history_free(&history);
}
