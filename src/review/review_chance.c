/* SPDX-License-Identifier: MIT */
/* The chances that a side had in a game: moves of best play that gain something which a player
 * would mention, at once or with the next move, and whether they were found. What a gain is comes
 * from the events of the contract, so it holds for every game. */
#include "review/inner.h"

#include <string.h>

enum {
    SOON = 2,  /* plies after which a gain still belongs to the move that prepares it */
    COST = 50, /* thousandths of a game: what missing it has to cost */
    SOME = 2,  /* men turned over: one is nothing to speak of, if nothing else happens */
    SAY_MAX = 512,
};

static const struct {
    const char *id;
    Text name;
} kinds[CHANCE_COUNT] = {
    [CHANCE_MEN] = {"men", {{"men", "コマ"}}},
    [CHANCE_STACK] = {"stack", {{"stack", "スタック"}}},
    [CHANCE_MILL] = {"mill", {{"mill", "ミル"}}},
    [CHANCE_DOUBLE] = {"double", {{"double mill", "ダブルミル"}}},
    [CHANCE_TRAP] = {"trap", {{"trap", "トラップ"}}},
    [CHANCE_FRAME] = {"frame", {{"frame", "フレーム"}}},
    [CHANCE_THRONE] = {"throne", {{"throne", "玉座"}}},
    [CHANCE_WIN] = {"win", {{"win", "勝ち"}}},
};

const char *chance_id(ChanceKind kind)
{
    return kinds[kind].id;
}

const Text *chance_text(ChanceKind kind)
{
    return &kinds[kind].name;
}

/* Does the man of this move leave a line that was complete? Then closing another one is the double
 * mill that opens and closes in turn. */
static bool leaves_line(const Game *game, const Pos *pos, Move move)
{
    Step path[PATH_MAX];
    Mark marks[MARKS_MAX];
    int steps = game->ops->path(game, pos, move, path);
    int count = game->ops->marks(game, pos, POINT_NONE, marks);
    if (!steps || path[0].role != ROLE_FROM)
        return false;
    for (int i = 0; i < count; i++)
        if (marks[i].kind == MARK_LINE && marks[i].player == pos->turn &&
            set_has(&marks[i].points, path[0].point))
            return true;
    return false;
}

ChanceKind review_gain(const Game *game, const Pos *pos, Move move)
{
    Event events[EVENTS_MAX];
    int count = game->ops->events(game, pos, move, events), got[EVENT_COUNT] = {0};
    for (int i = 0; i < count; i++) {
        const Event *e = &events[i];
        bool own = e->kind == EVENT_TAKEN && game->pieces[e->piece].owner == pos->turn;
        got[e->kind] += e->player == pos->turn && !own;
    }
    if (got[EVENT_WON])
        return CHANCE_WIN;
    if (got[EVENT_ENTHRONED])
        return CHANCE_THRONE;
    if (got[EVENT_FRAME])
        return CHANCE_FRAME;
    if (got[EVENT_SCORED])
        return CHANCE_TRAP;
    if (got[EVENT_STACKED])
        return CHANCE_STACK;
    if (got[EVENT_LINE] && got[EVENT_TAKEN])
        return got[EVENT_LINE] > 1 || leaves_line(game, pos, move) ? CHANCE_DOUBLE : CHANCE_MILL;
    return got[EVENT_TAKEN] || got[EVENT_TURNED] >= SOME ? CHANCE_MEN : CHANCE_NONE;
}

/* The first gain of the side to move in a line, not too far away. */
static ChanceKind find_gain(const Game *game, const Pos *from, const ReviewValue *value, int *at)
{
    Pos pos = *from, next;
    for (int i = 0; i < value->length && i <= SOON; i++) {
        ChanceKind kind = pos.turn == from->turn ? review_gain(game, &pos, value->line[i])
                                                 : CHANCE_NONE;
        *at = i;
        if (kind != CHANCE_NONE)
            return kind;
        game->apply(game, &pos, value->line[i], &next);
        pos = next;
    }
    return CHANCE_NONE;
}

