/* SPDX-License-Identifier: MIT */
/* Morris forward in batches for the verifier (core/forward.h). Of the solver's batches (flow.c,
 * exits.c) and of the move generator nothing is used here, only the numbering and the board's lines
 * and links: mills are looked up by square, and a step is a link with one end held and the other
 * one empty.
 *
 * Names: the mover's men after the move are the `moved` set, the enemy's the `still` set. */
#include "games/morris/numbering.h"

#include "core/forward.h"

enum {
    KINDS_MAX = 3, /* by mills closed: none, one, two if these take two */
    SQUARE = 8,    /* points of a square */
    LINKS = 40,    /* 24 round the squares, 16 across */
    RUN = 64,      /* arrivals fetched together */
};

/* Lines and links of a board, made from its tables. A line lies in one square or goes through all
 * three. */
typedef struct Board {
    uint8_t once[1 << SQUARE], twice[1 << SQUARE]; /* men of a square in one side or more, in two */
    uint32_t spokes;                               /* lines through all squares, by place */
    uint32_t link[LINKS];
    uint32_t round, across; /* links that there are: from the point onward, from it inward */
} Board;

static void add_line(Board *b, uint32_t line)
{
    int square = bits_first(line) / SQUARE;
    uint32_t side = line >> (SQUARE * square);
    if (side >> SQUARE) {
        b->spokes |= side & ((1u << SQUARE) - 1);
        return;
    }
    if (square == 0) /* all squares are alike */
        for (uint32_t x = 0; x < 1u << SQUARE; x++)
            if ((x & side) == side) {
                b->twice[x] |= b->once[x] & (uint8_t)side;
                b->once[x] |= (uint8_t)side;
            }
}

static Board make_board(const MorrisRules *r)
{
    Board b = {.spokes = 0};
    for (int i = 0; i < r->line_count; i++)
        add_line(&b, r->line[i]);
    for (int p = 0; p < r->points; p++) {
        int next = p % SQUARE == SQUARE - 1 ? p - (SQUARE - 1) : p + 1, inner = p + SQUARE;
        if (r->joined[p] >> next & 1) {
            b.link[p] = 1u << p | 1u << next;
            b.round |= 1u << p;
        }
        if (inner < r->points && r->joined[p] >> inner & 1) {
            b.link[MORRIS_POINTS + p] = 1u << p | 1u << inner;
            b.across |= 1u << p;
        }
    }
    return b;
}

/* Bit p: the point that follows p in its square is in x. */
static inline uint32_t following(uint32_t x)
{
    return (x >> 1 & 0x7f7f7fu) | (x & 0x010101u) << 7;
}

/* The links along which a man of `own` can step to a point of `empty`. */
static inline uint64_t open_links(const Board *b, uint32_t own, uint32_t empty)
{
    uint32_t round = (own & following(empty)) | (empty & following(own));
    uint32_t across = (own & empty >> SQUARE) | (empty & own >> SQUARE);
    return (round & b->round) | (uint64_t)(across & b->across) << MORRIS_POINTS;
}

static inline uint32_t by_square(const uint8_t *table, uint32_t x)
{
    return table[x & 255] | (uint32_t)table[x >> 8 & 255] << 8 |
           (uint32_t)table[x >> 16 & 255] << 16;
}

static inline uint32_t men_on_spokes(const Board *b, uint32_t x)
{
    return (x & x >> SQUARE & x >> 2 * SQUARE & b->spokes) * 0x010101u;
}

/* The men of x in mills; in two or more. */
static inline uint32_t men_in_mills(const Board *b, uint32_t x)
{
    return by_square(b->once, x) | men_on_spokes(b, x);
}
static inline uint32_t men_in_two(const Board *b, uint32_t x)
{
    return by_square(b->twice, x) | (by_square(b->once, x) & men_on_spokes(b, x));
}

/* Those outside mills may be taken, or all if there are none such. */
static inline uint32_t may_be_taken(const Board *b, uint32_t x)
{
    uint32_t outside = x & ~men_in_mills(b, x);
    return outside ? outside : x;
}

/* A sector as it is gone through here. */
typedef struct Scene {
    const Numbering *n;
    const MorrisSector *s;
    int moved;            /* men of the mover after the move */
    uint32_t source_size; /* still sets beside a moved one */
    bool places, flies, pairs;
    Board board;
} Scene;

static Scene make_scene(const Numbering *n, uint32_t sector)
{
    const MorrisSector *s = &n->sector[sector];
    bool places = s->own_hand > 0;
    int moved = s->own + places;
    return (Scene){.n = n,
                   .s = s,
                   .moved = moved,
                   .source_size = n->choose[n->rules->points - moved][s->enemy],
                   .places = places,
                   .flies = !places && n->rules->flying && s->own == MORRIS_MEN_LEAST,
                   .pairs = n->rules->remove == 2,
                   .board = make_board(n->rules)};
}

static uint32_t arrivals_beside(const Scene *c)
{
    return c->n->choose[c->n->rules->points - c->s->enemy][c->moved];
}

