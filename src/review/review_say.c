/* SPDX-License-Identifier: MIT */
/* A judged move in words: what it gave away, what the answer to it does and why that is possible,
 * what was better and what for. Everything comes from best play as the search saw it and from what
 * the contract tells of moves, so it holds for every game. */
#include "review/inner.h"

#include <string.h>

enum {
    SAY_MAX = 512,
    FEW = 3,    /* so few moves are worth telling */
    FEWER = 12, /* ... or so few, if they are half as many as otherwise */
    SOON = 4,   /* what comes after so many moves of a line is told with them */
};

/* What is told of one move, and what the sentences need. */
typedef struct Story {
    const Review *review;
    const Game *game;
    Lang lang;
    Str *out;
    const Pos *before, *after;
    const ReviewValue *could, *did; /* what the positions before and after are worth */
    Move played, best;
    char played_text[MOVE_TEXT_MAX], best_text[MOVE_TEXT_MAX];
} Story;

static void write_text(const Game *game, const Pos *pos, Move move, char room[MOVE_TEXT_MAX])
{
    Str s = str_over(room, MOVE_TEXT_MAX);
    game->ops->write_move(game, pos, move, &s);
}

/* One more sentence; {0} to {4} are filled in. */
static void say(Story *story, const Text *text, const char *const *args)
{
    if (story->out->length && story->lang == LANG_EN)
        str_add(story->out, " ");
    str_fill(story->out, text->in[story->lang], args);
}
#define SAY(story, text, ...) say((story), (text), (const char *const[]){__VA_ARGS__})

/* Where a move goes, and where it comes from; POINT_NONE if nowhere. */
static void move_ends(const Game *game, const Pos *pos, Move move, Point *from, Point *to)
{
    Step path[PATH_MAX];
    int n = move ? game->ops->path(game, pos, move, path) : 0;
    *from = *to = POINT_NONE;
    for (int i = 0; i < n; i++) {
        if (path[i].role == ROLE_FROM && *from == POINT_NONE)
            *from = path[i].point;
        if ((path[i].role == ROLE_TO || path[i].role == ROLE_PLACE) && *to == POINT_NONE)
            *to = path[i].point;
    }
}

static int count_moves(const Story *story, const Pos *pos)
{
    return story->game->moves(story->game, pos, story->review->memory.moves);
}

static bool is_legal(const Story *story, const Pos *pos, Move move)
{
    int n = count_moves(story, pos);
    for (int i = 0; i < n; i++)
        if (story->review->memory.moves[i] == move)
            return true;
    return false;
}

/* -- Certain values --------------------------------------------------------------------------- */

/* What was known for certain, and is now. */
static void say_exact(Story *story, const ReviewMove *move)
{
    static const Text lost = {{"The win is thrown away, and the game is lost.",
                               "勝ちを逃しただけでなく、負けになりました。"}};
    static const Text drawn = {
        {"The win is given away: now it is a draw.", "勝ちを逃し、引き分けになりました。"}};
    static const Text held = {
        {"The draw is given away: now it is lost.", "引き分けにできたのに、負けになりました。"}};
    SAY(story, move->value_before == 0 ? &held : move->value_after ? &lost : &drawn, "");
}

/* A win that was proved and is gone, or a loss that is proved now. */
static bool say_value(Story *story, const ReviewMove *move)
{
    static const Text gone = {
        {"There was a forced win in {0} plies.", "あと{0}手で勝てるところでした。"}};
    static const Text now = {{"Now the other side wins by force, in {0} plies.",
                              "これで相手の勝ちが決まりました（あと{0}手）。"}};
    const ReviewValue *could = story->could, *did = story->did;
    char number[16];
    Str s = str_over(number, sizeof number);
    if (move->exact) {
        if (move->value_after < move->value_before)
            say_exact(story, move);
        return move->value_after < move->value_before;
    }
    bool ours = story->before->turn == story->after->turn;
    bool won = could->exact && could->value > 0 && could->plies > 0;
    bool beaten = did->exact && (ours ? did->value < 0 : did->value > 0) && did->plies > 0;
    if (!won && !beaten)
        return false;
    str_number(&s, (uint64_t)(won ? could->plies : did->plies));
    SAY(story, won ? &gone : &now, number);
    return true;
}

