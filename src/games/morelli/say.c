/* SPDX-License-Identifier: MIT */
/* Reading moves of Morelli, and saying which rule is against one. The reader takes the text apart
 * and goes through the clauses one by one; a move that none is against is legal, so no list of
 * moves is made. */
#include "games/morelli/morelli.h"

#include <stdlib.h>
#include <string.h>

/* A move text taken apart: cells. */
typedef struct Typed {
    int from, to; /* from is -1 for a placement */
    int turned[MORELLI_DIRECTIONS], turned_count;
    bool crown, bare; /* bare: neither captures nor * are written */
} Typed;

typedef enum Fault {
    FAULT_SYNTAX,
    FAULT_ORDER,
    FAULT_OVER,
    FAULT_MUST_PLACE,
    FAULT_ALL_PLACED,
    FAULT_NOT_OUTER,
    FAULT_OCCUPIED,
    FAULT_NO_MAN,
    FAULT_ENEMY_MAN,
    FAULT_STOP_ON_THRONE,
    FAULT_NOT_IN_LINE,
    FAULT_NOT_NEARER,
    FAULT_THRONE_IN_WAY,
    FAULT_MAN_IN_WAY,
    FAULT_NOT_NEXT,
    FAULT_NO_ENEMY,
    FAULT_NO_ANVIL,
    FAULT_MUST_CAPTURE,
    FAULT_NO_FRAME,
    FAULT_KING_THERE,
    FAULT_MUST_CROWN,
    FAULT_COUNT
} Fault;

/* {0} the text, {1} from, {2} to, {3} the cell in question, {4} the mover, {5} man or stone,
 * {6} king or tower, {7} throne or centre. */
static const Text faults[FAULT_COUNT] = {
    [FAULT_SYNTAX] =
        {{"{0} is no move; moves look like c4-c6, c4-c6xd6, c4-c6xd6* or, while "
          "placing, a5",
          "{0}は手として読めません。c4-c6、c4-c6xd6、c4-c6xd6*、配置中はa5のように書きます"}},
    [FAULT_ORDER] = {{"{0}: write each captured {5} once, in the order a1 a2 ... b1 b2 ...",
                      "{0}：裏返す{5}は重ねず、a1 a2 … b1 b2 … の順に書いてください"}},
    [FAULT_OVER] = {{"the game is over", "対局は終わっています"}},
    [FAULT_MUST_PLACE] =
        {{"the set-up is not complete; place a {5} by writing its cell, such as a5",
          "まだ配置の途中です。a5のようにマスを書いて{5}を置いてください"}},
    [FAULT_ALL_PLACED] = {{"there is nothing left to place; move a {5}, such as c4-c6",
                           "置く{5}はありません。c4-c6のように動かしてください"}},
    [FAULT_NOT_OUTER] = {{"{2} is not on the outermost band, the only one for placing",
                          "{2}は最も外側の帯ではありません。置けるのは外側の帯だけです"}},
    [FAULT_OCCUPIED] = {{"{2} is occupied; a {5} stops on an empty cell",
                         "{2}は空いていません。{5}は空いたマスに止まります"}},
    [FAULT_NO_MAN] = {{"there is no {5} on {1} to move", "{1}に動かせる{5}がありません"}},
    [FAULT_ENEMY_MAN] = {{"the {5} on {1} is not {4}'s", "{1}の{5}は{4}のものではありません"}},
    [FAULT_STOP_ON_THRONE] = {{"{2} is the {7}; no {5} may stop there",
                               "{2}は{7}です。{5}は{7}に止まれません"}},
    [FAULT_NOT_IN_LINE] = {{"{2} is not in a straight or diagonal line with {1}",
                            "{2}は{1}から縦横・斜めの一直線上にありません"}},
    [FAULT_NOT_NEARER] = {{"{2} is not on a band nearer the {7} than {1}",
                           "{2}は{1}より{7}に近い帯ではありません"}},
    [FAULT_THRONE_IN_WAY] = {{"the {7} is occupied and may not be crossed",
                              "{7}はふさがっているので、通り抜けられません"}},
    [FAULT_MAN_IN_WAY] = {{"the {5} on {3} is in the way; nothing is jumped",
                           "{3}の{5}が道をふさいでいます。飛び越えられません"}},
    [FAULT_NOT_NEXT] = {{"{3} is not next to {2}, where the moved {5} captures from",
                         "{3}は、動いた{5}が止まった{2}の隣ではないので、裏返せません"}},
    [FAULT_NO_ENEMY] = {{"there is no enemy {5} on {3} to capture", "{3}に相手の{5}はありません"}},
    [FAULT_NO_ANVIL] =
        {{"the {5} on {3} is not captured: behind it, in line with {2}, is no {5} of "
          "{4}'s",
          "{3}の{5}は裏返せません。{2}から見た向こう側に{4}の{5}がありません"}},
    [FAULT_MUST_CAPTURE] =
        {{"capture is compulsory: {3} is captured, too (write {1}-{2} alone for "
          "all that the move does)",
          "捕獲は義務です。{3}も裏返ります（{1}-{2}とだけ書いてもかまいません）"}},
    [FAULT_NO_FRAME] = {{"the move completes no frame, so the {7} is not taken; leave out the *",
                         "フレームが完成しないので{7}は取れません。*を除いてください"}},
    [FAULT_KING_THERE] = {{"{4}'s {6} is on the {7} already; leave out the *",
                           "{4}の{6}はすでに{7}にいます。*を除いてください"}},
    [FAULT_MUST_CROWN] = {{"the move completes a frame, so the {6} must take the {7}: add a * (or "
                           "write {1}-{2} alone)",
                           "フレームが完成するので{6}は必ず{7}に就きます。*を付けるか、{1}-{2}"
                           "とだけ書いてください"}},
};

