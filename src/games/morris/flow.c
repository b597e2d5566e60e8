/* SPDX-License-Identifier: MIT */
/* Morris in batches for the solver (core/flow.h). Names here: the mover's men after the turn are
 * the `moved` set, the enemy's before anything is taken the `still` set. A block is a class of
 * still sets, a source a class of moved sets: values after a capture depend on the still men that
 * are left, and all lie in the block of the moved set. */
#include "games/morris/numbering.h"

#include "core/flow.h"

#include <stdlib.h>

/* KIND_ALL: a quiet placing of any of the men, since none of them stands in a line. */
enum { KIND_QUIET, KIND_ONE, KIND_TWO, KIND_ALL, STEPS_TOGETHER = 4 };

static inline uint32_t bits_for(uint32_t size)
{
    return size > 1 ? 32u - (uint32_t)__builtin_clz(size - 1) : 0;
}

/* Men of the mover after the turn. */
static inline int moved_men(const MorrisSector *s)
{
    return s->own + (s->own_hand > 0);
}

static void get_shape(const void *tables, uint32_t sector, FlowShape *out)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    int moved = moved_men(s), points = n->rules->points;
    *out = (FlowShape){.blocks = s->classes,
                       .size = s->arrangements,
                       .bits = bits_for(n->choose[points - s->enemy][moved]),
                       .sibling = sector,
                       .inside = !s->own_hand,
                       .sources = n->class_count[moved],
                       .source_size = n->choose[points - moved][s->enemy]};
    if (!s->own_hand)
        out->sibling = n->lookup[s->enemy][s->own][0] - 1u;
}

/* Steps that complete no line. The line along which a man comes is never complete, so a step round
 * a square completes the next side of a corner or a line across, a step across completes sides. */
static int quiet_steps(const MorrisRules *r, uint32_t own, uint32_t empty)
{
    uint32_t before = morris_turn1(own), after = morris_back1(own);
    uint32_t onward_side = MORRIS_EVEN & after & morris_back2(own);
    uint32_t back_side = MORRIS_EVEN & before & morris_turn2(own);
    uint32_t across = (own >> 8 | own << 16) & (own >> 16 | own << 8) & r->cross;
    uint32_t calm = empty & ~across;
    uint32_t open = empty & ~(onward_side | back_side | (MORRIS_ODD & before & after));
    uint64_t onward = before & calm & ~onward_side, back = after & calm & ~back_side;
    uint64_t inward = own & open >> 8 & r->inward, outward = own & open << 8 & r->outward;
    return bits_count(onward | back << 32) + bits_count(inward | outward << 32);
}

static int quiet_flights(const MorrisRules *r, uint32_t own, uint32_t empty)
{
    int count = 0;
    for (uint32_t men = own; men; men &= men - 1)
        count += bits_count(empty & ~morris_closers(r, own & ~(men & -men)));
    return count;
}

static void count_inside(const void *tables, uint32_t sector, uint32_t block, uint8_t *out)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    uint32_t still = n->head[s->enemy][block], free = n->rules->board & ~still;
    bool flies = n->rules->flying && s->own == MORRIS_MEN_LEAST;
    for (uint32_t i = 0; i < s->arrangements; i++) {
        uint32_t own = numbering_spread(n, n->set[s->own][i], still);
        int count = 0;
        if (!s->own_hand)
            count = flies ? quiet_flights(n->rules, own, free & ~own)
                          : quiet_steps(n->rules, own, free & ~own);
        out[i] = (uint8_t)count;
    }
}

/* The updates from the position whose `a` set is the head of a class and whose other set is b.
 * There is one for every image of the position that has a head as its b set, so a position with
 * symmetries has several, all made at its first index. `images`: of the a set, if they are known.
 */
static inline int updates_of(const Numbering *n, int a_men, uint32_t a_class,
                             const uint32_t *images, int b_men, uint32_t b, uint32_t bits,
                             FlowUpdate *out)
{
    uint32_t keeps = n->keeps[a_men][a_class];
    if (keeps != 1)
        for (uint64_t rest = keeps; rest;)
            if (numbering_image(n, bits_pop(&rest), b) < b)
                return 0;
    uint32_t found = n->class[b_men][numbering_rank(n, b_men, b)], b_class = found >> 4;
    uint32_t head = n->head[b_men][b_class], symmetry = found & 15;
    uint32_t image = images ? images[symmetry]
                            : numbering_image(n, (int)symmetry, n->head[a_men][a_class]);
    keeps = n->keeps[b_men][b_class];
    if (keeps == 1) {
        out[0] = b_class << bits | numbering_rank(n, a_men, numbering_squeeze(n, image, head));
        return 1;
    }
    int count = 0;
    uint32_t seen[SYMMETRIES_MAX];
    for (uint64_t rest = keeps; rest;) {
        uint32_t other = numbering_image(n, bits_pop(&rest), image);
        int i = 0;
        while (i < count && seen[i] != other)
            i++;
        if (i < count)
            continue;
        seen[count] = other;
        out[count++] = b_class << bits |
                       numbering_rank(n, a_men, numbering_squeeze(n, other, head));
    }
    return count;
}

