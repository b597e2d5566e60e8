/* SPDX-License-Identifier: MIT */
/* The positions of small fleets of MUR by number: the kraken's point and the enemy's ships, up to
 * symmetry, times the arrangement of the mover's ships on the other points. The duty to withdraw
 * when a board comes again needs the past and is left out; positions in which it applies have no
 * number. */
#include "games/mur/mur.h"

#include "base/bits.h"
#include "core/unmove.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHIPS_MAX = 5,
    TRAPS_MAX = 3,
    SECTORS = TRAPS_MAX * TRAPS_MAX * (SHIPS_MAX + 1) * (SHIPS_MAX + 1),
    SYMMETRIES = 2 * MUR_SPOKES,
    HALF = 12, /* a set beside the kraken has 24 points: two halves, each looked up */
};

typedef struct MurSector {
    uint8_t own_score, enemy_score, own, enemy;
    uint32_t stage, classes, arrangements;
} MurSector;

/* The kraken and the enemy's ships, as bits. */
typedef struct Pair {
    uint32_t kraken, ships;
} Pair;

/* The first pair of a class, and which symmetries leave it alone. */
typedef struct Head {
    Pair pair;
    uint32_t stay; /* bit g: symmetry g does */
} Head;

typedef struct Numbering {
    const Game *game;
    uint32_t choose[MUR_POINTS + 1][SHIPS_MAX + 1];
    uint32_t rank_low[1 << HALF], rank_high[SHIPS_MAX + 1][1 << HALF]; /* see rank_set */
    uint32_t map[SYMMETRIES][MUR_RINGS][256]; /* of the points around, eight at a time */
    uint32_t *set[SHIPS_MAX + 1];             /* [ships][rank]: the set */
    uint32_t *class[SHIPS_MAX + 1]; /* [enemy ships][pair]: class << 4 | the symmetry to its head */
    Head *head[SHIPS_MAX + 1];      /* [..][class] */
    uint32_t class_count[SHIPS_MAX + 1];
    uint32_t sector_count;
    MurSector sector[SECTORS];
    uint16_t lookup[TRAPS_MAX][TRAPS_MAX][SHIPS_MAX + 1][SHIPS_MAX + 1]; /* number + 1 */
} Numbering;

/* What the points of `set`, moved up by `shift`, add to a rank, `below` points being lower ones. */
static uint32_t rank_part(const Numbering *n, uint32_t set, int shift, int below)
{
    uint32_t rank = 0;
    for (int i = below + 1; set; i++, set &= set - 1)
        rank += n->choose[bits_first(set) + shift][i];
    return rank;
}

/* The rank of a set among those with as many points, ordered as numbers. */
static inline uint32_t rank_set(const Numbering *n, uint32_t set)
{
    uint32_t low = set & ((1 << HALF) - 1);
    return n->rank_low[low] + n->rank_high[bits_count(low)][set >> HALF];
}

static inline uint32_t map(const Numbering *n, uint32_t points, uint32_t symmetry)
{
    const uint32_t(*to)[256] = n->map[symmetry];
    return (points & 1) | to[0][points >> 1 & 255] | to[1][points >> 9 & 255] | to[2][points >> 17];
}

/* kraken * C(24, ships) + rank of the ships beside it. */
static inline uint32_t pair_number(const Numbering *n, Pair pair)
{
    uint32_t ships = (uint32_t)bits_gather(pair.ships, MUR_BOARD & ~pair.kraken);
    return (uint32_t)bits_first(pair.kraken) * n->choose[MUR_POINTS - 1][bits_count(ships)] +
           rank_set(n, ships);
}

static Pair pair_of(const Numbering *n, int k, uint32_t number)
{
    uint32_t each = n->choose[MUR_POINTS - 1][k], kraken = 1u << number / each;
    uint32_t ships = n->set[k][number % each];
    return (Pair){kraken, (uint32_t)bits_scatter(ships, MUR_BOARD & ~kraken)};
}

static void make_ranks(Numbering *n)
{
    for (int i = 0; i <= MUR_POINTS; i++)
        for (int k = 0; k <= SHIPS_MAX && k <= i; k++)
            n->choose[i][k] = k == 0 ? 1 : n->choose[i - 1][k - 1] + n->choose[i - 1][k];
    for (uint32_t half = 0; half < 1 << HALF; half++)
        for (int below = 0; below + bits_count(half) <= SHIPS_MAX; below++) {
            n->rank_high[below][half] = rank_part(n, half, HALF, below);
            if (!below)
                n->rank_low[half] = rank_part(n, half, 0, 0);
        }
}

static void make_map(Numbering *n)
{
    for (int g = 0; g < SYMMETRIES; g++)
        for (int part = 0; part < MUR_RINGS; part++)
            for (uint32_t eight = 0; eight < 256; eight++)
                for (uint64_t rest = eight; rest;)
                    n->map[g][part][eight] |=
                        1u << n->game->shape.symmetry[g][8 * part + 1 + bits_pop(&rest)];
}

