/* SPDX-License-Identifier: MIT */
/* The positions of nine, six and twelve men's morris by number (docs/adr/0040). A position is the
 * set that does not move, up to symmetry, times the arrangement of the mover's men on the other
 * points:
 *
 *   index = class(sitting set) * C(points - sitting, moving) + rank of the moving set
 *
 * The class stands for all images of a set under the board's symmetries; its first member in order
 * is its head. Sets of k points are ordered as numbers (colexicographic), so the rank of a set does
 * not depend on how many points there are. */
#ifndef CONCENTRIC_GAMES_MORRIS_NUMBERING_H
#define CONCENTRIC_GAMES_MORRIS_NUMBERING_H

#include "base/bits.h"
#include "core/solvable.h"
#include "games/morris/morris.h"

enum {
    NUMBERING_MEN_MAX = MORRIS_MEN_MAX,
    NUMBERING_HALF = 12,          /* points in each half of a set, for ranking */
    NUMBERING_SECTORS_MAX = 1280, /* twelve,remove=2 has 1,200 */
};

/* Sides as the mover sees them: `own` men of theirs on the board and `own_hand` in hand. */
typedef struct MorrisSector {
    uint8_t own, enemy, own_hand, enemy_hand;
    uint32_t stage;
    uint32_t classes, arrangements; /* of the enemy's set; of the mover's beside it */
} MorrisSector;

typedef struct Numbering {
    const Game *game;
    const MorrisRules *rules;
    uint32_t choose[MORRIS_POINTS + 1][MORRIS_POINTS + 1];
    uint16_t low_rank[1 << NUMBERING_HALF];
    uint32_t high_rank[NUMBERING_MEN_MAX + 1][1 << NUMBERING_HALF];
    uint32_t *set[NUMBERING_MEN_MAX + 1];   /* [k][rank] */
    uint32_t *class[NUMBERING_MEN_MAX + 1]; /* [k][rank]: class << 4 | the symmetry to its head */
    uint32_t *head[NUMBERING_MEN_MAX + 1];  /* [k][class] */
    uint16_t *keeps[NUMBERING_MEN_MAX + 1]; /* [k][class]: bit g: symmetry g maps the head to
                                               itself */
    uint32_t class_count[NUMBERING_MEN_MAX + 1];
    uint32_t image[SYMMETRIES_MAX][3][256]; /* of the eight points of a square */
    uint32_t step[MORRIS_STEPS]; /* [p]: p and the next point of its square; [24 + p]: p and the
                                    point inside of it; beyond: no point */
    uint32_t sector_count;
    MorrisSector sector[NUMBERING_SECTORS_MAX];
    /* [own][enemy][hands]: number + 1 of the sector with this many men in both hands together; the
     * mover has the odd one */
    uint16_t lookup[NUMBERING_MEN_MAX + 1][NUMBERING_MEN_MAX + 1][2 * NUMBERING_MEN_MAX + 1];
} Numbering;

/* The rank of a set of k points among all such sets. */
static inline uint32_t numbering_rank(const Numbering *n, int k, uint32_t set)
{
    return n->high_rank[k][set >> NUMBERING_HALF] + n->low_rank[set & ((1u << NUMBERING_HALF) - 1)];
}

static inline uint32_t numbering_image(const Numbering *n, int symmetry, uint32_t set)
{
    const uint32_t(*image)[256] = n->image[symmetry];
    return image[0][set & 255] | image[1][set >> 8 & 255] | image[2][set >> 16 & 255];
}

/* The points of `set`, which are outside of `taken`, counted without the taken ones; and back. */
static inline uint32_t numbering_squeeze(const Numbering *n, uint32_t set, uint32_t taken)
{
    return (uint32_t)bits_gather(set, n->rules->board & ~taken);
}
static inline uint32_t numbering_spread(const Numbering *n, uint32_t set, uint32_t taken)
{
    return (uint32_t)bits_scatter(set, n->rules->board & ~taken);
}

extern const Solvable morris_solvable;
extern const struct Flow morris_flow;       /* flow.c */
extern const struct Forward morris_forward; /* forward.c */
extern const struct Thin morris_thin;       /* thin.c */

#endif