static int list_updates(const void *tables, uint32_t sector, const uint32_t *entries, int count,
                        FlowUpdate *out)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    uint32_t bits = bits_for(n->choose[n->rules->points - s->own][s->enemy]);
    int updates = 0;
    for (int i = 0; i < count; i++) {
        uint32_t class = entries[i] / s->arrangements, offset = entries[i] % s->arrangements;
        uint32_t own = numbering_spread(n, n->set[s->own][offset], n->head[s->enemy][class]);
        updates += updates_of(n, s->enemy, class, NULL, s->own, own, bits, out + updates);
    }
    return updates;
}

/* The better of two values of the enemy for the player whose turn it was. */
static inline Worth better(Worth a, Worth b)
{
    if (worth_is_lost(a) || worth_is_lost(b))
        return !worth_is_lost(b) || (worth_is_lost(a) && a < b) ? a : b;
    if (a == WORTH_DRAW || b == WORTH_DRAW)
        return WORTH_DRAW;
    return a > b ? a : b;
}

/* What list_exits looks at: one source, a run of still sets beside it. */
typedef struct Source {
    const Numbering *n;
    const MorrisSector *s;
    uint32_t moved, class, lines;   /* lines: moved men that stand in a line */
    uint32_t twice;                 /* men in two or more lines, if these take two */
    const Worth *left[FLOW_KINDS];  /* by men taken: values of this block; NULL: the game is over */
    uint32_t image[SYMMETRIES_MAX]; /* of the moved set */
    bool full;                      /* if nothing is taken, the board is full: a draw */
} Source;

static const Worth *values_after(const Source *o, int taken, Worth *const *values)
{
    const MorrisSector *s = o->s;
    int places = s->own_hand > 0, left = s->enemy - taken;
    int hands = s->own_hand + s->enemy_hand - places;
    uint32_t number = o->n->lookup[left][s->own + places][hands];
    if (!number)
        return NULL;
    const MorrisSector *after = &o->n->sector[number - 1];
    return values[number - 1] + (size_t)o->class * after->arrangements;
}

static Source make_source(const Numbering *n, const MorrisSector *s, uint32_t class,
                          Worth *const *values)
{
    int moved = moved_men(s);
    Source o = {.n = n, .s = s, .class = class, .moved = n->head[moved][class]};
    o.lines = o.moved & morris_closers(n->rules, o.moved);
    for (uint64_t rest = n->rules->remove == 2 ? o.lines : 0; rest;) {
        int p = bits_pop(&rest);
        if (morris_lines_closed(n->rules, o.moved, p) >= 2)
            o.twice |= 1u << p;
    }
    for (int g = 0; g < n->game->shape.symmetry_count; g++)
        o.image[g] = numbering_image(n, g, o.moved);
    o.full = moved + s->enemy == n->rules->points;
    for (int taken = s->own_hand ? 0 : 1; taken <= n->rules->remove && taken <= s->enemy; taken++)
        o.left[taken] = values_after(&o, taken, values);
    return o;
}

static inline uint32_t takeable(const MorrisRules *r, uint32_t x)
{
    uint32_t outside = x & ~morris_closers(r, x);
    return outside ? outside : x;
}

static inline Worth value_of_none(const Source *o, uint32_t offset)
{
    if (!o->left[0])
        return o->full ? WORTH_DRAW : worth_of(0, 0);
    return o->left[0][offset];
}

static inline Worth value_left(const Source *o, int taken, uint32_t squeezed)
{
    if (!o->left[taken])
        return worth_of(0, 0);
    return o->left[taken][numbering_rank(o->n, o->s->enemy - taken, squeezed)];
}

/* The best value after one man of `still` is taken; with none there, after nothing. */
static Worth value_of_one(const Source *o, uint32_t still, uint32_t squeezed)
{
    if (!still)
        return value_of_none(o, 0);
    uint32_t takes = numbering_squeeze(o->n, takeable(o->n->rules, still), o->moved);
    Worth best = 0;
    for (uint32_t rest = takes; rest; rest &= rest - 1) {
        Worth worth = value_left(o, 1, squeezed & ~(rest & -rest));
        best = rest == takes ? worth : better(best, worth);
    }
    return best;
}

