/* SPDX-License-Identifier: MIT */
/* MUR: moves, pick, apply, key. A turn is one of four duties in order (rules, "A turn"); only the
 * third has much to generate. Ranks come from flood fills by whole words, quiet moves from a table
 * by rank and point, knocks from the walks of that table; eyes are looked at only where a play ends
 * in one. docs/adr/0011-mur-board.md has the alternatives and what they cost. */
#include "games/mur/mur.h"

#include "base/bits.h"

#include <string.h>

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

/* Two positions that differ only in the repetition duty have one text. Scores that the key cuts off
 * are told apart here. */
static uint64_t mur_text_key(const Game *game, const Pos *pos)
{
    (void)game;
    uint64_t key = make_key(board_word(pos->stones[0][0], pos->stones[1][0], pos->extra[0]),
                            pos->turn, 0, pos->score[0], pos->score[1], pos->stones[1][2]);
    uint64_t scores = pos->score[0] | (uint64_t)pos->score[1] << 8;
    return scores & ~UINT64_C(0x0707) ? key ^ bits_mix(scores | UINT64_C(1) << 62) : key;
}

/* Duties 1 and 2: a withdrawal of trapped or marked ships, or for a repeated board, is due. */
static bool mur_no_draw(const Game *game, const Pos *pos)
{
    (void)game;
    return pos->phase & MUR_REPEATED || mur_due(pos);
}

bool mur_is_over(const MurRules *r, const Pos *pos)
{
    return pos->score[0] >= r->traps || pos->score[1] >= r->traps || mur_caged(r, pos);
}

static inline uint32_t grow(uint32_t group, uint32_t ships)
{
    return (group | mur_neighbours(group)) & ships;
}

/* The groups of one colour: bit i of a ship's rank is its bit in slice[i]. */
static inline void add_ranks(uint32_t ships, uint32_t slice[3])
{
    uint32_t rest = ships & mur_neighbours(ships);
    slice[0] |= ships & ~rest;
    while (rest) {
        /* Two or three ships that all have a neighbour are one group. Else three steps fill nearly
         * every group; only then does it pay to ask. */
        uint32_t group = rest, grown;
        if (bits_count(rest) > 3) {
            group = grow(grow(grow(rest & -rest, rest), rest), rest);
            while ((grown = grow(group, rest)) != group)
                group = grown;
        }
        uint32_t rank = (uint32_t)bits_count(group);
        for (int i = 0; i < 3; i++)
            slice[i] |= group & -(rank >> i & 1);
        rest &= ~group;
    }
}

/* Ranks as the generator uses them. */
typedef struct Sight {
    uint32_t slice[3];
    uint32_t lower[MUR_SHIPS_MAX + 1]; /* [r]: pieces of a lower rank than r, a larger number */
} Sight;

static inline int sight_rank(const Sight *sight, int point)
{
    return (int)((sight->slice[0] >> point & 1) | (sight->slice[1] >> point & 1) << 1 |
                 (sight->slice[2] >> point & 1) << 2);
}

static inline Sight sight_of(const Pos *pos)
{
    Sight s = {.slice = {0, 0, mur_kraken(pos)}};
    add_ranks(mur_ships(pos, 0), s.slice);
    add_ranks(mur_ships(pos, 1), s.slice);
    uint32_t a = s.slice[0], b = s.slice[1], c = s.slice[2];
    s.lower[1] = b | c;
    s.lower[2] = c | (b & a);
    s.lower[3] = c;
    s.lower[4] = c & (a | b);
    s.lower[5] = c & b;
    s.lower[6] = c & b & a;
    return s;
}

