/* SPDX-License-Identifier: MIT */
/* Reading MUR moves, and saying which rule is against one. The reader takes the text apart and
 * looks for it among the legal moves; only when none fits are the clauses gone through one by one,
 * in the order of the duties. */
#include "games/mur/mur.h"

#include "base/bits.h"

#include <string.h>

/* A move text taken apart; points that it does not name are POINT_NONE. */
typedef struct Typed {
    MurPlay play;
    int count; /* ships withdrawn */
} Typed;

typedef enum Fault {
    FAULT_SYNTAX,
    FAULT_ORDER,
    FAULT_OVER,
    FAULT_TRAPPED_FIRST,
    FAULT_MARKED_FIRST,
    FAULT_WRONG_SHIPS,
    FAULT_REPEATED,
    FAULT_ONE_SHIP,
    FAULT_NOT_YOURS,
    FAULT_NO_WITHDRAWAL,
    FAULT_NONE_OFF,
    FAULT_OCCUPIED,
    FAULT_EYE,
    FAULT_NO_SHIP,
    FAULT_ENEMY_SHIP,
    FAULT_KRAKEN,
    FAULT_SAME_POINT,
    FAULT_OFF_LINE,
    FAULT_STEPS,
    FAULT_NOTHING_THERE,
    FAULT_RANK,
    FAULT_LANDING,
    FAULT_WHICH_WAY,
    FAULT_UNCHANGED,
    FAULT_EYE_OWN,
    FAULT_EYE_KRAKEN,
    FAULT_COUNT
} Fault;

/* {0} the text, {1} from, {2} to, {3} where the knocked piece lands, {4} the mover, {5} the enemy,
 * {6} points, {7} the rank of the mover's ship, {8} that of the struck piece, {9} how far it goes.
 */
