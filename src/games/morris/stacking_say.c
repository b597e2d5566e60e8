/* SPDX-License-Identifier: MIT */
/* Reading moves of Stacking Morris, [RES/]MAIN[RES], and saying which rule is against one. */
#include "games/morris/morris.h"

#include <assert.h>

/* {0} the text, {1} from, {2} to, {3} the point in question, {4} the mover. There is one board of
 * this game, so examples name its points. */
static const Text fault_syntax = {
    {"{0} is no move; moves look like d2, d2-d3, d2xa1>d2, ~a1xb2>c3/d2-d3~g7",
     "{0}は手として読めません。d2、d2-d3、d2xa1>d2、~a1xb2>c3/d2-d3~g7の"
     "ように書きます"}};
static const Text fault_must_resolve_first = {
    {"{4} has a mill at the start of the turn and must resolve it "
     "first: write its resolution and / before the move",
     "{4}には手番の初めにミルがあるので、先にその処理を書き、/で"
     "区切ってください"}};
static const Text fault_nothing_to_resolve = {
    {"{4} has no mill at the start of the turn, so nothing stands "
     "before /",
     "{4}には手番の初めにミルがないので、/の前には何も書けません"}};
static const Text fault_not_won = {
    {"that resolution does not win, so the turn goes on: add a move after /",
     "その処理だけでは勝ちにならないので、/の後に手を続けてください"}};
static const Text fault_already_won = {{"that resolution wins at once: the text ends with /",
                                        "その処理で勝ちが決まるので、/で終わります"}};
static const Text fault_no_mill = {{"no mill is completed, so there is nothing to resolve",
                                    "ミルができていないので、処理するものがありません"}};
static const Text fault_must_resolve = {
    {"a mill is completed and must be resolved: add what is turned over "
     "(~) or fetched (x) after the move",
     "ミルができたので、裏返し（~）や取り込み（x）を続けて書いて"
     "ください"}};
static const Text fault_must_turn = {
    {"every mill here holds an enemy stack, so one must be turned over first: "
     "begin with ~",
     "どのミルにも相手のスタックがあるので、まず1つ裏返してください（~）"}};
static const Text fault_bad_turn = {{"{3} is no enemy stack in a mill to be resolved now",
                                     "{3}は今処理するミルの中の相手のスタックではありません"}};
static const Text fault_must_fetch = {
    {"an enemy single man must be fetched under a man of the mill: add x, its point, > and where "
     "it goes",
     "相手の1段のコマをミルのコマの下に入れてください（x 取る交点 > 入れる交点）"}};
static const Text fault_no_single = {
    {"there is no enemy single man on {3} to fetch", "{3}に相手の1段のコマはありません"}};
static const Text fault_in_mill = {
    {"the man on {3} is in a mill and cannot be fetched while others can",
     "{3}のコマはミルの中にあり、ほかに取れるコマがある間は取れません"}};
static const Text fault_bad_under = {{"{3} is no single man of {4}'s in the mill to be resolved",
                                      "{3}は処理するミルの中の{4}の1段のコマではありません"}};
static const Text fault_won_by_turn = {{"turning over {3} wins at once: nothing is fetched",
                                        "{3}を裏返した時点で勝ちなので、コマは取りません"}};
static const Text fault_nothing_to_fetch = {
    {"there is no enemy single man to fetch: leave that part out",
     "取れる1段のコマがないので、その部分は書きません"}};
static const Text fault_no_move_after = {
    {"after that resolution {4} could neither place nor move; choose "
     "another one",
     "その処理の後、{4}は置くことも動かすこともできません。別の処理を"
     "選んでください"}};

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

/* What is wrong with a resolution of one of `mills`, or NULL and the way it goes in *found. *point
 * is the one in question. */
static const Text *judge_resolution(const MorrisRules *r, const Stacks *s, int us, uint32_t mills,
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
            return NULL;
        }
    }
    *point = turn;
    if (!turn_fits)
        return turn == MORRIS_NO_POINT ? &fault_must_turn : &fault_bad_turn;
    if (fetch == MORRIS_NO_POINT)
        return &fault_must_fetch;
    if (none)
        return won ? &fault_won_by_turn : &fault_nothing_to_fetch;
    *point = fetch_fits ? under : fetch;
    if (fetch_fits)
        return &fault_bad_under;
    return stacking_singles(s, !us) >> fetch & 1 ? &fault_in_mill : &fault_no_single;
}

/* The resolution before the move: on success *s is the board after it. */
static const Text *judge_before(const Game *game, const Pos *pos, Move move, int *point, Stacks *s)
{
    const MorrisRules *r = morris_rules(game);
    uint32_t mills = stacking_mills(r, s, pos->turn, POINT_NONE);
    if (!(move & MORRIS_BEFORE))
        return mills ? &fault_must_resolve_first : NULL;
    if (!mills)
        return &fault_nothing_to_resolve;
    Resolution way;
    const Text *fault = judge_resolution(r, s, pos->turn, mills, move, FIELD_TURN_BEFORE, point,
                                         &way);
    if (fault)
        return fault;
    if (way.won)
        return &fault_already_won;
    if (!stacking_can_step(r, &way.after, pos->turn, pos->hand[pos->turn] > 0))
        return &fault_no_move_after;
    if (stacking_field(move, FIELD_TO) == MORRIS_NO_POINT)
        return &fault_not_won;
    *s = way.after;
    return NULL;
}

/* The resolution after the move, *s being the board after the move. */
static const Text *judge_after(const Game *game, const Pos *pos, Move move, int *point,
                               const Stacks *s)
{
    const MorrisRules *r = morris_rules(game);
    Point to = (Point)stacking_field(move, FIELD_TO);
    uint32_t mills = stacking_mills(r, s, pos->turn, to);
    bool empty = stacking_field(move, FIELD_TURN_AFTER) == MORRIS_NO_POINT &&
                 stacking_field(move, FIELD_FETCH_AFTER) == MORRIS_NO_POINT;
    if (!mills)
        return empty ? NULL : &fault_no_mill;
    if (empty)
        return &fault_must_resolve;
    Resolution way;
    return judge_resolution(r, s, pos->turn, mills, move, FIELD_TURN_AFTER, point, &way);
}

/* The clause against a move that is not legal; some clause is. */
static const Text *judge(const Game *game, const Pos *pos, Move move, int *point)
{
    Stacks s = stacking_of(pos);
    int us = pos->turn;
    if (game->ops->outcome(game, pos).winner != WINNER_NONE)
        return &morris_fault_over;
    const Text *fault = judge_before(game, pos, move, point, &s);
    if (fault)
        return fault;
    int from = stacking_field(move, FIELD_FROM), to = stacking_field(move, FIELD_TO);
    fault = morris_judge_step(morris_rules(game), s.top[us], s.top[!us], pos->hand[us] > 0, false,
                              from, to);
    if (fault)
        return fault;
    s = stacking_step(&s, us, from, to);
    return judge_after(game, pos, move, point, &s);
}

bool morris_stacking_read_move(const Game *game, const Pos *pos, const char *text, Lang lang,
                               Move *out, char *why)
{
    Move move = STACKING_BLANK;
    int point = MORRIS_NO_POINT;
    const Text *fault = &fault_syntax;
    if (read_text(&game->shape, text, &move)) {
        if (stacking_is_legal(game, pos, move)) {
            *out = move;
            return true;
        }
        fault = judge(game, pos, move, &point);
        assert(fault);
    }
    int points[] = {stacking_field(move, FIELD_FROM), stacking_field(move, FIELD_TO), point};
    return morris_say_fault(game, pos, text, fault, points, lang, why);
}