/* What judge keeps of an arrival. */
typedef struct Arrival {
    Merit merit[KINDS_MAX];
    uint32_t mills, twice; /* moved men in mills; in two, if that matters */
} Arrival;

static void get_shape(const void *tables, uint32_t sector, ForwardShape *out)
{
    const Numbering *n = tables;
    Scene c = make_scene(n, sector);
    *out = (ForwardShape){.blocks = c.s->classes,
                          .size = c.s->arrangements,
                          .sources = n->class_count[c.moved],
                          .source_size = c.source_size,
                          .kinds = c.pairs ? KINDS_MAX : KINDS_MAX - 1,
                          .scratch = arrivals_beside(&c) * sizeof(Arrival)};
}

/* What follows when so many men are taken from the enemy: the end of the game, or positions. */
typedef struct Sequel {
    Merit end;           /* MERIT_NONE: play goes on */
    const Worth *values; /* of the block of the moved set; NULL: not there */
} Sequel;

/* One source: the moved set, and what follows by men taken. */
typedef struct Source {
    const Scene *c;
    uint32_t moved;
    Sequel after[KINDS_MAX];
} Source;

/* With too few men the enemy has lost; a full board with empty hands is a draw. */
static Merit end_of_game(const Scene *c, int left)
{
    int hands = c->s->own_hand + c->s->enemy_hand - c->places;
    if (!hands && c->moved + left == c->n->rules->points)
        return MERIT_DRAW;
    return left + c->s->enemy_hand < MORRIS_MEN_LEAST ? MERIT_MOST : MERIT_NONE;
}

static Source make_source(const Scene *c, uint32_t class, Worth *const *values)
{
    const Numbering *n = c->n;
    Source o = {.c = c, .moved = n->head[c->moved][class]};
    int hands = c->s->own_hand + c->s->enemy_hand - c->places;
    for (int taken = 0; taken < KINDS_MAX && taken <= c->s->enemy; taken++) {
        int left = c->s->enemy - taken;
        uint32_t found = n->lookup[left][c->moved][hands];
        o.after[taken].end = end_of_game(c, left);
        if (o.after[taken].end == MERIT_NONE && found && values[found - 1])
            o.after[taken].values = values[found - 1] +
                                    (size_t) class * n->sector[found - 1].arrangements;
    }
    return o;
}

/* The merit of leaving these men of the enemy, `left` as counted beside the moved ones. */
static inline Merit merit_left(const Source *o, int taken, uint32_t left)
{
    const Sequel *after = &o->after[taken];
    if (after->end != MERIT_NONE)
        return after->end;
    return merit_of(after->values[numbering_rank(o->c->n, o->c->s->enemy - taken, left)]);
}

static Merit merit_of_one(const Source *o, uint32_t still, uint32_t squeezed)
{
    uint32_t takes = numbering_squeeze(o->c->n, may_be_taken(&o->c->board, still), o->moved);
    Merit best = MERIT_NONE;
    for (; takes; takes &= takes - 1) {
        Merit merit = merit_left(o, 1, squeezed ^ (takes & -takes));
        best = merit > best ? merit : best;
    }
    return still ? best : merit_left(o, 0, squeezed);
}

/* The second man is chosen as if the first had never been there. */
static Merit merit_of_two(const Source *o, uint32_t still, uint32_t squeezed)
{
    Merit best = MERIT_NONE;
    if (o->c->s->enemy < 2)
        return merit_of_one(o, still, squeezed);
    for (uint32_t first = may_be_taken(&o->c->board, still); first; first &= first - 1) {
        uint32_t rest = still ^ (first & -first);
        for (uint32_t next = may_be_taken(&o->c->board, rest); next; next &= next - 1) {
            uint32_t left = numbering_squeeze(o->c->n, rest ^ (next & -next), o->moved);
            Merit merit = merit_left(o, 2, left);
            best = merit > best ? merit : best;
        }
    }
    return best;
}

/* Are the values of all that can follow there? */
static bool is_complete(const Source *o, uint32_t mills, uint32_t twice)
{
    bool wanted[KINDS_MAX] = {true, mills && o->c->s->enemy > 0, twice && o->c->s->enemy > 1};
    for (int taken = 0; taken < KINDS_MAX; taken++)
        if (wanted[taken] && o->after[taken].end == MERIT_NONE && !o->after[taken].values)
            return false;
    return true;
}

static bool list_arrivals(const void *tables, uint32_t sector, uint32_t source,
                          Worth *const *values, Merit *out)
{
    const Numbering *n = tables;
    Scene c = make_scene(n, sector);
    Source o = make_source(&c, source, values);
    uint32_t mills = men_in_mills(&c.board, o.moved);
    uint32_t twice = c.pairs ? men_in_two(&c.board, o.moved) : 0, kinds = c.pairs ? 3 : 2;
    if (!is_complete(&o, mills, twice))
        return false;
    for (uint32_t i = 0; i < c.source_size; i++, out += kinds) {
        uint32_t squeezed = n->set[c.s->enemy][i];
        uint32_t still = numbering_spread(n, squeezed, o.moved);
        out[0] = merit_left(&o, 0, squeezed);
        out[1] = mills ? merit_of_one(&o, still, squeezed) : MERIT_NONE;
        if (kinds > 2)
            out[2] = twice ? merit_of_two(&o, still, squeezed) : MERIT_NONE;
    }
    return true;
}

