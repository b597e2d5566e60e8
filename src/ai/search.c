/* SPDX-License-Identifier: MIT */
/* The search, see search.h: limits, iterations, the root with its best lines (MultiPV). A new best
 * root move goes to the front of the root moves behind the lines that are done. */
#include "ai/inner.h"

#include "ai/evaluate.h"
#include "base/bits.h"
#include "core/perfect.h"

#include <assert.h>
#include <string.h>

enum {
    CHECK_WORK = 256,          /* between looks at the clock */
    LEVEL_MAX_NODES = 3000000, /* of the highest level if nothing else limits it */
    OVERLOOKED_WIN = 16,       /* level 1 overlooks one win of so many */
    ASPIRATION_DEPTH = 4,      /* iterations from here on begin with an aspiration window, */
    ASPIRATION_WINDOW = 30,    /* so wide on either side */
};

/* Inserts the root's line at place `at`, over an older line with the same first move or the last.
 */
static void put_line(Search *s, int at, int score)
{
    Move move = s->pv[0][0];
    int old = at;
    while (old < s->found_count && s->found[old].move[0] != move)
        old++;
    if (old == s->found_count && s->found_count < s->multi_pv)
        s->found_count++;
    if (old == s->found_count)
        old--;
    memmove(&s->found[at + 1], &s->found[at], (size_t)(old - at) * sizeof s->found[0]);
    SearchLine *line = &s->found[at];
    line->score = score;
    line->depth = s->iteration;
    line->length = s->pv_length[0];
    memcpy(line->move, s->pv[0], (size_t)line->length * sizeof(Move));
}

int search_reported_score(const Search *s, int score)
{
    bool found = s->wdl_only && score * s->root_wdl >= SEARCH_PROVED;
    return s->root_filtered && !found ? s->root_score : score;
}

static void sort_lines(SearchLine *line, int count)
{
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && line[j].score > line[j - 1].score; j--) {
            SearchLine other = line[j];
            line[j] = line[j - 1];
            line[j - 1] = other;
        }
    }
}

static void answer(Search *s)
{
    s->best = s->line[0].move[0];
    s->score = search_reported_score(s, s->line[0].score);
}

/* What was found becomes the answer. */
static void show_found(Search *s)
{
    s->line_count = s->found_count;
    memcpy(s->line, s->found, (size_t)s->found_count * sizeof s->found[0]);
    sort_lines(s->line, s->line_count);
    answer(s);
}

/* Brings the root's current move to the front. */
static void move_to_front(SearchFrame *root, int front)
{
    Move move = root->moves[root->next];
    int32_t order = root->order[root->next];
    size_t n = (size_t)(root->next - front);
    memmove(root->moves + front + 1, root->moves + front, n * sizeof(Move));
    memmove(root->order + front + 1, root->order + front, n * sizeof(int32_t));
    root->moves[front] = move;
    root->order[front] = order;
}

void search_new_best(Search *s, int value)
{
    move_to_front(&s->frame[0], s->pv_index);
    put_line(s, s->pv_index, value);
    /* Of several lines those of one iteration alone can be compared; the first has no other. */
    if (s->multi_pv == 1 || s->depth == 0)
        show_found(s);
}

/* Searches the root's moves from pv_index on with this window. */
static void begin_root(Search *s, int alpha, int beta)
{
    SearchFrame *root = &s->frame[0];
    root->depth = s->iteration;
    root->alpha = alpha;
    root->beta = beta;
    s->pv_length[0] = 0;
    node_open(root);
    root->next = s->pv_index;
    root->sorted = s->depth > 0 || s->pv_index > 0;
}

static void begin_line(Search *s)
{
    int guess = s->found[s->pv_index].score;
    bool narrow = s->iteration >= ASPIRATION_DEPTH && s->pv_index < s->found_count &&
                  guess < SEARCH_PROVED && guess > -SEARCH_PROVED;
    s->window = ASPIRATION_WINDOW;
    if (narrow)
        begin_root(s, guess - s->window, guess + s->window);
    else
        begin_root(s, -INFINITE, INFINITE);
}

