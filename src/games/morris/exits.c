/* SPDX-License-Identifier: MIT */
/* Turns of morris that leave a stage, for the solver: captures, and all placements (core/flow.h,
 * docs/adr/0109). Eight sources, or eight blocks, are worked on side by side. Which sets there are
 * and which sets have one man less is the same for all of them, only the points differ that the men
 * stand on: so a loop over eight lanes is a vector instruction, and what has to be known of a set
 * is one word of a table. */
#include "games/morris/flow.h"

#include <assert.h>
#include <stdlib.h>

/* What is to be known of a still set, by its rank on the whole board:
 *
 *   63       62 .. 40  39 .. 16  15 .. 12  11 .. 0
 *   special  class     head      symmetry  takes
 *
 * takes: the men that may be taken, in order of the points. special: the head has symmetries. */
enum { TAKES_BITS = 12, SYMMETRY_AT = 12, HEAD_AT = 16, CLASS_AT = 40, SPECIAL_AT = 63 };
static_assert((int)NUMBERING_MEN_MAX <= TAKES_BITS && SYMMETRIES_MAX <= 16, "all fits one word");

/* Tables for a sector, in one block of memory. */
typedef struct Prepared {
    uint64_t *still;
    uint32_t *less_still; /* [rank][man]: the rank of the set without this man, in order of the */
    uint32_t *less_moved; /* points; of moved sets only where men are placed */
} Prepared;

/* The sources that are taken up. Lanes behind the last one repeat the first and send nothing. */
typedef struct Sources {
    int count;
    bool captures;                                     /* some source has lines */
    uint32_t source[LANES], moved[LANES], free[LANES]; /* its number; its set; other points */
    uint32_t image[LANES][SYMMETRIES_MAX];             /* of the moved set */
    uint32_t lines[LANES];                             /* moved men that stand in a line */
    uint32_t twice[LANES];                /* men in two or more lines, if these take two */
    uint32_t absent[LANES];               /* grades of kinds of turns that there are none of */
    bool special[LANES];                  /* the moved set has symmetries */
    const Worth *left[LANES][FLOW_KINDS]; /* by men taken: values of this block; NULL: the game is
                                             over */
    bool full;                            /* if nothing is taken, the board is full: a draw */
    _Alignas(Lanes) Grade taken[][LANES]; /* of one man, by the rank of the still men left */
} Sources;

/* Sets of so many men on the points beside `beside` others. */
static inline uint32_t sets_beside(const Numbering *n, int men, int beside)
{
    return men < 0 ? 0 : n->choose[n->rules->points - beside][men];
}

size_t morris_exits_scratch(const Numbering *n, const MorrisSector *s)
{
    size_t left = sets_beside(n, s->enemy - 1, moved_men(s));
    return sizeof(Sources) + left * sizeof(Grade[LANES]);
}

static void fill_still(const Numbering *n, int men, uint64_t *out)
{
    uint32_t count = n->choose[n->rules->points][men];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t set = n->set[men][i], found = n->class[men][i], of = found >> 4;
        uint64_t takes = bits_gather(morris_takeable(n->rules, set), set);
        uint64_t special = n->keeps[men][of] != 1;
        out[i] = takes | (uint64_t)(found & 15) << SYMMETRY_AT |
                 (uint64_t)n->head[men][of] << HEAD_AT | (uint64_t)of << CLASS_AT |
                 special << SPECIAL_AT;
    }
}

static void fill_less(const Numbering *n, int men, uint32_t count, uint32_t *out)
{
    for (uint32_t i = 0; i < count && men > 0; i++) {
        uint32_t set = n->set[men][i];
        for (uint32_t rest = set; rest; rest &= rest - 1)
            *out++ = numbering_rank(n, men - 1, set ^ (rest & -rest));
    }
}

/* How much is in the tables of a sector. */
typedef struct PreparedSize {
    uint32_t words, stills, moveds;
    size_t bytes;
} PreparedSize;

