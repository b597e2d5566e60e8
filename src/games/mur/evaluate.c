/* SPDX-License-Identifier: MIT */
/* MUR: how good a position is, and what moves gain. By whole words: points scored, ships and the
 * kraken that are nearly enclosed, eyes, ranks. What the side to move can do at once counts nearly
 * as if it were done. docs/adr/0023 and 0032 say what it is worth in play. */
#include "games/mur/mur.h"

#include "base/bits.h"

#include <string.h>

/* What is counted for a player; of what only the side to move has, the other has none. */
enum {
    TRAPS,      /* ships trapped so far */
    LAST,       /* one more would win */
    CATCH,      /* they can trap a ship by a placement now, */
    CATCH_LAST, /* and win by it */
    LOOSE,      /* enemy ships that lack one neighbour of theirs, but they cannot place now */
    EYES,
    ALONE,     /* ships without neighbours of their colour have the highest rank */
    BETAS,     /* ships in groups of two */
    BIG,       /* ships in groups of four or more: they cannot knock the kraken */
    AIR,       /* empty points beside their lone ships */
    SHIPS,     /* on the board */
    CAGE,      /* ships beside the kraken where no enemy is */
    CAGE_NEAR, /* the cage lacks one ship, but not now, */
    CAGE_NOW,  /* or they can place it now */
    DUE,       /* the turn goes into a withdrawal */
    CENTRE,    /* ships on ring 1 and the centre */
    FEATURES,
};

static const int16_t weights[FEATURES] = {606, -20, 373,  225, 19,  279,  120, 51,
                                          -30, 9,   -201, 165, 430, 8000, -61, -175};

/* The points of the rings all of whose neighbours but one are in x: four directions as four words
 * of what is missing. Ring 3 has three neighbours; the fourth is never missing. */
static inline uint32_t lacking_one(uint32_t x)
{
    uint32_t y = x & MUR_ROUND;
    uint32_t left = ~(y << 3 | y >> 21), right = ~(y >> 3 | y << 21);
    uint32_t out = ~(y >> 1 | MUR_RING3), in = ~((y << 1 & ~MUR_RING1) | (-(x & 1) & MUR_RING1));
    uint32_t odd = left ^ right ^ out ^ in, pair = (left & right) | (out & in);
    return odd & ~pair & MUR_ROUND;
}

/* `free`: it is their turn and they may place or move. */
static void count_traps(const MurRules *r, const Pos *pos, int c, bool free, int *out)
{
    uint32_t own = mur_ships(pos, c), enemy = mur_ships(pos, !c);
    /* The one neighbour that is missing is no enemy ship and not the kraken, so it is empty. */
    uint32_t loose = enemy & lacking_one(own) & ~mur_neighbours(enemy | mur_kraken(pos));
    bool now = free && loose && bits_count(own) < r->ships; /* legal even in an eye: it traps */
    out[TRAPS] = pos->score[c];
    out[LAST] = pos->score[c] + 1 >= r->traps;
    out[CATCH] = now;
    out[CATCH_LAST] = now && out[LAST];
    out[LOOSE] = now ? 0 : bits_count(loose);
}

static void count_ships(const Pos *pos, int c, int *out)
{
    uint32_t own = mur_ships(pos, c), alone = own & ~mur_neighbours(own), rest = own & ~alone;
    out[EYES] = bits_count(mur_eyes(pos, c));
    out[ALONE] = bits_count(alone);
    out[SHIPS] = bits_count(own);
    out[AIR] = bits_count(mur_neighbours(alone) & mur_empty(pos));
    out[CENTRE] = bits_count(own & (MUR_RING1 | 1));
    while (rest) {
        uint32_t group = rest & -rest, grown;
        while ((grown = (group | mur_neighbours(group)) & rest) != group)
            group = grown;
        int n = bits_count(group);
        out[BETAS] += n == 2 ? 2 : 0;
        out[BIG] += n >= 4 ? n : 0;
        rest &= ~group;
    }
}

