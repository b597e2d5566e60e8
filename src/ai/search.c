/* SPDX-License-Identifier: MIT */
/* The search, see search.h. One step of the machine takes the next move of the top frame: its
 * position is either settled at once (leaf, repetition, table) and its value folded into the
 * frame, or it becomes the new top frame. A frame without moves left is left, its value folded
 * into the one below. Sides need not alternate: a value is negated only if the turn changed. */
#include "ai/search.h"

#include "ai/evaluate.h"
#include "ai/level.h"
#include "base/rng.h"

#include <assert.h>
#include <string.h>

enum {
    INFINITE = SEARCH_WIN + 1,
    PROVED = SEARCH_WIN - 4 * SEARCH_PLIES_MAX, /* scores from here on are wins */
    CHECK_NODES = 256,                          /* between looks at the clock */
    CHOSEN_MAX = 16,                            /* moves of a list that are chosen by their order */
    ORDER_TABLE = INT32_MAX,
    ORDER_KILLER = 1 << 29,
    HISTORY_TOP = 1 << 28,
    LEVEL_MAX_NODES = 3000000, /* of the highest level if nothing else limits it */
};

/* The positions on the way to the node: a set by open addressing. What was put in last is taken
 * out first, so clearing the slot never cuts the chain of another key. */
static uint32_t seen_slot(const Search *s, uint64_t key)
{
    uint32_t at = key & (SEARCH_SEEN - 1);
    while (s->seen[at] && s->seen[at] != key)
        at = (at + 1) & (SEARCH_SEEN - 1);
    return at;
}

/* 0 marks a free slot. */
static uint64_t seen_key(const Pos *pos)
{
    return pos->key ? pos->key : 1;
}

/* A proved score counts plies from the root; in the table it counts from its position. */
static int score_to_table(int score, int ply)
{
    return score >= PROVED ? score + ply : score <= -PROVED ? score - ply : score;
}

static int score_from_table(int score, int ply)
{
    return score >= PROVED ? score - ply : score <= -PROVED ? score + ply : score;
}

static int outcome_score(const Pos *pos, Winner winner, int ply)
{
    if (winner == WINNER_DRAW)
        return 0;
    return (winner == WINNER_P2) == pos->turn ? SEARCH_WIN - ply : ply - SEARCH_WIN;
}

static int leaf_score(const Search *s, const SearchFrame *f, int ply)
{
    Winner winner = s->game->ops->outcome(s->game, &f->pos).winner;
    return winner == WINNER_NONE ? evaluate(s->game, &f->pos) : outcome_score(&f->pos, winner, ply);
}

/* Moves are words of which nothing is known, so history scores are kept by their prints. */
static uint32_t print_bucket(uint32_t print)
{
    return print >> (32 - SEARCH_PRINT_BITS);
}

