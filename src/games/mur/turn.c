/* SPDX-License-Identifier: MIT */
/* MUR: moves, pick, apply, key. A turn is one of four duties in order (rules, "A turn"); only the
 * third has much to generate. Ranks come from flood fills by whole words, quiet moves from a table
 * by rank and point, knocks from the walks of that table; eyes are looked at only where a play ends
 * in one. docs/adr/0011-mur-board.md has the alternatives and what they cost. */
#include "games/mur/mur.h"

#include "base/bits.h"

/* A board in one word, to be compared with an earlier one:
 *   0..24 black   25..49 white   50..54 kraken   55 there is a board */
static inline uint64_t board_word(uint64_t black, uint64_t white, uint64_t kraken)
{
    return black | white << 25 | kraken << 50 | UINT64_C(1) << 55;
}

/* The whole position but marks fits one word (scores above 7 are those of finished games), so keys
 * have no collisions without marks:
 *   0..54 board   55 turn   56 repeated   57..59 Black's score   60..62 White's */
static inline uint64_t make_key(uint64_t board, unsigned turn, unsigned repeated, unsigned score0,
                                unsigned score1, uint64_t marked)
{
    uint64_t top = UINT64_C(1) << 55;
    score0 = score0 < 7 ? score0 : 7;
    score1 = score1 < 7 ? score1 : 7;
    uint64_t key = bits_mix((board & (top - 1)) | (uint64_t)turn << 55 | (uint64_t)repeated << 56 |
                            (uint64_t)score0 << 57 | (uint64_t)score1 << 60);
    if (marked)
        key ^= bits_mix(marked | UINT64_C(1) << 63);
    return key;
}

uint64_t mur_key(const Game *game, const Pos *pos)
{
    (void)game;
    return make_key(board_word(pos->stones[0][0], pos->stones[1][0], pos->extra[0]), pos->turn,
                    pos->phase, pos->score[0], pos->score[1], pos->stones[1][2]);
}

bool mur_is_over(const MurRules *r, const Pos *pos)
{
    uint32_t cage = r->cage[pos->extra[0]], black = mur_ships(pos, 0), white = mur_ships(pos, 1);
    bool scored = pos->score[0] >= r->traps || pos->score[1] >= r->traps;
    bool caged = r->kraken_any ? !(cage & ~(black | white)) : !(cage & ~black) || !(cage & ~white);
    return scored || caged;
}

/* Adds the ships of one colour to the ranks. */
static inline void add_ranks(uint32_t ships, MurRanks *out)
{
    uint32_t rest = ships & mur_neighbours(ships);
    out->of[1] |= ships & ~rest;
    while (rest) {
        uint32_t group = rest & -rest, grown;
        while ((grown = (group | mur_neighbours(group)) & rest) != group)
            group = grown;
        out->of[bits_count(group)] |= group;
        rest &= ~group;
    }
}

MurRanks mur_ranks(const Pos *pos)
{
    MurRanks ranks = {{0}};
    ranks.of[MUR_KRAKEN_RANK] = mur_kraken(pos);
    add_ranks(mur_ships(pos, 0), &ranks);
    add_ranks(mur_ships(pos, 1), &ranks);
    return ranks;
}

int mur_rank_at(const MurRanks *ranks, int point)
{
    for (int rank = 1; rank <= MUR_SHIPS_MAX; rank++)
        if (ranks->of[rank] >> point & 1)
            return rank;
    return 0;
}

bool mur_chain_traps(const Pos *pos, uint32_t own)
{
    uint32_t before = mur_ships(pos, pos->turn), enemy = mur_ships(pos, !pos->turn);
    return enemy & mur_enclosed(own) & ~mur_enclosed(before);
}

int mur_landing(const MurRules *r, const Pos *pos, int from, int walk)
{
    uint32_t empty = mur_empty(pos) | 1u << from;
    const uint8_t *at = r->walk[walk];
    while (!(empty >> *at & 1))
        at++;
    return *at;
}

/* A position as the mover sees it. */
typedef struct View {
    const MurRules *r;
    const Pos *pos;
    uint32_t own, empty, eyes; /* eyes: the enemy's */
    Move base;                 /* the kraken stays */
} View;

static inline Move quiet_word(const View *v, uint32_t changed, int to)
{
    return v->base | changed | (Move)to << MUR_TO_SHIFT;
}

