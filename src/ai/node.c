/* SPDX-License-Identifier: MIT */
/* The nodes of the search. One step takes the next move of the top frame: either the child's value
 * is known at once (leaf, repetition, transposition, oracle) and is backed up into the frame, or
 * the child becomes the new top frame. A frame without moves left is popped and its value backed up
 * into its parent. Sides need not alternate: a value is negated only if the turn changed.
 *
 * A score in the transposition table may come from another path to the same position, as in every
 * such search; a proved win does not depend on repetition. */
#include "ai/inner.h"

#include "ai/evaluate.h"

#include <assert.h>
#include <string.h>

enum {
    LMR_MOVE = 3,       /* late move reductions from this move on, counted from 0, */
    LMR_DEPTH = 3,      /* and from this depth on */
    FUTILITY_DEPTH = 3, /* futility pruning up to this depth */
    ORACLE_DEPTH = 100, /* an oracle's value is stored as deeper than any search */
};

/* A proved score counts plies from the root; in the transposition table, from its position. */
static int score_to_tt(int score, int ply)
{
    return score >= SEARCH_PROVED ? score + ply : score <= -SEARCH_PROVED ? score - ply : score;
}

static int score_from_tt(int score, int ply)
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

/* Places the frame's move list behind its parent's; false if there is no room. */
static bool place_list(const Search *s, SearchFrame *f)
{
    const SearchFrame *parent = f - 1;
    size_t used = (size_t)(parent->moves - s->memory.moves) + (size_t)parent->count;
    f->moves = s->memory.moves + used;
    f->order = s->memory.order + used;
    return s->memory.room - used >= s->game->moves_max;
}

void node_open(SearchFrame *f)
{
    f->next = f->picked = 0;
    f->ahead_move = 0;
    f->best = -INFINITE;
    f->best_move = 0;
    f->alpha_start = f->alpha;
    f->reduction = 0;
    f->scout = f->research = f->sorted = false;
}

static int make_moves(Search *s, SearchFrame *f, bool noisy)
{
    const Game *game = s->game;
    f->count = (noisy && game->noisy_moves ? game->noisy_moves : game->moves)(game, &f->pos,
                                                                              f->moves);
    assert(f->count >= 0 && (uint32_t)f->count <= s->game->moves_max);
    s->work += (uint64_t)f->count / 8;
    return f->count;
}

/* Is there an entry that cuts this node off? Not on the principal variation, whose line would end
 * here. */
static bool tt_cutoff(Search *s, SearchFrame *f, int ply, int *value)
{
    TTEntry e;
    f->tt_move_hash = 0;
    if (!tt_probe(&s->memory.tt, f->pos.key ^ s->salt, &e))
        return false;
    f->tt_move_hash = e.move_hash;
    *value = score_from_tt(e.score, ply);
    if (e.depth < f->depth || f->beta - f->alpha > 1)
        return false;
    return *value >= f->beta ? e.bound & BOUND_LOWER : e.bound & BOUND_UPPER;
}

static void tt_save(Search *s, const SearchFrame *f, int ply, int score, int depth, Bound bound)
{
    TTEntry entry = {.score = score_to_tt(score, ply),
                     .depth = depth > 0 ? depth : 0,
                     .bound = bound,
                     .move_hash = f->best_move ? move_hash(f->best_move) : f->tt_move_hash,
                     .generation = s->generation};
    if (ply || !s->limits.only_count) /* a root with some of its moves is worth less than it is */
        tt_store(&s->memory.tt, f->pos.key ^ s->salt, entry);
}

/* With wdl_only: the score of a draw. A side that has a win must not end in a draw, so to it a draw
 * is as bad as a loss; to a side that is lost, a draw is as good as a win. */
static int wdl_draw_score(const Search *s, const SearchFrame *f)
{
    int value = s->root_wdl * SEARCH_KNOWN_WON;
    return f->pos.turn == s->frame[0].pos.turn ? -value : value;
}

/* Solved positions. With wdl_only, positions of the root's own value do not say which move is
 * better, so the search goes on below them. */
static bool oracle_probe(Search *s, SearchFrame *f, int ply, int *value)
{
    Known known;
    const Oracle *oracle = &s->memory.oracle;
    if (!oracle->ask || !oracle->ask(oracle->context, &f->pos, &known))
        return false;
    s->oracle_hits++;
    int value_at_root = f->pos.turn == s->frame[0].pos.turn ? known.value : -known.value;
    if (s->wdl_only && value_at_root == s->root_wdl && known.plies < 0)
        return false;
    *value = s->wdl_only && known.value == 0 ? wdl_draw_score(s, f)
                                             : search_known_score(&known, ply);
    f->best_move = 0;
    tt_save(s, f, ply, *value, ORACLE_DEPTH, BOUND_EXACT);
    return true;
}