/* -- What the answer does --------------------------------------------------------------------- */

/* The first move of a line that its side would mention, with how it comes to it. */
typedef struct Blow {
    Pos pos; /* before it */
    Move move;
    int at;
    char text[MOVE_TEXT_MAX], does[SAY_MAX], first[SAY_MAX]; /* first: "after these moves, " */
} Blow;

/* Looks through a line whose first `skip` moves are told otherwise. */
static bool find_blow(const Story *story, const Pos *from, const ReviewValue *value, int skip,
                      Blow *blow)
{
    static const Text after[2] = {{{"after ", ""}}, {{", ", "のあと"}}};
    const Game *game = story->game;
    Pos pos = *from, next;
    Str before = str_over(blow->first, sizeof blow->first);
    int side = skip ? from->turn : !story->before->turn;
    for (int i = 0; i < value->length; i++) {
        Str does = str_over(blow->does, sizeof blow->does);
        write_text(game, &pos, value->line[i], blow->text);
        if (pos.turn == side && review_clause(game, &pos, value->line[i], story->lang, &does)) {
            str_add(&before, i > skip ? after[1].in[story->lang] : "");
            blow->pos = pos;
            blow->move = value->line[i];
            blow->at = i;
            return true;
        }
        if (i >= skip) {
            str_add(&before, i > skip ? " " : after[0].in[story->lang]);
            str_add(&before, blow->text);
        }
        game->apply(game, &pos, value->line[i], &next);
        pos = next;
    }
    return false;
}

/* Would it have come all the same after the best move? */
static bool comes_anyway(const Story *story, Move move)
{
    for (int i = 1; i < story->could->length; i++)
        if (story->could->line[i] == move)
            return true;
    return false;
}

typedef enum Cause {
    CAUSE_NONE,
    CAUSE_OPEN,      /* the best move would have gone to the point of the answer */
    CAUSE_LEFT,      /* the move came from there */
    CAUSE_UNSTOPPED, /* after the best move there is no such answer */
    CAUSE_AT_ONCE,
    CAUSE_SOON,
    CAUSE_FAR,
} Cause;

/* Why the answer is possible after the move that was played, and the point that it is about. */
static Cause find_cause(const Story *story, const Blow *blow, Point *point)
{
    const Game *game = story->game;
    Point from, to, best_from, best_to, there, target;
    Pos next;
    move_ends(game, &blow->pos, blow->move, &there, &target);
    move_ends(game, story->before, story->played, &from, &to);
    move_ends(game, story->before, story->best, &best_from, &best_to);
    *point = target;
    if (blow->at < SOON && target != POINT_NONE && target == best_to)
        return CAUSE_OPEN;
    if (blow->at < SOON && target != POINT_NONE && target == from)
        return CAUSE_LEFT;
    if (blow->at)
        return blow->at < SOON ? CAUSE_SOON : CAUSE_FAR;
    if (!story->best)
        return CAUSE_AT_ONCE;
    game->apply(game, story->before, story->best, &next);
    return next.turn == blow->pos.turn && !is_legal(story, &next, blow->move) ? CAUSE_UNSTOPPED
                                                                              : CAUSE_AT_ONCE;
}

/* The greatest thing that the side to move gains by one move; CHANCE_NONE if nothing. */
static ChanceKind greatest_gain(const Story *story, const Pos *pos, Move *by)
{
    ChanceKind most = CHANCE_NONE;
    int n = count_moves(story, pos);
    for (int i = 0; i < n; i++) {
        Move move = story->review->memory.moves[i];
        ChanceKind kind = review_gain(story->game, pos, move);
        if (kind > most) {
            most = kind;
            *by = move;
        }
    }
    return most;
}