/* The word of a knock, or 0 if it is not legal: own ships go into an enemy eye only for a chain
 * trap and must not change places, the kraken goes into none, enemy ships go anywhere. */
static Move knock_word(const View *v, int from, int walk)
{
    int to = v->r->walk_point[walk], land = mur_landing(v->r, v->pos, from, walk);
    uint32_t from_bit = 1u << from, to_bit = 1u << to, land_bit = 1u << land;
    if (v->own & to_bit) {
        if (land == from)
            return 0;
        if (v->eyes & land_bit && !mur_chain_traps(v->pos, v->own ^ from_bit ^ land_bit))
            return 0;
        return quiet_word(v, from_bit | land_bit, to);
    }
    Move word = quiet_word(v, from_bit | to_bit, to);
    if (to != v->pos->extra[0])
        return word | (Move)(to_bit | land_bit) << MUR_ENEMY_SHIFT;
    if (v->eyes & land_bit)
        return 0;
    return word ^ (Move)(to ^ land) << MUR_KRAKEN_SHIFT;
}

/* Adds the knocks of the ship on `from` that end on `hits`. Two ways to one point may knock to one
 * point too; that is one move. */
static int add_knocks(const View *v, int rank, int from, uint32_t hits, Move *out)
{
    int n = 0;
    bool twins = v->r->twins[rank] >> from & 1;
    for (int i = 0; i < v->r->way_count[rank][from]; i++) {
        int walk = v->r->arrival[rank][from][i];
        if (!(hits >> v->r->walk_point[walk] & 1))
            continue;
        Move move = out[n] = knock_word(v, from, walk);
        int same = n;
        for (int j = n - 1; twins && j >= 0; j--)
            same = out[j] == move ? j : same;
        n += move && same == n;
    }
    return n;
}

/* Adds the plays that change `from` (0 for a placement) and end on one of `points`, eyes of the
 * enemy: only those that are chain traps. */
static int add_chain_traps(const View *v, uint32_t from, uint32_t points, Move *out)
{
    int n = 0;
    for (uint64_t rest = points; rest;) {
        int to = bits_pop(&rest);
        if (mur_chain_traps(v->pos, v->own ^ from ^ 1u << to))
            out[n++] = quiet_word(v, from | 1u << to, to);
    }
    return n;
}

static inline int add_quiet(const View *v, uint32_t from, uint32_t points, Move *out)
{
    int n = 0;
    for (uint64_t rest = points; rest;) {
        int to = bits_pop(&rest);
        out[n++] = quiet_word(v, from | 1u << to, to);
    }
    return n;
}

static int add_moves(const View *v, Move *out)
{
    MurRanks ranks = mur_ranks(v->pos);
    uint32_t lower = 0;
    int n = 0;
    for (int rank = MUR_SHIPS_MAX; rank > 0; lower |= ranks.of[rank--]) {
        for (uint64_t ships = v->own & ranks.of[rank]; ships;) {
            int from = bits_pop(&ships);
            uint32_t reach = v->r->reach[rank][from];
            n += add_quiet(v, 1u << from, reach & v->empty & ~v->eyes, out + n);
            if (reach & v->eyes)
                n += add_chain_traps(v, 1u << from, reach & v->eyes, out + n);
            if (reach & lower)
                n += add_knocks(v, rank, from, reach & lower, out + n);
        }
    }
    return n;
}

static inline Move withdraw_word(const View *v, uint32_t ships)
{
    return v->base | ships | (Move)MUR_NOWHERE << MUR_TO_SHIFT;
}

static int withdraw_one(const View *v, Move *out)
{
    int n = 0;
    for (uint32_t ships = v->own; ships; ships &= ships - 1)
        out[n++] = withdraw_word(v, ships & -ships);
    return n;
}

static inline View view_of(const MurRules *r, const Pos *pos)
{
    uint32_t own = mur_ships(pos, pos->turn), empty = mur_empty(pos);
    uint32_t eyes = empty & mur_enclosed(mur_ships(pos, !pos->turn));
    return (View){r, pos, own, empty, eyes, (Move)pos->extra[0] << MUR_KRAKEN_SHIFT};
}

/* Never more than MUR_MOVES_MAX. With k < 7 ships on the board a turn places on one of at most
 * 24 - k points, or moves one of k ships in one of four directions, eight at the centre:
 * 24 - k + 4 k + 4 <= 46; with seven ships at most 32. */
