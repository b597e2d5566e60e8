/* SPDX-License-Identifier: MIT */
/* Reading moves of Stacking Morris, [RES/]MAIN[RES], and saying which rule is against one. */
#include "games/morris/morris.h"

#include "base/bits.h"

typedef enum Fault {
    FAULT_SYNTAX,
    FAULT_OVER,
    FAULT_MUST_RESOLVE_FIRST,
    FAULT_NOTHING_TO_RESOLVE,
    FAULT_NOT_WON,
    FAULT_ALREADY_WON,
    FAULT_MUST_PLACE,
    FAULT_NO_HAND,
    FAULT_OCCUPIED,
    FAULT_NO_MAN,
    FAULT_ENEMY_MAN,
    FAULT_NOT_JOINED,
    FAULT_NO_MILL,
    FAULT_MUST_RESOLVE,
    FAULT_MUST_TURN,
    FAULT_BAD_TURN,
    FAULT_MUST_FETCH,
    FAULT_NO_SINGLE,
    FAULT_IN_MILL,
    FAULT_BAD_UNDER,
    FAULT_WON_BY_TURN,
    FAULT_NOTHING_TO_FETCH,
    FAULT_NO_MOVE_AFTER,
    FAULT_COUNT
} Fault;

/* {0} the text, {1} from, {2} to, {3} the point in question, {4} the mover. */
static const Text faults[FAULT_COUNT] = {
    [FAULT_SYNTAX] = {{"{0} is no move; moves look like d2, d2-d3, d2xa1>d2, ~a1xb2>c3/d2-d3~g7",
                       "{0}は手として読めません。d2、d2-d3、d2xa1>d2、~a1xb2>c3/d2-d3~g7の"
                       "ように書きます"}},
    [FAULT_OVER] = {{"the game is over", "対局は終わっています"}},
    [FAULT_MUST_RESOLVE_FIRST] = {{"{4} has a mill at the start of the turn and must resolve it "
                                   "first: write its resolution and / before the move",
                                   "{4}には手番の初めにミルがあるので、先にその処理を書き、/で"
                                   "区切ってください"}},
    [FAULT_NOTHING_TO_RESOLVE] = {{"{4} has no mill at the start of the turn, so nothing stands "
                                   "before /",
                                   "{4}には手番の初めにミルがないので、/の前には何も書けません"}},
    [FAULT_NOT_WON] = {{"that resolution does not win, so the turn goes on: add a move after /",
                        "その処理だけでは勝ちにならないので、/の後に手を続けてください"}},
    [FAULT_ALREADY_WON] = {{"that resolution wins at once: the text ends with /",
                            "その処理で勝ちが決まるので、/で終わります"}},
    [FAULT_MUST_PLACE] = {{"{4} still has men in hand and must place one; write just its point",
                           "{4}は手元にコマがあるので、まず置かなければなりません"}},
    [FAULT_NO_HAND] = {{"{4} has no man left in hand to place and must move one, such as d2-d3",
                        "{4}の手元にコマはありません。盤上のコマを動かしてください"}},
    [FAULT_OCCUPIED] = {{"{2} is occupied; a piece can only go to an empty point",
                         "{2}は空いていません。コマは空いた点にしか行けません"}},
    [FAULT_NO_MAN] = {{"there is nothing on {1} to move", "{1}に動かせるコマがありません"}},
    [FAULT_ENEMY_MAN] = {{"the piece on {1} is not {4}'s", "{1}のコマは{4}のものではありません"}},
    [FAULT_NOT_JOINED] = {{"{2} is not next to {1}; a piece moves to a neighbouring point",
                           "{2}は{1}の隣ではありません。コマは隣の点へ動きます"}},
    [FAULT_NO_MILL] = {{"no mill is completed, so there is nothing to resolve",
                        "ミルができていないので、処理するものがありません"}},
    [FAULT_MUST_RESOLVE] = {{"a mill is completed and must be resolved: add what is turned over "
                             "(~) or fetched (x) after the move",
                             "ミルができたので、裏返し（~）や取り込み（x）を続けて書いて"
                             "ください"}},
    [FAULT_MUST_TURN] = {{"every mill here holds an enemy stack, so one must be turned over first: "
                          "begin with ~",
                          "どのミルにも相手のスタックがあるので、まず1つ裏返してください（~）"}},
    [FAULT_BAD_TURN] = {{"{3} is no enemy stack in a mill to be resolved now",
                         "{3}は今処理するミルの中の相手のスタックではありません"}},
    [FAULT_MUST_FETCH] =
        {{"an enemy single man must be fetched under a man of the mill: add x, his "
          "point, > and where he goes",
          "相手の1段のコマをミルのコマの下に入れてください（x 取る点 > "
          "入れる点）"}},
    [FAULT_NO_SINGLE] = {{"there is no enemy single man on {3} to fetch",
                          "{3}に相手の1段のコマはありません"}},
    [FAULT_IN_MILL] = {{"the man on {3} is in a mill and cannot be fetched while others can",
                        "{3}のコマはミルの中にあり、ほかに取れるコマがある間は取れません"}},
    [FAULT_BAD_UNDER] = {{"{3} is no single man of {4}'s in the mill to be resolved",
                          "{3}は処理するミルの中の{4}の1段のコマではありません"}},
    [FAULT_WON_BY_TURN] = {{"turning over {3} wins at once: nothing is fetched",
                            "{3}を裏返した時点で勝ちなので、コマは取りません"}},
    [FAULT_NOTHING_TO_FETCH] = {{"there is no enemy single man to fetch: leave that part out",
                                 "取れる1段のコマがないので、その部分は書きません"}},
    [FAULT_NO_MOVE_AFTER] = {{"after that resolution {4} could neither place nor move; choose "
                              "another one",
                              "その処理の後、{4}は置くことも動かすこともできません。別の処理を"
                              "選んでください"}},
};

