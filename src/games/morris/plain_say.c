/* SPDX-License-Identifier: MIT */
/* Reading moves of nine, six and twelve men's morris, and saying which rule is against one. The
 * reader takes the text apart, builds the move's word and looks it up among the legal moves; only
 * when it is not there are the clauses gone through one by one. */
#include "games/morris/morris.h"

#include "base/bits.h"

/* A move text taken apart. */
typedef struct Typed {
    int from, to; /* from is MORRIS_NO_POINT for a placement */
    uint32_t taken;
    int taken_count;
} Typed;

/* {0} the text, {1} from, {2} to, {3} the man in question, {4} the mover; {5}, {6} and {7} points
 * of an example, see morris_say_fault. */
static const Text fault_syntax = {
    {"{0} is no move; moves look like {5}, {5}-{6}, {5}x{7} or {5}-{6}x{7}",
     "{0}は手として読めません。{5}、{5}-{6}、{5}x{7}、{5}-{6}x{7}のように書きます"}};
static const Text fault_order = {
    {"{0}: name two men taken once each, in the order of the point list",
     "{0}：取る2個は重ねず、交点の一覧の順に書いてください"}};
static const Text fault_remill = {
    {"that would close again the mill that {4} opened with the move before",
     "{4}が直前の手で開いたミルを、すぐに閉じることはできません"}};
static const Text fault_no_mill = {
    {"no mill is completed, so no man may be taken", "ミルができていないので、コマは取れません"}};
static const Text fault_must_take = {
    {"a mill is completed, so an enemy man must be taken: add x and its point",
     "ミルができたので、取る相手のコマを x に続けて書いてください"}};
static const Text fault_too_many = {
    {"only one man is taken by this turn", "この手で取れるのは1個だけです"}};
static const Text fault_too_few = {{"two mills are completed, so two men must be taken",
                                    "ミルが2つできたので、2個取らなければなりません"}};
static const Text fault_not_enemy = {
    {"there is no enemy man on {3} to take", "{3}に相手のコマはありません"}};
static const Text fault_in_mill = {
    {"the man on {3} is in a mill and cannot be taken while others can",
     "{3}のコマはミルの中にあり、ほかに取れるコマがある間は取れません"}};

/* Takes the text apart; NULL, or what is wrong with it. */
static const Text *read_text(const Game *game, const char *text, Typed *out)
{
    const Shape *shape = &game->shape;
    *out = (Typed){MORRIS_NO_POINT, MORRIS_NO_POINT, 0, 0};
    Point p = shape_read_point(shape, &text);
    if (p == POINT_NONE)
        return &fault_syntax;
    out->to = p;
    if (*text == '-') {
        text++;
        out->from = p;
        if ((p = shape_read_point(shape, &text)) == POINT_NONE)
            return &fault_syntax;
        out->to = p;
    }
    if (str_lower(*text) != 'x')
        return *text ? &fault_syntax : NULL;
    for (text++; out->taken_count < 2 && (p = shape_read_point(shape, &text)) != POINT_NONE;) {
        if (out->taken >> p)
            return &fault_order;
        out->taken |= 1u << p;
        out->taken_count++;
    }
    return out->taken_count && !*text ? NULL : &fault_syntax;
}

static Move word_of(const Typed *t)
{
    Move base = t->from == MORRIS_NO_POINT ? MORRIS_PLACE : (Move)1 << t->from;
    return base | (Move)1 << t->to | (Move)t->taken << MORRIS_TAKEN_SHIFT;
}

/* What is wrong with the men taken, the step itself being possible. *man is the one in question. */
static const Text *judge_taking(const Game *game, const Pos *pos, const Typed *t, int *man)
{
    const MorrisRules *r = morris_rules(game);
    uint32_t own = (uint32_t)pos->stones[pos->turn][0];
    uint32_t enemy = (uint32_t)pos->stones[!pos->turn][0];
    uint32_t others = t->from == MORRIS_NO_POINT ? own : own & ~(1u << t->from);
    int lines = morris_lines_closed(r, others, t->to);
    int due = lines >= 2 && r->remove == 2 ? 2 : 1;
    if (!lines)
        return &fault_no_mill;
    if (r->no_remill && morris_is_remill(r, pos->stones[pos->turn][1], others, t->to))
        return &fault_remill;
    if (t->taken & ~enemy) {
        *man = bits_first(t->taken & ~enemy);
        return &fault_not_enemy;
    }
    if (due > bits_count(enemy))
        due = bits_count(enemy);
    if (t->taken_count > due)
        return &fault_too_many;
    if (t->taken_count < due)
        return t->taken_count ? &fault_too_few : &fault_must_take;
    /* All that is left: a man that is protected by its mill. */
    *man = bits_first(t->taken & morris_closers(r, enemy));
    return &fault_in_mill;
}

/* The clause against a move that is not among the legal ones. */
static const Text *judge(const Game *game, const Pos *pos, const Typed *t, int *man)
{
    const MorrisRules *r = morris_rules(game);
    uint64_t own = pos->stones[pos->turn][0], enemy = pos->stones[!pos->turn][0];
    if (game->ops->outcome(game, pos).winner != WINNER_NONE)
        return &morris_fault_over;
    bool flies = r->flying && bits_count(own) == MORRIS_MEN_LEAST;
    const Text *fault = morris_judge_step(r, (uint32_t)own, (uint32_t)enemy,
                                          pos->hand[pos->turn] > 0, flies, t->from, t->to);
    return fault ? fault : judge_taking(game, pos, t, man);
}

bool morris_plain_read_move(const Game *game, const Pos *pos, const char *text, Lang lang,
                            Move *out, char *why)
{
    Typed t;
    int man = MORRIS_NO_POINT;
    Move legal[MORRIS_PLAIN_MOVES_MAX];
    const Text *fault = read_text(game, text, &t);
    if (!fault) {
        Move move = word_of(&t);
        if (game_is_legal(game, pos, move, legal)) {
            *out = move;
            return true;
        }
        fault = judge(game, pos, &t, &man);
    }
    return morris_say_fault(game, pos, text, fault, (int[]){t.from, t.to, man}, lang, why);
}