/* The evaluation as the level sees it, by what was learnt if there is such a thing. */
static __attribute__((noinline)) int judge(const Search *s, const Pos *pos)
{
    const Game *game = s->game;
    if (s->memory.net) /* no level below the highest has one */
        return game->learnable->evaluate(game, s->memory.net, pos);
    int score = evaluate(game, pos);
    return s->level.blur ? score + level_blur(&s->level, s->limits.seed, pos->key) : score;
}

/* Quiescence: the side to move may stand pat on the evaluation or play a noisy move. */
static bool quiescence(Search *s, SearchFrame *f, int ply, int *value)
{
    const Game *game = s->game;
    Winner winner = game->ops->outcome(game, &f->pos).winner;
    if (winner != WINNER_NONE) {
        *value = outcome_score(&f->pos, winner, ply);
        return true;
    }
    *value = judge(s, &f->pos);
    if (f->depth <= -s->quiesce || *value >= f->beta || s->full_width || ply == SEARCH_PLIES_MAX ||
        (game->noisy && !game->noisy(game, &f->pos)) || !place_list(s, f))
        return true;
    make_moves(s, f, true);
    order_noisy(s, f);
    if (f->count == 0)
        return true;
    node_open(f);
    f->best = *value;
    if (f->alpha < *value)
        f->alpha = *value;
    return false;
}

/* Futility pruning near the horizon, outside the principal variation, where the evaluation is far
 * outside the window: above beta, the node is cut off (reverse futility); below alpha, quiet moves
 * are skipped. */
static bool futility_prune(Search *s, SearchFrame *f, int *value)
{
    const Game *game = s->game;
    bool weak = s->limits.level % LEVEL_MAX != 0;
    int margin = weak && game->futility_at_full ? 0 : game->futility_margin * f->depth;
    if (!margin || f->depth > FUTILITY_DEPTH || f->beta - f->alpha > 1 || s->full_width ||
        f->beta >= SEARCH_KNOWN_WON || f->alpha <= -SEARCH_KNOWN_WON)
        return false;
    int score = judge(s, &f->pos);
    if (score - margin >= f->beta) {
        *value = score - margin;
        return true;
    }
    f->futile = score + margin <= f->alpha;
    f->futility_score = score + margin;
    return false;
}

/* Enters the node at `ply`, whose position, depth and window are set. True if its value is known at
 * once; else its moves are to be searched. */
static bool enter_node(Search *s, SearchFrame *f, int ply, Move before, int *value)
{
    const Game *game = s->game;
    s->nodes++;
    s->work++;
    s->pv_length[ply] = 0;
    if (ply > s->seldepth)
        s->seldepth = ply;
    *value = s->wdl_only ? wdl_draw_score(s, f) : 0; /* a repetition */
    f->seen_at = seen_slot(s, seen_key(f->pos.key));
    if (s->seen[f->seen_at] && game_draws_here(game, &f->pos))
        return true;
    if (f->depth <= 0 || ply == SEARCH_PLIES_MAX)
        return quiescence(s, f, ply, value);
    *value = f->alpha; /* mate distance pruning: no win from here is shorter than one found */
    if (f->alpha >= SEARCH_WIN - ply - 1 || tt_cutoff(s, f, ply, value) ||
        oracle_probe(s, f, ply, value))
        return true;
    f->futile = false;
    if (futility_prune(s, f, value))
        return true;
    if (!place_list(s, f)) {
        s->short_of_room = true;
        f->depth = -s->quiesce;
        return quiescence(s, f, ply, value);
    }
    if (make_moves(s, f, false) == 0) {
        *value = outcome_score(&f->pos, game->ops->outcome(game, &f->pos).winner, ply);
        return true;
    }
    f->single_reply = f->count == 1;
    order_moves(s, f, ply, before);
    if (f->futile && order_keep_noisy(f) == 0) {
        *value = f->futility_score;
        return true;
    }
    node_open(f);
    if (f->futile)
        f->best = f->futility_score;
    return false;
}

/* The principal variation from here: the move, then the child's. */
static void update_pv(Search *s, int ply, Move move)
{
    uint8_t n = s->pv_length[ply + 1];
    s->pv[ply][0] = move;
    memcpy(s->pv[ply] + 1, s->pv[ply + 1], n * sizeof(Move));
    s->pv_length[ply] = (uint8_t)(n + 1);
}

static Move move_before(const Search *s)
{
    const SearchFrame *parent = &s->frame[s->ply] - 1;
    return s->ply ? parent->moves[parent->next] : 0;
}

