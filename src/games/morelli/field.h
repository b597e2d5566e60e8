/* SPDX-License-Identifier: MIT */
/* What a side can reach and turn with one move, for evaluation and rating; and frames by how many
 * of their men stand. */
#ifndef CONCENTRIC_GAMES_MORELLI_FIELD_H
#define CONCENTRIC_GAMES_MORELLI_FIELD_H

#include "games/morelli/morelli.h"

enum { FIELD_MOST = 3 }; /* captures of one move that are told apart */

/* What a side can do with one move. */
typedef struct Field {
    PointSet reach;            /* cells where a move could end */
    PointSet able;             /* men who can move, but for those who must cross the throne */
    PointSet take[FIELD_MOST]; /* of reach: cells where a move turns more than i men */
    PointSet victims;          /* enemy men that one move could turn */
} Field;

static inline PointSet set_join(PointSet a, PointSet b)
{
    return (PointSet){{a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2]}};
}

static inline PointSet set_meet(PointSet a, PointSet b)
{
    return (PointSet){{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2]}};
}

/* What the player can do with one move. */
void field_make(const MorelliRules *r, const Pos *pos, int player, Field *f);
/* The same for the side to move and the other one, which may cost less than one after the other. */
void field_both(const MorelliRules *r, const Pos *pos, Field *us, Field *them);

/* --- Frames -------------------------------------------------------------------------------------
 * The men of a side by quarter of the board: bit n of word q is the cell of frame n there. Counting
 * men by frame is then adding four bits, all frames at once. */
typedef struct Quarters {
    uint64_t word[4];
} Quarters;

/* Frames by how many of their men stand; `count[0]` is unused. */
typedef struct Tally {
    uint64_t count[5];
} Tally;

static inline Tally tally_of(const Quarters *q)
{
    uint64_t a = q->word[0], b = q->word[1], c = q->word[2], d = q->word[3];
    uint64_t ones = a ^ b ^ c ^ d, fours = a & b & c & d;
    uint64_t twos = (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d));
    return (Tally){{0, ones & ~twos, twos & ~ones, ones & twos, fours}};
}

/* Cells that complete one of `frames`, in each of which three men stand. */
static inline PointSet frame_cells(const MorelliRules *r, uint64_t frames)
{
    PointSet set = {{0}};
    while (frames)
        set = set_join(set, r->frame_cells[bits_pop(&frames)]);
    return set;
}

#endif
