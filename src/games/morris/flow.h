/* SPDX-License-Identifier: MIT */
/* What the batches of morris (core/flow.h) share. Names: the mover's men after the turn are the
 * `moved` set, the enemy's before anything is taken the `still` set. A block is a class of still
 * sets, a source a class of moved sets: values after a capture depend on the still men that are
 * left, and all lie in the block of the moved set. */
#ifndef CONCENTRIC_GAMES_MORRIS_FLOW_H
#define CONCENTRIC_GAMES_MORRIS_FLOW_H

#include "games/morris/numbering.h"

#include "core/flow.h"

enum { KIND_QUIET, KIND_ONE, KIND_TWO };

/* Men of the mover after the turn. */
static inline int moved_men(const MorrisSector *s)
{
    return s->own + (s->own_hand > 0);
}

/* Bits for the offset of an update: the moved set beside the still one. */
static inline uint32_t update_bits(const Numbering *n, int moved, int still)
{
    uint32_t sets = n->choose[n->rules->points - still][moved];
    return sets > 1 ? 32u - (uint32_t)__builtin_clz(sets - 1) : 0;
}

/* The men that stand in two lines or more. */
static inline uint32_t men_in_two_lines(const MorrisRules *r, uint32_t men)
{
    uint32_t found = 0;
    for (uint64_t rest = men & morris_closers(r, men); rest;) {
        int p = bits_pop(&rest);
        found |= (uint32_t)(morris_lines_closed(r, men, p) >= 2) << p;
    }
    return found;
}

/* The updates from the position whose `a` set is the head of a class and whose other set is b.
 * There is one for every image of the position that has a head as its b set, so a position with
 * symmetries has several, all made at its first index. */
static inline int updates_of(const Numbering *n, int a_men, uint32_t a_class, int b_men, uint32_t b,
                             uint32_t bits, FlowUpdate *out)
{
    uint32_t keeps = n->keeps[a_men][a_class];
    if (keeps != 1)
        for (uint64_t rest = keeps; rest;)
            if (numbering_image(n, bits_pop(&rest), b) < b)
                return 0;
    uint32_t found = n->class[b_men][numbering_rank(n, b_men, b)], b_class = found >> 4;
    uint32_t head = n->head[b_men][b_class];
    uint32_t image = numbering_image(n, (int)(found & 15), n->head[a_men][a_class]);
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

/* exits.c; see core/flow.h. */
size_t morris_exits_scratch(const Numbering *n, const MorrisSector *s);
size_t morris_prepared_bytes(const Numbering *n, const MorrisSector *s);
void *morris_prepare(const void *tables, uint32_t sector);
bool morris_begin(const void *tables, uint32_t sector, uint32_t source, int count,
                  Worth *const *values, void *scratch);
int morris_exits(const void *tables, const void *prepared, uint32_t sector, void *scratch,
                 uint32_t first, int count, FlowExit *out);
void morris_gather(const void *tables, const void *prepared, uint32_t sector, uint32_t block,
                   int count, const uint32_t *grades, Grade *best);

#endif
