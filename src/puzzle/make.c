/* SPDX-License-Identifier: MIT */
/* Finding puzzles, see make.h. Weak players lead into positions with something to find; a short
 * search says where a win may be, everything else is tried; what is left is proved, told by themes,
 * solved by our levels and checked once more by other code. */
#include "puzzle/make.h"

#include "core/canon.h"
#include "core/history.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 250,       /* of a game */
    GAMES_MAX = 5000,      /* without a new puzzle */
    OPENING = 4,           /* plies that are never looked at, */
    SKIPPED = 48,          /* and at most so many more, by chance, so that all phases occur */
    PER_GAME = 2,          /* puzzles */
    APART = 4,             /* plies between them */
    WEAK_NODES = 600,      /* of a player */
    FILTER_NODES = 2000,   /* of the search for wins, */
    AGREE_NODES = 30000,   /* and of those that must like the way to another goal, */
    AGREE_MORE = 8,        /* the second with so many times as many */
    WIN_PLIES = 7,         /* the longest win, */
    GAIN_PLIES = 5,        /* the longest way to another goal, */
    KNOWN_PLIES = 7,       /* the longest line by known values */
    FIND_MOVES = 25000,    /* made to find that there is a way, */
    PROOF_MOVES = 400000,  /* to prove that there is no other, */
    CHECK_MOVES = 3000000, /* and to check it */
    MOVES_LEAST = 4,       /* to choose from at first */
    MOVES_MANY = 60,       /* too many to look five plies ahead */
    MOVES_AT_END = 40,     /* near the end of a game without repetition */
    SHORT_SHARE = 6,       /* one of so many may have one move only */
};

struct Maker {
    const Game *game;
    Oracle oracle;
    uint32_t goals;
    uint64_t seed;
    Rng rng;
    Prover prover;
    Solver *solver;
    Liner liner;
    Move *moves;
    History history;
    bool playing, random;
    int level[2], found_here;
    uint32_t look_ply; /* from which on positions are looked at */
    int found[GOAL_COUNT], found_short, found_all;
    uint64_t *keys; /* of the puzzles, whichever way the board is turned */
    MakerCounts counts;
};

Maker *maker_open(const Game *game, const Oracle *oracle, uint64_t seed)
{
    Maker *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->game = game;
    m->oracle = *oracle;
    m->seed = seed;
    m->rng.state = seed;
    m->solver = solver_open(game);
    m->moves = malloc(game->moves_max * sizeof *m->moves);
    m->liner = (Liner){.game = game, .prover = &m->prover, .oracle = *oracle, .rng = &m->rng};
    m->liner.lists = malloc((PUZZLE_LINE_MAX + 1) * (size_t)game->moves_max * sizeof(Move));
    m->goals = goals_of(game);
    if (m->solver && m->moves && m->liner.lists && m->goals && prover_open(&m->prover))
        return m;
    maker_close(m);
    return NULL;
}

void maker_close(Maker *m)
{
    if (!m)
        return;
    if (m->playing)
        history_free(&m->history);
    prover_close(&m->prover);
    solver_close(m->solver);
    free(m->liner.lists);
    free(m->moves);
    free(m->keys);
    free(m);
}

const MakerCounts *maker_counts(const Maker *m)
{
    return &m->counts;
}

/* --- No puzzle twice -------------------------------------------------------------------------- */

static bool is_known(const Maker *m, uint64_t key)
{
    for (int i = 0; i < m->found_all; i++)
        if (m->keys[i] == key)
            return true;
    return false;
}

/* The keys grow by doubling. */
static bool keep_key(Maker *m, uint64_t key)
{
    int n = m->found_all;
    if ((n & (n - 1)) == 0) {
        uint64_t *more = realloc(m->keys, (n ? 2 * (size_t)n : 1) * sizeof *more);
        if (!more)
            return false;
        m->keys = more;
    }
    m->keys[m->found_all++] = key;
    return true;
}

/* --- One position ------------------------------------------------------------------------------
 */

/* Plies in which the goal is forced; 0 if it is not, or too dear to prove. The one who wants it
 * makes the last move. */
static int shortest(Maker *m, const Goal *goal, const Pos *pos, int most)
{
    prover_ask(&m->prover, m->game, goal, pos);
    m->prover.most = FIND_MOVES;
    for (int plies = 1; plies <= most && !m->prover.spent; plies += 2)
        if (prover_forced(&m->prover, pos, plies))
            return m->prover.spent || prover_forced(&m->prover, pos, plies - 1) ? 0 : plies;
    m->counts.too_dear += m->prover.spent;
    return 0;
}