/* --- Taking the text apart
 * ----------------------------------------------------------------------*/

static bool read_cell(const Game *game, const char **text, int *out)
{
    Point p = shape_read_point(&game->shape, text);
    *out = p == POINT_NONE ? 0 : morelli_rules(game)->cell[p];
    return p != POINT_NONE;
}

static Fault read_turned(const Game *game, const char **text, Typed *out)
{
    int cell, last = -1;
    while (read_cell(game, text, &cell)) {
        if (cell <= last || out->turned_count == MORELLI_DIRECTIONS)
            return FAULT_ORDER;
        last = out->turned[out->turned_count++] = cell;
    }
    return out->turned_count ? FAULT_COUNT : FAULT_SYNTAX;
}

static Fault read_text(const Game *game, const char *text, Typed *out)
{
    *out = (Typed){.from = -1, .bare = true};
    if (!read_cell(game, &text, &out->to))
        return FAULT_SYNTAX;
    if (!*text)
        return FAULT_COUNT;
    out->from = out->to;
    if (*text++ != '-' || !read_cell(game, &text, &out->to))
        return FAULT_SYNTAX;
    out->bare = !*text;
    if (str_lower(*text) == 'x') {
        text++;
        Fault fault = read_turned(game, &text, out);
        if (fault != FAULT_COUNT)
            return fault;
    }
    if (*text == '*') {
        text++;
        out->crown = true;
    }
    return *text ? FAULT_SYNTAX : FAULT_COUNT;
}

/* --- Judging
 * ------------------------------------------------------------------------------------*/

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The step that leads from one cell straight to another, 0 if none does. */
static int step_between(int from, int to)
{
    int dx = to / MORELLI_STRIDE - from / MORELLI_STRIDE;
    int dy = to % MORELLI_STRIDE - from % MORELLI_STRIDE;
    return dx && dy && abs(dx) != abs(dy) ? 0 : morelli_cell(sign(dx), sign(dy));
}

static Fault judge_place(const MorelliRules *r, const Pos *pos, const Typed *t)
{
    if (t->from >= 0)
        return FAULT_MUST_PLACE;
    if (!set_has(&r->outer, (Point)t->to))
        return FAULT_NOT_OUTER;
    if (morelli_has(pos->stones[0], t->to) || morelli_has(pos->stones[1], t->to))
        return FAULT_OCCUPIED;
    return FAULT_COUNT;
}

/* What is wrong with the way; *cell is what stands in it. */
static Fault judge_way(const Pos *pos, const Typed *t, int *cell)
{
    PointSet empty = morelli_empty(pos);
    int step = step_between(t->from, t->to);
    if (t->to == MORELLI_THRONE)
        return FAULT_STOP_ON_THRONE;
    if (!step)
        return FAULT_NOT_IN_LINE;
    if (morelli_band(t->to) <= morelli_band(t->from))
        return FAULT_NOT_NEARER;
    for (*cell = t->from + step; *cell != t->to; *cell += step)
        if (!set_has(&empty, (Point)*cell))
            return *cell == MORELLI_THRONE ? FAULT_THRONE_IN_WAY : FAULT_MAN_IN_WAY;
    return !set_has(&empty, (Point)t->to) ? FAULT_OCCUPIED : FAULT_COUNT;
}

static Fault judge_step(const Pos *pos, const Typed *t, int *cell)
{
    if (t->from < 0)
        return FAULT_ALL_PLACED;
    if (morelli_has(pos->stones[!pos->turn], t->from))
        return FAULT_ENEMY_MAN;
    if (!morelli_has(pos->stones[pos->turn], t->from))
        return FAULT_NO_MAN;
    return judge_way(pos, t, cell);
}