/* Backs the child's value, which is for the child's side to move, up into the top frame. */
static void back_up(Search *s, int value)
{
    SearchFrame *f = &s->frame[s->ply];
    if (f[1].pos.turn != f->pos.turn)
        value = -value;
    f->research = false;
    if (f->reduction && value > f->alpha) {
        f->reduction = 0;
        f->research = true;
        return;
    }
    if (f->scout && value > f->alpha && value < f->beta) {
        f->scout = false;
        f->research = true;
        return;
    }
    Move move = f->moves[f->next];
    if (value > f->best) {
        f->best = value;
        if (value > f->alpha) {
            f->best_move = move;
            f->alpha = value;
            update_pv(s, s->ply, move);
            if (s->ply == 0)
                search_new_best(s, value);
            else if (value >= f->beta)
                order_cutoff(s, f, move_before(s));
        }
    }
    f->next++;
}

/* Stores the top frame's result and goes back to its parent. */
static void pop_node(Search *s)
{
    SearchFrame *f = &s->frame[s->ply];
    if (f->depth > 0)
        tt_save(s, f, s->ply, f->best, f->depth,
                f->best >= f->beta         ? BOUND_LOWER
                : f->best > f->alpha_start ? BOUND_EXACT
                                           : BOUND_UPPER);
    if (!f->stood)
        s->seen[f->seen_at] = 0;
    s->ply--;
    back_up(s, f->best);
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

/* Late move reduction: by how many plies a late quiet move is searched less deeply at first. */
static int late_move_reduction(const Search *s, const SearchFrame *f)
{
    int late = f->next - (s->ply ? 0 : s->pv_index);
    if (s->ply == 0 && s->rotation && late > 0) /* as late as it is for thread 0 */
        late = (late - 1 + s->rotation) % (f->count - 1) + 1;
    if (s->full_width || f->depth < LMR_DEPTH || late < LMR_MOVE ||
        f->order[f->next] >= ORDER_KILLER)
        return 0;
    int plies = (log_of(f->depth) * log_of(late) / 256 * 10 + 10) / 47;
    plies -= f->beta - f->alpha > 1;
    return plies < 0 ? 0 : plies > f->depth - 2 ? f->depth - 2 : plies;
}

/* The child's window and depth: null window after the first move, late move reduction, extension of
 * single replies. */
static void set_child_window(Search *s, SearchFrame *f, SearchFrame *child)
{
    int alpha = f->alpha, first = s->ply ? 0 : s->pv_index;
    if (!f->research) {
        f->scout = f->next > first && f->beta - f->alpha > 1;
        f->reduction = late_move_reduction(s, f);
    }
    int beta = f->scout ? alpha + 1 : f->beta;
    bool same = child->pos.turn == f->pos.turn;
    bool single_reply = f->single_reply && s->ply > 0 && !s->full_width && f->depth > 0;
    child->alpha = same ? alpha : -beta;
    child->beta = same ? beta : -alpha;
    child->depth = f->depth - !single_reply - f->reduction;
}

/* The position is on the way from here on. Its key is that of its text but where a duty binds;
 * there it may have stood before. */
static void put_seen(Search *s, SearchFrame *f)
{
    uint64_t key = seen_key(game_text_key(s->game, &f->pos));
    if (s->game->text_key) {
        f->seen_at = seen_slot(s, key);
        f->stood = s->seen[f->seen_at];
    }
    s->seen[f->seen_at] = key;
}

/* The child's slots of the transposition table are far away in memory, and when the child is made
 * they are needed at once. So where a node searches more than one move it makes the next one's
 * position early, while the present one's slots are on their way, and asks for its slots then. */
static void look_ahead(const Search *s, SearchFrame *f)
{
    if (f->depth < 2 || f->next == 0 || !order_pick(f, f->next + 1))
        return;
    f->ahead_move = f->moves[f->next + 1];
    s->game->apply(s->game, &f->pos, f->ahead_move, &f->ahead);
    tt_prefetch(&s->memory.tt, f->ahead.key ^ s->salt);
}

static void descend(Search *s)
{
    SearchFrame *f = &s->frame[s->ply], *child = f + 1;
    Move move = f->moves[f->next];
    if (move == f->ahead_move)
        child->pos = f->ahead;
    else
        s->game->apply(s->game, &f->pos, move, &child->pos);
    set_child_window(s, f, child);
    if (child->depth > 0)
        tt_prefetch(&s->memory.tt, child->pos.key ^ s->salt);
    look_ahead(s, f);
    int value;
    if (enter_node(s, child, s->ply + 1, move, &value)) {
        back_up(s, value);
        return;
    }
    put_seen(s, child);
    s->ply++;
}

bool node_step(Search *s)
{
    SearchFrame *f = &s->frame[s->ply];
    if (f->research || (f->best < f->beta && order_pick(f, f->next)))
        descend(s);
    else if (s->ply > 0)
        pop_node(s);
    else
        return false;
    return true;
}
