/* SPDX-License-Identifier: MIT */
/* MUR: how good a position is, by whole words: points scored, ships and the kraken that are nearly
 * enclosed, eyes, ships that stand alone. What the side to move can do at once counts nearly as if
 * it were done. docs/adr/0023-simple-evaluations.md says what each part is worth in play. */
#include "games/mur/mur.h"

#include "base/bits.h"

enum {
    TRAP = 400,        /* a ship trapped */
    LAST_TRAP = 300,   /* more if only one more is needed */
    DONE = 3,          /* quarters of a trap that one placement makes, for the side to move */
    KRAKEN_WON = 8000, /* the side to move can trap the kraken by a placement */
    KRAKEN_NEAR = 150, /* it lacks one ship, but none is off the board or it is not our turn */
    KRAKEN_SIDE = 20,  /* a ship beside the kraken, no enemy there */
    EYE = 60,
    ALONE = 20, /* a ship without neighbours of its colour has the highest rank */
    DUE = 40,   /* the turn goes into a withdrawal */
};

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

/* What player c has and may hope for; `free`: it is his turn and he may place or move. */
static int ships_worth(const MurRules *r, const Pos *pos, int c, bool free)
{
    uint32_t own = mur_ships(pos, c), enemy = mur_ships(pos, !c);
    int last = pos->score[c] + 1 >= r->traps ? LAST_TRAP : 0;
    /* The one neighbour that is missing is no enemy ship and not the kraken, so it is empty. */
    uint32_t loose = enemy & lacking_one(own) & ~mur_neighbours(enemy | mur_kraken(pos));
    int score = TRAP * pos->score[c] + last;
    if (free && loose && bits_count(own) < r->ships)
        score += (TRAP + last) * DONE / 4; /* legal even in an eye, since it traps */
    return score + EYE * bits_count(mur_eyes(pos, c)) +
           ALONE * bits_count(own & ~mur_neighbours(own));
}

/* kraken=one: each side has a cage of its own to build, and spoils the other's. */
static int cage_worth(const MurRules *r, const Pos *pos, int c, bool free)
{
    uint32_t cage = r->cage[pos->extra[0]], own = mur_ships(pos, c), rest = cage & ~own;
    if (!pos->extra[0] || cage & mur_ships(pos, !c))
        return 0;
    if (bits_count(rest) > 1)
        return KRAKEN_SIDE * bits_count(cage & own);
    return free && bits_count(own) < r->ships ? KRAKEN_WON : KRAKEN_NEAR;
}

/* kraken=any: who puts the last ship there wins, so one missing is good for the side to move. */
static int any_cage_score(const MurRules *r, const Pos *pos, bool free)
{
    uint32_t ships = mur_ships(pos, 0) | mur_ships(pos, 1);
    if (!pos->extra[0] || bits_count(r->cage[pos->extra[0]] & ~ships) != 1)
        return 0;
    if (!free)
        return -KRAKEN_NEAR;
    bool places = bits_count(mur_ships(pos, pos->turn)) < r->ships;
    return places ? KRAKEN_WON : KRAKEN_NEAR;
}

int mur_evaluate(const Game *game, const Pos *pos)
{
    const MurRules *r = mur_rules(game);
    int us = pos->turn;
    bool free = !mur_due(pos) && !(pos->phase & MUR_REPEATED);
    int score = ships_worth(r, pos, us, free) - ships_worth(r, pos, !us, false);
    if (r->kraken_any)
        score += any_cage_score(r, pos, free);
    else
        score += cage_worth(r, pos, us, free) - cage_worth(r, pos, !us, false);
    return free ? score : score - DUE;
}

/* One ship or knock changes at most two points of a cage; a trap by two changes is rare, but one
 * by a knocked enemy ship may come from anywhere, so only boards with few ships are surely quiet.
 */
bool mur_loud(const Game *game, const Pos *pos)
{
    (void)game;
    uint32_t own = mur_ships(pos, pos->turn), enemy = mur_ships(pos, !pos->turn);
    return bits_count(own) >= 2 && enemy;
}

/* A side's ships after a play, and the kraken. */
typedef struct After {
    uint32_t own, enemy;
    int kraken;
} After;

static bool wins_kraken(const MurRules *r, const After *a)
{
    uint32_t cage = r->cage[a->kraken];
    return !(cage & ~(r->kraken_any ? a->own | a->enemy : a->own));
}

/* Traps are gains; a ship that nearly is one counts a little, on either side. */
void mur_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out)
{
    enum { LOST = -300, NEAR = 12 };
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