static void swap_root(SearchFrame *root, int a, int b)
{
    Move move = root->moves[a];
    int32_t order = root->order[a];
    root->moves[a] = root->moves[b];
    root->order[a] = root->order[b];
    root->moves[b] = move;
    root->order[b] = order;
}

static void reverse_root(SearchFrame *root, int from, int to)
{
    for (to--; from < to; from++, to--)
        swap_root(root, from, to);
}

/* Helpers search the root's moves, all but the best, in a rotated order, late ones first. Each
 * finds the others' results in the transposition table, which shares the root moves out among the
 * threads without any messages (docs/adr/0034). */
static void rotate_root(Search *s)
{
    SearchFrame *root = &s->frame[0];
    int rest = root->count - 1, helper = s->limits.helper;
    if (!helper || s->rotation || rest < 2 || s->depth == 0)
        return;
    s->rotation = (int)((int64_t)rest * helper / (helper + 1));
    reverse_root(root, 1, 1 + s->rotation);
    reverse_root(root, 1 + s->rotation, root->count);
    reverse_root(root, 1, root->count);
}

static void begin_iteration(Search *s)
{
    s->iteration++;
    s->pv_index = 0;
    rotate_root(s);
    begin_line(s);
}

static double elapsed(const Search *s)
{
    return s->memory.now ? s->spent_ms + s->memory.now() - s->began : 0;
}

static bool is_last_iteration(const Search *s)
{
    int most = s->limits.depth ? s->limits.depth : SEARCH_PLIES_MAX, mate = search_mate(s);
    bool single_reply = s->frame[0].count == 1 && s->limits.time_ms > 0;
    bool late = s->limits.soft_ms > 0 && elapsed(s) >= s->limits.soft_ms;
    bool found = s->limits.mate && mate > 0 && mate <= s->limits.mate;
    return s->depth >= most || s->short_of_room || single_reply || late || found ||
           (mate && s->multi_pv == 1 && s->depth >= (mate < 0 ? -mate : mate));
}

static void end_iteration(Search *s)
{
    s->depth = s->iteration;
    sort_lines(s->found, s->found_count);
    show_found(s);
    if (is_last_iteration(s))
        s->done = true;
    else
        begin_iteration(s);
}

/* A score outside the aspiration window is only a bound: searches again with a wider one. */
static bool widen(Search *s)
{
    SearchFrame *root = &s->frame[0];
    int alpha = root->alpha_start, beta = root->beta;
    bool low = root->best <= alpha && alpha > -INFINITE;
    bool high = root->best >= beta && beta < INFINITE;
    if (!low && !high)
        return false;
    s->window *= 3;
    int edge = s->window > 1000 ? 2 * INFINITE : s->window;
    if (low)
        alpha = root->best - edge < -INFINITE ? -INFINITE : root->best - edge;
    else
        beta = root->best + edge > INFINITE ? INFINITE : root->best + edge;
    begin_root(s, alpha, beta);
    return true;
}

static void end_line(Search *s)
{
    if (widen(s))
        return;
    if (++s->pv_index < s->multi_pv)
        begin_line(s);
    else
        end_iteration(s);
}

static void remember_history(Search *s, const History *history)
{
    uint32_t first = history->ply > SEARCH_HISTORY_MAX ? history->ply - SEARCH_HISTORY_MAX : 0;
    for (uint32_t i = first; i <= history->ply; i++) {
        uint64_t key = seen_key(history->entry[i].text_key);
        s->seen[seen_slot(s, key)] = key;
    }
}

static int at_most(int value, int limit)
{
    return !limit || (value && value < limit) ? value : limit;
}

