/* SPDX-License-Identifier: MIT */
/* Lines of the tables of tactical positions, and the search for them. */
#include "tactics/tactic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 18 };

bool tactic_read(const char *line, Tactic *out)
{
    char goal[16];
    int end = 0;
    int fields = sscanf(line, "%95[^| ] | %511[^|]| %15[a-z] | %d | %" SCNu64 " %n", out->variant,
                        out->text, goal, &out->plies, &out->nodes, &end);
    if (fields != 5 || line[end])
        return false;
    out->text[strlen(out->text) - 1] = '\0'; /* the space before the bar */
    out->goal = goal_find(goal);
    return out->goal != NULL;
}

void tactic_write(const Tactic *t, FILE *out)
{
    fprintf(out, "%s | %s | %s | %d | %" PRIu64 "\n", t->variant, t->text, t->goal->name, t->plies,
            t->nodes);
    fflush(out);
}

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