/* kraken=one: each side has a cage of its own to build, and spoils the other's. kraken=any: who
 * puts the last ship there wins, so one missing is good for the side to move. */
static void count_cage(const MurRules *r, const Pos *pos, int c, bool free, int *out)
{
    uint32_t cage = r->joined[pos->extra[0]], own = mur_ships(pos, c), enemy = mur_ships(pos, !c);
    uint32_t ships = r->kraken_any ? own | enemy : own;
    int missing = bits_count(cage & ~ships);
    if (!r->kraken_any && (!pos->extra[0] || cage & enemy)) /* the centre takes more than a fleet */
        return;
    if (missing > 1)
        out[CAGE] = r->kraken_any ? 0 : bits_count(cage & own);
    else if (free && bits_count(own) < r->ships)
        out[CAGE_NOW] = 1;
    else
        out[CAGE_NEAR] = r->kraken_any ? free || c != pos->turn : 1;
}

static void count_side(const MurRules *r, const Pos *pos, int c, int *out)
{
    bool on_turn = c == pos->turn;
    bool free = on_turn && !mur_due(pos) && !(pos->phase & MUR_REPEATED);
    memset(out, 0, FEATURES * sizeof *out);
    count_traps(r, pos, c, free, out);
    count_ships(pos, c, out);
    count_cage(r, pos, c, free, out);
    out[DUE] = on_turn && !free;
}

int mur_evaluate(const Game *game, const Pos *pos)
{
    const MurRules *r = mur_rules(game);
    int ours[FEATURES], theirs[FEATURES], score = 0;
    count_side(r, pos, pos->turn, ours);
    count_side(r, pos, !pos->turn, theirs);
    for (int i = 0; i < FEATURES; i++)
        score += weights[i] * (ours[i] - theirs[i]);
    return score;
}

static void take_features(const Game *game, const Pos *pos, int16_t *out)
{
    int ours[FEATURES], theirs[FEATURES];
    count_side(mur_rules(game), pos, pos->turn, ours);
    count_side(mur_rules(game), pos, !pos->turn, theirs);
    for (int i = 0; i < FEATURES; i++)
        out[i] = (int16_t)(ours[i] - theirs[i]);
}

const Features mur_features = {FEATURES, FEATURES, weights, take_features};

/* A trap takes ships on two points at least before the play; more is not worth asking, since what
 * is knocked may come from anywhere. */
bool mur_noisy(const Game *game, const Pos *pos)
{
    (void)game;
    return bits_count(mur_ships(pos, 0) | mur_ships(pos, 1)) >= 2;
}

/* A side's ships after a play, and the kraken. */
typedef struct After {
    uint32_t own, enemy;
    int kraken;
} After;

static bool wins_kraken(const MurRules *r, const After *a)
{
    uint32_t cage = r->joined[a->kraken];
    return !(cage & ~(r->kraken_any ? a->own | a->enemy : a->own));
}

/* Traps are gains; a ship that nearly is one counts a little, on either side. */
void mur_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out)
{
    enum { TRAP = 400, LOST = -300, NEAR = 12, KRAKEN_WON = 8000 };
    const MurRules *r = mur_rules(game);
    int us = pos->turn;
    for (int i = 0; i < count; i++) {
        After a = {mur_ships(pos, us) ^ (uint32_t)(moves[i] & MUR_BOARD),
                   mur_ships(pos, !us) ^ (uint32_t)(moves[i] >> MUR_ENEMY_SHIFT & MUR_BOARD),
                   (int)(moves[i] >> MUR_KRAKEN_SHIFT & 31)};
        int32_t rate = TRAP * bits_count(a.enemy & mur_enclosed(a.own));
        rate += LOST * bits_count(a.own & mur_enclosed(a.enemy));
        rate += NEAR * (bits_count(a.enemy & lacking_one(a.own) & ~mur_neighbours(a.enemy)) -
                        bits_count(a.own & lacking_one(a.enemy) & ~mur_neighbours(a.own)));
        out[i] = wins_kraken(r, &a) ? KRAKEN_WON : rate;
    }
}