/* How far to look for the win: as far as a search has seen one. A game without repetition ends when
 * the moves run out, so there is no win near while there are many. */
static int win_plies(Maker *m, const Pos *pos)
{
    if (!m->game->repeats && m->game->moves(m->game, pos, m->moves) > MOVES_AT_END)
        return 0;
    solver_think_pos(m->solver, m->game, pos, (SearchLimits){.nodes = FILTER_NODES});
    int plies = search_mate(&m->solver->search);
    return plies < 0 ? 0 : plies < WIN_PLIES ? plies : plies <= WIN_PLIES + 2 ? WIN_PLIES : 0;
}

/* Where there are many moves, five plies are seldom proved with FIND_MOVES. */
static int gain_plies(Maker *m, const Pos *pos)
{
    return m->game->moves(m->game, pos, m->moves) > MOVES_MANY ? GAIN_PLIES - 2 : GAIN_PLIES;
}

static bool wants_short(const Maker *m)
{
    return m->found_short * SHORT_SHARE <= m->found_all;
}

static bool prove_goal(Maker *m, const Goal *goal, const Pos *pos)
{
    bool win = goal_kind(goal) == GOAL_WIN;
    int most = win ? win_plies(m, pos) : gain_plies(m, pos);
    int plies = shortest(m, goal, pos, most);
    if (!plies || (plies == 1 && (goal_kind(goal) == GOAL_MILL || !wants_short(m))))
        return false;
    m->counts.candidates++;
    m->prover.most = PROOF_MOVES;
    if (liner_prove(&m->liner, pos, plies))
        return true;
    m->counts.not_unique += !m->prover.spent;
    m->counts.too_dear += m->prover.spent;
    return false;
}

/* The goal that the fewest puzzles have, of those not tried yet. */
static const Goal *next_goal(const Maker *m, uint32_t *left)
{
    int best = -1;
    for (int k = 0; k < GOAL_COUNT; k++)
        if (*left >> k & 1 && (best < 0 || m->found[k] < m->found[best]))
            best = k;
    if (best < 0)
        return NULL;
    *left &= ~(1u << best);
    return &goals[best];
}

static const Goal *find_proved(Maker *m, const Pos *pos)
{
    uint32_t left = m->goals;
    for (const Goal *goal; (goal = next_goal(m, &left));)
        if (prove_goal(m, goal, pos))
            return goal;
    return NULL;
}

static const Goal *find_known(Maker *m, const Pos *pos)
{
    int value;
    if (!liner_know(&m->liner, pos, KNOWN_PLIES, &value))
        return NULL;
    const Goal *goal = &goals[value ? GOAL_WIN : GOAL_DRAW];
    const Goal *other = &goals[value ? GOAL_DRAW : GOAL_WIN];
    m->counts.candidates++;
    if ((m->liner.line.length == 1 && !wants_short(m)) ||
        m->found[goal_kind(goal)] > 2 * m->found[goal_kind(other)] + 2)
        return NULL;
    return goal;
}

/* What the last move does is what the goal is called: a win may be the kraken's trap, and the way
 * to another goal end with a win (then the check tells whether the win is forced). */
static const Goal *name_goal(const Maker *m, const Goal *goal)
{
    const Line *line = &m->liner.line;
    const Goal *kraken = &goals[GOAL_KRAKEN];
    int last = line->length - 1, who = line->pos[0].turn;
    if (goal_kind(goal) == GOAL_WIN && m->goals >> GOAL_KRAKEN & 1 &&
        goal_is_met(kraken, m->game, &line->pos[last], line->move[last], who))
        return kraken;
    if (goal->events && !goal_is_met(goal, m->game, &line->pos[last], line->move[last], who))
        return &goals[GOAL_WIN];
    return goal;
}

static void write_puzzle(const Maker *m, const Goal *goal, uint32_t themes, int level, Puzzle *out)
{
    const Line *line = &m->liner.line;
    *out = (Puzzle){.goal = goal, .length = line->length, .themes = themes, .level = level};
    Str s = str_over(out->variant, sizeof out->variant);
    str_add(&s, m->game->id);
    s = str_over(out->position, sizeof out->position);
    m->game->ops->write_pos(m->game, &line->pos[0], &s);
    for (int i = 0; i < line->length; i++) {
        s = str_over(out->line[i], MOVE_TEXT_MAX);
        m->game->ops->write_move(m->game, &line->pos[i], line->move[i], &s);
    }
}