static void set_level(Search *s, const SearchLimits *limits)
{
    const SearchFrame *root = &s->frame[0];
    Situation at = {.luck = bits_mix(limits->seed ^ root->pos.key) >> 8,
                    .lead = root->count ? evaluate(s->game, &root->pos) : 0};
    if (limits->soft_ms < limits->time_ms) /* on a clock; a fixed time is all for this move */
        at.clock_ms = limits->soft_ms;
    s->level = level_of(s->game, limits->level, &at);
    if (s->level.blur && s->level.quiesce < s->quiesce)
        s->quiesce = s->level.quiesce;
    s->limits.depth = at_most(limits->depth, s->level.depth);
    if (s->level.nodes && (!limits->nodes || limits->nodes > s->level.nodes))
        s->limits.nodes = s->level.nodes;
    if (limits->level == LEVEL_MAX && !limits->depth && !limits->nodes && limits->time_ms <= 0)
        s->limits.nodes = LEVEL_MAX_NODES;
    if (s->level.blur)
        s->salt = bits_mix(limits->seed ^ (uint64_t)limits->level << 56);
    if (limits->unaided || (limits->level != LEVEL_NONE && limits->level != LEVEL_MAX)) {
        s->memory.oracle.ask = s->memory.book.ask = NULL; /* who overlooks moves knows none, */
        s->memory.net = NULL;                             /* and judges by the game's own sums */
    }
}

static void set_limits(Search *s, const SearchLimits *limits)
{
    s->limits = *limits;
    if (limits->helper) {
        s->limits = (SearchLimits){.helper = limits->helper};
        return;
    }
    set_level(s, limits);
    if (limits->mate > 0) {
        s->full_width = true;
        s->salt ^= UINT64_C(
            0x5bd1e9955bd1e995); /* a full-width search must not use entries of pruned ones */
        s->limits.depth = at_most(s->limits.depth, limits->mate);
    }
    if (s->limits.depth > SEARCH_PLIES_MAX)
        s->limits.depth = SEARCH_PLIES_MAX;
}

/* The root's score is `best`, and only the moves that have it stay. With wdl_only, scores of draws
 * depend on the root's value, so searches for another value must not share entries. */
static void filter_root(Search *s, int best)
{
    SearchFrame *root = &s->frame[0];
    int n = 0;
    for (int i = 0; i < root->count; i++)
        if (root->order[i] == best)
            root->moves[n++] = root->moves[i];
    root->count = n;
    s->known = s->root_filtered = true;
    s->root_score = best;
    s->root_wdl = (best > 0) - (best < 0);
    s->wdl_only = best == s->root_wdl * SEARCH_KNOWN_WON;
    if (s->wdl_only)
        s->salt ^= bits_mix((uint64_t)(2 + s->root_wdl));
}

/* Where all root moves are solved, only the best ones stay: those that win soonest, draw, or lose
 * latest, in this game. It takes room for a second list. */
static bool probe_root(Search *s, const History *history, Oracle oracle)
{
    SearchFrame *root = &s->frame[0];
    const SearchMemory *memory = &s->memory;
    int best = -INFINITE;
    Known known;
    if (!oracle.ask || memory->room - (size_t)root->count < s->game->moves_max)
        return false;
    Judge judge = {s->game, oracle, history_past(history), memory->moves + root->count};
    for (int i = 0; i < root->count; i++) {
        if (!perfect_move(&judge, &root->pos, root->moves[i], &known))
            return false;
        root->order[i] = search_known_score(&known, 0);
        best = root->order[i] > best ? root->order[i] : best;
    }
    s->oracle_hits++;
    filter_root(s, best);
    return true;
}

static void begin_lines(Search *s)
{
    int wanted = s->limits.lines > 0 ? s->limits.lines : 1;
    if (wanted > SEARCH_LINES_MAX)
        wanted = SEARCH_LINES_MAX;
    s->multi_pv = wanted < s->frame[0].count ? wanted : s->frame[0].count;
}

/* Only the moves that were asked for stay, in the order of the rules. */
static void keep_only(SearchFrame *root, const SearchLimits *limits)
{
    int n = 0;
    for (int i = 0; i < root->count; i++)
        for (int k = 0; k < limits->only_count; k++)
            if (root->moves[i] == limits->only[k]) {
                root->moves[n++] = root->moves[i];
                break;
            }
    root->count = n;
}