static const Text faults[FAULT_COUNT] = {
    [FAULT_SYNTAX] =
        {{"{0} is no move; moves look like +b1, b3-d3, b3-a3*h3, xb2 or xb2h3",
          "{0}は手として読めません。+b1、b3-d3、b3-a3*h3、xb2、xb2h3のように書きます"}},
    [FAULT_ORDER] = {{"{0}: name ships to withdraw once each, in the order of the point list",
                      "{0}：回収する船は重ねず、交点の一覧の順に書いてください"}},
    [FAULT_OVER] = {{"the game is over", "対局は終わっています"}},
    [FAULT_TRAPPED_FIRST] = {{"trapped ships must be withdrawn first: x{6}",
                              "トラップされた船を先に回収しなければなりません：x{6}"}},
    [FAULT_MARKED_FIRST] = {{"after a chain trap its maker's ships that were trapped must be "
                             "withdrawn first: x{6}",
                             "連鎖トラップのときにトラップされていた船を先に回収しなければなりませ"
                             "ん：x{6}"}},
    [FAULT_WRONG_SHIPS] = {{"all ships that must be withdrawn, and no others, leave in one turn: "
                            "x{6}",
                            "回収しなければならない船だけを、すべて一度に回収します：x{6}"}},
    [FAULT_REPEATED] = {{"the board has repeated, so one ship must be withdrawn: x and its point",
                         "盤面が繰り返されたので、船を1隻回収しなければなりません：x と交点"}},
    [FAULT_ONE_SHIP] = {{"only one ship is withdrawn now", "ここで回収するのは1隻だけです"}},
    [FAULT_NOT_YOURS] = {{"{4} has no ship on {6} to withdraw", "{6}に{4}の船はありません"}},
    [FAULT_NO_WITHDRAWAL] = {{"ships are not withdrawn of free will: only when trapped, after a "
                              "repetition, or when nothing else can be played",
                              "船は自由には回収できません。トラップされたとき、盤面が繰り返されたと"
                              "き、ほかに手がないときだけです"}},
    [FAULT_NONE_OFF] = {{"all ships of {4} are on the board; move one instead",
                         "{4}の船はすべて盤上にあります。船を動かしてください"}},
    [FAULT_OCCUPIED] = {{"{2} is occupied; a ship is placed on an empty point",
                         "{2}は空いていません。船は空いた交点に置きます"}},
    [FAULT_EYE] = {{"{2} is an eye of {5}; a ship may go there only if that traps a ship of {5}",
                    "{2}は{5}の狙い目です。{5}の船をトラップできるときしか入れません"}},
    [FAULT_NO_SHIP] = {{"there is no ship on {1} to move", "{1}に動かせる船がありません"}},
    [FAULT_ENEMY_SHIP] = {{"the ship on {1} is not {4}'s", "{1}の船は{4}のものではありません"}},
    [FAULT_KRAKEN] = {{"nobody moves the kraken; it is only knocked",
                       "クラーケンは動かせません。ノックできるだけです"}},
    [FAULT_SAME_POINT] = {{"a move may not end where it began",
                           "動かした船を元の交点に止めることはできません"}},
    [FAULT_OFF_LINE] = {{"{2} is neither on the ring nor on the diameter of {1}",
                         "{2}は{1}と同じリングにも直径にもありません"}},
    [FAULT_STEPS] = {{"the ship on {1} {9}; that does not lead to {2}",
                      "{1}の船は{9}。{2}には着きません"}},
    [FAULT_NOTHING_THERE] = {{"{2} is empty, so nothing is knocked; write {1}-{2}",
                              "{2}は空いているので、ノックは起きません。{1}-{2}と書いてください"}},
    [FAULT_RANK] = {{"the piece on {2} has {8}; the ship on {1}, {7}, can knock only pieces of a "
                     "lower rank",
                     "{2}の駒は{8}です。{1}の{7}の船がノックできるのは、ランクの低い駒だけです"}},
    [FAULT_LANDING] = {{"the piece on {2} would be knocked to {6}",
                        "{2}の駒がノックされて止まるのは{6}です"}},
    [FAULT_WHICH_WAY] =
        {{"the piece on {2} can be knocked to {6}; say to which, as in {1}-{2}*{3}",
          "{2}の駒は{6}へノックできます。{1}-{2}*{3}のように行き先も書いてください"}},
    [FAULT_UNCHANGED] = {{"that would leave the board unchanged: two ships of one colour change "
                          "places",
                          "同じ色の船が入れ替わるだけで、盤面が変わりません"}},
    [FAULT_EYE_OWN] = {{"{3} is an eye of {5}; a ship of {4} may be knocked there only if that "
                        "traps a ship of {5}",
                        "{3}は{5}の狙い目です。{5}の船をトラップできるときしか{4}の船をノックして"
                        "入れられません"}},
    [FAULT_EYE_KRAKEN] = {{"{3} is an eye of {5}, and the kraken may not be knocked there",
                           "{3}は{5}の狙い目なので、クラーケンをノックして入れられません"}},
};

static const Text how_far[MUR_SHIPS_MAX + 1] = {
    {{"", ""}},
    {{"stands alone and must move exactly one step",
      "単独なので、ちょうど1歩動かなければなりません"}},
    {{"is in a group of two and must move exactly two steps",
      "2隻グループなので、ちょうど2歩動かなければなりません"}},
    {{"is in a group of three and must move exactly three steps",
      "3隻グループなので、ちょうど3歩動かなければなりません"}},
    {{"is in a group of four and must move exactly four steps",
      "4隻グループなので、ちょうど4歩動かなければなりません"}},
    {{"is in a group of five and must move exactly five steps",
      "5隻グループなので、ちょうど5歩動かなければなりません"}},
    {{"is in a group of six and must move exactly six steps",
      "6隻グループなので、ちょうど6歩動かなければなりません"}},
    {{"is in a group of seven and must move exactly seven steps",
      "7隻グループなので、ちょうど7歩動かなければなりません"}},
};

static bool read_withdrawal(const Shape *shape, const char *text, Typed *out, Fault *fault)
{
    out->play.kind = MUR_WITHDRAW;
    for (Point p; (p = shape_read_point(shape, &text)) != POINT_NONE; out->count++) {
        if (out->play.withdrawn >> p) {
            *fault = FAULT_ORDER;
            return false;
        }
        out->play.withdrawn |= 1u << p;
    }
    return out->count && !*text;
}