static Worth value_of_two(const Source *o, uint32_t still, uint32_t squeezed)
{
    if (bits_count(still) < 2)
        return value_of_one(o, still, squeezed);
    bool any = false;
    Worth best = 0;
    for (uint64_t firsts = takeable(o->n->rules, still); firsts;) {
        uint32_t after = still & ~(1u << bits_pop(&firsts));
        for (uint64_t rest = takeable(o->n->rules, after); rest;) {
            uint32_t left = after & ~(1u << bits_pop(&rest));
            Worth worth = value_left(o, 2, numbering_squeeze(o->n, left, o->moved));
            best = any ? better(best, worth) : worth;
            any = true;
        }
    }
    return best;
}

/* One still set beside the source: an update for every kind of turn that can lead here. */
static int exits_of(const Source *o, uint32_t offset, uint32_t bits, FlowExit *out)
{
    const MorrisSector *s = o->s;
    uint32_t squeezed = o->n->set[s->enemy][offset];
    uint32_t still = numbering_spread(o->n, squeezed, o->moved);
    FlowUpdate updates[FLOW_UPDATES_MAX];
    int count = updates_of(o->n, moved_men(s), o->class, o->image, s->enemy, still, bits, updates);
    int found = 0;
    if (!count)
        return 0;
    for (uint16_t kind = KIND_QUIET; kind < FLOW_KINDS; kind++) {
        uint32_t men = kind == KIND_QUIET ? o->moved & ~o->lines
                       : kind == KIND_ONE ? o->lines & ~o->twice
                                          : o->twice;
        if (!men || (kind == KIND_QUIET && !s->own_hand))
            continue;
        Worth worth = kind == KIND_QUIET ? value_of_none(o, offset)
                      : kind == KIND_ONE ? value_of_one(o, still, squeezed)
                                         : value_of_two(o, still, squeezed);
        uint16_t sent = kind == KIND_QUIET && !o->lines ? KIND_ALL : kind;
        for (int i = 0; i < count; i++)
            out[found++] = (FlowExit){updates[i], worth, sent};
    }
    return found;
}

static int list_exits(const void *tables, uint32_t sector, uint32_t source, uint32_t first,
                      int count, Worth *const *values, FlowExit *out)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    Source o = make_source(n, s, source, values);
    if (!s->own_hand && !o.lines)
        return 0;
    uint32_t bits = bits_for(n->choose[n->rules->points - s->enemy][moved_men(s)]);
    int found = 0;
    for (int i = 0; i < count; i++)
        found += exits_of(&o, first + (uint32_t)i, bits, out + found);
    return found;
}

/* The moved men that a turn of this kind can have brought where they are. */
static inline uint32_t movers_of(const MorrisRules *r, uint32_t moved, int kind)
{
    uint32_t lines = moved & morris_closers(r, moved);
    if (kind == KIND_QUIET)
        return moved & ~lines;
    if (r->remove == 1)
        return lines;
    uint32_t found = 0;
    for (uint64_t rest = lines; rest;) {
        int p = bits_pop(&rest);
        if ((morris_lines_closed(r, moved, p) >= 2) == (kind == KIND_TWO))
            found |= 1u << p;
    }
    return found;
}

/* What is the same for all updates of a sector. */
typedef struct Predecessors {
    const Numbering *n;
    const MorrisRules *r;
    const uint32_t *set, *head, *high; /* of the moved men; of the still ones; ranks */
    const uint32_t *less;              /* see make_less */
    uint32_t bits, arrangements;
    int moved_men;
    bool places, flies;
} Predecessors;

static Predecessors make_predecessors(const Numbering *n, const MorrisSector *s,
                                      const uint32_t *less)
{
    return (Predecessors){.n = n,
                          .r = n->rules,
                          .set = n->set[moved_men(s)],
                          .head = n->head[s->enemy],
                          .high = n->high_rank[s->own],
                          .less = less,
                          .bits = bits_for(n->choose[n->rules->points - s->enemy][moved_men(s)]),
                          .moved_men = moved_men(s),
                          .arrangements = s->arrangements,
                          .places = s->own_hand > 0,
                          .flies = n->rules->flying && s->own == MORRIS_MEN_LEAST};
}

/* For placing: [rank of the moved set][man]: the rank of the set without this man, in order of the
 * points. Rows are copied as if they were as long as any, so there is room behind the last one. */