/* Nobody who knows the rules overlooks a move that wins at once; the lowest level does now and
 * then. */
static void keep_win(Search *s)
{
    SearchFrame *root = &s->frame[0];
    Pos next;
    if (s->limits.level == 1 && bits_mix(s->limits.seed + root->pos.key) % OVERLOOKED_WIN == 0)
        return;
    for (int i = 0; i < root->count; i++) {
        s->game->apply(s->game, &root->pos, root->moves[i], &next);
        Winner winner = s->game->ops->outcome(s->game, &next).winner;
        if (winner != WINNER_NONE && outcome_score(&root->pos, winner, 0) > 0) {
            root->moves[0] = root->moves[i];
            root->count = 1;
        }
    }
}

void search_begin(Search *s, const SearchMemory *memory, const History *history,
                  const SearchLimits *limits)
{
    assert(memory->room >= history->game->moves_max);
    memset(s, 0, sizeof *s);
    s->game = history->game;
    s->memory = *memory;
    s->generation = history->ply;
    s->quiesce = s->game->quiesce;
    remember_history(s, history);
    SearchFrame *root = &s->frame[0];
    root->pos = history->pos;
    root->moves = memory->moves;
    root->order = memory->order;
    root->count = s->game->moves(s->game, &root->pos, root->moves);
    set_limits(s, limits);
    if (limits->only)
        keep_only(root, limits);
    s->limits.only = NULL;
    s->limits.only_count = limits->only_count;
    s->done = root->count == 0;
    if (s->done) {
        s->score = outcome_score(&root->pos, s->game->ops->outcome(s->game, &root->pos).winner, 0);
        return;
    }
    begin_lines(s);
    if (!probe_root(s, history, s->memory.oracle) && s->multi_pv == 1)
        s->by_book = probe_root(s, history, s->memory.book);
    if (s->level.blur)
        keep_win(s);
    order_moves(s, root, 0, 0);
    begin_lines(s); /* there may be fewer moves now */
    order_pick(root, 0);
    s->best = s->line[0].move[0] = s->found[0].move[0] = root->moves[0];
    s->line[0].length = s->line_count = s->found[0].length = s->found_count = 1;
    begin_iteration(s);
}

static bool is_spent(Search *s, double slice, bool *slice_over)
{
    if (atomic_load_explicit(&s->stop, memory_order_relaxed))
        return true;
    if (!s->memory.now)
        return false;
    double here = s->memory.now() - s->began;
    *slice_over = slice > 0 && here >= slice;
    return s->limits.time_ms > 0 && s->spent_ms + here >= s->limits.time_ms;
}

bool search_go_on(Search *s, double ms)
{
    s->began = s->memory.now ? s->memory.now() : 0;
    uint64_t most = s->limits.nodes ? s->limits.nodes : UINT64_MAX;
    bool slice_over = false;
    while (!s->done && !slice_over) {
        if (!node_step(s))
            end_line(s);
        if (s->nodes >= most)
            s->done = true;
        if (s->work >= s->check_at) {
            s->check_at = s->work + CHECK_WORK;
            if (is_spent(s, ms, &slice_over))
                s->done = true;
        }
    }
    if (s->memory.now)
        s->spent_ms += s->memory.now() - s->began;
    return !s->done;
}

bool search_may_adopt(const Search *s)
{
    return s->depth > 0 && s->multi_pv == 1 && !s->limits.depth && !s->limits.nodes && !s->known &&
           s->frame[0].count > 1 && search_mate(s) == 0;
}

void search_adopt(Search *s, int depth, const SearchLine *line)
{
    s->depth = depth;
    s->line[0] = *line;
    answer(s);
}

int search_mate(const Search *s)
{
    if (s->score >= SEARCH_PROVED)
        return SEARCH_WIN - s->score;
    return s->score <= -SEARCH_PROVED ? -SEARCH_WIN - s->score : 0;
}
