/* SPDX-License-Identifier: MIT */
/* Moves of MUR taken back: the positions before a given one that have the same scores. Names here:
 * the player who has just moved is `us`, their ships after the turn `own`, those of the side to
 * move now `enemy`.
 *
 * A play that traps a ship scores, so after one that does not score no enemy ship is trapped: then
 * no play was a chain trap either, and eyes were closed to the mover's own ships. Placements and
 * quiet moves are told from others by the rules alone; knocks and the rare withdrawals for want of
 * a move are proposed here and looked for among the legal moves of the position before. */
#include "games/mur/mur.h"

#include "base/bits.h"
#include "core/unmove.h"

typedef struct Back {
    const Game *game;
    const MurRules *r;
    const Pos *pos;
    uint32_t own, enemy, kraken, empty;
    uint32_t closed; /* points all of whose neighbours are enemy ships */
    Pos *out;
    int count;
} Back;

/* The points of the rings that ships of this side with one of them moved or added may enclose:
 * three of their four neighbours are there; beyond ring 3 counts as one. */
static uint32_t nearly_enclosed(uint32_t ships)
{
    uint32_t y = ships & MUR_ROUND, left = y << 3 | y >> 21, right = y >> 3 | y << 21;
    uint32_t outside = y >> 1 | MUR_RING3;
    uint32_t inside = (y << 1 & ~MUR_RING1) | (-(ships & 1) & MUR_RING1);
    uint32_t three = (left & right & (outside | inside)) | (outside & inside & (left | right));
    return three & MUR_ROUND;
}

/* False only if no play traps a ship: it would stand on a nearly enclosed point, or be knocked
 * there. */
static bool may_trap(const MurRules *r, const Pos *pos)
{
    uint32_t points = nearly_enclosed(mur_ships(pos, pos->turn));
    return points & mur_ships(pos, !pos->turn) || (points && mur_strikes(r, pos));
}

/* Scores grow only when an enemy ship is trapped. */
int mur_exits(const Game *game, const Pos *pos, Move *out, bool *inside)
{
    uint32_t own = mur_ships(pos, pos->turn), enemy = mur_ships(pos, !pos->turn);
    *inside = !may_trap(mur_rules(game), pos) && !mur_is_over(mur_rules(game), pos);
    if (*inside)
        return 0;
    int count = game->moves(game, pos, out), n = 0;
    for (int i = 0; i < count; i++) {
        uint32_t mine = (uint32_t)out[i] & MUR_BOARD;
        uint32_t theirs = (uint32_t)(out[i] >> MUR_ENEMY_SHIFT) & MUR_BOARD;
        out[n] = out[i];
        n += ((enemy ^ theirs) & mur_enclosed(own ^ mine)) != 0;
    }
    *inside = n < count;
    return n;
}

/* A position before ours with these pieces, not kept yet. */
static Pos *propose(Back *b, uint32_t own, uint32_t enemy, uint32_t kraken)
{
    Pos *before = &b->out[b->count];
    int us = !b->pos->turn;
    *before = (Pos){.turn = (uint8_t)us, .score = {b->pos->score[0], b->pos->score[1]}};
    before->stones[us][0] = own;
    before->stones[!us][0] = enemy;
    before->extra[0] = (uint8_t)bits_first(kraken);
    return before;
}

static void keep(Back *b)
{
    b->out[b->count].key = mur_key(b->game, &b->out[b->count]);
    b->count++;
}

/* Keeps what differs from the position in the mover's ships alone, unless the game was over. */
static void add_own(Back *b, uint32_t own)
{
    if (!mur_caged(b->r, propose(b, own, b->enemy, b->kraken)))
        keep(b);
}

/* Keeps the proposed position if a legal move leads from it to ours. */
static void add_if_legal(Back *b, const Pos *before)
{
    Move moves[MUR_MOVES_MAX + 4]; /* the generator writes ahead */
    int us = before->turn, n = b->game->moves(b->game, before, moves);
    uint32_t mine = mur_ships(before, us) ^ b->own, theirs = mur_ships(before, !us) ^ b->enemy;
    uint64_t kraken = (uint64_t)bits_first(b->kraken);
    uint64_t changed = mine | (uint64_t)theirs << MUR_ENEMY_SHIFT | kraken << MUR_KRAKEN_SHIFT;
    for (int i = 0; i < n; i++)
        if ((moves[i] & ((UINT64_C(1) << MUR_TO_SHIFT) - 1)) == changed) {
            keep(b);
            return;
        }
}

static int group_size(uint32_t ships, uint32_t bit)
{
    uint32_t group = bit, grown;
    while ((grown = (group | mur_neighbours(group)) & ships) != group)
        group = grown;
    return bits_count(group);
}

static void unplace(Back *b)
{
    for (uint32_t ships = b->own; ships; ships &= ships - 1)
        add_own(b, b->own ^ (ships & -ships));
}

