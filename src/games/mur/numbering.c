/* SPDX-License-Identifier: MIT */
/* The positions of small fleets of MUR by number: the kraken's point and the enemy's ships, up to
 * symmetry, times the arrangement of the mover's ships on the other points. The duty to withdraw
 * when a board comes again needs the past and is left out; positions in which it applies have no
 * number. */
#include "games/mur/mur.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHIPS_MAX = 3,
    TRAPS_MAX = 3,
    SECTORS = TRAPS_MAX * TRAPS_MAX * (SHIPS_MAX + 1) * (SHIPS_MAX + 1)
};

typedef struct MurSector {
    uint8_t own_score, enemy_score, own, enemy;
    uint32_t stage, classes, arrangements;
} MurSector;

typedef struct Numbering {
    const Game *game;
    uint32_t choose[MUR_POINTS + 1][SHIPS_MAX + 1];
    uint32_t *class[SHIPS_MAX + 1]; /* [enemy ships][pair]: class << 4 | the symmetry to its head */
    uint32_t *head[SHIPS_MAX + 1];  /* [..][class]: the pair, as number */
    uint32_t class_count[SHIPS_MAX + 1];
    uint32_t sector_count;
    MurSector sector[SECTORS];
    uint16_t lookup[TRAPS_MAX][TRAPS_MAX][SHIPS_MAX + 1][SHIPS_MAX + 1]; /* number + 1 */
} Numbering;

/* The rank of a set among those with as many points, ordered as numbers. */
static uint32_t rank_set(const Numbering *n, uint32_t set)
{
    uint32_t rank = 0;
    for (int i = 1; set; i++, set &= set - 1)
        rank += n->choose[bits_first(set)][i];
    return rank;
}

static uint32_t unrank_set(const Numbering *n, int k, uint32_t rank)
{
    uint32_t set = 0;
    for (; k > 0; k--) {
        int p = k - 1;
        while (n->choose[p + 1][k] <= rank)
            p++;
        rank -= n->choose[p][k];
        set |= 1u << p;
    }
    return set;
}

/* A pair of kraken and enemy ships: kraken * C(24, ships) + rank of the ships beside it. */
typedef struct Pair {
    uint32_t kraken, ships; /* bits */
} Pair;

static uint32_t pair_number(const Numbering *n, Pair pair)
{
    uint32_t ships = (uint32_t)bits_gather(pair.ships, MUR_BOARD & ~pair.kraken);
    return (uint32_t)bits_first(pair.kraken) * n->choose[MUR_POINTS - 1][bits_count(ships)] +
           rank_set(n, ships);
}

static Pair pair_of(const Numbering *n, int k, uint32_t number)
{
    uint32_t each = n->choose[MUR_POINTS - 1][k], kraken = 1u << number / each;
    uint32_t ships = unrank_set(n, k, number % each);
    return (Pair){kraken, (uint32_t)bits_scatter(ships, MUR_BOARD & ~kraken)};
}

static uint32_t map(const Numbering *n, uint32_t points, int symmetry)
{
    uint32_t mapped = 0;
    for (uint64_t rest = points; rest;)
        mapped |= 1u << n->game->shape.symmetry[symmetry][bits_pop(&rest)];
    return mapped;
}

static int inverse_of(const Shape *shape, int symmetry)
{
    for (int g = 0; g < shape->symmetry_count; g++) {
        int p = 0;
        while (p < shape->point_count && shape->symmetry[g][shape->symmetry[symmetry][p]] == p)
            p++;
        if (p == shape->point_count)
            return g;
    }
    return 0; /* a group has inverses */
}