static bool read_text(const Game *game, const char *text, Typed *out, Fault *fault)
{
    const Shape *shape = &game->shape;
    MurPlay *play = &out->play;
    *out = (Typed){.play = {MUR_PLACE, POINT_NONE, POINT_NONE, POINT_NONE, 0}};
    *fault = FAULT_SYNTAX;
    if (str_lower(*text) == 'x')
        return read_withdrawal(shape, text + 1, out, fault);
    if (*text == '+') {
        text++;
        return (play->to = shape_read_point(shape, &text)) != POINT_NONE && !*text;
    }
    play->kind = MUR_MOVE;
    if ((play->from = shape_read_point(shape, &text)) == POINT_NONE || *text++ != '-' ||
        (play->to = shape_read_point(shape, &text)) == POINT_NONE)
        return false;
    if (*text != '*')
        return !*text;
    text++;
    return (play->land = shape_read_point(shape, &text)) != POINT_NONE && !*text;
}

/* What was typed may leave out where a knocked piece lands. */
static bool fits(const MurPlay *typed, const MurPlay *play)
{
    return typed->kind == play->kind && typed->from == play->from && typed->to == play->to &&
           typed->withdrawn == play->withdrawn &&
           (typed->land == play->land || typed->land == POINT_NONE);
}

/* How many legal moves fit; *out is the last of them, *landings where they knock to. */
static int count_fitting(const Game *game, const Pos *pos, const MurPlay *typed, Move *out,
                         uint32_t *landings)
{
    Move moves[MUR_MOVES_MAX];
    int count = game->moves(game, pos, moves), found = 0;
    *landings = 0;
    for (int i = 0; i < count; i++) {
        MurPlay play = mur_play(pos, moves[i]);
        if (!fits(typed, &play))
            continue;
        found++;
        *out = moves[i];
        if (play.land != POINT_NONE)
            *landings |= 1u << play.land;
    }
    return found;
}

/* All that the sentences need; judge() and its helpers fill it as they go. */
typedef struct Case {
    const Game *game;
    const Pos *pos;
    MurPlay play;
    uint32_t points; /* that the sentence names */
    MurRanks ranks;
} Case;

static Fault judge_withdrawal(Case *c)
{
    uint32_t own = mur_ships(c->pos, c->pos->turn);
    Move moves[MUR_MOVES_MAX];
    int count = c->game->moves(c->game, c->pos, moves);
    if (count && mur_play(c->pos, moves[0]).kind != MUR_WITHDRAW)
        return FAULT_NO_WITHDRAWAL;
    if (c->play.withdrawn & ~own) {
        c->points = c->play.withdrawn & ~own;
        c->points &= -c->points;
        return FAULT_NOT_YOURS;
    }
    return FAULT_ONE_SHIP;
}

/* An illegal placement. */
static Fault judge_placement(const Case *c)
{
    const MurRules *r = mur_rules(c->game);
    if (bits_count(mur_ships(c->pos, c->pos->turn)) >= r->ships)
        return FAULT_NONE_OFF;
    return mur_empty(c->pos) >> c->play.to & 1 ? FAULT_EYE : FAULT_OCCUPIED;
}

/* Where the piece on the last point would go, by all ways there. */
static uint32_t all_landings(const Case *c, int rank)
{
    const MurRules *r = mur_rules(c->game);
    uint32_t landings = 0;
    for (int i = 0; i < r->way_count[rank][c->play.from]; i++) {
        int walk = r->arrival[rank][c->play.from][i];
        if (r->walk_point[walk] == c->play.to)
            landings |= 1u << mur_landing(r, mur_empty(c->pos), c->play.from, walk);
    }
    return landings;
}

/* An illegal knock of a piece that has a lower rank. */
static Fault judge_landing(Case *c, int rank)
{
    uint32_t landings = all_landings(c, rank);
    if (c->play.land != POINT_NONE && !(landings >> c->play.land & 1)) {
        c->points = landings;
        return FAULT_LANDING;
    }
    if (c->play.land == POINT_NONE)
        c->play.land = (Point)bits_first(landings);
    if (c->play.to == c->pos->extra[0])
        return FAULT_EYE_KRAKEN;
    return c->play.land == c->play.from ? FAULT_UNCHANGED : FAULT_EYE_OWN;
}

static Fault judge_start(const Case *c)
{
    int from = c->play.from;
    if (from == c->pos->extra[0])
        return FAULT_KRAKEN;
    if (mur_ships(c->pos, !c->pos->turn) >> from & 1)
        return FAULT_ENEMY_SHIP;
    return mur_ships(c->pos, c->pos->turn) >> from & 1 ? FAULT_COUNT : FAULT_NO_SHIP;
}

