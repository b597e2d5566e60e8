/* SPDX-License-Identifier: MIT */
/* Stacking Morris: moves, apply, outcome. A turn is up to three parts: resolve a mill that stands
 * at its start, place or move, resolve a mill that this completed. The generator walks these parts
 * on small values (Stacks) and packs the points chosen into one word.
 *
 * Words of a position: stones[c][0] points with c's man on top, stones[0][1] points with a stack.
 */
#include "games/morris/morris.h"

#include "base/bits.h"

/* Where generated moves go: into a list, or compared with one move that is looked for. */
typedef struct Sink {
    Move *out; /* NULL: only look for `wanted` */
    int count;
    Move wanted;
    bool found;
} Sink;

static inline void emit(Sink *sink, Move move)
{
    if (sink->out)
        sink->out[sink->count] = move;
    else
        sink->found |= move == sink->wanted;
    sink->count++;
}

uint32_t stacking_mills(const MorrisRules *r, const Stacks *s, int player, Point through)
{
    uint32_t low = stacking_low(s, player), found = 0;
    for (int i = 0; i < r->line_count; i++)
        if ((low & r->line[i]) == r->line[i] &&
            (through == POINT_NONE || r->line[i] >> through & 1))
            found |= 1u << i;
    return found;
}

/* The enemy's singles that the player may fetch: those outside the enemy's mills, or all if every
 * one is in a mill. */
static uint32_t fetchable(const MorrisRules *r, const Stacks *s, int player)
{
    uint32_t singles = stacking_singles(s, !player);
    uint32_t outside = singles & ~morris_closers(r, stacking_low(s, !player));
    return outside ? outside : singles;
}

static bool has_won(const MorrisRules *r, const Stacks *s, int player)
{
    return morris_has_line(r, stacking_own(s, player));
}

static Stacks turned_over(const Stacks *s, int point)
{
    uint32_t bit = 1u << point;
    return (Stacks){{s->top[0] ^ bit, s->top[1] ^ bit}, s->two};
}

static Stacks put_under(const Stacks *s, int player, int fetched, int under)
{
    Stacks after = *s;
    after.top[!player] &= ~(1u << fetched);
    after.two |= 1u << under;
    return after;
}

/* Adds the ways to fetch a man under one of `unders`, after turning over `turn`. */
static int add_fetches(const MorrisRules *r, const Stacks *s, int player, int turn, uint32_t unders,
                       Resolution *out)
{
    int n = 0;
    uint32_t men = fetchable(r, s, player);
    if (!men) {
        out[n++] = (Resolution){(uint8_t)turn, MORRIS_NO_POINT, MORRIS_NO_POINT, false, *s};
        return n;
    }
    for (uint64_t from = men; from;) {
        int fetch = bits_pop(&from);
        for (uint64_t to = unders; to;) {
            int under = bits_pop(&to);
            Stacks after = put_under(s, player, fetch, under);
            out[n++] = (Resolution){(uint8_t)turn, (uint8_t)fetch, (uint8_t)under,
                                    has_won(r, &after, player), after};
        }
    }
    return n;
}

/* Mills that share a point can be resolved in the same words; so the points are gathered first:
 * per stack that may be turned over, and for mills without one, the singles to put a man under. */
int stacking_resolve(const MorrisRules *r, const Stacks *s, int player, uint32_t lines,
                     Resolution *out)
{
    uint32_t plain = 0, unders[MORRIS_POINTS] = {0}, turns = 0;
    uint32_t singles = stacking_singles(s, player), stacks = stacking_own(s, !player);
    for (uint64_t rest = lines; rest;) {
        uint32_t line = r->line[bits_pop(&rest)];
        if (!(line & stacks))
            plain |= line;
        for (uint64_t f = line & stacks; f;)
            unders[bits_pop(&f)] |= line & singles;
        turns |= line & stacks;
    }
    int n = plain ? add_fetches(r, s, player, MORRIS_NO_POINT, plain, out) : 0;
    while (turns) {
        int turn = bits_first(turns);
        turns &= turns - 1;
        Stacks after = turned_over(s, turn);
        if (has_won(r, &after, player))
            out[n++] = (Resolution){(uint8_t)turn, MORRIS_NO_POINT, MORRIS_NO_POINT, true, after};
        else
            n += add_fetches(r, &after, player, turn, unders[turn], out + n);
    }
    return n;
}

static Move with_resolution(Move move, const Resolution *res, int first_field)
{
    move = stacking_with(move, first_field, res->turn);
    move = stacking_with(move, first_field + 1, res->fetch);
    return stacking_with(move, first_field + 2, res->under);
}

Stacks stacking_step(const Stacks *s, int player, int from, int to)
{
    Stacks after = *s;
    after.top[player] |= 1u << to;
    if (from != MORRIS_NO_POINT) {
        after.top[player] &= ~(1u << from);
        after.two = (after.two & ~(1u << from)) | (s->two >> from & 1) << to;
    }
    return after;
}

/* Adds the turns that go on with a man to `to`, which completes lines of the player's low men. */
static void add_resolved(const MorrisRules *r, const Stacks *s, int player, int from, int to,
                         Move base, Sink *sink)
{
    Stacks after = stacking_step(s, player, from, to);
    Resolution list[RESOLUTIONS_MAX];
    int n = stacking_resolve(r, &after, player, stacking_mills(r, &after, player, (Point)to), list);
    for (int i = 0; i < n; i++)
        emit(sink, with_resolution(base, &list[i], FIELD_TURN_AFTER));
}

