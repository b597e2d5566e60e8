/* SPDX-License-Identifier: MIT */
/* Judging the moves of a game, see review.h. */
#include "review/review.h"

#include <stdlib.h>
#include <string.h>

/* What a move may cost, in thousandths of a game, to be still called so. */
enum { GOOD = 50, INACCURACY = 100, MISTAKE = 200 };

const char *verdict_id(Verdict verdict)
{
    static const char *const ids[VERDICT_COUNT] = {"forced",     "best",    "good",
                                                   "inaccuracy", "mistake", "blunder"};
    return ids[verdict];
}

const Text *verdict_text(Verdict verdict)
{
    static const Text texts[VERDICT_COUNT] = {
        {{"only move", "この一手"}},    {{"best", "最善"}},    {{"good", "良い手"}},
        {{"inaccuracy", "やや不正確"}}, {{"mistake", "悪手"}}, {{"blunder", "大悪手"}},
    };
    return &texts[verdict];
}

bool review_begin(Review *review, const Tree *tree, uint32_t end, Search *search,
                  const SearchMemory *memory, const SearchLimits *limits)
{
    uint32_t plies = tree->node[end].ply;
    *review = (Review){.tree = tree,
                       .count = (int)plies,
                       .search = search,
                       .memory = *memory,
                       .limits = *limits,
                       .accuracy = {-1, -1}};
    if (plies > REVIEW_PLIES_MAX)
        return false;
    review->value = calloc(plies + 1, sizeof *review->value);
    review->move = calloc(plies + 1, sizeof *review->move);
    if (!review->value || !review->move) {
        review_free(review);
        return false;
    }
    for (uint32_t i = plies, node = end; i > 0; i--, node = tree->node[node].parent)
        review->move[i - 1].node = node;
    tt_clear(&review->memory.tt);
    return true;
}

void review_free(Review *review)
{
    free(review->value);
    free(review->move);
    review->value = NULL;
    review->move = NULL;
}

static uint32_t node_before(const Review *review, int index)
{
    return index ? review->move[index - 1].node : 0;
}

/* -- Values of positions ---------------------------------------------------------------------- */

static void set_exact(ReviewValue *out, int value, int plies)
{
    out->exact = true;
    out->value = value;
    out->plies = plies;
    out->expect = 500 + 500 * value;
}

void review_know(Review *review, int index, int value, int plies, Move best)
{
    ReviewValue *out = &review->value[index];
    set_exact(out, value, plies);
    out->given = true;
    out->line[0] = best;
    out->length = best != 0;
}

/* The game is over here: what that is for the side to move. */
static bool value_end(const Review *review, uint32_t node, ReviewValue *out)
{
    Ending ending = tree_ending(review->tree, node);
    if (ending.kind == END_NONE)
        return false;
    int turn = tree_pos(review->tree, node)->turn;
    int value = ending.winner == WINNER_DRAW || ending.winner == WINNER_NONE ? 0
                : (ending.winner == WINNER_P2) == turn                       ? 1
                                                                             : -1;
    set_exact(out, value, value ? 0 : -1);
    return true;
}

static void value_searched(const Review *review, ReviewValue *out)
{
    const Search *search = review->search;
    if (out->given && search->best != out->line[0])
        return; /* its line is of another move */
    int score = search_reported_score(search, search->score), mate = odds_mate(score);
    out->score = score;
    out->length = search->line[0].length < REVIEW_LINE_MAX ? search->line[0].length
                                                           : REVIEW_LINE_MAX;
    memcpy(out->line, search->line[0].move, (size_t)out->length * sizeof *out->line);
    if (!out->length && search->best)
        out->line[out->length++] = search->best;
    if (out->given)
        return;
    if (search->known)
        set_exact(out, (score > 0) - (score < 0), mate ? abs(mate) : -1);
    else if (mate)
        set_exact(out, mate > 0 ? 1 : -1, abs(mate));
    else
        out->expect = odds_expect(odds_of(search->game, &search->frame[0].pos, score));
}

/* Begins to search the position before move `index`. */
static bool begin_search(Review *review, int index)
{
    History history;
    if (!tree_history(review->tree, node_before(review, index), &history))
        return false;
    search_begin(review->search, &review->memory, &history, &review->limits);
    history_free(&history);
    return true;
}

