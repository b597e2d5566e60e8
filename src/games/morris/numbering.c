/* SPDX-License-Identifier: MIT */
/* The numbering of nine, six and twelve men's morris: its tables, its sectors, rank and unrank. */
#include "games/morris/numbering.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void make_ranks(Numbering *n)
{
    uint16_t seen[NUMBERING_HALF + 1] = {0};
    for (int i = 0; i <= MORRIS_POINTS; i++)
        for (int k = 0; k <= i; k++)
            n->choose[i][k] = k == 0 ? 1 : n->choose[i - 1][k - 1] + n->choose[i - 1][k];
    for (uint32_t low = 0; low < 1u << NUMBERING_HALF; low++)
        n->low_rank[low] = seen[bits_count(low)]++;
    for (int k = 0; k <= n->rules->men; k++) {
        uint32_t before = 0;
        for (uint32_t high = 0; high < 1u << NUMBERING_HALF; high++) {
            n->high_rank[k][high] = before;
            int rest = k - bits_count(high);
            if (rest >= 0 && rest <= NUMBERING_HALF)
                before += n->choose[NUMBERING_HALF][rest];
        }
    }
}

static void make_images(Numbering *n)
{
    const Shape *shape = &n->game->shape;
    for (int g = 0; g < shape->symmetry_count; g++)
        for (int square = 0; square < n->rules->squares; square++)
            for (uint32_t x = 0; x < 256; x++)
                n->image[g][square][x] = (uint32_t)morris_map((uint64_t)x << (8 * square),
                                                              shape->symmetry[g]);
}

static void make_steps(Numbering *n)
{
    for (int p = 0; p < n->rules->points; p++)
        n->step[p] = (uint32_t)n->rules->round_word[p];
    for (int p = 0; p < n->rules->points; p++)
        n->step[MORRIS_POINTS + p] = (uint32_t)n->rules->across_word[p];
}

/* The next larger number with as many bits; 0 has none. */
static uint32_t next_set(uint32_t x)
{
    uint32_t lowest = x & -x, ripple = x + lowest;
    return ripple | (x ^ ripple) >> (2 + bits_first(lowest));
}

static int inverse_of(const Shape *shape, int symmetry)
{
    const Point *to = shape->symmetry[symmetry];
    for (int g = 0; g < shape->symmetry_count; g++) {
        int p = 0;
        while (p < shape->point_count && shape->symmetry[g][to[p]] == p)
            p++;
        if (p == shape->point_count)
            return g;
    }
    return 0; /* a group has inverses */
}

/* Classes of the sets of k points. A set that no earlier head reaches is a head. */
static void make_classes(Numbering *n, int k, const int *inverse)
{
    uint32_t count = n->choose[n->rules->points][k], classes = 0;
    for (uint32_t i = 0; i < count; i++)
        n->class[k][i] = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        if (n->class[k][i] != UINT32_MAX)
            continue;
        uint16_t keeps = 0;
        for (int g = 0; g < n->game->shape.symmetry_count; g++) {
            uint32_t at = numbering_rank(n, k, numbering_image(n, g, n->set[k][i]));
            if (n->class[k][at] == UINT32_MAX)
                n->class[k][at] = classes << 4 | (uint32_t)inverse[g];
            if (at == i)
                keeps |= (uint16_t)(1u << g);
        }
        n->head[k][classes] = n->set[k][i];
        n->keeps[k][classes++] = keeps;
    }
    n->class_count[k] = classes;
}

static bool make_sets(Numbering *n)
{
    int inverse[SYMMETRIES_MAX];
    for (int g = 0; g < n->game->shape.symmetry_count; g++)
        inverse[g] = inverse_of(&n->game->shape, g);
    for (int k = 0; k <= n->rules->men; k++) {
        size_t count = n->choose[n->rules->points][k];
        n->set[k] = malloc(count * sizeof *n->set[k]);
        n->class[k] = malloc(count * sizeof *n->class[k]);
        n->head[k] = malloc(count * sizeof *n->head[k]);
        n->keeps[k] = malloc(count * sizeof *n->keeps[k]);
        if (!n->set[k] || !n->class[k] || !n->head[k] || !n->keeps[k])
            return false;
        uint32_t set = (1u << k) - 1;
        for (size_t i = 0; i < count; i++, set = set ? next_set(set) : 0)
            n->set[k][i] = set;
        make_classes(n, k, inverse);
    }
    return true;
}