/* All sets of k of 24 points: those of one rank after the other are the next larger numbers with as
 * many bits. */
static bool make_sets(Numbering *n, int k)
{
    uint32_t count = n->choose[MUR_POINTS - 1][k], set = (1u << k) - 1;
    if (!(n->set[k] = malloc(count * sizeof *n->set[k])))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        n->set[k][i] = set;
        if (set) {
            uint32_t low = set & -set, sum = set + low;
            set = sum | ((set ^ sum) >> 2) / low;
        }
    }
    return true;
}

static uint32_t inverse_of(const Shape *shape, int symmetry)
{
    for (uint32_t g = 0; g < shape->symmetry_count; g++) {
        int p = 0;
        while (p < shape->point_count && shape->symmetry[g][shape->symmetry[symmetry][p]] == p)
            p++;
        if (p == shape->point_count)
            return g;
    }
    return 0; /* a group has inverses */
}

/* The class of a pair that belongs to none yet, and of all its images. */
static void add_class(Numbering *n, int k, uint32_t class, Pair pair)
{
    Head *head = &n->head[k][class];
    *head = (Head){.pair = pair};
    for (int g = 0; g < SYMMETRIES; g++) {
        Pair image = {map(n, pair.kraken, (uint32_t)g), map(n, pair.ships, (uint32_t)g)};
        uint32_t *at = &n->class[k][pair_number(n, image)];
        if (*at == UINT32_MAX)
            *at = class << 4 | inverse_of(&n->game->shape, g);
        if (image.kraken == pair.kraken && image.ships == pair.ships)
            head->stay |= 1u << g;
    }
}

static bool make_classes(Numbering *n, int k)
{
    uint32_t count = MUR_POINTS * n->choose[MUR_POINTS - 1][k], classes = 0;
    n->class[k] = malloc(count * sizeof *n->class[k]);
    n->head[k] = malloc(count * sizeof *n->head[k]);
    if (!n->class[k] || !n->head[k])
        return false;
    memset(n->class[k], 0xff, count * sizeof *n->class[k]);
    for (uint32_t i = 0; i < count; i++)
        if (n->class[k][i] == UINT32_MAX)
            add_class(n, k, classes++, pair_of(n, k, i));
    Head *fitting = realloc(n->head[k], classes * sizeof *fitting);
    n->head[k] = fitting ? fitting : n->head[k];
    n->class_count[k] = classes;
    return true;
}

static void add_scores(Numbering *n, int own_score, int enemy_score, uint32_t stage)
{
    int ships = mur_rules(n->game)->ships;
    for (int a = 0; a <= ships; a++)
        for (int b = 0; b <= ships; b++) {
            n->lookup[own_score][enemy_score][a][b] = (uint16_t)(n->sector_count + 1);
            n->sector[n->sector_count++] = (MurSector){(uint8_t)own_score,
                                                       (uint8_t)enemy_score,
                                                       (uint8_t)a,
                                                       (uint8_t)b,
                                                       stage,
                                                       n->class_count[b],
                                                       n->choose[MUR_POINTS - 1 - b][a]};
        }
}

/* High scores first: they only grow. */
static void add_sectors(Numbering *n)
{
    int traps = mur_rules(n->game)->traps;
    uint32_t stage = 0;
    for (int sum = 2 * (traps - 1); sum >= 0; sum--)
        for (int s = sum / 2; s >= 0 && sum - s < traps; s--, stage++) {
            add_scores(n, s, sum - s, stage);
            if (2 * s != sum)
                add_scores(n, sum - s, s, stage);
        }
}

static void close_numbering(void *tables)
{
    Numbering *n = tables;
    for (int k = 0; n && k <= SHIPS_MAX; k++) {
        free(n->set[k]);
        free(n->class[k]);
        free(n->head[k]);
    }
    free(n);
}

static void *open_numbering(const Game *game)
{
    Numbering *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->game = game;
    make_ranks(n);
    make_map(n);
    for (int k = 0; k <= mur_rules(game)->ships; k++)
        if (!make_sets(n, k) || !make_classes(n, k)) {
            close_numbering(n);
            return NULL;
        }
    add_sectors(n);
    return n;
}

static uint32_t count_sectors(const void *tables)
{
    const Numbering *n = tables;
    return n->sector_count;
}

static void tell_sector(const void *tables, uint32_t number, Sector *out)
{
    const Numbering *n = tables;
    const MurSector *s = &n->sector[number];
    *out = (Sector){.entries = (uint64_t)s->classes * s->arrangements, .stage = s->stage};
    Str name = str_over(out->name, sizeof out->name);
    str_format(&name, "%d-%d-score-%d-%d", s->own, s->enemy, s->own_score, s->enemy_score);
}

/* The mover scores; their ships may be one more, or fewer. */
static int list_successors(const void *tables, uint32_t number, uint32_t out[SECTOR_SUCCESSORS_MAX])
{
    const Numbering *n = tables;
    const MurSector *s = &n->sector[number];
    int count = 0, ships = mur_rules(n->game)->ships;
    for (int score = s->own_score + 1; score < mur_rules(n->game)->traps; score++)
        for (int own = 0; own <= s->own + 1 && own <= ships; own++)
            out[count++] = n->lookup[s->enemy_score][score][s->enemy][own] - 1u;
    return count;
}