/* Reads RES at *text into the three fields; false if it is malformed. */
static bool read_resolution(const Shape *shape, const char **text, int first_field, Move *move)
{
    Point p;
    if (**text == '~') {
        ++*text;
        if ((p = shape_read_point(shape, text)) == POINT_NONE)
            return false;
        *move = stacking_with(*move, first_field, p);
    }
    if (str_lower(**text) == 'x') {
        ++*text;
        if ((p = shape_read_point(shape, text)) == POINT_NONE || *(*text)++ != '>')
            return false;
        *move = stacking_with(*move, first_field + 1, p);
        if ((p = shape_read_point(shape, text)) == POINT_NONE)
            return false;
        *move = stacking_with(*move, first_field + 2, p);
    }
    return true;
}

static bool read_text(const Shape *shape, const char *text, Move *out)
{
    Move move = STACKING_BLANK;
    if (*text == '~' || *text == '/' || str_lower(*text) == 'x') {
        if (!read_resolution(shape, &text, FIELD_TURN_BEFORE, &move) || *text++ != '/')
            return false;
        *out = move |= MORRIS_BEFORE;
        if (!*text) /* only a resolution that wins stands alone, so it cannot be empty */
            return move != (STACKING_BLANK | MORRIS_BEFORE);
    }
    Point p = shape_read_point(shape, &text);
    if (p == POINT_NONE)
        return false;
    if (*text == '-') {
        text++;
        move = stacking_with(move, FIELD_FROM, p);
        if ((p = shape_read_point(shape, &text)) == POINT_NONE)
            return false;
    }
    *out = move = stacking_with(move, FIELD_TO, p);
    if (!read_resolution(shape, &text, FIELD_TURN_AFTER, &move))
        return false;
    *out = move;
    return !*text;
}

/* What is wrong with a resolution of one of `mills`, or FAULT_COUNT and the way it goes in *found.
 * *point is the one in question. */
static Fault judge_resolution(const MorrisRules *r, const Stacks *s, int us, uint32_t mills,
                              Move move, int first_field, int *point, Resolution *found)
{
    Resolution list[RESOLUTIONS_MAX];
    int n = stacking_resolve(r, s, us, mills, list);
    int turn = stacking_field(move, first_field), fetch = stacking_field(move, first_field + 1);
    int under = stacking_field(move, first_field + 2);
    bool turn_fits = false, fetch_fits = false, won = false, none = false;
    for (int i = 0; i < n; i++) {
        if (list[i].turn != turn)
            continue;
        turn_fits = true;
        won |= list[i].won && list[i].fetch == MORRIS_NO_POINT;
        none |= list[i].fetch == MORRIS_NO_POINT;
        fetch_fits |= list[i].fetch == fetch;
        if (list[i].fetch == fetch && list[i].under == under) {
            *found = list[i];
            return FAULT_COUNT;
        }
    }
    *point = turn;
    if (!turn_fits)
        return turn == MORRIS_NO_POINT ? FAULT_MUST_TURN : FAULT_BAD_TURN;
    if (fetch == MORRIS_NO_POINT)
        return FAULT_MUST_FETCH;
    if (none)
        return won ? FAULT_WON_BY_TURN : FAULT_NOTHING_TO_FETCH;
    *point = fetch_fits ? under : fetch;
    if (fetch_fits)
        return FAULT_BAD_UNDER;
    return stacking_singles(s, !us) >> fetch & 1 ? FAULT_IN_MILL : FAULT_NO_SINGLE;
}