/* Adds the steps of one piece (or placements, from MORRIS_NO_POINT) to the points `targets`. Only a
 * single man completes a mill: under a stack of one's own lies an enemy man. */
static void add_steps(const MorrisRules *r, const Stacks *s, int player, int from, uint32_t targets,
                      Move base, Sink *sink)
{
    uint32_t low = stacking_low(s, player), closers = 0;
    bool stack = from != MORRIS_NO_POINT && s->two >> from & 1;
    if (!stack)
        closers = morris_closers(r, from == MORRIS_NO_POINT ? low : low & ~(1u << from));
    base = stacking_with(base, FIELD_FROM, from);
    for (uint64_t rest = targets; rest;) {
        int to = bits_pop(&rest);
        Move move = stacking_with(base, FIELD_TO, to);
        if (closers >> to & 1)
            add_resolved(r, s, player, from, to, move, sink);
        else
            emit(sink, move);
    }
}

static void add_mains(const MorrisRules *r, const Stacks *s, int player, bool places, Move base,
                      Sink *sink)
{
    uint32_t empty = r->board & ~(s->top[0] | s->top[1]);
    if (places) {
        add_steps(r, s, player, MORRIS_NO_POINT, empty, base, sink);
        return;
    }
    for (uint64_t men = s->top[player]; men;) {
        int from = bits_pop(&men);
        add_steps(r, s, player, from, r->joined[from] & empty, base, sink);
    }
}

static void generate(const Game *game, const Pos *pos, Sink *sink)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    int us = pos->turn;
    bool places = pos->hand[us] > 0;
    if (has_won(r, &s, !us) || has_won(r, &s, us))
        return;
    if (!morris_has_line(r, stacking_low(&s, us))) {
        add_mains(r, &s, us, places, STACKING_BLANK, sink);
        return;
    }
    Resolution list[RESOLUTIONS_MAX];
    int n = stacking_resolve(r, &s, us, stacking_mills(r, &s, us, POINT_NONE), list);
    for (int i = 0; i < n; i++) {
        Move base = with_resolution(STACKING_BLANK | MORRIS_BEFORE, &list[i], FIELD_TURN_BEFORE);
        if (list[i].won)
            emit(sink, base);
        else
            add_mains(r, &list[i].after, us, places, base, sink);
    }
}

static int stacking_moves(const Game *game, const Pos *pos, Move *out)
{
    Sink sink = {.out = out};
    generate(game, pos, &sink);
    return sink.count;
}

bool stacking_is_legal(const Game *game, const Pos *pos, Move move)
{
    Sink sink = {.wanted = move};
    generate(game, pos, &sink);
    return sink.found;
}

uint64_t stacking_key(const Game *game, const Pos *pos)
{
    (void)game;
    uint64_t tops = pos->stones[0][0] | pos->stones[1][0] << 24;
    uint64_t rest = pos->stones[0][1] | (uint64_t)pos->hand[0] << 24 |
                    (uint64_t)pos->hand[1] << 28 | (uint64_t)pos->turn << 32;
    return bits_mix(tops ^ bits_mix(rest + 1));
}

static void resolve_part(Stacks *s, int player, Move move, int first_field)
{
    int turn = stacking_field(move, first_field), fetch = stacking_field(move, first_field + 1);
    if (turn != MORRIS_NO_POINT)
        *s = turned_over(s, turn);
    if (fetch != MORRIS_NO_POINT)
        *s = put_under(s, player, fetch, stacking_field(move, first_field + 2));
}

Stacks stacking_after(const Stacks *before, int player, Move move)
{
    Stacks s = *before;
    int to = stacking_field(move, FIELD_TO);
    resolve_part(&s, player, move, FIELD_TURN_BEFORE);
    if (to != MORRIS_NO_POINT) {
        s = stacking_step(&s, player, stacking_field(move, FIELD_FROM), to);
        resolve_part(&s, player, move, FIELD_TURN_AFTER);
    }
    return s;
}

static void stacking_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    Stacks before = stacking_of(pos), s = stacking_after(&before, pos->turn, move);
    int us = pos->turn, from = stacking_field(move, FIELD_FROM),
        to = stacking_field(move, FIELD_TO);
    bool placed = from == MORRIS_NO_POINT && to != MORRIS_NO_POINT;
    *next = (Pos){.stones = {{s.top[0], s.two, 0}, {s.top[1], 0, 0}},
                  .turn = (uint8_t)!us,
                  .hand = {(uint8_t)(pos->hand[0] - (placed && !us)),
                           (uint8_t)(pos->hand[1] - (placed && us))}};
    next->key = stacking_key(game, next);
}

/* The most moves of any position. A player has nine men, so at most nine low ones; each lies on at
 * most three lines of three, so at most nine mills. A mill is resolved in at most three ways to
 * turn over and put under (no stack: 3 x under; one: 1 x 2; two: 2 x 1), each with at most nine men
 * to fetch: 9 * 3 * 9 = 243. A man steps along one of 40 links or is placed on one of 24 points,
 * and then one of at most three mills through that point is resolved: 3 * 3 * 9 = 81. */
void morris_stacking_open(Game *game)
{
    game->moves = stacking_moves;
    game->apply = stacking_apply;
    game->evaluate = stacking_evaluate;
    game->rate = stacking_rate;
    game->noisy = stacking_noisy;
#ifndef CONCENTRIC_LOOKUP_ONLY /* the page fits no weights */
    game->features = &stacking_features;
#endif
    game->quiesce = 2;
    game->ops = &morris_stacking_ops;
    game->moves_max = RESOLUTIONS_MAX * 40 * 81;
}
