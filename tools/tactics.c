/* SPDX-License-Identifier: MIT */
/* Finds tactical positions for tests/tactics by self-play (README.md there):
 *
 *     tactics GOAL VARIANT LEAST MOST COUNT [SEED]   positions where the goal is forced in so many
 * plies tactics again <TABLE                           the same lines with today's nodes
 *
 * Weak play leads into them. A win is found by a full-width search, at most two of a game; a nearer
 * goal by trying everything, one of a game, and only where few moves reach it, all of them quiet
 * unless they reach it at once. Prints lines of a table, and on stderr what the search did not
 * solve; test_tactics proves everything anew. */
#include "base/rng.h"
#include "games/registry.h"
#include "tactics/tactic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 250,
    GAMES_MAX = 2000,
    WEAK_NODES = 400,
    PROOF_NODES = 3000000,
    PROOF_MOVES = 2000000, /* made to prove a position, so that tests under sanitizers stay short */
    LIMITS = 6,            /* of nodes: 1,000, 4,000 ... */
    LIMIT_LEAST = 1000,
    GOOD_MOST = 4,  /* moves that reach the goal, */
    GOOD_SHARE = 6, /* and not more than one in so many */
};

typedef struct Finder {
    const Game *game;
    const Goal *goal;
    Solver *solver;
    Prover prover;
    Move *moves;
    int least, most, wanted, found;
    int looked, dear;                /* dear: too many moves to prove */
    int candidates, missed, outdone; /* outdone: missed for a win of the game that it sees */
} Finder;

/* Only what its text says of the position counts. */
static bool forget_past(const Game *game, const Pos *pos, Pos *out, char *text)
{
    char why[WHY_MAX];
    Str s = str_over(text, POSITION_TEXT_MAX);
    game->ops->write_pos(game, pos, &s);
    return game->ops->read_pos(game, text, LANG_EN, out, why);
}

/* --- Wins ------------------------------------------------------------------------------------ */

/* The nodes of a usual search that ends when it has proved the win. */
static uint64_t win_nodes(Solver *solver, const Game *game, const Pos *pos)
{
    solver_think_pos(solver, game, pos, (SearchLimits){.nodes = PROOF_NODES});
    return solver->search.nodes;
}

static bool is_win(Finder *f, const Pos *pos, Tactic *out)
{
    const Search *search = &f->solver->search;
    solver_think_pos(f->solver, f->game, pos,
                     (SearchLimits){.mate = f->most, .nodes = PROOF_NODES});
    out->plies = search_mate(search);
    if (out->plies < f->least || out->plies > f->most || search->depth < out->plies)
        return false;
    out->nodes = win_nodes(f->solver, f->game, pos);
    return true;
}

/* --- Nearer goals ---------------------------------------------------------------------------- */

/* The smallest limit from which on, with all larger ones, the search's move forces the goal; 0 if
 * it does not with the largest. */
static uint64_t gain_nodes(Solver *solver, Prover *prover, const Pos *pos, int plies)
{
    uint64_t found = 0, nodes = (uint64_t)LIMIT_LEAST << 2 * (LIMITS - 1);
    for (int i = 0; i < LIMITS; i++, nodes /= 4) {
        solver_think_pos(solver, prover->game, pos, (SearchLimits){.nodes = nodes});
        if (!prover_keeps(prover, pos, solver->search.best, plies))
            break;
        found = nodes;
    }
    return found;
}

static bool is_quiet(const Game *game, const Pos *pos, Move move)
{
    const unsigned calm = 1u << EVENT_PLACED | 1u << EVENT_MOVED | 1u << EVENT_KNOCKED;
    Event events[EVENTS_MAX];
    int count = game->ops->events(game, pos, move, events);
    for (int i = 0; i < count; i++)
        if (!(calm >> events[i].kind & 1))
            return false;
    return true;
}

/* Few moves force the goal, and quiet ones. */
static bool is_hidden(Finder *f, const Pos *pos, int plies)
{
    int count = f->game->moves(f->game, pos, f->moves), good = 0;
    for (int i = 0; i < count; i++) {
        if (!prover_keeps(&f->prover, pos, f->moves[i], plies))
            continue;
        good++;
        if (plies > 1 && !is_quiet(f->game, pos, f->moves[i]))
            return false;
    }
    return good <= GOOD_MOST && good * GOOD_SHARE <= count;
}

/* Plies in which the goal is forced, 0 if it is not or if too many moves would have to be tried.
 * The one who wants it makes the last move. */
static int shortest(Finder *f, const Pos *pos)
{
    prover_ask(&f->prover, f->game, f->goal, pos);
    for (int plies = 1; plies <= f->most && !f->prover.spent; plies += 2)
        if (prover_forced(&f->prover, pos, plies))
            return prover_forced(&f->prover, pos, plies - 1) ? 0 : plies;
    f->dear += f->prover.spent;
    return 0;
}

static void write_move(const Game *game, const Pos *pos, Move move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_move(game, pos, move, &s);
    fprintf(stderr, " %s", text);
}