/* What the other side can gain at once now, and nothing as great after the best move. It need not
 * be the start of best play: often both sides know of it and the line goes elsewhere. */
static bool find_threat(const Story *story, Blow *blow)
{
    const Game *game = story->game;
    Pos next;
    Move threat = 0, other;
    if (!story->best || story->after->turn == story->before->turn)
        return false;
    game->apply(game, story->before, story->best, &next);
    if (next.turn == story->before->turn)
        return false;
    ChanceKind kind = greatest_gain(story, story->after, &threat);
    if (kind <= greatest_gain(story, &next, &other))
        return false;
    Str does = str_over(blow->does, sizeof blow->does);
    blow->pos = *story->after;
    blow->move = threat;
    blow->at = 0;
    blow->first[0] = '\0';
    write_text(game, story->after, threat, blow->text);
    return review_clause(game, story->after, threat, story->lang, &does);
}

/* What the other side does at once, or in its best play after the move; not what is far away, where
 * the outcome is told already. */
static Cause say_refuted(Story *story, bool told)
{
    /* {4}: "after these moves, " */
    static const Text texts[] = {
        [CAUSE_OPEN] = {{"{0} leaves {3} open: {4}{1} {2}.",
                         "{0}では{3}が空いたままで、{4}{1}があります（{2}）。"}},
        [CAUSE_LEFT] = {{"{0} gives up {3}: {4}{1} {2}.",
                         "{0}で{3}を空けたので、{4}{1}があります（{2}）。"}},
        [CAUSE_UNSTOPPED] = {{"{0} does not stop {1}, which {2}.",
                              "{0}では{1}を防げません（{2}）。"}},
        [CAUSE_AT_ONCE] = {{"{0} allows {1}, which {2}.", "{0}には{1}があります（{2}）。"}},
        [CAUSE_SOON] = {{"{0} runs into trouble: {4}{1} {2}.",
                         "{0}だと、{4}{1}があります（{2}）。"}},
        [CAUSE_FAR] = {{"{0} is trouble in the long run: {4}{1} {2}.",
                        "{0}だと、いずれ{4}{1}があります（{2}）。"}},
    };
    Blow blow;
    Point point;
    bool found = find_blow(story, story->after, story->did, 0, &blow);
    if ((!found || blow.at) && find_threat(story, &blow))
        found = true;
    if (!found || comes_anyway(story, blow.move))
        return CAUSE_NONE;
    Cause cause = find_cause(story, &blow, &point);
    if (cause == CAUSE_FAR && told)
        return CAUSE_NONE;
    const char *where = point == POINT_NONE ? "" : story->game->shape.point[point].name;
    SAY(story, &texts[cause], story->played_text, blow.text, blow.does, where, blow.first);
    return cause;
}

/* -- What was better -------------------------------------------------------------------------- */

/* How many moves the best one leaves to the other side, if they are few and fewer than now. */
static int leaves_few(const Story *story)
{
    Pos next;
    story->game->apply(story->game, story->before, story->best, &next);
    if (next.turn == story->before->turn || story->after->turn == story->before->turn)
        return 0;
    int n = count_moves(story, &next), now = count_moves(story, story->after);
    return n <= FEWER && 2 * n <= now ? n : 0;
}

/* The second to fourth move of best play. */
static void write_rest(const Story *story, Str *out)
{
    enum { TOLD = 3 };
    Pos pos = *story->before, next;
    char text[MOVE_TEXT_MAX];
    for (int i = 0; i < story->could->length && i <= TOLD; i++) {
        write_text(story->game, &pos, story->could->line[i], text);
        if (i) {
            str_add(out, i > 1 ? " " : "");
            str_add(out, text);
        }
        story->game->apply(story->game, &pos, story->could->line[i], &next);
        pos = next;
    }
}

