/* SPDX-License-Identifier: MIT */
/* The small database of nine and six men's morris (docs/adr/0081): what is kept of the positions.
 *
 * The board is bipartite: colour its points so that every link joins two colours. A step then flips
 * the parity of the mover's men on the dark points, so that in quiet play (mover's parity, enemy's
 * parity), each time as the mover sees it, goes round a cycle of four:
 *
 *     (0,0) -> (0,1) -> (1,1) -> (1,0) -> (0,0)
 *
 * One of the four is enough: every line comes by within three plies. With unequal men, where the
 * sides see different sectors, the positions of the stronger side with an even parity are the ones
 * (their values are the most regular). No symmetry of three squares exchanges the colours, and a
 * turn that takes something leaves for a sector below. Placing counts the men in hand down, so
 * there every second, fourth or sixth number of men in hand does.
 *
 * Who flies keeps no parity: sectors in which somebody may are kept whole.
 *
 * The last levels are books of openings (docs/adr/0089): the first plies alone, every second one.
 */
#include "core/thin.h"

#include "games/morris/numbering.h"

/* Corners of the outer and inner square and middles of the middle one are light. */
#define THIN_DARK 0xaa55aau

typedef enum Share { ALL, HALF, QUARTER, NONE } Share;

/* What is kept: of the moving phase, a share, from which the others are a ply or up to three away;
 * of the placing phase, every so many-th number of men in hand. Or of openings, which end after so
 * many plies: the last of these, and every second before. */
static const struct {
    uint8_t moving, hands, plies;
} levels[] = {
    {ALL, 1, 0},  {HALF, 2, 0}, {HALF, 4, 0}, {QUARTER, 4, 0}, {QUARTER, 6, 0},
    {NONE, 0, 7}, {NONE, 0, 8}, {NONE, 0, 9}, {NONE, 0, 10},
};

enum {
    LEVELS = sizeof levels / sizeof *levels,
    LINE_STATES = 27, /* of three points */
    LINES = 16,       /* four of each square, four across */
    MOBILITY = 16,    /* steps of a side, at most 15 counted */
    THREATS = 4,      /* mills that a side can close at once, at most 3 counted */
    AT_MOBILITY = LINES * LINE_STATES,
    AT_THREATS = AT_MOBILITY + 2 * MOBILITY,
    INPUTS = AT_THREATS + THREATS * THREATS,
};

static bool somebody_flies(const Numbering *n, int own, int enemy)
{
    return n->rules->flying && (own == MORRIS_MEN_LEAST || enemy == MORRIS_MEN_LEAST);
}

/* Plies of the opening that are still to come. */
static int opening_left(const Numbering *n, int hands, uint32_t level)
{
    return levels[level].plies - (2 * n->rules->men - hands);
}

static bool thin_covers(const void *tables, uint32_t sector, uint32_t level)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    return !levels[level].plies || opening_left(n, s->own_hand + s->enemy_hand, level) >= 0;
}

static bool keeps_opening(const Numbering *n, int hands, uint32_t level)
{
    int left = opening_left(n, hands, level);
    return left >= 0 && left % 2 == 0;
}

static bool thin_holds(const void *tables, uint32_t sector, uint32_t level)
{
    const Numbering *n = tables;
    const MorrisSector *s = &n->sector[sector];
    int hands = s->own_hand + s->enemy_hand;
    if (levels[level].plies)
        return keeps_opening(n, hands, level);
    if (hands)
        return hands % levels[level].hands == 0;
    return levels[level].moving == ALL || s->own >= s->enemy || somebody_flies(n, s->own, s->enemy);
}

/* The moving phase. On two squares a symmetry that exchanges them exchanges the colours too, so
 * that the parity of an odd number of men says nothing: then the enemy's serves, or what both
 * together say. */