MurRanks mur_ranks(const Pos *pos)
{
    Sight sight = sight_of(pos);
    MurRanks ranks = {{0}};
    for (int p = 0; p < MUR_POINTS; p++)
        ranks.of[sight_rank(&sight, p)] |= 1u << p;
    ranks.of[0] = 0;
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

/* The point that the ship left is empty by then. */
int mur_landing(const MurRules *r, uint32_t empty, int from, int walk)
{
    return r->landing[walk][bits_gather(empty | 1u << from, r->line[walk])];
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
 * trap and must not change places, the kraken goes into none, enemy ships go anywhere. What is
 * knocked is as good as random, so it makes masks here and no branches. */
static inline Move knock_word(const View *v, int from, int walk)
{
    int to = v->r->walk_point[walk], land = mur_landing(v->r, v->empty, from, walk);
    uint32_t from_bit = 1u << from, to_bit = 1u << to, land_bit = 1u << land;
    uint32_t own = -(v->own >> to & 1), kraken = -(uint32_t)(to == v->pos->extra[0]);
    uint32_t eye = v->eyes & land_bit & (own | kraken), same = own & from_bit & land_bit;
    if (eye && !(own && mur_chain_traps(v->pos, v->own ^ from_bit ^ land_bit)))
        return 0;
    Move mine = from_bit | (own & land_bit) | (~own & to_bit);
    Move theirs = ~(own | kraken) & (to_bit | land_bit);
    Move pushed = kraken & (uint32_t)(to ^ land);
    Move word = quiet_word(v, 0, to) | mine | theirs << MUR_ENEMY_SHIFT;
    return same ? 0 : word ^ pushed << MUR_KRAKEN_SHIFT;
}

/* Adds the knocks of a ship that can come to a point in two ways. Both may knock to one point; that
 * is one move. */
static int add_twin_knocks(const View *v, int rank, int from, uint32_t hits, Move *out)
{
    int n = 0;
    for (int i = 0; i < v->r->way_count[rank][from]; i++) {
        int walk = v->r->arrival[rank][from][i], same = n;
        if (!(hits >> v->r->walk_point[walk] & 1))
            continue;
        out[n] = knock_word(v, from, walk);
        for (int j = n - 1; j >= 0; j--)
            same = out[j] == out[n] ? j : same;
        n += out[n] && same == n;
    }
    return n;
}

/* Adds the knocks of the ship on `from` that end on `hits`. */
static int add_knocks(const View *v, int rank, int from, uint32_t hits, Move *out)
{
    if (v->r->twins[rank] >> from & 1)
        return add_twin_knocks(v, rank, from, hits, out);
    int n = 0;
    for (uint64_t rest = hits; rest;) {
        out[n] = knock_word(v, from, v->r->walk_to[rank][from][bits_pop(&rest)]);
        n += out[n] != 0;
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

/* Adds the quiet plays that change `from` (0 for a placement) and end on one of `points`. Four at a
 * time, and up to three too many, which the next ones overwrite: the end of a loop costs a branch
 * miss, and it is elsewhere every time. */
static inline int add_quiet(const View *v, uint32_t from, uint32_t points, Move *out)
{
    int n = bits_count(points), i = 0;
    do {
        for (int j = 0; j < 4; j++, points &= points - 1)
            out[i + j] = quiet_word(v, from | (points & -points),
                                    bits_first(points | UINT64_C(1) << MUR_POINTS));
    } while ((i += 4) < n);
    return n;
}

/* Where a ship can go: to points that anybody may enter, and to others that need a look. */
typedef struct Reach {
    uint32_t quiet, eyes, hits;
} Reach;

static inline Reach reach_of(const View *v, const Sight *sight, int from)
{
    int rank = sight_rank(sight, from);
    uint32_t reach = v->r->reach[rank][from];
    return (Reach){reach & v->empty & ~v->eyes, reach & v->eyes, reach & sight->lower[rank]};
}

bool mur_strikes(const MurRules *r, const Pos *pos)
{
    uint32_t enemy = mur_ships(pos, !pos->turn), hits = 0;
    if (!(enemy & mur_neighbours(enemy)))
        return false; /* ships that stand alone have the highest rank */
    Sight sight = sight_of(pos);
    for (uint64_t ships = mur_ships(pos, pos->turn); ships;) {
        int from = bits_pop(&ships), rank = sight_rank(&sight, from);
        hits |= r->reach[rank][from] & sight.lower[rank];
    }
    return hits & enemy;
}

/* Adds the moves of the ships `ships` that end in an eye of the enemy or knock. */
static int add_noisy(const View *v, const Sight *sight, uint32_t ships, Move *out)
{
    int n = 0;
    for (uint64_t rest = ships; rest;) {
        int from = bits_pop(&rest);
        Reach reach = reach_of(v, sight, from);
        if (reach.eyes)
            n += add_chain_traps(v, 1u << from, reach.eyes, out + n);
        if (reach.hits)
            n += add_knocks(v, sight_rank(sight, from), from, reach.hits, out + n);
    }
    return n;
}

static int add_moves(const View *v, Move *out)
{
    Sight sight = sight_of(v->pos);
    uint32_t noisy = 0;
    int n = 0;
    for (uint64_t ships = v->own; ships;) {
        int from = bits_pop(&ships);
        Reach reach = reach_of(v, &sight, from);
        n += add_quiet(v, 1u << from, reach.quiet, out + n);
        noisy |= (uint32_t)((reach.eyes | reach.hits) != 0) << from;
    }
    return n + add_noisy(v, &sight, noisy, out + n);
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
    MurPlay done = mur_play(pos, move);
    if (done.kind == MUR_WITHDRAW)
        after &= ~done.withdrawn;
    if (done.kind == MUR_MOVE) {
        after &= ~(1u << done.from | 1u << done.to);
        if (done.land != POINT_NONE)
            after |= (marked >> done.to & 1) << done.land;
        after |= (marked >> done.from & 1) << done.to;
    }
    if (enemy & mur_enclosed(own) & ~mur_trapped(pos, !pos->turn))
        after |= own & mur_enclosed(enemy);
    return after;
}

/* The position after a move but for marks, with the key that it has without any. Whose side it is
 * is a number here, never a branch, and 64-bit throughout: a spilled 32-bit word that is read back
 * as 64 bits stalls. */
static inline void play(const Pos *pos, Move move, Pos *next)
{
    uint64_t us = pos->turn, swap = -us;
    uint64_t mine = move & MUR_BOARD, theirs = move >> MUR_ENEMY_SHIFT & MUR_BOARD;
    uint64_t cross = (mine ^ theirs) & swap;
    uint64_t black0 = pos->stones[0][0], white0 = pos->stones[1][0];
    uint64_t black = black0 ^ mine ^ cross, white = white0 ^ theirs ^ cross;
    uint64_t turned = (black ^ white) & swap, own = black ^ turned, enemy = white ^ turned;
    uint64_t kraken = move >> MUR_KRAKEN_SHIFT & 31, board = board_word(black, white, kraken);
    uint64_t trapped = (uint64_t)bits_count(enemy & mur_enclosed((uint32_t)own));
    bool repeated = (board == pos->stones[0][1]) | (board == pos->stones[1][1]);
    next->stones[0][0] = black;
    next->stones[0][1] = board_word(black0, white0, pos->extra[0]);
    next->stones[0][2] = pos->stones[0][1];
    next->stones[1][0] = white;
    next->stones[1][1] = pos->stones[0][2];
    uint64_t phase = (repeated && enemy) ? MUR_REPEATED : 0;
    uint64_t score0 = pos->score[0] + (trapped & ~swap), score1 = pos->score[1] + (trapped & swap);
    /* Turn, phase, no hands, scores, kraken: one store instead of eight. */
    uint64_t tail = (us ^ 1) | phase << 8 | score0 << 32 | score1 << 40 | kraken << 48;
    memcpy(&next->turn, &tail, sizeof tail);
    next->key = make_key(board, (unsigned)us ^ 1, (unsigned)phase, (unsigned)score0,
                         (unsigned)score1, 0);
}

/* chain=freed, where nothing is marked. */
static void apply_freed(const Game *game, const Pos *pos, Move move, Pos *next)
{
    (void)game;
    play(pos, move, next);
    next->stones[1][2] = 0;
}

static void apply_both(const Game *game, const Pos *pos, Move move, Pos *next)
{
    play(pos, move, next);
    next->stones[1][2] = marks_after(pos, move, mur_ships(next, pos->turn),
                                     mur_ships(next, !pos->turn));
    next->key = mur_key(game, next);
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
    game->apply = mur_rules(game)->chain_both ? apply_both : apply_freed;
    game->text_key = mur_text_key;
    game->no_draw = mur_no_draw;
    game->ops = &mur_ops;
    game->moves_max = MUR_MOVES_MAX;
}
