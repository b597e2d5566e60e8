/* SPDX-License-Identifier: MIT */
/* The nodes of the search. One step of the machine takes the next move of the top frame: its
 * position is either settled at once (leaf, repetition, table, oracle) and its value folded into
 * the frame, or it becomes the new top frame. A frame without moves left is left, its value folded
 * into the one below. Sides need not alternate: a value is negated only if the turn changed.
 *
 * A score in the table may stem from another way to the same position, as in every such search; a
 * proved win does not rest on repetition. */
#include "ai/inner.h"

#include "ai/evaluate.h"

#include <assert.h>
#include <string.h>

enum {
    REDUCED_FROM = 3,   /* the first move, counted from 0, that may be searched less deeply, */
    REDUCED_DEPTH = 3,  /* and the depth from which on */
    CALM_DEPTH = 3,     /* up to which the evaluation may settle a node */
    ORACLE_DEPTH = 100, /* what an oracle says is as deep as anything */
};

/* A proved score counts plies from the root; in the table it counts from its position. */
static int score_to_table(int score, int ply)
{
    return score >= SEARCH_PROVED ? score + ply : score <= -SEARCH_PROVED ? score - ply : score;
}

static int score_from_table(int score, int ply)
{
    return score >= SEARCH_PROVED ? score - ply : score <= -SEARCH_PROVED ? score + ply : score;
}

int outcome_score(const Pos *pos, Winner winner, int ply)
{
    if (winner == WINNER_DRAW)
        return 0;
    return (winner == WINNER_P2) == pos->turn ? SEARCH_WIN - ply : ply - SEARCH_WIN;
}

int search_known_score(const Known *known, int ply)
{
    if (known->value == 0)
        return 0;
    int score = known->plies < 0 ? SEARCH_KNOWN_WON : SEARCH_WIN - known->plies - ply;
    if (score < SEARCH_KNOWN_WON)
        score = SEARCH_KNOWN_WON;
    return known->value > 0 ? score : -score;
}

/* Room for one more list behind the one of the frame below? */
static bool place_list(const Search *s, SearchFrame *f)
{
    const SearchFrame *below = f - 1;
    size_t used = (size_t)(below->moves - s->memory.moves) + (size_t)below->count;
    f->moves = s->memory.moves + used;
    f->order = s->memory.order + used;
    return s->memory.room - used >= s->game->moves_max;
}

void node_open(SearchFrame *f)
{
    f->next = 0;
    f->best = -INFINITE;
    f->best_move = 0;
    f->floor = f->alpha;
    f->reduced = 0;
    f->scout = f->again = f->sorted = false;
}

static int make_moves(Search *s, SearchFrame *f)
{
    f->count = s->game->moves(s->game, &f->pos, f->moves);
    assert(f->count >= 0 && (uint32_t)f->count <= s->game->moves_max);
    s->work += (uint64_t)f->count / 8;
    return f->count;
}

/* Does what the table knows decide this node? Not on the principal variation, whose line would end
 * here. */
static bool table_settles(Search *s, SearchFrame *f, int ply, int *value)
{
    TableEntry e;
    f->table_print = 0;
    if (!table_find(&s->memory.table, f->pos.key ^ s->salt, &e))
        return false;
    f->table_print = e.print;
    *value = score_from_table(e.score, ply);
    if (e.depth < f->depth || f->beta - f->alpha > 1)
        return false;
    return *value >= f->beta ? e.bound & BOUND_LOWER : e.bound & BOUND_UPPER;
}

static void put(Search *s, const SearchFrame *f, int ply, int score, int depth, Bound bound)
{
    TableEntry entry = {.score = score_to_table(score, ply),
                        .depth = depth > 0 ? depth : 0,
                        .bound = bound,
                        .print = f->best_move ? move_print(f->best_move) : f->table_print,
                        .generation = s->generation};
    table_put(&s->memory.table, f->pos.key ^ s->salt, entry);
}

/* What is worth less than the root's known value, for the root's side, is bad, and more is good,
 * whatever evaluations say: a draw is a loss for who has won, and a gain for who has lost. */
static int missed(const Search *s, const SearchFrame *f)
{
    int value = s->root_value * SEARCH_KNOWN_WON;
    return f->pos.turn == s->frame[0].pos.turn ? -value : value;
}

/* Solved positions. Where the root's value is known, but not in how many plies, positions of the
 * same kind say nothing about which move is better, and the search goes on. */
