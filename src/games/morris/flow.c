/* SPDX-License-Identifier: MIT */
/* Morris in batches for the solver (core/flow.h): the shape of sectors, and moves that stay in a
 * stage. exits.c has the others. */
#include "games/morris/flow.h"

enum { STEPS_TOGETHER = 4 };

static void get_shape(const void *tables, uint32_t sector, FlowShape *out)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    int moved = moved_men(s), points = n->rules->points;
    *out = (FlowShape){.blocks = s->classes,
                       .size = s->arrangements,
                       .bits = update_bits(n, moved, s->enemy),
                       .arrivals = n->choose[points - s->enemy][moved],
                       .sibling = sector,
                       .inside = !s->own_hand,
                       .sources = n->class_count[moved],
                       .source_size = n->choose[points - moved][s->enemy],
                       .prepared = morris_prepared_bytes(n, s),
                       .scratch = morris_exits_scratch(n, s)};
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
        out[i] = (uint8_t)(flies ? quiet_flights(n->rules, own, free & ~own)
                                 : quiet_steps(n->rules, own, free & ~own));
    }
}

static int list_updates(const void *tables, uint32_t sector, const uint32_t *entries, int count,
                        FlowUpdate *out)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    uint32_t bits = update_bits(n, s->enemy, s->own);
    int updates = 0;
    for (int i = 0; i < count; i++) {
        uint32_t class = entries[i] / s->arrangements, offset = entries[i] % s->arrangements;
        uint32_t own = numbering_spread(n, n->set[s->own][offset], n->head[s->enemy][class]);
        updates += updates_of(n, s->enemy, class, s->own, own, bits, out + updates);
    }
    return updates;
}

/* The moved men that a turn of this kind can have brought where they are. */
static inline uint32_t movers_of(const MorrisRules *r, uint32_t moved, int kind)
{
    uint32_t lines = moved & morris_closers(r, moved);
    if (kind == KIND_QUIET)
        return moved & ~lines;
    if (r->remove == 1)
        return lines;
    uint32_t twice = men_in_two_lines(r, moved);
    return kind == KIND_TWO ? twice : lines & ~twice;
}

/* What is the same for all updates of a sector. */
typedef struct Predecessors {
    const Numbering *n;
    const MorrisRules *r;
    const uint32_t *set, *head, *high; /* of the moved men; of the still ones; ranks */
    uint32_t bits, arrangements;
    bool flies;
} Predecessors;

static Predecessors make_predecessors(const Numbering *n, const MorrisSector *s)
{
    return (Predecessors){.n = n,
                          .r = n->rules,
                          .set = n->set[s->own],
                          .head = n->head[s->enemy],
                          .high = n->high_rank[s->own],
                          .bits = update_bits(n, s->own, s->enemy),
                          .arrangements = s->arrangements,
                          .flies = n->rules->flying && s->own == MORRIS_MEN_LEAST};
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
    if (!p->flies)
        return list_steps(p, steps_between(p->r, movers, empty), moved, free, base, out);
    for (uint32_t men = movers; men; men &= men - 1)
        for (uint32_t from = empty; from; from &= from - 1)
            *at++ = base + rank_own(p, moved ^ (men & -men) ^ (from & -from), free);
    return (int)(at - out);
}

static int list_predecessors(const void *tables, uint32_t sector, const FlowUpdate *updates,
                             int kind, int count, uint32_t *out, uint8_t *each)
{
    const Numbering *n = tables;
    Predecessors p = make_predecessors(n, &n->sector[sector]);
    int total = 0;
    for (int i = 0; i < count; i++) {
        int found = predecessors_of(&p, updates[i], kind, out + total);
        each[i] = (uint8_t)found;
        total += found;
    }
    return total;
}

const Flow morris_flow = {
    .shape = get_shape,
    .prepare = morris_prepare,
    .begin = morris_begin,
    .exits = morris_exits,
    .gather = morris_gather,
    .count_inside = count_inside,
    .updates = list_updates,
    .predecessors = list_predecessors,
};