/* Which moves would have done it, and what the search, with most nodes, prefers. */
static void tell_missed(Finder *f, const Pos *pos, int plies)
{
    int count = f->game->moves(f->game, pos, f->moves);
    fprintf(stderr, "# not solved: the search prefers");
    write_move(f->game, pos, f->solver->search.best);
    fprintf(stderr, " (%d) to", f->solver->search.score);
    for (int i = 0; i < count; i++)
        if (prover_keeps(&f->prover, pos, f->moves[i], plies))
            write_move(f->game, pos, f->moves[i]);
    fprintf(stderr, " in\n");
}

static bool is_gain(Finder *f, const Pos *pos, Tactic *out)
{
    f->looked++;
    out->plies = shortest(f, pos);
    if (out->plies < f->least || !is_hidden(f, pos, out->plies) || f->prover.spent)
        return false;
    f->candidates++;
    f->prover.most = 0; /* a search's move may be dear to refute */
    out->nodes = gain_nodes(f->solver, &f->prover, pos, out->plies);
    if (!out->nodes)
        tell_missed(f, pos, out->plies);
    f->prover.most = PROOF_MOVES;
    f->missed += !out->nodes;
    f->outdone += !out->nodes && search_mate(&f->solver->search) > 0;
    return true;
}

/* --- Games ----------------------------------------------------------------------------------- */

/* Prints the position if it is one to be kept, on stderr if the search does not solve it. */
static bool examine(Finder *f, const Pos *played)
{
    Tactic t = {.goal = f->goal};
    Pos pos;
    if (!forget_past(f->game, played, &pos, t.text))
        return false;
    memcpy(t.variant, f->game->id, sizeof t.variant);
    if (!(f->goal->events ? is_gain(f, &pos, &t) : is_win(f, &pos, &t)))
        return false;
    tactic_write(&t, t.nodes ? stdout : stderr);
    f->found += t.nodes != 0;
    return true;
}

static void play(Finder *f, uint64_t seed)
{
    History history;
    Pos start;
    Rng rng = {seed};
    int here = 0, per_game = f->goal->events ? 1 : 2;
    f->game->ops->start(f->game, seed, &start);
    if (!history_begin(&history, f->game, &start))
        exit(1);
    while (history_winner(&history) == WINNER_NONE && history.ply < PLIES_MAX && here < per_game &&
           f->found < f->wanted) {
        Move move;
        if (rng_below(&rng, 4) == 0) {
            game_pick(f->game, &history.pos, (uint32_t)rng_next(&rng), f->moves, &move);
        } else {
            if (history.ply > 6 && rng_below(&rng, 2) == 0)
                here += examine(f, &history.pos);
            solver_think(f->solver, &history, (SearchLimits){.nodes = WEAK_NODES});
            move = f->solver->search.best;
        }
        if (!history_play(&history, move))
            exit(1);
    }
    history_free(&history);
}

static int find(Finder *f, uint64_t seed)
{
    f->solver = solver_open(f->game);
    f->moves = malloc(f->game->moves_max * sizeof *f->moves);
    if (!f->solver || !f->moves || !prover_open(&f->prover))
        return 1;
    f->prover.most = PROOF_MOVES;
    for (uint64_t i = 0; f->found < f->wanted && i < GAMES_MAX; i++)
        play(f, seed * 1000003 + i);
    if (f->goal->events)
        fprintf(stderr,
                "# %s: %d positions looked at, %d of them too dear to prove; %d candidates, "
                "%d not solved, %d of these for a win that the search sees\n",
                f->game->id, f->looked, f->dear, f->candidates, f->missed, f->outdone);
    return f->found < f->wanted;
}

/* --- Old lines -------------------------------------------------------------------------------- */

static bool renew(Tactic *t, Prover *prover, char *why)
{
    Game *game = game_open(t->variant, LANG_EN, why);
    Solver *solver = game ? solver_open(game) : NULL;
    Pos pos;
    if (!solver || !game->ops->read_pos(game, t->text, LANG_EN, &pos, why))
        return false;
    prover_ask(prover, game, t->goal, &pos);
    t->nodes = t->goal->events ? gain_nodes(solver, prover, &pos, t->plies)
                               : win_nodes(solver, game, &pos);
    solver_close(solver);
    game_close(game);
    return true;
}

static int again(void)
{
    char line[1024], why[WHY_MAX] = "not a line of a table";
    Prover prover;
    if (!prover_open(&prover))
        return 1;
    while (fgets(line, sizeof line, stdin)) {
        Tactic t;
        if (line[0] == '#') {
            fputs(line, stdout);
        } else if (tactic_read(line, &t) && renew(&t, &prover, why)) {
            tactic_write(&t, stdout);
        } else {
            fprintf(stderr, "%s: %s", why, line);
            return 2;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "tactics GOAL VARIANT LEAST MOST COUNT [SEED], or tactics again <TABLE";
    if (argc == 2 && strcmp(argv[1], "again") == 0)
        return again();
    Finder f = {.goal = argc > 5 ? goal_find(argv[1]) : NULL};
    f.game = f.goal ? game_open(argv[2], LANG_EN, why) : NULL;
    if (!f.game) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    f.least = atoi(argv[3]);
    f.most = atoi(argv[4]);
    f.wanted = atoi(argv[5]);
    return find(&f, argc > 6 ? strtoull(argv[6], NULL, 10) : 1);
}