static PreparedSize size_prepared(const Numbering *n, const MorrisSector *s)
{
    int moved = moved_men(s), still = s->enemy;
    PreparedSize size = {.words = n->choose[n->rules->points][still],
                         .stills = sets_beside(n, still, moved),
                         .moveds = s->own_hand ? sets_beside(n, moved, still) : 0};
    size_t less = (size_t)size.stills * (size_t)still + (size_t)size.moveds * (size_t)moved;
    size.bytes = sizeof(Prepared) + size.words * sizeof(uint64_t) + less * sizeof(uint32_t);
    return size;
}

size_t morris_prepared_bytes(const Numbering *n, const MorrisSector *s)
{
    return size_prepared(n, s).bytes;
}

void *morris_prepare(const void *tables, uint32_t sector)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    PreparedSize size = size_prepared(n, s);
    Prepared *p = malloc(size.bytes);
    if (!p)
        return NULL;
    p->still = (uint64_t *)(p + 1);
    p->less_still = (uint32_t *)(p->still + size.words);
    p->less_moved = p->less_still + (size_t)size.stills * s->enemy;
    fill_still(n, s->enemy, p->still);
    fill_less(n, s->enemy, size.stills, p->less_still);
    fill_less(n, moved_men(s), size.moveds, p->less_moved);
    return p;
}

static const Worth *values_after(const Numbering *n, const MorrisSector *s, uint32_t source,
                                 int taken, Worth *const *values)
{
    int places = s->own_hand > 0, left = s->enemy - taken;
    int hands = s->own_hand + s->enemy_hand - places;
    uint32_t number = n->lookup[left][s->own + places][hands];
    if (!number)
        return NULL;
    return values[number - 1] + (size_t)source * n->sector[number - 1].arrangements;
}

static void take_up(const Numbering *n, const MorrisSector *s, uint32_t source, int lane,
                    Worth *const *values, Sources *o)
{
    int men = moved_men(s);
    uint32_t moved = n->head[men][source];
    o->source[lane] = source;
    o->moved[lane] = moved;
    o->free[lane] = n->rules->board & ~moved;
    o->special[lane] = n->keeps[men][source] != 1;
    o->lines[lane] = moved & morris_closers(n->rules, moved);
    o->twice[lane] = n->rules->remove == 2 ? men_in_two_lines(n->rules, moved) : 0;
    o->absent[lane] = (s->own_hand ? 0 : (uint32_t)GRADE_NONE) |
                      (o->lines[lane] & ~o->twice[lane] ? 0 : (uint32_t)GRADE_NONE << GRADE_BITS) |
                      (o->twice[lane] ? 0 : (uint32_t)GRADE_NONE << 2 * GRADE_BITS);
    for (int g = 0; g < n->game->shape.symmetry_count; g++)
        o->image[lane][g] = numbering_image(n, g, moved);
    for (int taken = s->own_hand ? 0 : 1; taken <= n->rules->remove; taken++)
        o->left[lane][taken] = taken <= s->enemy ? values_after(n, s, source, taken, values) : NULL;
}

static bool fit(const Worth *values, uint32_t count)
{
    Worth longest = 0;
    for (uint32_t i = 0; values && i < count; i++)
        longest = values[i] > longest ? values[i] : longest;
    return longest <= GRADE_WORTH_MAX;
}

/* The grades of positions with one still man less, side by side. */
static void fill_taken(Sources *o, uint32_t count)
{
    for (int lane = 0; lane < LANES; lane++) {
        const Worth *left = o->left[lane][1];
        for (uint32_t i = 0; i < count; i++)
            o->taken[i][lane] = left ? grade_before(left[i]) : 0;
    }
}

bool morris_begin(const void *tables, uint32_t sector, uint32_t source, int count,
                  Worth *const *values, void *scratch)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    Sources *o = scratch;
    int moved = moved_men(s);
    bool good = true;
    o->count = count;
    o->captures = false;
    o->full = moved + s->enemy == n->rules->points;
    for (int lane = 0; lane < LANES; lane++) {
        take_up(n, s, source + (uint32_t)(lane < count ? lane : 0), lane, values, o);
        o->captures |= o->lines[lane] != 0;
        for (int taken = 0; taken <= n->rules->remove; taken++)
            if (taken ? o->lines[lane] : s->own_hand)
                good &= fit(o->left[lane][taken], sets_beside(n, s->enemy - taken, moved));
    }
    if (o->captures)
        fill_taken(o, sets_beside(n, s->enemy - 1, moved));
    return good;
}