static Fault judge_step(const MorrisRules *r, const Stacks *s, const Pos *pos, int from, int to)
{
    int us = pos->turn;
    if (from == MORRIS_NO_POINT && !pos->hand[us])
        return FAULT_NO_HAND;
    if (from != MORRIS_NO_POINT) {
        if (pos->hand[us])
            return FAULT_MUST_PLACE;
        if (s->top[!us] >> from & 1)
            return FAULT_ENEMY_MAN;
        if (!(s->top[us] >> from & 1))
            return FAULT_NO_MAN;
    }
    if ((s->top[0] | s->top[1]) >> to & 1)
        return FAULT_OCCUPIED;
    if (from != MORRIS_NO_POINT && !(r->joined[from] >> to & 1))
        return FAULT_NOT_JOINED;
    return FAULT_COUNT;
}

/* The resolution before the move: on success *s is the board after it. */
static Fault judge_before(const Game *game, const Pos *pos, Move move, int *point, Stacks *s)
{
    const MorrisRules *r = morris_rules(game);
    uint32_t mills = stacking_mills(r, s, pos->turn, POINT_NONE);
    if (!(move & MORRIS_BEFORE))
        return mills ? FAULT_MUST_RESOLVE_FIRST : FAULT_COUNT;
    if (!mills)
        return FAULT_NOTHING_TO_RESOLVE;
    Resolution way;
    Fault fault = judge_resolution(r, s, pos->turn, mills, move, FIELD_TURN_BEFORE, point, &way);
    if (fault != FAULT_COUNT)
        return fault;
    bool ends = stacking_field(move, FIELD_TO) == MORRIS_NO_POINT;
    if (way.won || ends)
        return way.won ? FAULT_ALREADY_WON : FAULT_NOT_WON;
    *s = way.after;
    return FAULT_COUNT;
}

static Fault judge(const Game *game, const Pos *pos, Move move, int *point)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    if (game->ops->outcome(game, pos).winner != WINNER_NONE)
        return FAULT_OVER;
    Fault fault = judge_before(game, pos, move, point, &s);
    if (fault != FAULT_COUNT)
        return fault;
    int from = stacking_field(move, FIELD_FROM), to = stacking_field(move, FIELD_TO);
    fault = judge_step(r, &s, pos, from, to);
    if (fault != FAULT_COUNT)
        return fault;
    s = stacking_step(&s, pos->turn, from, to);
    uint32_t mills = stacking_mills(r, &s, pos->turn, (Point)to);
    bool empty = (move | ((UINT64_C(1) << 6 * FIELD_TURN_AFTER) - 1)) ==
                 (STACKING_BLANK | (move & MORRIS_BEFORE));
    if (!mills)
        return FAULT_NO_MILL;
    if (empty)
        return FAULT_MUST_RESOLVE;
    Resolution way;
    return judge_resolution(r, &s, pos->turn, mills, move, FIELD_TURN_AFTER, point, &way);
}

static const char *name_of(const Game *game, int point)
{
    return point < game->shape.point_count ? game->shape.point[point].name : "";
}

bool morris_stacking_read_move(const Game *game, const Pos *pos, const char *text, Lang lang,
                               Move *out, char *why)
{
    Move move = STACKING_BLANK;
    int point = MORRIS_NO_POINT;
    Fault fault = FAULT_SYNTAX;
    if (read_text(&game->shape, text, &move)) {
        if (stacking_is_legal(game, pos, move)) {
            *out = move;
            return true;
        }
        fault = judge(game, pos, move, &point);
        /* Everything fits, yet it is not legal: then its resolution left nothing to do. */
        if (fault == FAULT_COUNT)
            fault = FAULT_NO_MOVE_AFTER;
    }
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted), s = str_over(why, WHY_MAX);
    str_quote(&q, text);
    const char *const args[] = {quoted, name_of(game, stacking_field(move, FIELD_FROM)),
                                name_of(game, stacking_field(move, FIELD_TO)), name_of(game, point),
                                game->player[pos->turn].in[lang]};
    str_fill(&s, faults[fault].in[lang], args);
    return false;
}