/* The most men that a side can have lost in the placing phase when its enemy has placed `placed`:
 * from the third on each may take one, from the fifth on two where two mills take two. */
static int losses_max(const Numbering *n, int placed)
{
    int one = placed > 2 ? placed - 2 : 0, more = placed > 4 ? placed - 4 : 0;
    return n->rules->remove == 2 ? one + more : one;
}

static void add_sector(Numbering *n, int own, int enemy, int hands, uint32_t stage)
{
    assert(n->sector_count < NUMBERING_SECTORS_MAX);
    n->lookup[own][enemy][hands] = (uint16_t)(n->sector_count + 1);
    n->sector[n->sector_count++] = (MorrisSector){
        .own = (uint8_t)own,
        .enemy = (uint8_t)enemy,
        .own_hand = (uint8_t)((hands + 1) / 2),
        .enemy_hand = (uint8_t)(hands / 2),
        .stage = stage,
        .classes = n->class_count[enemy],
        .arrangements = n->choose[n->rules->points - enemy][own],
    };
}

/* The moving phase, few men first: quiet moves lead from (a, b) to (b, a) and back. A full board
 * ends the game, so twelve against twelve has no number. */
static uint32_t add_moving_sectors(Numbering *n)
{
    int men = n->rules->men;
    uint32_t stage = 0;
    for (int sum = 2 * MORRIS_MEN_LEAST; sum <= 2 * men; sum++)
        for (int a = MORRIS_MEN_LEAST; a <= men; a++) {
            int b = sum - a;
            if (b < a || b > men || sum == n->rules->points)
                continue;
            add_sector(n, a, b, 0, stage);
            if (a != b)
                add_sector(n, b, a, 0, stage);
            stage++;
        }
    return stage;
}

/* The placing phase, few men in hand first. Every sector is a stage of its own. */
static void add_placing_sectors(Numbering *n, uint32_t stage)
{
    int men = n->rules->men;
    for (int hands = 1; hands <= 2 * men; hands++) {
        int own_hand = (hands + 1) / 2, enemy_hand = hands / 2;
        int own_placed = men - own_hand, enemy_placed = men - enemy_hand;
        for (int a = 0; a <= own_placed; a++)
            for (int b = 0; b <= enemy_placed; b++)
                if (a + own_hand >= MORRIS_MEN_LEAST && b + enemy_hand >= MORRIS_MEN_LEAST &&
                    own_placed - a <= losses_max(n, enemy_placed) &&
                    enemy_placed - b <= losses_max(n, own_placed))
                    add_sector(n, a, b, hands, stage++);
    }
}

static void close_numbering(void *tables)
{
    Numbering *n = tables;
    for (int k = 0; n && k <= NUMBERING_MEN_MAX; k++) {
        free(n->set[k]);
        free(n->class[k]);
        free(n->head[k]);
        free(n->keeps[k]);
    }
    free(n);
}

static void *open_numbering(const Game *game)
{
    Numbering *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->game = game;
    n->rules = morris_rules(game);
    make_ranks(n);
    make_images(n);
    make_steps(n);
    if (!make_sets(n)) {
        close_numbering(n);
        return NULL;
    }
    add_placing_sectors(n, add_moving_sectors(n));
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
    const MorrisSector *s = &n->sector[number];
    *out = (Sector){.entries = (uint64_t)s->classes * s->arrangements, .stage = s->stage};
    Str name = str_over(out->name, sizeof out->name);
    str_format(&name, "%d-%d", s->own, s->enemy);
    if (s->own_hand)
        str_format(&name, "-hand-%d-%d", s->own_hand, s->enemy_hand);
}