static int mur_moves(const Game *game, const Pos *pos, Move *out)
{
    const MurRules *r = mur_rules(game);
    if (mur_is_over(r, pos))
        return 0;
    View v = view_of(r, pos);
    uint32_t due = mur_due(pos);
    if (due) {
        out[0] = withdraw_word(&v, due);
        return 1;
    }
    if (pos->phase & MUR_REPEATED)
        return withdraw_one(&v, out);
    int n = 0;
    if (bits_count(v.own) < r->ships) {
        n += add_quiet(&v, 0, v.empty & ~v.eyes, out);
        n += add_chain_traps(&v, 0, v.eyes, out + n);
    }
    n += add_moves(&v, out + n);
    return n ? n : withdraw_one(&v, out);
}

/* Where the marks of chain=both are after a play: they go with their ships, and a play that traps
 * an enemy ship anew marks the mover's own trapped ones. */
static uint64_t marks_after(const Pos *pos, Move move, uint32_t own, uint32_t enemy)
{
    uint32_t marked = mur_marked(pos), after = marked;
    MurPlay play = mur_play(pos, move);
    if (play.kind == MUR_WITHDRAW)
        after &= ~play.withdrawn;
    if (play.kind == MUR_MOVE) {
        after &= ~(1u << play.from | 1u << play.to);
        if (play.land != POINT_NONE)
            after |= (marked >> play.to & 1) << play.land;
        after |= (marked >> play.from & 1) << play.to;
    }
    if (enemy & mur_enclosed(own) & ~mur_trapped(pos, !pos->turn))
        after |= own & mur_enclosed(enemy);
    return after;
}

static void mur_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    unsigned us = pos->turn;
    uint64_t mine = move & MUR_BOARD, theirs = move >> MUR_ENEMY_SHIFT & MUR_BOARD;
    uint64_t black = pos->stones[0][0] ^ (us ? theirs : mine);
    uint64_t white = pos->stones[1][0] ^ (us ? mine : theirs);
    uint32_t own = (uint32_t)(us ? white : black), enemy = (uint32_t)(us ? black : white);
    unsigned kraken = move >> MUR_KRAKEN_SHIFT & 31;
    unsigned trapped = (unsigned)bits_count(enemy & mur_enclosed(own));
    unsigned score0 = pos->score[0] + (us ? 0 : trapped),
             score1 = pos->score[1] + (us ? trapped : 0);
    uint64_t board = board_word(black, white, kraken);
    bool repeated = (board == pos->stones[0][1] || board == pos->stones[1][1]) && enemy;
    uint64_t marked = mur_rules(game)->chain_both ? marks_after(pos, move, own, enemy) : 0;
    *next = (Pos){
        .key = make_key(board, us ^ 1, repeated, score0, score1, marked),
        .stones = {{black, board_word(pos->stones[0][0], pos->stones[1][0], pos->extra[0]),
                    pos->stones[0][1]},
                   {white, pos->stones[0][2], marked}},
        .turn = (uint8_t)(us ^ 1),
        .phase = repeated ? MUR_REPEATED : 0,
        .score = {(uint8_t)score0, (uint8_t)score1},
        .extra = {(uint8_t)kraken},
    };
}

MurPlay mur_play(const Pos *pos, Move move)
{
    uint32_t own = mur_ships(pos, pos->turn), mine = move & MUR_BOARD;
    uint32_t theirs = move >> MUR_ENEMY_SHIFT & MUR_BOARD;
    int to = move >> MUR_TO_SHIFT & 31, kraken = move >> MUR_KRAKEN_SHIFT & 31;
    MurPlay play = {MUR_WITHDRAW, POINT_NONE, POINT_NONE, POINT_NONE, 0};
    if (to == MUR_NOWHERE) {
        play.withdrawn = mine;
        return play;
    }
    play.to = (Point)to;
    play.kind = mine & own ? MUR_MOVE : MUR_PLACE;
    if (mine & own)
        play.from = (Point)bits_first(mine & own);
    if (own >> to & 1)
        play.land = (Point)bits_first(mine & ~own);
    else if (theirs)
        play.land = (Point)bits_first(theirs & ~(1u << to));
    else if (kraken != pos->extra[0])
        play.land = (Point)kraken;
    return play;
}

void mur_open(Game *game)
{
    game->moves = mur_moves;
    game->apply = mur_apply;
    game->ops = &mur_ops;
    game->moves_max = MUR_MOVES_MAX;
}