/* Where the arrival of `moved` beside a still set is whose image under symmetry g is image[g]. */
static inline uint64_t place_of(const Scene *c, uint32_t moved, const uint32_t *image)
{
    const Numbering *n = c->n;
    uint32_t found = n->class[c->moved][numbering_rank(n, c->moved, moved)];
    uint32_t still = numbering_squeeze(n, image[found & 15], n->head[c->moved][found >> 4]);
    return (uint64_t)(found >> 4) * c->source_size + numbering_rank(n, c->s->enemy, still);
}

/* All arrivals beside the block's still set, by the rank of the moved set. They lie anywhere, so
 * the places of some are found before the first is read. */
static void fetch_arrivals(const Scene *c, uint32_t still, const Merit *arrivals, Arrival *out)
{
    const Numbering *n = c->n;
    uint32_t image[SYMMETRIES_MAX], count = arrivals_beside(c), kinds = c->pairs ? 3 : 2;
    for (int g = 0; g < n->game->shape.symmetry_count; g++)
        image[g] = numbering_image(n, g, still);
    for (uint32_t first = 0; first < count; first += RUN) {
        uint32_t run = count - first < RUN ? count - first : RUN;
        const Merit *at[RUN];
        for (uint32_t i = 0; i < run; i++) {
            uint32_t moved = numbering_spread(n, n->set[c->moved][first + i], still);
            at[i] = arrivals + place_of(c, moved, image) * kinds;
            __builtin_prefetch(at[i]);
            out[first + i].mills = men_in_mills(&c->board, moved);
            out[first + i].twice = c->pairs ? men_in_two(&c->board, moved) : 0;
        }
        for (uint32_t i = 0; i < run; i++)
            for (uint32_t kind = 0; kind < kinds; kind++)
                out[first + i].merit[kind] = at[i][kind];
    }
}

/* The merit of arriving with `moved` by way of `changed`, of which the new point is in `moved`. */
static inline Merit merit_at(const Scene *c, const Arrival *arrivals, uint32_t moved,
                             uint32_t changed, uint32_t free)
{
    uint32_t squeezed = (uint32_t)bits_gather(moved, free);
    const Arrival *a = &arrivals[numbering_rank(c->n, c->moved, squeezed)];
    return a->merit[((a->mills & changed) != 0) + ((a->twice & changed) != 0)];
}

static inline Merit most(Merit a, Merit b)
{
    return a > b ? a : b;
}

static Merit best_place(const Scene *c, const Arrival *arrivals, uint32_t own, uint32_t free)
{
    Merit best = MERIT_NONE;
    for (uint32_t to = free & ~own; to; to &= to - 1)
        best = most(best, merit_at(c, arrivals, own | (to & -to), to & -to, free));
    return best;
}

static Merit best_flight(const Scene *c, const Arrival *arrivals, uint32_t own, uint32_t free)
{
    Merit best = MERIT_NONE;
    for (uint32_t men = own; men; men &= men - 1)
        for (uint32_t to = free & ~own; to; to &= to - 1) {
            uint32_t moved = own ^ (men & -men) ^ (to & -to);
            best = most(best, merit_at(c, arrivals, moved, to & -to, free));
        }
    return best;
}

static Merit best_step(const Scene *c, const Arrival *arrivals, uint32_t own, uint32_t free)
{
    Merit best = MERIT_NONE;
    for (uint64_t links = open_links(&c->board, own, free & ~own); links; links &= links - 1) {
        uint32_t link = c->board.link[bits_first(links)];
        best = most(best, merit_at(c, arrivals, own ^ link, link, free));
    }
    return best;
}

static void judge_block(const void *tables, uint32_t sector, uint32_t block, const Merit *arrivals,
                        void *scratch, Worth *out)
{
    const Numbering *n = tables;
    Scene c = make_scene(n, sector);
    uint32_t still = n->head[c.s->enemy][block], free = n->rules->board & ~still;
    fetch_arrivals(&c, still, arrivals, scratch);
    for (uint32_t i = 0; i < c.s->arrangements; i++) {
        uint32_t own = numbering_spread(n, n->set[c.s->own][i], still);
        Merit best = c.places  ? best_place(&c, scratch, own, free)
                     : c.flies ? best_flight(&c, scratch, own, free)
                               : best_step(&c, scratch, own, free);
        out[i] = best == MERIT_NONE ? worth_of(0, 0) : merit_worth_before(best); /* blocked? */
    }
}

const Forward morris_forward = {
    .shape = get_shape,
    .arrive = list_arrivals,
    .judge = judge_block,
};
