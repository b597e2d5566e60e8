/* SPDX-License-Identifier: MIT */
/* Reading moves of nine, six and twelve men's morris, and saying which rule is against one. The
 * reader takes the text apart, builds the move's word and looks it up among the legal moves; only
 * when it is not there are the clauses gone through one by one. */
#include "games/morris/morris.h"

#include "base/bits.h"

/* A move text taken apart. */
typedef struct Typed {
    int from, to; /* from is -1 for a placement */
    uint32_t taken;
    int taken_count;
} Typed;

typedef enum Fault {
    FAULT_SYNTAX,
    FAULT_ORDER,
    FAULT_OVER,
    FAULT_MUST_PLACE,
    FAULT_NO_HAND,
    FAULT_OCCUPIED,
    FAULT_NO_MAN,
    FAULT_ENEMY_MAN,
    FAULT_NOT_JOINED,
    FAULT_REMILL,
    FAULT_NO_MILL,
    FAULT_MUST_TAKE,
    FAULT_TOO_MANY,
    FAULT_TOO_FEW,
    FAULT_NOT_ENEMY,
    FAULT_IN_MILL,
    FAULT_COUNT
} Fault;

/* {0} the text, {1} from, {2} to, {3} the man in question, {4} the mover. */
static const Text faults[FAULT_COUNT] = {
    [FAULT_SYNTAX] = {{"{0} is no move; moves look like d2, d2-d3, d2xa1 or d2-d3xa1",
                       "{0}は手として読めません。d2、d2-d3、d2xa1、d2-d3xa1のように書きます"}},
    [FAULT_ORDER] = {{"{0}: name two men taken once each, in the order of the point list",
                      "{0}：取る2個は重ねず、点の一覧の順に書いてください"}},
    [FAULT_OVER] = {{"the game is over", "対局は終わっています"}},
    [FAULT_MUST_PLACE] = {{"{4} still has men in hand and must place one; write just its point",
                           "{4}は手元にコマがあるので、まず置かなければなりません"}},
    [FAULT_NO_HAND] = {{"{4} has no man left in hand to place and must move one, such as d2-d3",
                        "{4}の手元にコマはありません。盤上のコマを動かしてください"}},
    [FAULT_OCCUPIED] = {{"{2} is occupied; a man can only go to an empty point",
                         "{2}は空いていません。コマは空いた点にしか行けません"}},
    [FAULT_NO_MAN] = {{"there is no man on {1} to move", "{1}に動かせるコマがありません"}},
    [FAULT_ENEMY_MAN] = {{"the man on {1} is not {4}'s", "{1}のコマは{4}のものではありません"}},
    [FAULT_NOT_JOINED] = {{"{2} is not next to {1}; a man moves to a neighbouring point",
                           "{2}は{1}の隣ではありません。コマは隣の点へ動きます"}},
    [FAULT_REMILL] = {{"that would close again the mill that {4} opened with the move before",
                       "{4}が直前の手で開いたミルを、すぐに閉じることはできません"}},
    [FAULT_NO_MILL] = {{"no mill is completed, so no man may be taken",
                        "ミルができていないので、コマは取れません"}},
    [FAULT_MUST_TAKE] = {{"a mill is completed, so an enemy man must be taken: add x and its point",
                          "ミルができたので、取る相手のコマを x に続けて書いてください"}},
    [FAULT_TOO_MANY] = {{"only one man is taken by this turn", "この手で取れるのは1個だけです"}},
    [FAULT_TOO_FEW] = {{"two mills are completed, so two men must be taken",
                        "ミルが2つできたので、2個取らなければなりません"}},
    [FAULT_NOT_ENEMY] = {{"there is no enemy man on {3} to take", "{3}に相手のコマはありません"}},
    [FAULT_IN_MILL] = {{"the man on {3} is in a mill and cannot be taken while others can",
                        "{3}のコマはミルの中にあり、ほかに取れるコマがある間は取れません"}},
};

static bool read_text(const Game *game, const char *text, Typed *out, Fault *fault)
{
    const Shape *shape = &game->shape;
    *out = (Typed){.from = -1};
    *fault = FAULT_SYNTAX;
    Point p = shape_read_point(shape, &text);
    if (p == POINT_NONE)
        return false;
    out->to = p;
    if (*text == '-') {
        text++;
        out->from = p;
        if ((p = shape_read_point(shape, &text)) == POINT_NONE)
            return false;
        out->to = p;
    }
    if (str_lower(*text) != 'x')
        return !*text;
    for (text++; out->taken_count < 2 && (p = shape_read_point(shape, &text)) != POINT_NONE;) {
        if (out->taken >> p) {
            *fault = FAULT_ORDER;
            return false;
        }
        out->taken |= 1u << p;
        out->taken_count++;
    }
    return out->taken_count && !*text;
}