/* The enemy's turn with their men and ours changed by a turn that takes `taken`. */
static int list_successors(const void *tables, uint32_t number, uint32_t out[SECTOR_SUCCESSORS_MAX])
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[number];
    int hands = s->own_hand + s->enemy_hand, places = s->own_hand > 0, count = 0;
    for (int taken = 0; taken <= n->rules->remove; taken++) {
        if (taken > s->enemy || (!taken && !places))
            continue;
        uint16_t found = n->lookup[s->enemy - taken][s->own + places][hands - places];
        if (found)
            out[count++] = found - 1u;
    }
    return count;
}

static bool rank_position(const void *tables, const Pos *pos, SectorIndex *out)
{
    const Numbering *n = tables;
    int us = pos->turn, men = n->rules->men, hands = pos->hand[0] + pos->hand[1];
    uint32_t own = (uint32_t)pos->stones[us][0], enemy = (uint32_t)pos->stones[!us][0];
    int a = bits_count(own), b = bits_count(enemy);
    if (a > men || b > men || hands > 2 * men || pos->hand[us] != (hands + 1) / 2 ||
        !n->lookup[a][b][hands])
        return false;
    out->sector = n->lookup[a][b][hands] - 1u;
    uint32_t class = n->class[b][numbering_rank(n, b, enemy)];
    uint32_t moving = numbering_image(n, class & 15, own);
    uint32_t squeezed = numbering_squeeze(n, moving, n->head[b][class >> 4]);
    out->index = (uint64_t)(class >> 4) * n->sector[out->sector].arrangements +
                 numbering_rank(n, a, squeezed);
    return true;
}

static uint32_t count_men(const Pos *pos)
{
    return (uint32_t)(bits_count(pos->stones[0][0]) + bits_count(pos->stones[1][0]) + pos->hand[0] +
                      pos->hand[1]);
}

static void unrank_position(const void *tables, SectorIndex place, Pos *out)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[place.sector];
    uint32_t enemy = n->head[s->enemy][place.index / s->arrangements];
    uint32_t squeezed = n->set[s->own][place.index % s->arrangements];
    *out = (Pos){.hand = {s->own_hand, s->enemy_hand}};
    out->stones[0][0] = numbering_spread(n, squeezed, enemy);
    out->stones[1][0] = enemy;
    out->key = morris_plain_key(n->game, out);
}

/* Symmetries that keep the head let one position have several numbers: the lowest one counts. */
static uint8_t orbit_of(const Numbering *n, uint32_t keeps, uint32_t own)
{
    int stay = 0;
    for (uint64_t rest = keeps; rest;) {
        uint32_t image = numbering_image(n, bits_pop(&rest), own);
        if (image < own)
            return 0;
        stay += image == own;
    }
    return (uint8_t)(n->game->shape.symmetry_count / stay);
}

/* Block by block: most heads have no symmetry. */
static void list_orbits(const void *tables, SectorIndex first, uint32_t count, uint8_t *out)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[first.sector];
    uint32_t class = (uint32_t)(first.index / s->arrangements);
    uint32_t offset = (uint32_t)(first.index % s->arrangements);
    for (uint32_t done = 0; done < count; class ++, offset = 0) {
        uint32_t run = s->arrangements - offset < count - done ? s->arrangements - offset
                                                               : count - done;
        uint32_t head = n->head[s->enemy][class], keeps = n->keeps[s->enemy][class];
        if (keeps == 1)
            memset(out + done, n->game->shape.symmetry_count, run);
        else
            for (uint32_t i = 0; i < run; i++)
                out[done + i] = orbit_of(n, keeps,
                                         numbering_spread(n, n->set[s->own][offset + i], head));
        done += run;
    }
}

const Solvable morris_solvable = {
    .open = open_numbering,
    .close = close_numbering,
    .sectors = count_sectors,
    .sector = tell_sector,
    .successors = list_successors,
    .rank = rank_position,
    .men = count_men,
    .unrank = unrank_position,
    .orbits = list_orbits,
#ifndef CONCENTRIC_LOOKUP_ONLY /* the page looks positions up and solves none */
    .flow = &morris_flow,
    .forward = &morris_forward,
#endif
#if !defined CONCENTRIC_LOOKUP_ONLY || defined CONCENTRIC_BOOKS
    .thin = &morris_thin,
#endif
};