static void *make_less(const void *tables, uint32_t sector)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    int men = moved_men(s);
    size_t sets = s->own_hand ? n->choose[n->rules->points - s->enemy][men] : 0;
    uint32_t *less = calloc(sets * (size_t)men + NUMBERING_MEN_MAX, sizeof *less);
    for (size_t i = 0; less && i < sets; i++) {
        uint32_t set = n->set[men][i], *at = less + i * (size_t)men;
        for (uint32_t rest = set; rest; rest &= rest - 1)
            *at++ = numbering_rank(n, men - 1, set ^ (rest & -rest));
    }
    return less;
}

static inline const uint32_t *less_of(const Predecessors *p, FlowUpdate update)
{
    return p->less + (size_t)(update & ((1u << p->bits) - 1)) * (size_t)p->moved_men;
}

/* The rank of the mover's men, as numbering_rank has it. */
static inline uint32_t rank_own(const Predecessors *p, uint32_t own, uint32_t free)
{
    uint32_t squeezed = (uint32_t)bits_gather(own, free);
    return p->high[squeezed >> NUMBERING_HALF] +
           p->n->low_rank[squeezed & ((1u << NUMBERING_HALF) - 1)];
}

/* The steps between a mover's point and an empty one, as bits of Numbering.step. */
static inline uint64_t steps_between(const MorrisRules *r, uint32_t movers, uint32_t empty)
{
    uint32_t round = (movers & morris_back1(empty)) | (empty & morris_back1(movers));
    uint32_t across = ((movers & empty >> 8) | (empty & movers >> 8)) & r->inward;
    return round | (uint64_t)across << MORRIS_POINTS;
}

/* How many steps there are is unpredictable, so they are one list for all men and directions, and
 * listed some at a time: what is written behind the last one does not count. */
static inline int list_steps(const Predecessors *p, uint64_t steps, uint32_t moved, uint32_t free,
                             uint32_t base, uint32_t *out)
{
    const uint64_t none = UINT64_C(1) << 63;
    int count = bits_count(steps);
    for (int i = 0; i < count; i += STEPS_TOGETHER)
        for (int k = 0; k < STEPS_TOGETHER; k++, steps &= steps - 1)
            out[i + k] = base + rank_own(p, moved ^ p->n->step[bits_first(steps | none)], free);
    return count;
}

static inline int predecessors_of(const Predecessors *p, FlowUpdate update, int kind, uint32_t *out)
{
    uint32_t block = update >> p->bits, free = p->r->board & ~p->head[block];
    uint32_t moved = (uint32_t)bits_scatter(p->set[update & ((1u << p->bits) - 1)], free);
    uint32_t base = block * p->arrangements, movers = movers_of(p->r, moved, kind);
    uint32_t empty = free & ~moved, *at = out;
    if (p->places) {
        const uint32_t *less = less_of(p, update);
        for (uint64_t men = bits_gather(movers, moved); men;)
            *at++ = base + less[bits_pop(&men)];
    } else if (p->flies) {
        for (uint32_t men = movers; men; men &= men - 1)
            for (uint32_t from = empty; from; from &= from - 1)
                *at++ = base + rank_own(p, moved ^ (men & -men) ^ (from & -from), free);
    } else {
        return list_steps(p, steps_between(p->r, movers, empty), moved, free, base, out);
    }
    return (int)(at - out);
}

/* One man less, any of them: a copy of a row, as many as any sector has. */
static inline int list_all_less(const Predecessors *p, FlowUpdate update, uint32_t *out)
{
    uint32_t base = (update >> p->bits) * p->arrangements;
    const uint32_t *less = less_of(p, update);
    for (int i = 0; i < NUMBERING_MEN_MAX; i++)
        out[i] = base + less[i];
    return p->moved_men;
}

static int list_predecessors(const void *tables, const void *prepared, uint32_t sector,
                             const FlowUpdate *updates, const uint8_t *kinds, int count,
                             uint32_t *out, uint8_t *each)
{
    const Numbering *n = tables;
    Predecessors p = make_predecessors(n, &n->sector[sector], prepared);
    int total = 0;
    for (int i = 0; i < count; i++) {
        int found = kinds[i] == KIND_ALL ? list_all_less(&p, updates[i], out + total)
                                         : predecessors_of(&p, updates[i], kinds[i], out + total);
        each[i] = (uint8_t)found;
        total += found;
    }
    return total;
}

const Flow morris_flow = {
    .shape = get_shape,
    .prepare = make_less,
    .count_inside = count_inside,
    .exits = list_exits,
    .updates = list_updates,
    .predecessors = list_predecessors,
};