/* The best grade of taking one man, in every lane. */
static inline Lanes grade_one(const Sources *o, const uint32_t *less, int men, Lanes takes)
{
    Lanes best = lanes_all(GRADE_NONE);
    for (int man = 0; man < men; man++)
        best = lanes_least(best, lanes_load(o->taken[less[man]]) | ~lanes_bit(takes, man));
    return best;
}

/* The best grade of taking two men, in one lane. */
static Grade grade_two(const Numbering *n, const MorrisSector *s, const Sources *o, int lane,
                       uint32_t still)
{
    const Worth *left = o->left[lane][2];
    Grade best = GRADE_NONE;
    if (!left)
        return 0;
    for (uint64_t firsts = morris_takeable(n->rules, still); firsts;) {
        uint32_t after = still & ~(1u << bits_pop(&firsts));
        for (uint64_t rest = morris_takeable(n->rules, after); rest;) {
            uint32_t both = after & ~(1u << bits_pop(&rest));
            uint32_t squeezed = numbering_squeeze(n, both, o->moved[lane]);
            Grade grade = grade_before(left[numbering_rank(n, s->enemy - 2, squeezed)]);
            best = grade < best ? grade : best;
        }
    }
    return best;
}

static inline Grade grade_none(const Sources *o, int lane, uint32_t offset)
{
    const Worth *left = o->left[lane][0];
    if (!left)
        return o->full ? GRADE_DRAW : 0;
    return grade_before(left[offset]);
}

/* One position: an update, unless symmetries make it several or none. */
static inline int send_one(const Numbering *n, const MorrisSector *s, const Sources *o, int lane,
                           uint64_t word, uint32_t still, uint32_t grades, uint32_t bits,
                           FlowExit *out)
{
    int men = moved_men(s), count;
    if (__builtin_expect(!(word >> SPECIAL_AT) && !o->special[lane], 1)) {
        uint32_t class = (uint32_t)(word >> CLASS_AT), head = word >> HEAD_AT & 0xffffff;
        uint32_t image = o->image[lane][word >> SYMMETRY_AT & 15];
        uint32_t offset = numbering_rank(n, men, numbering_squeeze(n, image, head));
        *out = (FlowExit){class << bits | offset, grades};
        return 1;
    }
    FlowUpdate updates[FLOW_UPDATES_MAX];
    count = updates_of(n, men, o->source[lane], s->enemy, still, bits, updates);
    for (int i = 0; i < count; i++)
        out[i] = (FlowExit){updates[i], grades};
    return count;
}

/* A run of positions beside all sources: their still sets, and where the words for these are, which
 * are on the way from memory when they are wanted. */
typedef struct Run {
    uint32_t still[FLOW_RUN_MAX][LANES], rank[FLOW_RUN_MAX][LANES];
} Run;

static void look_ahead(const Numbering *n, const Prepared *p, const Sources *o, int men,
                       const uint32_t *set, int count, Run *run)
{
    for (int i = 0; i < count; i++)
        for (int lane = 0; lane < LANES; lane++) {
            run->still[i][lane] = (uint32_t)bits_scatter(set[i], o->free[lane]);
            run->rank[i][lane] = numbering_rank(n, men, run->still[i][lane]);
            __builtin_prefetch(&p->still[run->rank[i][lane]]);
        }
}

