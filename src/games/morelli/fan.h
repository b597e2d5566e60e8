/* SPDX-License-Identifier: MIT */
/* What one side can reach and turn, for processors with AVX2: four directions at a time in vectors
 * of four words, a lane per direction. Lanes go up by 1, 13, 14, 15 or down by as much:
 *
 *        -13  +1 +15
 *        -14   .  +14
 *        -15  -1 +13
 */
#ifndef CONCENTRIC_GAMES_MORELLI_FAN_H
#define CONCENTRIC_GAMES_MORELLI_FAN_H

#include "games/morelli/field.h"

typedef uint64_t Four __attribute__((vector_size(32)));
/* As it stands in the tables: not aligned. */
typedef uint64_t LooseFour __attribute__((vector_size(32), aligned(8), may_alias));

/* A set of cells per lane. */
typedef struct Fan {
    Four word[3];
} Fan;

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
    /* one instruction, which the compiler does not find */
    return !_mm256_testz_si256((__m256i)all, (__m256i)all);
}

/* The cells of any lane. */
static inline PointSet fan_union(const Fan *fan)
{
    PointSet set;
    for (int w = 0; w < 3; w++)
        set.word[w] = (fan->word[w][0] | fan->word[w][1]) | (fan->word[w][2] | fan->word[w][3]);
    return set;
}

static inline void fan_advance(const MorelliRules *r, Fan *front, const Fan *open, int n, bool down)
{
    fan_step(front, down);
    for (int w = 0; w < 3; w++)
        front->word[w] &= open->word[w] & *(const LooseFour *)r->fan[down][n][w];
}

static inline void fan_reach(const MorelliRules *r, Field *f, const PointSet *men,
                             const PointSet *empty, bool down)
{
    Fan front, open;
    fan_fill(&front, men);
    fan_fill(&open, empty);
    fan_advance(r, &front, &open, 0, down);
    Fan all = front, first = front;
    for (int n = 1; n < r->size - 2 && fan_any(&front); n++) {
        fan_advance(r, &front, &open, n, down);
        for (int w = 0; w < 3; w++)
            all.word[w] |= front.word[w];
    }
    f->reach = set_join(f->reach, fan_union(&all));
    fan_step(&first, !down);
    f->able = set_join(f->able, fan_union(&first));
}

/* Own man, enemy man, a cell within reach: in a line. The ends of such lines, by lane. */
static inline void fan_lines(const Field *f, const PointSet *men, const PointSet *enemy, bool down,
                             Fan *ends)
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
static inline void fan_count(Field *f, int w, const Four *one, const Four *two)
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

static inline void fan_take(Field *f, const PointSet *men, const PointSet *enemy)
{
    Fan up, down, one, two;
    fan_lines(f, men, enemy, false, &up);
    fan_lines(f, men, enemy, true, &down);
    for (int w = 0; w < 3; w++) {
        one.word[w] = up.word[w] | down.word[w];
        two.word[w] = up.word[w] & down.word[w];
    }
    if (!fan_any(&one))
        return;
    for (int w = 0; w < 3; w++)
        fan_count(f, w, &one.word[w], &two.word[w]);
    fan_step(&up, true);
    fan_step(&down, false);
    for (int w = 0; w < 3; w++)
        up.word[w] |= down.word[w];
    f->victims = fan_union(&up);
}

#endif
