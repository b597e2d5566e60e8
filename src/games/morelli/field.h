/* SPDX-License-Identifier: MIT */
/* What one side can reach and turn, for evaluation and rating: four directions at a time in vectors
 * of four words, a lane per direction. Lanes go up by 1, 13, 14, 15 or down by as much:
 *
 *        -13  +1 +15
 *        -14   .  +14
 *        -15  -1 +13
 *
 * The compiler turns them into whatever the processor has. */
#ifndef CONCENTRIC_GAMES_MORELLI_FIELD_H
#define CONCENTRIC_GAMES_MORELLI_FIELD_H

#include "games/morelli/morelli.h"

typedef uint64_t Four __attribute__((vector_size(32)));
/* As it stands in the tables: not aligned. */
typedef uint64_t LooseFour __attribute__((vector_size(32), aligned(8), may_alias));

/* A set of cells per lane. */
typedef struct Fan {
    Four word[3];
} Fan;

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

static inline void fan_fill(Fan *fan, const PointSet *set)
{
    for (int w = 0; w < 3; w++)
        fan->word[w] = (Four){set->word[w], set->word[w], set->word[w], set->word[w]};
}

static inline void fan_step(Fan *fan, bool down)
{
    const Four by = {1, 13, 14, 15}, rest = {63, 51, 50, 49};
    Four *w = fan->word;
    if (down) {
        w[0] = w[0] >> by | w[1] << rest;
        w[1] = w[1] >> by | w[2] << rest;
        w[2] = w[2] >> by;
    } else {
        w[2] = w[2] << by | w[1] >> rest;
        w[1] = w[1] << by | w[0] >> rest;
        w[0] = w[0] << by;
    }
}

static inline void fan_meet(Fan *fan, const Fan *other)
{
    for (int w = 0; w < 3; w++)
        fan->word[w] &= other->word[w];
}

static inline bool fan_any(const Fan *fan)
{
    Four all = fan->word[0] | fan->word[1] | fan->word[2];
#ifdef __AVX2__ /* one instruction, which the compiler does not find */
    return !_mm256_testz_si256((__m256i)all, (__m256i)all);
#else
    return (all[0] | all[1]) | (all[2] | all[3]);
#endif
}

/* The cells of any lane. */
static inline PointSet fan_union(const Fan *fan)
{
    PointSet set;
    for (int w = 0; w < 3; w++)
        set.word[w] = (fan->word[w][0] | fan->word[w][1]) | (fan->word[w][2] | fan->word[w][3]);
    return set;
}

static inline void field_step(const MorelliRules *r, Fan *front, const Fan *open, int n, bool down)
{
    fan_step(front, down);
    for (int w = 0; w < 3; w++)
        front->word[w] &= open->word[w] & *(const LooseFour *)r->fan[down][n][w];
}

static inline void field_reach(const MorelliRules *r, Field *f, const PointSet *men,
                               const PointSet *empty, bool down)
{
    Fan front, open;
    fan_fill(&front, men);
    fan_fill(&open, empty);
    field_step(r, &front, &open, 0, down);
    Fan all = front, first = front;
    for (int n = 1; n < r->size - 2 && fan_any(&front); n++) {
        field_step(r, &front, &open, n, down);
        for (int w = 0; w < 3; w++)
            all.word[w] |= front.word[w];
    }
    f->reach = set_join(f->reach, fan_union(&all));
    fan_step(&first, !down);
    f->able = set_join(f->able, fan_union(&first));
}

/* Own man, enemy man, a cell within reach: in a line. The ends of such lines, by lane. */
static inline void field_lines(const Field *f, const PointSet *men, const PointSet *enemy,
                               bool down, Fan *ends)
{
    Fan mask;
    fan_fill(ends, men);
    fan_step(ends, down);
    fan_fill(&mask, enemy);
    fan_meet(ends, &mask);
    fan_step(ends, down);
    fan_fill(&mask, &f->reach);
    fan_meet(ends, &mask);
}

/* Adds up sets: cells that are in at least one, two, three of them. `one` and `two` count the lanes
 * of one word, up and down. */
static inline void field_count(Field *f, int w, const Four *one, const Four *two)
{
    uint64_t a = 0, b = 0, c = 0;
    for (int lane = 0; lane < 4; lane++) {
        uint64_t x = (*one)[lane], y = (*two)[lane];
        c |= (a & y) | (b & x);
        b |= y | (a & x);
        a |= x;
    }
    f->take[0].word[w] = a;
    f->take[1].word[w] = b;
    f->take[2].word[w] = c;
}

static inline void field_take(Field *f, const PointSet *men, const PointSet *enemy)
{
    Fan up, down, one, two;
    field_lines(f, men, enemy, false, &up);
    field_lines(f, men, enemy, true, &down);
    for (int w = 0; w < 3; w++) {
        one.word[w] = up.word[w] | down.word[w];
        two.word[w] = up.word[w] & down.word[w];
    }
    if (!fan_any(&one))
        return;
    for (int w = 0; w < 3; w++)
        field_count(f, w, &one.word[w], &two.word[w]);
    fan_step(&up, true);
    fan_step(&down, false);
    for (int w = 0; w < 3; w++)
        up.word[w] |= down.word[w];
    f->victims = fan_union(&up);
}

/* What the player can do with one move. */
void field_make(const MorelliRules *r, const Pos *pos, int player, Field *f);

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