/* The index of the mover's ships beside the head of a class. */
static inline uint64_t index_of(const Numbering *n, const MurSector *s, uint32_t class,
                                uint32_t own)
{
    const Pair *head = &n->head[s->enemy][class].pair;
    return (uint64_t) class * s->arrangements +
           rank_set(n, (uint32_t)bits_gather(own, MUR_BOARD & ~(head->kraken | head->ships)));
}

static bool rank_position(const void *tables, const Pos *pos, SectorIndex *out)
{
    const Numbering *n = tables;
    const MurRules *r = mur_rules(n->game);
    int us = pos->turn;
    int own = bits_count(mur_ships(pos, us)), enemy = bits_count(mur_ships(pos, !us));
    if (pos->phase & MUR_REPEATED || pos->score[0] >= r->traps || pos->score[1] >= r->traps ||
        own > r->ships || enemy > r->ships)
        return false;
    out->sector = n->lookup[pos->score[us]][pos->score[!us]][own][enemy] - 1u;
    const MurSector *s = &n->sector[out->sector];
    Pair pair = {mur_kraken(pos), mur_ships(pos, !us)};
    uint32_t class = n->class[s->enemy][pair_number(n, pair)];
    out->index = index_of(n, s, class >> 4, map(n, mur_ships(pos, us), class & 15));
    return true;
}

/* The head of an entry and the mover's ships. */
static uint32_t own_ships(const Numbering *n, SectorIndex spot, const Head **head)
{
    const MurSector *s = &n->sector[spot.sector];
    *head = &n->head[s->enemy][spot.index / s->arrangements];
    const Pair *pair = &(*head)->pair;
    return (uint32_t)bits_scatter(n->set[s->own][spot.index % s->arrangements],
                                  MUR_BOARD & ~(pair->kraken | pair->ships));
}

static void unrank_position(const void *tables, SectorIndex spot, Pos *out)
{
    const Numbering *n = tables;
    const MurSector *s = &n->sector[spot.sector];
    const Head *head;
    *out = (Pos){.score = {s->own_score, s->enemy_score}};
    out->stones[0][0] = own_ships(n, spot, &head);
    out->stones[1][0] = head->pair.ships;
    out->extra[0] = (uint8_t)bits_first(head->pair.kraken);
    out->key = mur_key(n->game, out);
}

/* The symmetries of the head move the mover's ships to other indices of one position. */
static int list_same(const void *tables, SectorIndex spot, uint64_t out[INDICES_MAX])
{
    const Numbering *n = tables;
    const MurSector *s = &n->sector[spot.sector];
    const Head *head;
    uint32_t own = own_ships(n, spot, &head), class = (uint32_t)(spot.index / s->arrangements);
    int count = 0;
    for (uint64_t stay = head->stay; stay;) {
        uint64_t index = index_of(n, s, class, map(n, own, (uint32_t)bits_pop(&stay)));
        int i = 0;
        while (i < count && out[i] != index)
            i++;
        out[i] = index;
        count += i == count;
    }
    return count;
}

static uint8_t orbit_of(const Numbering *n, SectorIndex spot)
{
    uint32_t same = 0;
    const Head *head;
    uint32_t own = own_ships(n, spot, &head);
    for (uint64_t stay = head->stay; stay;) {
        uint32_t image = map(n, own, (uint32_t)bits_pop(&stay));
        if (image < own)
            return 0;
        same += image == own;
    }
    return (uint8_t)(SYMMETRIES / same);
}

static void list_orbits(const void *tables, SectorIndex first, uint32_t count, uint8_t *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = orbit_of(tables, (SectorIndex){first.sector, first.index + i});
}

static const Text leaves_out = {
    {"the duty to withdraw a ship when a board comes again (it needs the past)",
     "同じ盤面が再び現れたときに船を回収する義務（過去の盤面が必要なため）"}};

static const Unmove unmove = {
    .exits = mur_exits,
    .unmoves = mur_unmoves,
    .same = list_same,
};

static const Solvable solvable = {
    .leaves_out = &leaves_out,
    .open = open_numbering,
    .close = close_numbering,
    .sectors = count_sectors,
    .sector = tell_sector,
    .successors = list_successors,
    .rank = rank_position,
    .unrank = unrank_position,
    .orbits = list_orbits,
    .unmove = &unmove,
};

/* chain=both marks ships, which the numbering does not have; larger fleets have too many. */
Unnumbered mur_unnumbered(const MurRules *rules)
{
    return rules->ships > SHIPS_MAX ? UNNUMBERED_TOO_MANY : UNNUMBERED_UNWRITTEN;
}

const Solvable *mur_solvable(const MurRules *rules)
{
    return rules->ships <= SHIPS_MAX && !rules->chain_both ? &solvable : NULL;
}