static bool oracle_settles(Search *s, SearchFrame *f, int ply, int *value)
{
    Known known;
    const Oracle *oracle = &s->memory.oracle;
    if (!oracle->ask || !oracle->ask(oracle->context, &f->pos, &known))
        return false;
    s->oracle_hits++;
    int value_at_root = f->pos.turn == s->frame[0].pos.turn ? known.value : -known.value;
    if (s->vague && value_at_root == s->root_value && known.plies < 0)
        return false;
    *value = s->vague && known.value == 0 ? missed(s, f) : search_known_score(&known, ply);
    f->best_move = 0;
    put(s, f, ply, *value, ORACLE_DEPTH, BOUND_EXACT);
    return true;
}

/* At the horizon: the side to move takes the evaluation, or what a gain brings it. */
static bool settle_horizon(Search *s, SearchFrame *f, int ply, int *value)
{
    const Game *game = s->game;
    Winner winner = game->ops->outcome(game, &f->pos).winner;
    if (winner != WINNER_NONE) {
        *value = outcome_score(&f->pos, winner, ply);
        return true;
    }
    *value = evaluate(game, &f->pos);
    if (f->depth <= -game->quiesce || *value >= f->beta || s->full_width ||
        ply == SEARCH_PLIES_MAX || (game->loud && !game->loud(game, &f->pos)) || !place_list(s, f))
        return true;
    make_moves(s, f);
    order_gains(s, f);
    if (f->count == 0)
        return true;
    node_open(f);
    f->best = *value;
    if (f->alpha < *value)
        f->alpha = *value;
    return false;
}

/* Near the horizon the evaluation decides where it is far outside the window: if it is above, the
 * node is settled; if it is below, only what gains something is looked at. Not on the principal
 * variation. */
static bool settle_calm(Search *s, SearchFrame *f, int *value)
{
    const Game *game = s->game;
    int margin = game->calm * f->depth;
    if (!margin || f->depth > CALM_DEPTH || f->beta - f->alpha > 1 || s->full_width ||
        f->beta >= SEARCH_KNOWN_WON || f->alpha <= -SEARCH_KNOWN_WON)
        return false;
    int score = evaluate(game, &f->pos);
    if (score - margin >= f->beta) {
        *value = score - margin;
        return true;
    }
    f->hopeless = score + margin <= f->alpha;
    f->calm_score = score + margin;
    return false;
}

/* Visits the frame at `ply`, whose position, depth and window are set. True if its value is known
 * at once; else it has a list of moves to search. */
static bool settle(Search *s, SearchFrame *f, int ply, Move before, int *value)
{
    const Game *game = s->game;
    s->nodes++;
    s->work++;
    s->line_lengths[ply] = 0;
    if (ply > s->seldepth)
        s->seldepth = ply;
    *value = s->vague ? missed(s, f) : 0; /* a repetition */
    f->seen_key = seen_key(game_text_key(game, &f->pos));
    f->seen_at = seen_slot(s, f->seen_key);
    f->stood = s->seen[f->seen_at];
    if (f->stood && game_draws_here(game, &f->pos))
        return true;
    if (f->depth <= 0 || ply == SEARCH_PLIES_MAX)
        return settle_horizon(s, f, ply, value);
    *value = f->alpha; /* no win from here is as short as one that is known already */
    if (f->alpha >= SEARCH_WIN - ply - 1 || table_settles(s, f, ply, value) ||
        oracle_settles(s, f, ply, value))
        return true;
    f->hopeless = false;
    if (settle_calm(s, f, value))
        return true;
    if (!place_list(s, f)) {
        s->short_of_room = true;
        f->depth = -game->quiesce;
        return settle_horizon(s, f, ply, value);
    }
    if (make_moves(s, f) == 0) {
        *value = outcome_score(&f->pos, game->ops->outcome(game, &f->pos).winner, ply);
        return true;
    }
    f->forced = f->count == 1;
    order_moves(s, f, ply, before);
    if (f->hopeless && order_keep_gains(f) == 0) {
        *value = f->calm_score;
        return true;
    }
    node_open(f);
    if (f->hopeless)
        f->best = f->calm_score;
    return false;
}

/* The line from here: the move, and the line of the frame above. */
static void take_line(Search *s, int ply, Move move)
{
    uint8_t n = s->line_lengths[ply + 1];
    s->lines[ply][0] = move;
    memcpy(s->lines[ply] + 1, s->lines[ply + 1], n * sizeof(Move));
    s->line_lengths[ply] = (uint8_t)(n + 1);
}

static Move move_before(const Search *s)
{
    const SearchFrame *below = &s->frame[s->ply] - 1;
    return s->ply ? below->moves[below->next] : 0;
}