static Move word_of(const Typed *t)
{
    Move base = t->from < 0 ? MORRIS_PLACE : (Move)1 << t->from;
    return base | (Move)1 << t->to | (Move)t->taken << MORRIS_TAKEN_SHIFT;
}

/* What is wrong with where the man comes from and goes to. */
static Fault judge_step(const Game *game, const Pos *pos, const Typed *t)
{
    const MorrisRules *r = morris_rules(game);
    uint32_t own = (uint32_t)pos->stones[pos->turn][0],
             enemy = (uint32_t)pos->stones[!pos->turn][0];
    if (t->from < 0 && !pos->hand[pos->turn])
        return FAULT_NO_HAND;
    if (t->from >= 0) {
        if (pos->hand[pos->turn])
            return FAULT_MUST_PLACE;
        if (enemy >> t->from & 1)
            return FAULT_ENEMY_MAN;
        if (!(own >> t->from & 1))
            return FAULT_NO_MAN;
    }
    if ((own | enemy) >> t->to & 1)
        return FAULT_OCCUPIED;
    bool flies = r->flying && bits_count(own) == MORRIS_MEN_LEAST;
    if (t->from >= 0 && !flies && !(r->joined[t->from] >> t->to & 1))
        return FAULT_NOT_JOINED;
    return FAULT_COUNT;
}

/* What is wrong with the men taken, the step itself being possible. *man is the one in question. */
static Fault judge_taking(const Game *game, const Pos *pos, const Typed *t, int *man)
{
    const MorrisRules *r = morris_rules(game);
    uint32_t own = (uint32_t)pos->stones[pos->turn][0],
             enemy = (uint32_t)pos->stones[!pos->turn][0];
    uint32_t others = t->from < 0 ? own : own & ~(1u << t->from);
    int lines = morris_lines_closed(r, others, t->to);
    int due = !lines ? 0 : lines >= 2 && r->remove == 2 ? 2 : 1;
    if (!lines)
        return FAULT_NO_MILL;
    if (r->no_remill && morris_is_remill(r, pos->stones[pos->turn][1], others, t->to))
        return FAULT_REMILL;
    if (t->taken & ~enemy) {
        *man = bits_first(t->taken & ~enemy);
        return FAULT_NOT_ENEMY;
    }
    if (due > bits_count(enemy))
        due = bits_count(enemy);
    if (t->taken_count > due)
        return FAULT_TOO_MANY;
    if (t->taken_count < due)
        return t->taken_count ? FAULT_TOO_FEW : FAULT_MUST_TAKE;
    /* All that is left: a man that is protected by his mill. */
    *man = bits_first(t->taken & morris_closers(r, enemy));
    return FAULT_IN_MILL;
}

static void say(const Game *game, const Pos *pos, const char *text, const Typed *t, int man,
                Fault fault, Lang lang, char *why)
{
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted), s = str_over(why, WHY_MAX);
    str_quote(&q, text);
    const Shape *shape = &game->shape;
    const char *const args[] = {quoted, t->from < 0 ? "" : shape->point[t->from].name,
                                shape->point[t->to].name, shape->point[man].name,
                                game->player[pos->turn].in[lang]};
    str_fill(&s, faults[fault].in[lang], args);
}

/* The clause against a move that is not among the legal ones. */
static Fault judge(const Game *game, const Pos *pos, const Typed *t, int *man)
{
    if (game->ops->outcome(game, pos).winner != WINNER_NONE)
        return FAULT_OVER;
    Fault fault = judge_step(game, pos, t);
    return fault == FAULT_COUNT ? judge_taking(game, pos, t, man) : fault;
}

/* The moves of one step: at most one per pair of men taken. */
enum { SCRATCH = 63 * 66 };

bool morris_plain_read_move(const Game *game, const Pos *pos, const char *text, Lang lang,
                            Move *out, char *why)
{
    Typed t;
    Fault fault;
    int man = 0;
    Move legal[SCRATCH];
    if (read_text(game, text, &t, &fault)) {
        Move move = word_of(&t);
        if (game_is_legal(game, pos, move, legal)) {
            *out = move;
            return true;
        }
        fault = judge(game, pos, &t, &man);
    }
    say(game, pos, text, &t, man, fault, lang, why);
    return false;
}