/* Was there a chance before this move? What was found is never called a mistake elsewhere: a gain
 * that gave something away is not told at all, and neither is a chance that is no greater than it.
 */
static bool chance_at(const Review *review, int index, Chance *out)
{
    const ReviewMove *move = &review->move[index];
    const ReviewValue *value = &review->value[index];
    const Pos *pos = tree_pos(review->tree, review->tree->node[move->node].parent);
    const Game *game = review->tree->game;
    if (move->verdict == VERDICT_FORCED || !value->length)
        return false;
    bool cheap = move->before - move->after <= COST;
    ChanceKind made = review_gain(game, pos, move->move);
    *out = (Chance){.index = index};
    out->kind = find_gain(game, pos, value, &out->at);
    out->taken = cheap && value->line[0] == move->move;
    if (cheap && !out->taken && made != CHANCE_NONE)
        *out = (Chance){.index = index, .kind = made, .taken = true};
    return out->taken ? out->kind != CHANCE_NONE : !cheap && out->kind > made;
}

/* The same thing as at the turn before: still there, or what was prepared then. */
static bool goes_on(const Review *review, const Chance *before, const Chance *now)
{
    const ReviewValue *old = &review->value[before->index], *new = &review->value[now->index];
    bool still = !before->taken && old->line[before->at] == new->line[now->at];
    bool done = before->taken && before->at && !now->at && now->taken;
    return now->index - before->index <= SOON && (still || done);
}

int review_chances(const Review *review, int side, Chance out[CHANCES_MAX])
{
    int count = 0;
    Chance last = {.index = -1 - 2 * SOON}, now;
    for (int i = 0; i < review->count && count < CHANCES_MAX; i++) {
        if (review->move[i].side != side || !chance_at(review, i, &now))
            continue;
        if (last.index < 0 || !goes_on(review, &last, &now))
            out[count++] = now;
        last = now;
    }
    return count;
}

void chance_say(const Review *review, const Chance *chance, Lang lang, Str *out)
{
    /* {0} the move, {1} the one that gains, {2} what it gains, {3} the moves between the two: what
     * is gained may not be there before them. */
    static const Text texts[2][3] = {
        {{{"You could play {0}, which {2}.", "{0}がありました。{2}手です。"}},
         {{"You could play {0} and then {1}, which {2}.",
           "{0}のあと{1}と指す狙いがありました。{2}手です。"}},
         {{"You could play {0}: after {3}, {1} {2}.",
           "{0}がありました。{3}のあと{1}と指せます（{2}）。"}}},
        {{{"You found {0}, which {2}.", "{0}を見つけました。{2}手です。"}},
         {{"You found {0}, to play {1} next, which {2}.",
           "{0}のあと{1}と指す狙いを見つけました。{2}手です。"}},
         {{"You found {0}: after {3}, {1} {2}.",
           "{0}を見つけました。{3}のあと{1}と指せます（{2}）。"}}},
    };
    const Game *game = review->tree->game;
    const ReviewMove *move = &review->move[chance->index];
    const ReviewValue *value = &review->value[chance->index];
    Pos pos = *tree_pos(review->tree, review->tree->node[move->node].parent), next;
    char first[MOVE_TEXT_MAX] = "", last[MOVE_TEXT_MAX] = "", between[SAY_MAX] = "",
         does[SAY_MAX] = "";
    Str gain = str_over(does, sizeof does), rest = str_over(between, sizeof between);
    for (int i = 0; i <= chance->at; i++) {
        /* Another move that gains as well was found all the same. */
        Move m = chance->taken && !i ? move->move : value->line[i];
        Str one = str_over(i ? last : first, MOVE_TEXT_MAX);
        game->ops->write_move(game, &pos, m, &one);
        if (i == chance->at)
            review_clause(game, &pos, m, lang, &gain);
        else if (i) {
            str_add(&rest, rest.length ? " " : "");
            str_add(&rest, last);
        }
        game->apply(game, &pos, m, &next);
        pos = next;
    }
    const char *const args[] = {first, last, does, between};
    str_fill(out, texts[chance->taken][rest.length ? 2 : chance->at > 0].in[lang], args);
}