/* The value of the position above, for its own side, into the top frame. */
static void fold(Search *s, int value)
{
    SearchFrame *f = &s->frame[s->ply];
    if (f[1].pos.turn != f->pos.turn)
        value = -value;
    f->again = false;
    if (f->reduced && value > f->alpha) {
        f->reduced = 0;
        f->again = true;
        return;
    }
    if (f->scout && value > f->alpha && value < f->beta) {
        f->scout = false;
        f->again = true;
        return;
    }
    Move move = f->moves[f->next];
    if (s->ply == 0 && s->level.margin)
        f->order[f->next] = value; /* for the choice of a level: every root move's score */
    if (value > f->best) {
        f->best = value;
        if (value > f->alpha) {
            f->best_move = move;
            f->alpha = value;
            take_line(s, s->ply, move);
            if (s->ply == 0)
                search_take_root(s, value, move);
            else if (value >= f->beta)
                order_reward(s, f, move_before(s));
        }
    }
    f->next++;
}

/* Stores what the top frame found and goes back to the one below. */
static void leave(Search *s)
{
    SearchFrame *f = &s->frame[s->ply];
    if (f->depth > 0)
        put(s, f, s->ply, f->best, f->depth,
            f->best >= f->beta   ? BOUND_LOWER
            : f->best > f->floor ? BOUND_EXACT
                                 : BOUND_UPPER);
    if (!f->stood)
        s->seen[f->seen_at] = 0;
    s->ply--;
    fold(s, f->best);
}

/* 16 log2(n), rounded. */
static const uint8_t logs[65] = {0,  0,  16, 25, 32, 37, 41, 45, 48, 51, 53, 55, 57, 59, 61, 63, 64,
                                 65, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 79, 80, 81,
                                 81, 82, 83, 83, 84, 85, 85, 86, 86, 87, 87, 88, 88, 89, 89, 90, 90,
                                 91, 91, 92, 92, 93, 93, 93, 94, 94, 95, 95, 95, 96, 96};

static int log_of(int n)
{
    int more = 0;
    for (; n > 64; n /= 2)
        more += 16;
    return logs[n] + more;
}

/* By how many plies a late quiet move is searched less deeply at first. */
static int reduction(const Search *s, const SearchFrame *f)
{
    int late = f->next - (s->ply ? 0 : s->line_now);
    if (s->ply == 0 && s->shift && late > 0) /* as late as it is for thread 0 */
        late = (late - 1 + s->shift) % (f->count - 1) + 1;
    if (s->full_width || f->depth < REDUCED_DEPTH || late < REDUCED_FROM ||
        f->order[f->next] >= ORDER_KILLER)
        return 0;
    int plies = (log_of(f->depth) * log_of(late) / 256 * 10 + 10) / 47;
    plies -= f->beta - f->alpha > 1;
    return plies < 0 ? 0 : plies > f->depth - 2 ? f->depth - 2 : plies;
}

/* The window, depth and manner of the next move. */
static void aim(Search *s, SearchFrame *f, SearchFrame *above)
{
    int alpha = f->alpha, first = s->ply ? 0 : s->line_now;
    bool varied = s->ply == 0 && s->level.margin;
    if (varied && f->best > -INFINITE) {
        alpha = f->best - s->level.margin - 1; /* moves within the margin need true scores */
    } else if (!f->again) {
        f->scout = f->next > first && f->beta - f->alpha > 1;
        f->reduced = reduction(s, f);
    }
    int beta = f->scout ? alpha + 1 : f->beta;
    bool same = above->pos.turn == f->pos.turn;
    bool forced = f->forced && s->ply > 0 && !s->full_width && f->depth > 0;
    above->alpha = same ? alpha : -beta;
    above->beta = same ? beta : -alpha;
    above->depth = f->depth - !forced - f->reduced;
}

static void descend(Search *s)
{
    SearchFrame *f = &s->frame[s->ply], *above = f + 1;
    Move move = f->moves[f->next];
    s->game->apply(s->game, &f->pos, move, &above->pos);
    aim(s, f, above);
    if (above->depth > 0)
        table_prefetch(&s->memory.table, above->pos.key ^ s->salt);
    int value;
    if (settle(s, above, s->ply + 1, move, &value)) {
        fold(s, value);
        return;
    }
    s->seen[above->seen_at] = above->seen_key;
    s->ply++;
}

bool node_step(Search *s)
{
    SearchFrame *f = &s->frame[s->ply];
    if (f->again || (f->best < f->beta && order_choose(f)))
        descend(s);
    else if (s->ply > 0)
        leave(s);
    else
        return false;
    return true;
}