static bool make_classes(Numbering *n, int k)
{
    const Shape *shape = &n->game->shape;
    uint32_t count = MUR_POINTS * n->choose[MUR_POINTS - 1][k], classes = 0;
    n->class[k] = malloc(count * sizeof *n->class[k]);
    n->head[k] = malloc(count * sizeof *n->head[k]);
    if (!n->class[k] || !n->head[k])
        return false;
    memset(n->class[k], 0xff, count * sizeof *n->class[k]);
    for (uint32_t i = 0; i < count; i++) {
        if (n->class[k][i] != UINT32_MAX)
            continue;
        Pair head = pair_of(n, k, i);
        for (int g = 0; g < shape->symmetry_count; g++) {
            Pair image = {map(n, head.kraken, g), map(n, head.ships, g)};
            uint32_t *at = &n->class[k][pair_number(n, image)];
            if (*at == UINT32_MAX)
                *at = classes << 4 | (uint32_t)inverse_of(shape, g);
        }
        n->head[k][classes++] = i;
    }
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
    for (int i = 0; i <= MUR_POINTS; i++)
        for (int k = 0; k <= SHIPS_MAX && k <= i; k++)
            n->choose[i][k] = k == 0 ? 1 : n->choose[i - 1][k - 1] + n->choose[i - 1][k];
    for (int k = 0; k <= mur_rules(game)->ships; k++)
        if (!make_classes(n, k)) {
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

static bool rank_position(const void *tables, const Pos *pos, SectorIndex *out)
{
    const Numbering *n = tables;
    const MurRules *r = mur_rules(n->game);
    int us = pos->turn;
    uint32_t own = mur_ships(pos, us), enemy = mur_ships(pos, !us);
    int a = bits_count(own), b = bits_count(enemy);
    if (pos->phase & MUR_REPEATED || pos->score[0] >= r->traps || pos->score[1] >= r->traps ||
        a > r->ships || b > r->ships)
        return false;
    uint32_t class = n->class[b][pair_number(n, (Pair){mur_kraken(pos), enemy})];
    Pair head = pair_of(n, b, n->head[b][class >> 4]);
    uint32_t moving = map(n, own, class & 15);
    out->sector = n->lookup[pos->score[us]][pos->score[!us]][a][b] - 1u;
    out->index = (uint64_t)(class >> 4) * n->sector[out->sector].arrangements +
                 rank_set(n,
                          (uint32_t)bits_gather(moving, MUR_BOARD & ~(head.kraken | head.ships)));
    return true;
}

/* The head of an entry and the mover's ships. */
static uint32_t own_ships(const Numbering *n, SectorIndex spot, Pair *head)
{
    const MurSector *s = &n->sector[spot.sector];
    *head = pair_of(n, s->enemy, n->head[s->enemy][spot.index / s->arrangements]);
    uint32_t squeezed = unrank_set(n, s->own, (uint32_t)(spot.index % s->arrangements));
    return (uint32_t)bits_scatter(squeezed, MUR_BOARD & ~(head->kraken | head->ships));
}

static void unrank_position(const void *tables, SectorIndex spot, Pos *out)
{
    const Numbering *n = tables;
    const MurSector *s = &n->sector[spot.sector];
    Pair head;
    *out = (Pos){.score = {s->own_score, s->enemy_score}};
    out->stones[0][0] = own_ships(n, spot, &head);
    out->stones[1][0] = head.ships;
    out->extra[0] = (uint8_t)bits_first(head.kraken);
    out->key = mur_key(n->game, out);
}

static uint8_t orbit_of(const Numbering *n, SectorIndex spot)
{
    uint32_t all = n->game->shape.symmetry_count, stay = 0;
    Pair head;
    uint32_t own = own_ships(n, spot, &head);
    for (int g = 0; g < (int)all; g++) {
        if (map(n, head.kraken, g) != head.kraken || map(n, head.ships, g) != head.ships)
            continue;
        uint32_t image = map(n, own, g);
        if (image < own)
            return 0;
        stay += image == own;
    }
    return (uint8_t)(all / stay);
}

static void list_orbits(const void *tables, SectorIndex first, uint32_t count, uint8_t *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = orbit_of(tables, (SectorIndex){first.sector, first.index + i});
}

static const Text leaves_out = {
    {"the duty to withdraw a ship when a board comes again (it needs the past)",
     "同じ盤面が再び現れたときに船を回収する義務（過去の盤面が必要なため）"}};

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
