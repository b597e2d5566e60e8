/* SPDX-License-Identifier: MIT */
/* A judged move in words: what it gave away, what it allows, what was better. The sentences are
 * made of what the contract tells of moves (core/event.h), so they hold for every game. */
#include "review/review.h"

enum { SAY_MAX = 512 };

/* Events that a player would mention; others happen in every move. */
static bool is_notable(const Event *event)
{
    switch (event->kind) {
    case EVENT_LINE:
    case EVENT_FRAME:
    case EVENT_TAKEN:
    case EVENT_TURNED:
    case EVENT_STACKED:
    case EVENT_TRAPPED:
    case EVENT_SCORED:
    case EVENT_ENTHRONED:
    case EVENT_WON:
        return true;
    default:
        return false;
    }
}

/* The notable events of a move, at most three; false if there are none. */
static bool say_events(const Game *game, const Pos *pos, Move move, Lang lang, Str *out)
{
    enum { TOLD = 3 };
    Event events[EVENTS_MAX], told[TOLD];
    int count = game->ops->events(game, pos, move, events), n = 0;
    for (int i = 0; i < count && n < TOLD; i++)
        if (is_notable(&events[i]))
            told[n++] = events[i];
    if (n)
        events_write(game, told, n, lang, out);
    return n > 0;
}

static const char *move_text(const Game *game, const Pos *pos, Move move, char room[MOVE_TEXT_MAX])
{
    Str s = str_over(room, MOVE_TEXT_MAX);
    game->ops->write_move(game, pos, move, &s);
    return room;
}

/* {0}, {1} and {2} filled in. */
static void say(Str *out, Lang lang, const Text *text, const char *const *args)
{
    if (out->length && lang == LANG_EN)
        str_add(out, " ");
    for (const char *c = text->in[lang]; *c; c++) {
        if (c[0] == '{' && c[1] >= '0' && c[1] <= '2' && c[2] == '}') {
            str_add(out, args[c[1] - '0']);
            c += 2;
        } else {
            str_bytes(out, c, 1);
        }
    }
}
#define SAY(out, lang, text, ...) say((out), (lang), (text), (const char *const[]){__VA_ARGS__})

/* What was known for certain, and is now. */
static void say_value(const ReviewMove *move, Lang lang, Str *out)
{
    static const Text lost = {{"The win is thrown away, and the game is lost.",
                               "勝ちを逃しただけでなく、負けになりました。"}};
    static const Text drawn = {
        {"The win is given away: now it is a draw.", "勝ちを逃し、引き分けになりました。"}};
    static const Text held = {
        {"The draw is given away: now it is lost.", "引き分けにできたのに、負けになりました。"}};
    if (!move->exact || move->value_after >= move->value_before)
        return;
    SAY(out, lang, move->value_before == 0 ? &held : move->value_after ? &lost : &drawn, "");
}

/* The first notable thing that the other side does in its best play after the move. */
static bool say_refuted(const Review *review, int index, Lang lang, Str *out)
{
    static const Text at_once = {{"{0} allows {1}: {2}.", "{0}には{1}があります（{2}）。"}};
    static const Text later = {{"{0} leads to {1}: {2}.", "{0}のあと{1}と進みます（{2}）。"}};
    const ReviewMove *move = &review->move[index];
    const ReviewValue *after = &review->value[index + 1];
    const Game *game = review->tree->game;
    char played[MOVE_TEXT_MAX], reply[MOVE_TEXT_MAX], words[SAY_MAX];
    move_text(game, tree_pos(review->tree, review->tree->node[move->node].parent), move->move,
              played);
    Pos pos = *tree_pos(review->tree, move->node), next;
    for (int i = 0; i < after->length; i++) {
        Str w = str_over(words, sizeof words);
        if (pos.turn != move->side && say_events(game, &pos, after->line[i], lang, &w)) {
            move_text(game, &pos, after->line[i], reply);
            SAY(out, lang, i ? &later : &at_once, played, reply, words);
            return true;
        }
        game->apply(game, &pos, after->line[i], &next);
        pos = next;
    }
    return false;
}

static void say_better(const Review *review, int index, bool refuted, Lang lang, Str *out)
{
    static const Text missed = {{"There was {0}: {1}.", "{0}がありました（{1}）。"}};
    static const Text better = {{"Better was {0}.", "{0}のほうが良い手でした。"}};
    const ReviewValue *before = &review->value[index];
    const ReviewMove *move = &review->move[index];
    const Game *game = review->tree->game;
    const Pos *pos = tree_pos(review->tree, review->tree->node[move->node].parent);
    char best[MOVE_TEXT_MAX], words[SAY_MAX];
    Str w = str_over(words, sizeof words);
    if (!before->length || before->line[0] == move->move)
        return;
    move_text(game, pos, before->line[0], best);
    if (!refuted && say_events(game, pos, before->line[0], lang, &w))
        SAY(out, lang, &missed, best, words, "");
    else
        SAY(out, lang, &better, best, "", "");
}

void review_explain(const Review *review, int index, Lang lang, Str *out)
{
    const ReviewMove *move = &review->move[index];
    if (move->verdict < VERDICT_INACCURACY)
        return;
    say_value(move, lang, out);
    bool refuted = say_refuted(review, index, lang, out);
    say_better(review, index, refuted, lang, out);
}