/* What is wrong with the captures that are written, the step being right. Collects their
 * directions as bits, and those of all captures that are possible. */
static Fault judge_captures(const MorelliRules *r, const Pos *pos, const Typed *t, unsigned *typed,
                            unsigned *possible, int *cell)
{
    *possible = morelli_capture_set(r, pos, t->to);
    *typed = 0;
    for (int i = 0; i < t->turned_count; i++) {
        int d = 0;
        *cell = t->turned[i];
        while (d < MORELLI_DIRECTIONS && t->to + morelli_step(d) != *cell)
            d++;
        if (d == MORELLI_DIRECTIONS)
            return FAULT_NOT_NEXT;
        if (!morelli_has(pos->stones[!pos->turn], *cell))
            return FAULT_NO_ENEMY;
        if (!(*possible >> d & 1))
            return FAULT_NO_ANVIL;
        *typed |= 1u << d;
    }
    return FAULT_COUNT;
}

/* What is wrong with the throne being taken or not. */
static Fault judge_crown(const MorelliRules *r, const Pos *pos, const Typed *t, Move move)
{
    bool framed = morelli_effect(r, pos, move).frame_count > 0;
    bool there = MORELLI_KING(pos) == pos->turn + 1;
    if (t->crown && !framed)
        return FAULT_NO_FRAME;
    if (t->crown && there)
        return FAULT_KING_THERE;
    if (!t->crown && !t->bare && framed && !there && r->edition != EDITION_NESTOR)
        return FAULT_MUST_CROWN;
    return FAULT_COUNT;
}

static Fault judge_effects(const MorelliRules *r, const Pos *pos, const Typed *t, Move *move,
                           int *cell)
{
    unsigned typed, possible;
    Fault fault = judge_captures(r, pos, t, &typed, &possible, cell);
    if (fault != FAULT_COUNT)
        return fault;
    *move = (Move)t->from | (Move)t->to << 8;
    if (r->edition == EDITION_NESTOR) {
        *move |= (Move)typed << MORELLI_TURNED_SHIFT | (t->crown ? MORELLI_CROWN : 0);
    } else if (!t->bare && typed != possible) {
        *cell = t->to + morelli_step(__builtin_ctz(possible & ~typed));
        return FAULT_MUST_CAPTURE;
    }
    return judge_crown(r, pos, t, *move);
}

/* FAULT_COUNT and the move's word if it is legal, else the clause against it. */
static Fault judge(const MorelliRules *r, const Pos *pos, const Typed *t, Move *move, int *cell)
{
    if (pos->phase == PHASE_PLACE) {
        *move = MORELLI_PLACE | (Move)t->to << 8;
        return judge_place(r, pos, t);
    }
    if (!morelli_can_move(r, pos))
        return FAULT_OVER;
    Fault fault = judge_step(pos, t, cell);
    return fault == FAULT_COUNT ? judge_effects(r, pos, t, move, cell) : fault;
}

/* --- Saying it
 * ----------------------------------------------------------------------------------*/

static const char *cell_name(const Game *game, int cell)
{
    Point p = cell < 0 ? POINT_NONE : morelli_rules(game)->point[cell];
    return p == POINT_NONE ? "" : game->shape.point[p].name;
}

static bool say(const Game *game, const Pos *pos, const char *text, const Typed *t, int cell,
                Fault fault, Lang lang, char *why)
{
    static const Text man[2] = {{{"man", "コマ"}}, {{"stone", "コマ"}}};
    static const Text king[2] = {{{"king", "王"}}, {{"tower", "塔"}}};
    static const Text throne[2] = {{{"throne", "玉座"}}, {{"centre", "中央"}}};
    bool nestor = morelli_rules(game)->edition == EDITION_NESTOR;
    return refuse_with(why, lang, &faults[fault], QUOTED(text, strlen(text)),
                       cell_name(game, t->from), cell_name(game, t->to), cell_name(game, cell),
                       game->player[pos->turn].in[lang], man[nestor].in[lang],
                       king[nestor].in[lang], throne[nestor].in[lang]);
}

bool morelli_read_move(const Game *game, const Pos *pos, const char *text, Lang lang, Move *out,
                       char *why)
{
    Typed t;
    Move move = 0;
    int cell = 0;
    Fault fault = read_text(game, text, &t);
    if (fault == FAULT_COUNT)
        fault = judge(morelli_rules(game), pos, &t, &move, &cell);
    if (fault == FAULT_COUNT) {
        *out = move;
        return true;
    }
    return say(game, pos, text, &t, cell, fault, lang, why);
}