static void order_moves(const Search *s, SearchFrame *f)
{
    const int32_t *history = s->history[f->pos.turn & 1];
    for (int i = 0; i < f->count; i++) {
        uint32_t print = move_print(f->moves[i]);
        f->order[i] = print == f->table_print       ? ORDER_TABLE
                      : f->moves[i] == f->killer[0] ? ORDER_KILLER + 1
                      : f->moves[i] == f->killer[1] ? ORDER_KILLER
                                                    : history[print_bucket(print)];
    }
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

static void open_list(const Search *s, SearchFrame *f)
{
    f->next = 0;
    f->best = -INFINITE;
    f->best_move = 0;
    f->floor = f->alpha;
    f->scout = f->again = f->sorted = false;
    order_moves(s, f);
}

/* Does what the table knows decide this node? Not on the principal variation, whose line would end
 * here. */
static bool table_settles(Search *s, SearchFrame *f, int ply, int *value)
{
    TableEntry e;
    f->table_print = 0;
    if (!table_find(&s->memory.table, f->pos.key, &e))
        return false;
    f->table_print = e.print;
    *value = score_from_table(e.score, ply);
    if (e.depth < f->depth || f->beta - f->alpha > 1)
        return false;
    return *value >= f->beta ? e.bound & BOUND_LOWER : e.bound & BOUND_UPPER;
}

/* Visits the frame at `ply`, whose position, depth and window are set. True if its value is known
 * at once; else it has a list of moves to search. */
static bool settle(Search *s, SearchFrame *f, int ply, int *value)
{
    const Game *game = s->game;
    s->nodes++;
    s->line_lengths[ply] = 0;
    *value = 0;
    f->seen_at = seen_slot(s, seen_key(&f->pos));
    if (game->repeats && s->seen[f->seen_at])
        return true;
    bool deep = f->depth > 0 && ply < SEARCH_PLIES_MAX;
    if (deep && table_settles(s, f, ply, value))
        return true;
    if (deep && !place_list(s, f)) {
        s->short_of_room = true;
        deep = false;
    }
    if (!deep) {
        *value = leaf_score(s, f, ply);
        return true;
    }
    f->count = game->moves(game, &f->pos, f->moves);
    assert(f->count >= 0 && (uint32_t)f->count <= game->moves_max);
    if (f->count == 0) {
        *value = outcome_score(&f->pos, game->ops->outcome(game, &f->pos).winner, ply);
        return true;
    }
    open_list(s, f);
    return false;
}

/* Brings the move to search next to f->next; false if there is none left. */
static bool choose(SearchFrame *f)
{
    if (f->next == f->count)
        return false;
    if (f->sorted)
        return true;
    int top = f->next;
    for (int i = f->next + 1; i < f->count; i++)
        if (f->order[i] > f->order[top])
            top = i;
    f->sorted = f->next + 1 >= CHOSEN_MAX || f->order[top] == 0;
    Move move = f->moves[top];
    int32_t order = f->order[top];
    f->moves[top] = f->moves[f->next];
    f->order[top] = f->order[f->next];
    f->moves[f->next] = move;
    f->order[f->next] = order;
    return true;
}

/* The line from here: the move, and the line of the frame above. */
static void take_line(Search *s, int ply, Move move)
{
    uint8_t n = s->line_lengths[ply + 1];
    s->lines[ply][0] = move;
    memcpy(s->lines[ply] + 1, s->lines[ply + 1], n * sizeof(Move));
    s->line_lengths[ply] = (uint8_t)(n + 1);
}

/* At the root: the answer so far. */
static void take_answer(Search *s)
{
    s->best = s->lines[0][0];
    s->score = s->frame[0].best;
    SearchLine *line = &s->line[0];
    line->score = s->score;
    line->length = s->line_lengths[0];
    memcpy(line->move, s->lines[0], (size_t)line->length * sizeof(Move));
}

static void reward(Search *s, SearchFrame *f, Move move)
{
    if (f->killer[0] != move) {
        f->killer[1] = f->killer[0];
        f->killer[0] = move;
    }
    int32_t *score = &s->history[f->pos.turn & 1][print_bucket(move_print(move))];
    *score += f->depth * f->depth;
    if (*score > HISTORY_TOP)
        for (int i = 0; i < 2 * SEARCH_PRINTS; i++)
            s->history[i / SEARCH_PRINTS][i % SEARCH_PRINTS] /= 2;
}

/* The value of the position above, for its own side, into the top frame. */
static void fold(Search *s, int value)
{
    SearchFrame *f = &s->frame[s->ply];
    if (f[1].pos.turn != f->pos.turn)
        value = -value;
    if (f->scout && value > f->alpha && value < f->beta) {
        f->scout = false;
        f->again = true;
        return;
    }
    f->again = false;
    Move move = f->moves[f->next];
    if (s->ply == 0)
        f->order[f->next] = value; /* for the choice of a level: every root move's score */
    f->next++;
    if (value <= f->best)
        return;
    f->best = value;
    if (value <= f->alpha && s->ply > 0)
        return;
    f->best_move = move;
    if (f->alpha < value)
        f->alpha = value;
    take_line(s, s->ply, move);
    if (s->ply == 0 && (!s->margin || s->depth == 0))
        take_answer(s); /* a level plays what whole iterations say */
    if (value >= f->beta)
        reward(s, f, move);
}

/* Stores what the top frame found and goes back to the one below. */
static void leave(Search *s)
{
    SearchFrame *f = &s->frame[s->ply];
    TableEntry entry = {
        .score = score_to_table(f->best, s->ply),
        .depth = f->depth,
        .bound = f->best >= f->beta   ? BOUND_LOWER
                 : f->best > f->floor ? BOUND_EXACT
                                      : BOUND_UPPER,
        .print = f->best_move ? move_print(f->best_move) : f->table_print,
    };
    table_put(&s->memory.table, f->pos.key, entry);
    s->seen[f->seen_at] = 0;
    s->ply--;
    fold(s, f->best);
}

/* One step of the machine; the top frame has a move to search. */
static void descend(Search *s)
{
    SearchFrame *f = &s->frame[s->ply], *above = f + 1;
    s->game->apply(s->game, &f->pos, f->moves[f->next], &above->pos);
    int alpha = f->alpha;
    if (s->ply == 0 && s->margin && f->best > -INFINITE)
        alpha = f->best - s->margin - 1; /* moves within the margin need true scores */
    else if (!f->again)
        f->scout = f->next > 0 && f->beta - f->alpha > 1;
    int beta = f->scout ? alpha + 1 : f->beta;
    bool same = above->pos.turn == f->pos.turn;
    above->alpha = same ? alpha : -beta;
    above->beta = same ? beta : -alpha;
    above->depth = f->depth - 1;
    int value;
    if (settle(s, above, s->ply + 1, &value)) {
        fold(s, value);
        return;
    }
    s->seen[above->seen_at] = seen_key(&above->pos);
    s->ply++;
}

/* Levels: one of the moves whose scores are within the margin, by chance. */
static void choose_by_level(Search *s)
{
    const SearchFrame *root = &s->frame[0];
    int good = 0, chosen = 0;
    Rng rng = {s->limits.seed ^ root->pos.key};
    for (int i = 0; i < root->count; i++)
        if (root->order[i] >= root->best - s->margin && rng_below(&rng, (uint32_t)++good) == 0)
            chosen = i;
    if (root->moves[chosen] == s->best)
        return;
    s->best = s->line[0].move[0] = root->moves[chosen];
    s->score = s->line[0].score = root->order[chosen];
    s->line[0].length = 1; /* only the best move's line is known */
}

static void begin_iteration(Search *s)
{
    SearchFrame *root = &s->frame[0];
    s->iteration++;
    root->depth = s->iteration;
    root->alpha = -INFINITE;
    root->beta = INFINITE;
    root->table_print = s->best ? move_print(s->best) : 0;
    s->line_lengths[0] = 0;
    open_list(s, root);
}

static bool is_last_iteration(const Search *s)
{
    int most = s->limits.depth ? s->limits.depth : SEARCH_PLIES_MAX;
    int mate = search_mate(s);
    bool forced = s->frame[0].count == 1 && s->limits.time_ms > 0;
    return s->depth >= most || s->short_of_room || forced ||
           (mate && s->depth >= (mate < 0 ? -mate : mate));
}

static void end_iteration(Search *s)
{
    s->depth = s->iteration;
    if (s->margin) {
        take_answer(s);
        choose_by_level(s);
    }
    if (is_last_iteration(s))
        s->done = true;
    else
        begin_iteration(s);
}

static void step(Search *s)
{
    SearchFrame *f = &s->frame[s->ply];
    if (f->again || (f->best < f->beta && choose(f)))
        descend(s);
    else if (s->ply > 0)
        leave(s);
    else
        end_iteration(s);
}

static void remember_match(Search *s, const Match *match)
{
    uint32_t first = match->ply > SEARCH_HISTORY_MAX ? match->ply - SEARCH_HISTORY_MAX : 0;
    for (uint32_t i = first; i <= match->ply; i++) {
        uint64_t key = seen_key(&match->entry[i].pos);
        s->seen[seen_slot(s, key)] = key;
    }
}

static void set_limits(Search *s, const SearchLimits *limits)
{
    s->limits = *limits;
    if (limits->helper) {
        s->limits = (SearchLimits){.helper = limits->helper};
        return;
    }
    Level level = level_of(limits->level);
    s->margin = level.margin;
    if (level.depth && (!limits->depth || limits->depth > level.depth))
        s->limits.depth = level.depth;
    if (level.nodes && (!limits->nodes || limits->nodes > level.nodes))
        s->limits.nodes = level.nodes;
    if (limits->level == LEVEL_MAX && !limits->depth && !limits->nodes && limits->time_ms <= 0)
        s->limits.nodes = LEVEL_MAX_NODES;
    if (s->limits.depth > SEARCH_PLIES_MAX)
        s->limits.depth = SEARCH_PLIES_MAX;
}

void search_begin(Search *s, const SearchMemory *memory, const Match *match,
                  const SearchLimits *limits)
{
    assert(memory->room >= match->game->moves_max);
    memset(s, 0, sizeof *s);
    s->game = match->game;
    s->memory = *memory;
    set_limits(s, limits);
    remember_match(s, match);
    SearchFrame *root = &s->frame[0];
    root->pos = *match_pos(match);
    root->moves = memory->moves;
    root->order = memory->order;
    root->count = s->game->moves(s->game, &root->pos, root->moves);
    s->done = root->count == 0;
    if (s->done) {
        s->score = outcome_score(&root->pos, s->game->ops->outcome(s->game, &root->pos).winner, 0);
        return;
    }
    s->best = s->line[0].move[0] = root->moves[0];
    s->line[0].length = s->line_count = 1;
    begin_iteration(s);
}

static bool is_spent(Search *s, double began, double slice, bool *slice_over)
{
    if (atomic_load_explicit(&s->stop, memory_order_relaxed))
        return true;
    if (!s->memory.now)
        return false;
    double here = s->memory.now() - began;
    *slice_over = slice > 0 && here >= slice;
    return s->limits.time_ms > 0 && s->spent_ms + here >= s->limits.time_ms;
}

bool search_go_on(Search *s, double ms)
{
    double began = s->memory.now ? s->memory.now() : 0;
    uint64_t most = s->limits.nodes ? s->limits.nodes : UINT64_MAX;
    bool slice_over = false;
    while (!s->done && !slice_over) {
        step(s);
        if (s->nodes >= most)
            s->done = true;
        if (s->nodes >= s->check_at) {
            s->check_at = s->nodes + CHECK_NODES;
            if (is_spent(s, began, ms, &slice_over))
                s->done = true;
        }
    }
    if (s->memory.now)
        s->spent_ms += s->memory.now() - began;
    return !s->done;
}

int search_mate(const Search *s)
{
    if (s->score >= PROVED)
        return SEARCH_WIN - s->score;
    return s->score <= -PROVED ? -SEARCH_WIN - s->score : 0;
}
