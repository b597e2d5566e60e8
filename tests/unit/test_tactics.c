/* SPDX-License-Identifier: MIT */
/* Tactical positions (tests/tactics, README.md there). Each is proved here by trying everything,
 * without the search: the side to move forces the goal in so many plies and no fewer. Then the
 * search must choose a move that forces it, with as many nodes as the table allows. */
#include "unit/support.h"

#include "tactics/tactic.h"

#include <inttypes.h>

enum { SLACK = 4 }; /* by how much a changed search may need more nodes to see a win */

static Prover prover;

/* It sees the win as one, though perhaps not the shortest, and its move keeps it. */
static void check_win(const Tactic *t, const Game *game, const Pos *pos, Solver *solver)
{
    const Search *search = &solver->search;
    solver_think_pos(solver, game, pos, (SearchLimits){.nodes = SLACK * t->nodes});
    int mate = search_mate(search);
    if (mate < t->plies)
        fail_msg("%s: %d instead of a win in %d, %" PRIu64 " nodes: %s", t->variant, mate, t->plies,
                 search->nodes, t->text);
    if (!prover_keeps(&prover, pos, search->best, mate))
        fail_msg("%s: %s gives the win away: %s", t->variant,
                 test_move_text(game, pos, search->best), t->text);
    printf("%-24s win in %2d (seen as %2d) %8" PRIu64 " nodes (table: %" PRIu64 ")\n", t->variant,
           t->plies, mate, search->nodes, t->nodes);
}

/* Its move is one of those that force the goal in time. */
static void check_gain(const Tactic *t, const Game *game, const Pos *pos, Solver *solver)
{
    Move *moves = malloc(game->moves_max * sizeof *moves), best;
    int count = game->moves(game, pos, moves), good = 0;
    bool keeps = false;
    solver_think_pos(solver, game, pos, (SearchLimits){.nodes = t->nodes});
    best = solver->search.best;
    for (int i = 0; i < count; i++) {
        bool forces = prover_keeps(&prover, pos, moves[i], t->plies);
        good += forces;
        keeps |= forces && moves[i] == best;
    }
    if (!keeps)
        fail_msg("%s: %s forces no %s in %d with %" PRIu64 " nodes: %s", t->variant,
                 test_move_text(game, pos, best), t->goal->name, t->plies, t->nodes, t->text);
    printf("%-24s %s in %d: %2d of %3d moves, %s with %7" PRIu64 " nodes\n", t->variant,
           t->goal->name, t->plies, good, count, test_move_text(game, pos, best), t->nodes);
    free(moves);
}

static void check(const Tactic *t)
{
    Game *game = test_open(t->variant);
    Pos pos = test_pos(game, t->text);
    Solver *solver = solver_open(game);
    assert_non_null(solver);
    prover_ask(&prover, game, t->goal, &pos);
    if (!prover_forced(&prover, &pos, t->plies) || prover_forced(&prover, &pos, t->plies - 1))
        fail_msg("%s: no %s in just %d plies: %s", t->variant, t->goal->name, t->plies, t->text);
    if (t->goal == goal_find("win"))
        check_win(t, game, &pos, solver);
    else
        check_gain(t, game, &pos, solver);
    solver_close(solver);
    game_close(game);
}

static void check_table(const char *name)
{
    char path[512], line[1024];
    snprintf(path, sizeof path, "%s/tactics/%s.txt", TESTS_DIR, name);
    FILE *file = fopen(path, "r");
    int positions = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        Tactic tactic;
        if (line[0] == '#')
            continue;
        if (!tactic_read(line, &tactic))
            fail_msg("%s: not VARIANT | POSITION | GOAL | PLIES | NODES: %s", name, line);
        check(&tactic);
        positions++;
    }
    assert_true(positions >= 4);
    fclose(file);
}

static void test_table(void **state)
{
    check_table(*state);
}

static int begin(void **state)
{
    (void)state;
    return prover_open(&prover) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    prover_close(&prover);
    return 0;
}

static struct CMUnitTest table(char *name)
{
    return (struct CMUnitTest){.name = name, .test_func = test_table, .initial_state = name};
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        table("morris"), table("stacking"), table("mur"),   table("morelli"),
        table("frames"), table("mills"),    table("traps"),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
