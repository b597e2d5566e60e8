/* SPDX-License-Identifier: MIT */
/* The fields of the sides, see field.h: once for evaluation and rating, as it is too long to stand
 * in both. Two ways to the same sets, as processors differ in what they shift at once:
 *
 * - AVX2 shifts each lane by an amount of its own: a lane per direction, one side at a time.
 * - Others (WebAssembly, SSE2, NEON) shift all lanes by one amount: a lane per side, and direction
 *   after direction by constants. Without vectors at all a lane is a plain word, docs/adr/0087. */
#include "games/morelli/field.h"

#if defined(__AVX2__) && !defined(FIELD_PORTABLE) /* a test has both */

#include "games/morelli/fan.h"

void field_make(const MorelliRules *r, const Pos *pos, int player, Field *f)
{
    PointSet empty = morelli_empty(pos), men = morelli_men_of(pos, player);
    PointSet enemy = morelli_men_of(pos, !player);
    for (int w = 0; w < 3; w++) { /* faster than a call for so few words */
        f->reach.word[w] = f->able.word[w] = f->victims.word[w] = 0;
        f->take[0].word[w] = f->take[1].word[w] = f->take[2].word[w] = 0;
    }
    fan_reach(r, f, &men, &empty, false);
    fan_reach(r, f, &men, &empty, true);
    f->reach = morelli_without_throne(f->reach);
    fan_take(f, &men, &enemy);
}

void field_both(const MorelliRules *r, const Pos *pos, Field *us, Field *them)
{
    field_make(r, pos, pos->turn, us);
    field_make(r, pos, !pos->turn, them);
}

#else

#if defined(__wasm_simd128__) || defined(__SSE2__) || defined(__ARM_NEON)
enum { LANES = 2 };
#else
enum { LANES = 1 };
#endif
typedef uint64_t Lanes __attribute__((vector_size(8 * LANES)));

/* A set of cells per lane. */
typedef struct Sets {
    Lanes word[3];
} Sets;

/* Fields as in field.h, a lane per side. */
typedef struct Fields {
    Sets men, enemy, empty, reach, able, take[FIELD_MOST], victims;
} Fields;

/* The same word in every lane. */
static inline Lanes lanes_of(uint64_t word)
{
    return word - (Lanes){0};
}

static inline Sets sets_join(Sets a, Sets b)
{
    return (Sets){{a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2]}};
}

static inline Sets sets_meet(Sets a, Sets b)
{
    return (Sets){{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2]}};
}

static inline Sets sets_shift(Sets set, int step)
{
    const Lanes *w = set.word;
    int k = step & 63, l = -step & 63;
    if (step > 0)
        return (Sets){{w[0] << k, w[1] << k | w[0] >> l, w[2] << k | w[1] >> l}};
    return (Sets){{w[0] >> l | w[1] << k, w[1] >> l | w[2] << k, w[2] >> l}};
}

static inline bool sets_any(Sets set)
{
    Lanes all = set.word[0] | set.word[1] | set.word[2];
#ifdef __wasm_simd128__ /* one instruction, which the compiler does not find */
    typedef signed char Bytes __attribute__((vector_size(16)));
    return __builtin_wasm_any_true_v128((Bytes)all);
#else
    return all[0] | all[LANES - 1];
#endif
}

static inline Sets advance(const MorelliRules *r, const Fields *f, Sets front, int d, int n)
{
    Sets next = sets_shift(front, morelli_step(d));
    for (int w = 0; w < 3; w++)
        next.word[w] &= f->empty.word[w] & lanes_of(r->run[d][n].word[w]);
    return next;
}

static inline void add_reach(const MorelliRules *r, Fields *f, int d)
{
    Sets front = advance(r, f, f->men, d, 0), all = sets_join(f->reach, front);
    f->able = sets_join(f->able, sets_shift(front, -morelli_step(d)));
    for (int n = 1; n < MORELLI_REACH && sets_any(front);
         n += 2) { /* the end is looked for at times */
        Sets next = advance(r, f, front, d, n);
        front = advance(r, f, next, d, n + 1);
        all = sets_join(all, sets_join(next, front));
    }
    f->reach = all;
}

/* Own man, enemy man, a cell within reach: in a line. */
static inline void add_takes(Fields *f, int d)
{
    int step = morelli_step(d);
    Sets hit = sets_meet(sets_shift(f->men, step), sets_shift(f->reach, -step));
    hit = sets_meet(hit, f->enemy);
    if (!sets_any(hit))
        return;
    Sets ends = sets_shift(hit, step);
    f->victims = sets_join(f->victims, hit);
    for (int i = FIELD_MOST - 1; i > 0; i--)
        f->take[i] = sets_join(f->take[i], sets_meet(f->take[i - 1], ends));
    f->take[0] = sets_join(f->take[0], ends);
}

static inline void make_fields(const MorelliRules *r, Fields *f)
{
    UNROLL
    for (int d = 0; d < MORELLI_DIRECTIONS; d++)
        add_reach(r, f, d);
    f->reach.word[MORELLI_THRONE >> 6] &= lanes_of(~(UINT64_C(1) << (MORELLI_THRONE & 63)));
    UNROLL
    for (int d = 0; d < MORELLI_DIRECTIONS; d++)
        add_takes(f, d);
}

static inline PointSet set_of(const Sets *sets, int lane)
{
    return (PointSet){{sets->word[0][lane], sets->word[1][lane], sets->word[2][lane]}};
}

static inline Field field_of(const Fields *f, int lane)
{
    return (Field){
        .reach = set_of(&f->reach, lane),
        .able = set_of(&f->able, lane),
        .take = {set_of(&f->take[0], lane), set_of(&f->take[1], lane), set_of(&f->take[2], lane)},
        .victims = set_of(&f->victims, lane)};
}

/* Of the side to move and of the other one. */
static inline void make_both(const MorelliRules *r, const Pos *pos, Field *const out[2])
{
    PointSet empty = morelli_empty(pos);
    for (int i = 0; i < 2; i += LANES) {
        Fields f = {0};
        for (int w = 0; w < 3; w++)
            f.empty.word[w] = lanes_of(empty.word[w]);
        for (int lane = 0; lane < LANES; lane++)
            for (int w = 0; w < 3; w++) {
                f.men.word[w][lane] = pos->stones[pos->turn ^ i ^ lane][w];
                f.enemy.word[w][lane] = pos->stones[!(pos->turn ^ i ^ lane)][w];
            }
        make_fields(r, &f);
        for (int lane = 0; lane < LANES; lane++)
            *out[i + lane] = field_of(&f, lane);
    }
}

void field_both(const MorelliRules *r, const Pos *pos, Field *us, Field *them)
{
    make_both(r, pos, (Field *const[2]){us, them});
}

void field_make(const MorelliRules *r, const Pos *pos, int player, Field *f)
{
    Field other;
    if (player == pos->turn)
        field_both(r, pos, f, &other);
    else
        field_both(r, pos, &other, f);
}

#endif