/* Only what its text says of the position counts. */
static bool forget_past(const Game *game, const Pos *pos, Pos *out)
{
    char text[POSITION_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_pos(game, pos, &s);
    return game->ops->read_pos(game, text, LANG_EN, out, why);
}

/* Do searches without mistakes begin like that too? If not, something else is better, and to ask
 * for this goal would mislead. The levels, which take much longer, then need not be asked. */
static bool is_liked(Maker *m)
{
    const Line *line = &m->liner.line;
    for (uint64_t nodes = AGREE_NODES; nodes <= AGREE_NODES * AGREE_MORE; nodes *= AGREE_MORE) {
        solver_think_pos(m->solver, m->game, &line->pos[0], (SearchLimits){.nodes = nodes});
        if (m->solver->search.best != line->move[0])
            return false;
    }
    return true;
}

static bool finish(Maker *m, const Goal *goal, Puzzle *out)
{
    char why[WHY_MAX];
    bool known = m->oracle.ask != NULL;
    goal = name_goal(m, goal);
    uint32_t themes = themes_of(&m->liner, goal, known ? NULL : &m->prover);
    bool ends = m->game->ops->outcome(m->game, &m->liner.line.pos[m->liner.line.length]).winner !=
                WINNER_NONE;
    if (known && ends) /* then it can be proved too */
        themes &= ~(1u << THEME_EXACT);
    if (goal->events && !is_liked(m)) {
        m->counts.misleading++;
        return false;
    }
    int level = level_that_solves(m->solver, m->game, &m->liner.line);
    if (goal->events && level == LEVEL_MAX) { /* nor later on */
        m->counts.misleading++;
        return false;
    }
    write_puzzle(m, goal, themes, level, out);
    if (puzzle_check(out, m->game, &m->oracle, CHECK_MOVES, why))
        return true;
    m->counts.unchecked++;
    return false;
}

static bool examine(Maker *m, Puzzle *out)
{
    Pos pos;
    if (!forget_past(m->game, &m->history.pos, &pos) ||
        m->game->moves(m->game, &pos, m->moves) < MOVES_LEAST)
        return false;
    uint64_t key = canon_key(m->game, &pos);
    m->counts.positions++;
    if (is_known(m, key)) {
        m->counts.again++;
        return false;
    }
    const Goal *goal = m->oracle.ask ? find_known(m, &pos) : find_proved(m, &pos);
    if (!goal || !finish(m, goal, out) || !keep_key(m, key))
        return false;
    m->found[goal_kind(out->goal)]++;
    m->found_short += out->length == 1;
    return true;
}

/* --- Games --------------------------------------------------------------------------------------
 */

static bool begin_game(Maker *m)
{
    enum { LEVELS = 5 };
    Pos start;
    uint64_t number = m->counts.games++;
    m->rng.state = m->seed * 1000003 + number;
    m->game->ops->start(m->game, rng_next(&m->rng), &start);
    m->random = rng_below(&m->rng, 4) == 0;
    for (int i = 0; i < 2; i++)
        m->level[i] = 1 + (int)rng_below(&m->rng, LEVELS);
    m->found_here = 0;
    m->look_ply = OPENING + rng_below(&m->rng, SKIPPED);
    m->playing = history_begin(&m->history, m->game, &start);
    return m->playing;
}

static bool play_move(Maker *m)
{
    Move move = 0;
    if (m->random || m->history.ply < OPENING || rng_below(&m->rng, 8) == 0) {
        game_pick(m->game, &m->history.pos, (uint32_t)rng_next(&m->rng), m->moves, &move);
    } else {
        SearchLimits limits = {
            .level = m->level[m->history.pos.turn], .nodes = WEAK_NODES, .seed = rng_next(&m->rng)};
        solver_think(m->solver, &m->history, limits);
        move = m->solver->search.best;
    }
    return move && history_play(&m->history, move);
}

static bool is_over(const Maker *m)
{
    return history_winner(&m->history) != WINNER_NONE || m->history.ply >= PLIES_MAX ||
           m->found_here >= PER_GAME;
}

bool maker_next(Maker *m, Puzzle *out)
{
    uint64_t games = m->counts.games;
    while (m->counts.games - games < GAMES_MAX) {
        if (!m->playing && !begin_game(m))
            return false;
        while (!is_over(m) && play_move(m)) {
            if (history_winner(&m->history) != WINNER_NONE || m->history.ply < m->look_ply ||
                !examine(m, out))
                continue;
            m->found_here++;
            m->look_ply = m->history.ply + APART;
            return true;
        }
        history_free(&m->history);
        m->playing = false;
    }
    return false;
}