/* Is there a ring or diameter with both points? */
static bool on_line(int a, int b)
{
    int spoke_a = (a - 1) / 3, spoke_b = (b - 1) / 3;
    return !a || !b || a % 3 == b % 3 || (spoke_a - spoke_b) % 4 == 0;
}

static Fault judge_move(Case *c)
{
    const MurRules *r = mur_rules(c->game);
    int from = c->play.from, to = c->play.to;
    Fault fault = judge_start(c);
    if (fault != FAULT_COUNT)
        return fault;
    if (from == to)
        return FAULT_SAME_POINT;
    if (!on_line(from, to))
        return FAULT_OFF_LINE;
    int rank = mur_rank_at(&c->ranks, from), struck = mur_rank_at(&c->ranks, to);
    if (!(r->reach[rank][from] >> to & 1))
        return FAULT_STEPS;
    if (!struck)
        return c->play.land != POINT_NONE ? FAULT_NOTHING_THERE : FAULT_EYE;
    return struck <= rank ? FAULT_RANK : judge_landing(c, rank);
}

/* The clause against a move that is not among the legal ones. */
static Fault judge(Case *c)
{
    bool withdraws = c->play.kind == MUR_WITHDRAW;
    if (mur_is_over(mur_rules(c->game), c->pos))
        return FAULT_OVER;
    if ((c->points = mur_due(c->pos)) != 0) {
        bool trapped = mur_trapped(c->pos, c->pos->turn);
        return withdraws ? FAULT_WRONG_SHIPS : trapped ? FAULT_TRAPPED_FIRST : FAULT_MARKED_FIRST;
    }
    if (withdraws)
        return judge_withdrawal(c);
    if (c->pos->phase & MUR_REPEATED)
        return FAULT_REPEATED;
    return c->play.kind == MUR_PLACE ? judge_placement(c) : judge_move(c);
}

/* Points to choose from, or together: "h3 or b3", but "b2h3" after an x. */
static void write_choice(const Game *game, uint32_t points, Fault fault, Lang lang, Str *out)
{
    static const Text either = {{" or ", "か"}};
    bool choice = fault == FAULT_LANDING || fault == FAULT_WHICH_WAY, first = true;
    for (uint64_t rest = points; rest; first = false) {
        if (choice && !first)
            str_add(out, either.in[lang]);
        str_add(out, game->shape.point[bits_pop(&rest)].name);
    }
}

static const char *name_of(const Game *game, Point p)
{
    return p == POINT_NONE ? "" : game->shape.point[p].name;
}

static bool say(const Case *c, const char *text, Fault fault, Lang lang, char *why)
{
    char points[2 * MUR_POINTS + 16];
    Str p = str_over(points, sizeof points);
    write_choice(c->game, c->points, fault, lang, &p);
    int rank = c->play.from == POINT_NONE ? 0 : mur_rank_at(&c->ranks, c->play.from);
    int struck = c->play.to == POINT_NONE ? 0 : mur_rank_at(&c->ranks, c->play.to);
    return refuse_with(
        why, lang, &faults[fault], QUOTED(text, strlen(text)), name_of(c->game, c->play.from),
        name_of(c->game, c->play.to), name_of(c->game, c->play.land),
        c->game->player[c->pos->turn].in[lang], c->game->player[!c->pos->turn].in[lang], points,
        mur_rank_names[rank].in[lang], mur_rank_names[struck].in[lang], how_far[rank].in[lang]);
}

bool mur_read_move(const Game *game, const Pos *pos, const char *text, Lang lang, Move *out,
                   char *why)
{
    Typed typed;
    Fault fault;
    Move move = 0;
    uint32_t landings = 0;
    bool good = read_text(game, text, &typed, &fault);
    int found = good ? count_fitting(game, pos, &typed.play, &move, &landings) : 0;
    if (found == 1) {
        *out = move;
        return true;
    }
    Case c = {game, pos, typed.play, 0, mur_ranks(pos)};
    if (found > 1) {
        c.points = landings;
        c.play.land = (Point)bits_first(landings);
        fault = FAULT_WHICH_WAY;
    } else if (good) {
        fault = judge(&c);
    }
    return say(&c, text, fault, lang, why);
}