int morris_exits(const void *tables, const void *prepared, uint32_t sector, void *scratch,
                 uint32_t first, int count, FlowExit *out)
{
    const Numbering *n = tables;
    const Prepared *p = prepared;
    const MorrisSector *s = &n->sector[sector];
    const Sources *o = scratch;
    uint32_t bits = update_bits(n, moved_men(s), s->enemy);
    int men = s->enemy, found = 0;
    Run run;
    if (!s->own_hand && !o->captures)
        return 0;
    look_ahead(n, p, o, men, n->set[men] + first, count, &run);
    for (int i = 0; i < count; i++) {
        uint64_t word[LANES];
        const uint32_t *still = run.still[i];
        uint32_t offset = first + (uint32_t)i;
        Lanes takes, one = {0};
        for (int lane = 0; lane < LANES; lane++) {
            word[lane] = p->still[run.rank[i][lane]];
            takes[lane] = word[lane] & ((1u << TAKES_BITS) - 1);
        }
        if (o->captures)
            one = grade_one(o, p->less_still + (size_t)offset * (size_t)men, men, takes);
        for (int lane = 0; lane < o->count; lane++) {
            if (!s->own_hand && !o->lines[lane])
                continue;
            uint32_t grades = s->own_hand ? grade_none(o, lane, offset) : 0;
            grades |= (men ? one[lane] : grades) << GRADE_BITS; /* or nobody is there to be taken */
            if (o->twice[lane])
                grades |= (men < 2 ? grades >> GRADE_BITS
                                   : (uint32_t)grade_two(n, s, o, lane, still[lane]))
                          << 2 * GRADE_BITS;
            found += send_one(n, s, o, lane, word[lane], still[lane], grades | o->absent[lane],
                              bits, out + found);
        }
    }
    return found;
}

/* Which of the men stand in lines, in order of the points; of the sets with the same number beside
 * eight blocks. */
typedef struct InLines {
    Lanes once, twice; /* in a line; in two, if these take two men */
    bool any;
} InLines;

static inline InLines find_lines(const MorrisRules *r, uint32_t squeezed, const uint32_t *free)
{
    InLines found = {.any = false};
    uint32_t moved[LANES], lines[LANES], any = 0;
    for (int lane = 0; lane < LANES; lane++)
        moved[lane] = (uint32_t)bits_scatter(squeezed, free[lane]);
    for (int lane = 0; lane < LANES; lane++)
        lines[lane] = moved[lane] & morris_closers(r, moved[lane]);
    for (int lane = 0; lane < LANES; lane++)
        any |= lines[lane];
    if (!any)
        return found;
    found.any = true;
    for (int lane = 0; lane < LANES; lane++)
        found.once[lane] = (uint16_t)bits_gather(lines[lane], moved[lane]);
    for (int lane = 0; r->remove == 2 && lane < LANES; lane++)
        found.twice[lane] = (uint16_t)bits_gather(men_in_two_lines(r, moved[lane]), moved[lane]);
    return found;
}

static inline void improve(Grade *best, Lanes grade)
{
    lanes_store(best, lanes_least(lanes_load(best), grade));
}

void morris_gather(const void *tables, const void *prepared, uint32_t sector, uint32_t block,
                   int count, const uint32_t *grades, Grade *best)
{
    const Numbering *n = tables;
    const Prepared *p = prepared;
    const MorrisSector *s = &n->sector[sector];
    int men = moved_men(s);
    uint32_t sets = sets_beside(n, men, s->enemy), free[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        uint32_t class = block + (uint32_t)(lane < count ? lane : 0);
        free[lane] = n->rules->board & ~n->head[s->enemy][class];
    }
    for (size_t i = 0; i < (size_t)s->arrangements * LANES; i++)
        best[i] = GRADE_NONE;
    for (uint32_t i = 0; i < sets; i++, grades += LANES) {
        const uint32_t *less = p->less_moved + (size_t)i * (size_t)men;
        InLines in = find_lines(n->rules, n->set[men][i], free);
        Lanes quiet, one, two;
        for (int lane = 0; lane < LANES; lane++) {
            quiet[lane] = flow_grade(grades[lane], KIND_QUIET);
            one[lane] = flow_grade(grades[lane], KIND_ONE);
            two[lane] = flow_grade(grades[lane], KIND_TWO);
        }
        for (int man = 0; man < men; man++) {
            Lanes grade = quiet;
            if (in.any) {
                Lanes taking = lanes_choose(lanes_bit(in.twice, man), two, one);
                grade = lanes_choose(lanes_bit(in.once, man), taking, quiet);
            }
            improve(best + (size_t)less[man] * LANES, grade);
        }
    }
}