/* "Better was ..."; where values are certain, what it would have been. */
static const Text *better_text(const ReviewMove *move, bool certain)
{
    static const Text better = {{"Better was {0}", "{0}のほうが良い手でした"}};
    static const Text won = {{"{0} would have kept the win", "{0}なら勝ちでした"}};
    static const Text drawn = {{"{0} would have kept the draw", "{0}なら引き分けでした"}};
    return !certain ? &better : move->value_before ? &won : &drawn;
}

static void say_better(Story *story, const ReviewMove *move, Cause cause)
{
    static const Text missed = {{"There was {0}, which {1}.", "{0}がありました（{1}）。"}};
    static const Text prevents = {{"{4}, which prevents that.", "{4}。それなら防げます。"}};
    static const Text soon = {{"{4}: {1}{2} {3}.", "{4}。{1}{2}があります（{3}）。"}};
    static const Text cramps = {
        {"{4}, which leaves the other side only {1}.", "{4}。相手の指せる手が{1}通りに減ります。"}};
    static const Text goes_on = {
        {"{4}, and then for example {1}.", "{4}（たとえば{1}と続きます）。"}};
    static const Text other = {
        {"{4}: the same move with another choice.", "{4}。同じ手でも選び方が違います。"}};
    static const Text alone = {{"{4}.", "{4}。"}};
    Blow blow = {0};
    char rest[SAY_MAX], lead[SAY_MAX];
    Str s = str_over(rest, sizeof rest), l = str_over(lead, sizeof lead);
    if (!story->best || story->best == story->played)
        return;
    bool certain = move->exact && move->value_after < move->value_before;
    str_fill(&l, better_text(move, certain)->in[story->lang],
             (const char *const[]){story->best_text});
    bool has = find_blow(story, story->before, story->could, 1, &blow);
    int few = leaves_few(story);
    const Text *text = &alone;
    Point from[2], to[2];
    move_ends(story->game, story->before, story->best, &from[0], &to[0]);
    move_ends(story->game, story->before, story->played, &from[1], &to[1]);
    if (to[0] != POINT_NONE && from[0] == from[1] && to[0] == to[1]) {
        text = &other;
    } else if (has && blow.at == 0) {
        str_add(&s, blow.does);
        text = &missed;
    } else if (cause == CAUSE_UNSTOPPED) {
        text = &prevents;
    } else if (has && cause != CAUSE_OPEN && blow.at <= SOON) {
        str_add(&s, blow.first);
        text = &soon;
    } else if (few) {
        str_number(&s, (uint64_t)few);
        str_add(&s, story->lang == LANG_JA ? "" : few == 1 ? " move" : " moves");
        text = &cramps;
    } else if (has && cause != CAUSE_OPEN) {
        str_add(&s, blow.first);
        text = &soon;
    } else if (cause == CAUSE_NONE && story->could->length > 1 && !certain) {
        write_rest(story, &s);
        text = &goes_on;
    }
    SAY(story, text, story->best_text, rest, blow.text, blow.does, lead);
}

void review_explain(const Review *review, int index, Lang lang, Str *out)
{
    const ReviewMove *move = &review->move[index];
    const Tree *tree = review->tree;
    if (move->verdict < VERDICT_INACCURACY)
        return;
    Story story = {.review = review,
                   .game = tree->game,
                   .lang = lang,
                   .out = out,
                   .before = tree_pos(tree, tree->node[move->node].parent),
                   .after = tree_pos(tree, move->node),
                   .could = &review->value[index],
                   .did = &review->value[index + 1],
                   .played = move->move,
                   .best = review->value[index].length ? review->value[index].line[0] : 0};
    write_text(story.game, story.before, story.played, story.played_text);
    if (story.best)
        write_text(story.game, story.before, story.best, story.best_text);
    bool told = say_value(&story, move);
    Cause cause = say_refuted(&story, told);
    say_better(&story, move, cause);
}