/* A ship came to `to` without a knock. One that has no neighbours goes one step. */
static void unmove_quiet(Back *b, int to)
{
    uint32_t others = b->own & ~(1u << to), from = b->empty & ~b->closed;
    uint32_t beside = from & mur_neighbours(others), alone = from & ~beside & b->r->reach[1][to];
    for (uint64_t rest = beside | alone; rest;) {
        uint32_t bit = 1u << bits_first(rest), own = others | bit;
        int rank = beside & bit ? group_size(own, bit) : 1;
        if (b->r->reach[rank][bits_pop(&rest)] >> to & 1)
            add_own(b, own);
    }
}

/* A ship came from `from` to `to` and knocked what is now on `land`. */
static void add_knock(Back *b, int rank, int from, int to, int land)
{
    uint32_t from_bit = 1u << from, to_bit = 1u << to, land_bit = 1u << land;
    uint32_t own = (b->own ^ to_bit) | from_bit, enemy = b->enemy, kraken = b->kraken;
    int struck = MUR_KRAKEN_RANK;
    if (b->own & land_bit) {
        if (from == land)
            return; /* two ships that change places */
        own = (b->own ^ land_bit) | from_bit;
        struck = group_size(own, to_bit);
    } else if (enemy & land_bit) {
        enemy ^= land_bit | to_bit;
        struck = group_size(enemy, to_bit);
    } else {
        kraken = to_bit;
    }
    if (struck > rank && group_size(own, from_bit) == rank)
        add_if_legal(b, propose(b, own, enemy, kraken));
}

/* What was knocked went past occupied points to the first empty one. */
static void unknock_along(Back *b, int rank, int from, int walk)
{
    uint32_t line = b->r->line[walk], from_bit = 1u << from;
    int to = b->r->walk_point[walk];
    uint32_t lands = from_bit & ~b->empty ? from_bit : line & ~b->empty & ~(1u << to);
    for (uint64_t rest = lands; rest;) {
        int land = bits_pop(&rest);
        if (mur_landing(b->r, b->empty | 1u << land, from, walk) == land)
            add_knock(b, rank, from, to, land);
    }
}

/* Steps taken back are steps: whoever reaches b from a in some number reaches a from b. */
static void unknock(Back *b, int to)
{
    int most = b->r->ships > MUR_KRAKEN_RANK ? b->r->ships : MUR_KRAKEN_RANK;
    for (int rank = 1; rank < most; rank++)
        for (uint64_t from = b->r->reach[rank][to]; from;) {
            int at = bits_pop(&from);
            for (int i = 0; i < b->r->way_count[rank][at]; i++)
                if (b->r->walk_point[b->r->arrival[rank][at][i]] == to)
                    unknock_along(b, rank, at, b->r->arrival[rank][at][i]);
        }
}

/* Duty 1: ships on closed points were trapped; all of them have gone. */
static void untrap(Back *b)
{
    uint32_t points = b->closed & b->empty;
    for (uint32_t back = points; back; back = (back - 1) & points)
        if (bits_count(b->own | back) <= b->r->ships)
            add_own(b, b->own | back);
}

/* Duty 4: no other move was there. Ships that stand alone mostly have one. */
static void unwithdraw(Back *b)
{
    if (bits_count(b->own) >= b->r->ships)
        return;
    for (uint32_t rest = b->empty & ~b->closed; rest; rest &= rest - 1) {
        uint32_t own = b->own | (rest & -rest), open = b->empty & ~b->closed & ~own;
        uint32_t alone = own & ~mur_neighbours(own);
        bool places = bits_count(own) < b->r->ships && open;
        if (!places && !(mur_neighbours(alone) & open))
            add_if_legal(b, propose(b, own, b->enemy, b->kraken));
    }
}

/* Never more than UNMOVES_MAX. Of seven ships each may have knocked one of 14 pieces from one of 11
 * points, on two walks at most: 2,156; 77 quiet moves, 7 placements, 10 withdrawals for want of a
 * move, and of trapped ships as many as there are sets of at most five closed points. */
int mur_unmoves(const Game *game, const Pos *pos, Pos *out)
{
    int us = !pos->turn;
    Back b = {.game = game, .r = mur_rules(game), .pos = pos, .out = out};
    b.own = mur_ships(pos, us);
    b.enemy = mur_ships(pos, !us);
    b.kraken = mur_kraken(pos);
    b.empty = mur_empty(pos);
    b.closed = mur_enclosed(b.enemy);
    if (mur_trapped(pos, !us))
        return 0; /* whoever trapped them has scored */
    for (uint64_t to = b.own; to;)
        unknock(&b, bits_pop(&to));
    if (b.own & b.closed)
        return b.count; /* only a knock leaves one's own ship trapped */
    unplace(&b);
    for (uint64_t to = b.own; to;)
        unmove_quiet(&b, bits_pop(&to));
    untrap(&b);
    unwithdraw(&b);
    return b.count;
}