static bool keeps_moving(const Numbering *n, uint32_t own, uint32_t enemy, Share share)
{
    int more = bits_count(own) - bits_count(enemy);
    int own_odd = bits_count(own & THIN_DARK) & 1, enemy_odd = bits_count(enemy & THIN_DARK) & 1;
    bool firm = n->rules->squares % 2;
    bool own_says = firm || bits_count(own) % 2 == 0,
         enemy_says = firm || bits_count(enemy) % 2 == 0;
    if (more < 0)
        return false;
    if (share == HALF)
        return more || own_odd == enemy_odd;
    if (more)
        return own_says ? !own_odd : !enemy_says || !enemy_odd;
    return own_says ? !own_odd && !enemy_odd : own_odd == enemy_odd;
}

static bool thin_keeps(const void *tables, const Pos *pos, uint32_t level)
{
    const Numbering *n = tables;
    uint32_t own = (uint32_t)pos->stones[pos->turn][0];
    uint32_t enemy = (uint32_t)pos->stones[!pos->turn][0];
    int hands = pos->hand[0] + pos->hand[1];
    if (levels[level].plies)
        return keeps_opening(n, hands, level);
    if (hands)
        return hands % levels[level].hands == 0;
    Share share = levels[level].moving;
    return share == ALL || somebody_flies(n, bits_count(own), bits_count(enemy)) ||
           keeps_moving(n, own, enemy, share);
}

/* Points of a side that complete a line at once: by placing, or by a step. */
static int count_threats(const MorrisRules *r, uint32_t men, uint32_t empty, bool places)
{
    int count = 0;
    for (uint64_t rest = morris_closers(r, men) & empty; rest;) {
        int to = bits_pop(&rest);
        count += places || (r->joined[to] & men & ~morris_idle_men(r, men, to)) != 0;
    }
    return count < THREATS ? count : THREATS - 1;
}

static int count_steps(const MorrisRules *r, uint32_t men, uint32_t empty)
{
    MorrisSteps steps = morris_steps(r, men, empty);
    int count = bits_count(steps.round) + bits_count(steps.across);
    return count < MOBILITY ? count : MOBILITY - 1;
}

/* Three points as a number in base three: 0 empty, 1 the mover's, 2 the enemy's. */
static uint16_t line_state(uint32_t own, uint32_t enemy, int a, int b, int c)
{
    uint32_t one = (own >> a & 1) + 3 * (own >> b & 1) + 9 * (own >> c & 1);
    uint32_t two = (enemy >> a & 1) + 3 * (enemy >> b & 1) + 9 * (enemy >> c & 1);
    return (uint16_t)(one + 2 * two);
}

/* All lines (on two squares, those across have two points), steps and threats. */
static int thin_see(const void *tables, const Pos *pos, uint16_t out[THIN_SEEN_MAX])
{
    const Numbering *n = tables;
    const MorrisRules *r = n->rules;
    uint32_t own = (uint32_t)pos->stones[pos->turn][0];
    uint32_t enemy = (uint32_t)pos->stones[!pos->turn][0], empty = r->board & ~(own | enemy);
    int count = 0;
    for (int square = 0; square < MORRIS_POINTS; square += 8)
        for (int corner = 0; corner < 8; corner += 2, count++)
            out[count] = (uint16_t)(count * LINE_STATES + line_state(own, enemy, square + corner,
                                                                     square + corner + 1,
                                                                     square + (corner + 2) % 8));
    for (int middle = 1; middle < 8; middle += 2, count++)
        out[count] = (uint16_t)(count * LINE_STATES +
                                line_state(own, enemy, middle, middle + 8, middle + 16));
    out[count++] = (uint16_t)(AT_MOBILITY + count_steps(r, own, empty));
    out[count++] = (uint16_t)(AT_MOBILITY + MOBILITY + count_steps(r, enemy, empty));
    out[count++] = (uint16_t)(AT_THREATS +
                              count_threats(r, own, empty, pos->hand[pos->turn]) * THREATS +
                              count_threats(r, enemy, empty, pos->hand[!pos->turn]));
    return count;
}

const Thin morris_thin = {
    .levels = LEVELS,
    .covers = thin_covers,
    .holds = thin_holds,
    .keeps = thin_keeps,
    .inputs = INPUTS,
    .see = thin_see,
};
