/* SPDX-License-Identifier: MIT */
/* How hard is it? Our levels try. They know nothing of goals: they play what they think best. */
#include "puzzle/make.h"

enum { SEEDS = 5, SOLVED = 4 };

static bool plays_line(Solver *solver, const Game *game, const Line *line, SearchLimits limits)
{
    History history;
    bool good = history_begin(&history, game, &line->pos[0]);
    if (!good)
        return false;
    for (int i = 0; good && i < line->length; i++) {
        const Pos *pos = &line->pos[i];
        if (pos->turn == line->pos[0].turn) {
            solver_think(solver, &history, limits);
            good = solver->search.best == line->move[i];
        }
        good = good && history_play(&history, line->move[i]);
    }
    history_free(&history);
    return good;
}

static bool solves(Solver *solver, const Game *game, const Line *line, int level)
{
    int good = 0, bad = 0;
    for (uint64_t seed = 1; seed <= SEEDS && bad <= SEEDS - SOLVED && good < SOLVED; seed++) {
        SearchLimits limits = {.level = level, .seed = seed};
        bool solved = plays_line(solver, game, line, limits);
        good += solved;
        bad += !solved;
    }
    return good >= SOLVED;
}

int level_that_solves(Solver *solver, const Game *game, const Line *line)
{
    for (int level = 1; level < LEVEL_MAX; level++)
        if (solves(solver, game, line, level))
            return level;
    return LEVEL_MAX;
}