/* -- Judging ---------------------------------------------------------------------------------- */

static Verdict verdict_of(const ReviewMove *move, bool best)
{
    int cost = move->before - move->after;
    return best                 ? VERDICT_BEST
           : cost <= GOOD       ? VERDICT_GOOD
           : cost <= INACCURACY ? VERDICT_INACCURACY
           : cost <= MISTAKE    ? VERDICT_MISTAKE
                                : VERDICT_BLUNDER;
}

/* One move by the values before and after it. */
static void judge(Review *review, int index)
{
    ReviewMove *move = &review->move[index];
    const Tree *tree = review->tree;
    ReviewValue *before = &review->value[index];
    const ReviewValue *after = &review->value[index + 1];
    const Pos *pos = tree_pos(tree, node_before(review, index));
    const Pos *next = tree_pos(tree, move->node);
    int sign = pos->turn == next->turn ? 1 : -1;
    move->side = pos->turn;
    move->move = tree->node[move->node].move;
    bool best = before->length && before->line[0] == move->move;
    move->before = before->expect;
    move->after = sign > 0 ? after->expect : 1000 - after->expect;
    move->exact = before->exact && after->exact;
    move->value_before = before->value;
    move->value_after = sign * after->value;
    if (best && move->exact && move->value_after < move->value_before) {
        /* It repeats positions of this game, which who knows the value does not know of. */
        best = false;
        before->length = 0;
    }
    if (best)
        move->after = move->before; /* two searches never agree to the last bit */
    if (move->after > move->before)
        move->before = move->after; /* the deeper look is right */
    double part = 1 - (move->before - move->after) / 1000.0;
    move->worth = (int)(1000 * part * part * part + 0.5);
    int count = tree->game->moves(tree->game, pos, review->memory.moves);
    move->verdict = count == 1 ? VERDICT_FORCED : verdict_of(move, best);
}

/* How much of what a side had it kept: all of it is 1000, half of it or less is 0. A move weighs as
 * much as there was to lose, so whoever has lost already earns nothing by going on. */
static int accuracy_of(int64_t had, int64_t kept)
{
    int64_t share = had ? 2000 * kept / had - 1000 : -1;
    return had && share < 0 ? 0 : (int)share;
}

static void judge_all(Review *review)
{
    int64_t had[2] = {0, 0}, kept[2] = {0, 0};
    for (int i = 0; i < review->count; i++) {
        judge(review, i);
        const ReviewMove *move = &review->move[i];
        if (move->verdict == VERDICT_FORCED)
            continue;
        had[move->side] += move->before;
        kept[move->side] += move->after;
    }
    for (int side = 0; side < 2; side++)
        review->accuracy[side] = accuracy_of(had[side], kept[side]);
}

bool review_go_on(Review *review, double ms)
{
    if (review->failed || review->done > review->count)
        return false;
    int index = review->count - review->done;
    ReviewValue *out = &review->value[index];
    if (!review->searching && !value_end(review, node_before(review, index), out)) {
        if (!begin_search(review, index)) {
            review->failed = true;
            return false;
        }
        review->searching = true;
    }
    if (review->searching) {
        if (search_go_on(review->search, ms))
            return true;
        value_searched(review, out);
        review->searching = false;
    }
    if (++review->done <= review->count)
        return true;
    judge_all(review);
    return false;
}

int review_turns(const Review *review, int out[REVIEW_TURNS_MAX])
{
    int count = 0;
    for (int i = 0; i < review->count; i++) {
        const ReviewMove *move = &review->move[i];
        if (move->verdict < VERDICT_MISTAKE)
            continue;
        if (count < REVIEW_TURNS_MAX) {
            out[count++] = i;
            continue;
        }
        int least = 0; /* the cheapest of those kept gives way to a dearer one */
        for (int k = 1; k < count; k++)
            if (review->move[out[k]].worth > review->move[out[least]].worth)
                least = k;
        if (review->move[out[least]].worth <= move->worth)
            continue;
        memmove(&out[least], &out[least + 1], (size_t)(count - 1 - least) * sizeof *out);
        out[count - 1] = i;
    }
    return count;
}
