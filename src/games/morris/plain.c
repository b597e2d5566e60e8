/* SPDX-License-Identifier: MIT */
/* Nine, six and twelve men's morris: moves, apply, outcome. One generator serves all variants; the
 * rare rules (no-remill, two men for two mills) are looked at only where a mill is closed.
 *
 * Words of a position: stones[c][0] men of c, stones[c][1] no-remill memory, hand[c] men in hand.
 */
#include "games/morris/morris.h"

#include "base/bits.h"
#include "games/morris/numbering.h"

#include <assert.h>
#include <string.h>

/* Adds `base` with every legal pair of men of x taken; with one man or none, what there is. A pair
 * is legal if it is legal in either order: the first by morris_takeable(x), the second judged anew.
 */
static int add_pairs(const MorrisRules *r, uint32_t x, Move base, Move *out)
{
    int n = 0;
    if (bits_count(x) < 2) {
        out[n++] = base | (Move)x << MORRIS_TAKEN_SHIFT;
        return n;
    }
    uint32_t seconds[MORRIS_POINTS] = {0};
    for (uint64_t firsts = morris_takeable(r, x); firsts;) {
        int a = bits_pop(&firsts);
        for (uint64_t rest = morris_takeable(r, x & ~(1u << a)); rest;) {
            int b = bits_pop(&rest);
            seconds[a < b ? a : b] |= 1u << (a < b ? b : a);
        }
    }
    for (int a = 0; a < MORRIS_POINTS; a++) {
        for (uint64_t rest = seconds[a]; rest;) {
            uint32_t pair = 1u << a | 1u << bits_pop(&rest);
            out[n++] = base | (Move)pair << MORRIS_TAKEN_SHIFT;
        }
    }
    return n;
}

/* Adds `base`, which completes a line, with every man that it may take. */
static int add_captures(uint32_t targets, Move base, Move *out)
{
    if (!targets) {
        out[0] = base;
        return 1;
    }
    uint64_t rest = (uint64_t)targets << MORRIS_TAKEN_SHIFT;
    int n = bits_count(rest);
    for (int i = 0; i < n; i += 4) /* four at a time, see add_steps */
        for (int j = 0; j < 4; j++, rest &= rest - 1)
            out[i + j] = base | (rest & -rest);
    return n;
}

/* The line must hold P and not Q; its other two men stand there now, and nothing of ours but the
 * man on Q came since P was left, so they stood there then. Hence P must be the point that is
 * filled. */
bool morris_is_remill(const MorrisRules *r, uint64_t memory, uint32_t x, int to)
{
    if (!memory || to != (int)(memory & 0xff))
        return false;
    uint32_t q = 1u << ((memory >> 8) - 1);
    for (int i = 0; i < MORRIS_POINT_LINES; i++) {
        uint32_t partners = r->partners[to][i];
        if ((x & partners) == partners && !(partners & q))
            return true;
    }
    return false;
}

/* Adds the turn `base` that fills `to` and completes a line with the men x. */
static int add_mill(const MorrisRules *r, const Pos *pos, uint32_t x, int to, Move base, Move *out)
{
    int us = pos->turn;
    uint32_t enemy = (uint32_t)pos->stones[!us][0];
    if (r->no_remill && morris_is_remill(r, pos->stones[us][1], x, to))
        return 0;
    if (r->remove == 2 && morris_lines_closed(r, x, to) >= 2)
        return add_pairs(r, enemy, base, out);
    return add_captures(morris_takeable(r, enemy), base, out);
}

/* Adds every step along a link whose bit is set, by the table of the steps' words. Four at a time,
 * and up to three too many, which the next ones overwrite: the end of a loop costs a branch miss,
 * and in random play it is elsewhere every time. */
static inline int add_steps(uint64_t links, const Move *word, Move *out)
{
    const uint64_t sentinel = UINT64_C(1) << (MORRIS_STEPS - 1);
    int n = bits_count(links);
    for (int i = 0; i < n; i += 4) {
        for (int j = 0; j < 4; j++, links &= links - 1)
            out[i + j] = word[bits_first(links | sentinel)];
    }
    return n;
}

/* Adds a placement on every point of `points`, four at a time too. */
static inline int add_places(uint64_t points, Move *out)
{
    int n = bits_count(points);
    for (int i = 0; i < n; i += 4)
        for (int j = 0; j < 4; j++, points &= points - 1)
            out[i + j] = MORRIS_PLACE | (points & -points);
    return n;
}

/* Placements that complete a line. */
static int loud_places(const MorrisRules *r, const Pos *pos, uint32_t own, uint32_t closers,
                       Move *out)
{
    int n = 0;
    for (uint64_t rest = closers; rest;) {
        int to = bits_pop(&rest);
        n += add_mill(r, pos, own, to, MORRIS_PLACE | 1u << to, out + n);
    }
    return n;
}

/* MorrisSteps to points where a line can be completed, whether this man completes it or not. */
static int loud_steps(const MorrisRules *r, const Pos *pos, uint32_t own, uint32_t closers,
                      Move *out)
{
    int n = 0;
    for (uint64_t rest = closers; rest;) {
        int to = bits_pop(&rest);
        uint32_t idle = morris_idle_men(r, own, to);
        for (uint32_t men = idle; men; men &= men - 1)
            out[n++] = (men & -men) | 1u << to;
        for (uint32_t men = r->joined[to] & own & ~idle; men; men &= men - 1) {
            uint32_t from = men & -men;
            n += add_mill(r, pos, own & ~from, to, from | 1u << to, out + n);
        }
    }
    return n;
}

static int fly_moves(const MorrisRules *r, const Pos *pos, uint32_t own, uint32_t empty, Move *out)
{
    int n = 0;
    for (uint32_t men = own; men; men &= men - 1) {
        uint32_t from = men & -men;
        uint32_t mills = morris_closers(r, own & ~from) & empty;
        for (uint32_t quiet = empty & ~mills; quiet; quiet &= quiet - 1)
            out[n++] = from | (quiet & -quiet);
        for (uint64_t rest = mills; rest;) {
            int to = bits_pop(&rest);
            n += add_mill(r, pos, own & ~from, to, from | 1u << to, out + n);
        }
    }
    return n;
}

static inline bool is_over(const Pos *pos)
{
    return !morris_has_men(pos, 0) || !morris_has_men(pos, 1);
}

/* All moves, or only the end of the list, where lines are completed. */
static int list_moves(const MorrisRules *r, const Pos *pos, bool all, Move *out)
{
    uint32_t own = (uint32_t)pos->stones[pos->turn][0];
    uint32_t empty = r->board & (uint32_t) ~(pos->stones[0][0] | pos->stones[1][0]);
    if (is_over(pos))
        return 0;
    if (morris_flies(r, pos, pos->turn))
        return fly_moves(r, pos, own, empty, out);
    uint32_t closers = morris_closers(r, own) & empty, calm = all ? empty & ~closers : 0;
    if (pos->hand[pos->turn]) {
        int n = add_places(calm, out);
        return n + loud_places(r, pos, own, closers, out + n);
    }
    MorrisSteps quiet = morris_steps(r, own, calm);
    int n = add_steps(quiet.round, r->round_word, out);
    n += add_steps(quiet.across, r->across_word, out + n);
    return n + loud_steps(r, pos, own, closers, out + n);
}

static int plain_moves(const Game *game, const Pos *pos, Move *out)
{
    return list_moves(morris_rules(game), pos, true, out);
}

static int plain_noisy_moves(const Game *game, const Pos *pos, Move *out)
{
    return list_moves(morris_rules(game), pos, false, out);
}

#ifndef CONCENTRIC_LOOKUP_ONLY /* the page plays no random games */
/* plain_moves without writing the quiet ones down: they are counted and the one picked is found by
 * its number among the bits. */
static int plain_pick(const Game *game, const Pos *pos, uint32_t random, Move *scratch, Move *out)
{
    const MorrisRules *r = morris_rules(game);
    uint32_t own = (uint32_t)pos->stones[pos->turn][0];
    uint32_t empty = r->board & (uint32_t) ~(pos->stones[0][0] | pos->stones[1][0]);
    if (is_over(pos))
        return 0;
    if (morris_flies(r, pos, pos->turn)) {
        int count = fly_moves(r, pos, own, empty, scratch);
        if (count)
            *out = scratch[game_pick_index(random, count)];
        return count;
    }
    uint32_t closers = morris_closers(r, own) & empty;
    bool places = pos->hand[pos->turn];
    MorrisSteps quiet = places ? (MorrisSteps){empty & ~closers, 0}
                               : morris_steps(r, own, empty & ~closers);
    int round = bits_count(quiet.round), across = bits_count(quiet.across);
    int count = round + across;
    if (closers)
        count += places ? loud_places(r, pos, own, closers, scratch)
                        : loud_steps(r, pos, own, closers, scratch);
    int i = game_pick_index(random, count);
    if (!count)
        return 0;
    if (i >= round + across)
        *out = scratch[i - round - across];
    else if (places)
        *out = MORRIS_PLACE | UINT64_C(1) << bits_nth(quiet.round, i);
    else if (i < round)
        *out = r->round_word[bits_nth(quiet.round, i)];
    else
        *out = r->across_word[bits_nth(quiet.across, i - round)];
    return count;
}
#endif

static inline bool can_move(const MorrisRules *r, const Pos *pos, uint32_t empty)
{
    uint32_t own = (uint32_t)pos->stones[pos->turn][0];
    if (r->no_remill)
        return morris_has_free_move(r, pos, own, empty);
    if (pos->hand[pos->turn] || morris_flies(r, pos, pos->turn))
        return empty;
    MorrisSteps steps = morris_steps(r, own, empty);
    return (steps.round | steps.across) != 0;
}

/* Once per leaf of the search. */
Outcome morris_plain_outcome(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    uint32_t empty = r->board & (uint32_t) ~(pos->stones[0][0] | pos->stones[1][0]);
    if (!empty && !pos->hand[0] && !pos->hand[1])
        return (Outcome){WINNER_DRAW, &morris_full_board};
    for (int c = 0; c < 2; c++)
        if (!morris_has_men(pos, c))
            return (Outcome){c == 0 ? WINNER_P2 : WINNER_P1, &morris_few_men};
    if (!can_move(r, pos, empty))
        return (Outcome){pos->turn == 0 ? WINNER_P2 : WINNER_P1, &morris_blocked};
    return (Outcome){WINNER_NONE, NULL};
}

/* The last eight bytes of a position (turn, phase, hands, ...) as one word, turn lowest. */
static inline uint64_t tail_of(const Pos *pos)
{
    uint64_t tail;
    memcpy(&tail, &pos->turn, sizeof tail);
    return tail;
}

/* The whole position but the no-remill memory fits one word, so keys without it never collide:
 *   0..23 men of player 1   24..47 men of player 2   48..55, 56..62 hands   63 turn */
static inline uint64_t make_key(uint64_t men, uint64_t tail)
{
    return bits_mix(men | (tail & 0xffff0000u) << 32 | tail << 63);
}

static inline uint64_t memory_key(const Pos *pos)
{
    uint64_t memory = pos->stones[0][1] | pos->stones[1][1] << 16;
    return memory ? bits_mix(memory | UINT64_C(1) << 63) : 0;
}

uint64_t morris_plain_key(const Game *game, const Pos *pos)
{
    (void)game;
    return make_key(pos->stones[0][0] | pos->stones[1][0] << 24, tail_of(pos)) ^ memory_key(pos);
}

/* What the no-remill rule remembers of a turn: the move, if it opened a mill. */
static uint64_t memory_of(const MorrisRules *r, uint32_t own, uint32_t changed)
{
    uint32_t from = changed & own, to = changed & ~own;
    if (!from)
        return 0;
    int p = bits_first(from);
    for (int i = 0; i < MORRIS_POINT_LINES; i++) {
        uint32_t partners = r->partners[p][i];
        if ((own & partners) == partners)
            return morris_memory(p, bits_first(to));
    }
    return 0;
}

/* One man of a hand, in the tail. */
#define HAND_WHITE (UINT64_C(1) << 16)
#define HAND_BLACK (UINT64_C(1) << 24)

/* Every word is written, none copied wholesale: the next reader finds each in the store buffer. */
static void plain_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    (void)game;
    /* Whose turn it is is a mask and never an index or a shift: those cost more in WebAssembly. */
    uint64_t swap = -(uint64_t)pos->turn, own = move & 0xffffff;
    uint64_t taken = move >> MORRIS_TAKEN_SHIFT & 0xffffff, cross = (own ^ taken) & swap;
    uint64_t white = pos->stones[0][0] ^ own ^ cross, black = pos->stones[1][0] ^ taken ^ cross;
    uint64_t hand = HAND_WHITE ^ ((HAND_WHITE ^ HAND_BLACK) & swap);
    uint64_t tail = (tail_of(pos) - (move >> 48) * hand) ^ 1;
    next->key = make_key(white | black << 24, tail);
    next->stones[0][0] = white;
    next->stones[1][0] = black;
    next->stones[0][1] = next->stones[0][2] = next->stones[1][1] = next->stones[1][2] = 0;
    memcpy(&next->turn, &tail, sizeof tail);
}

static void remill_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    int us = pos->turn;
    plain_apply(game, pos, move, next);
    next->stones[us][1] = memory_of(morris_rules(game), (uint32_t)pos->stones[us][0],
                                    move & 0xffffff);
    next->stones[!us][1] = pos->stones[!us][1];
    next->key ^= memory_key(next);
}

/* Made by `ladder VARIANT tune`, see docs/levels.md. */
enum { NINE_FLYING = WEIGHTS_UNSET };
static const uint8_t plain_levels[][LEVEL_MAX - 1] = {
    [WEIGHTS_SIX] = {14, 24, 37, 50, 62, 77, 93, 144, 190},
    [WEIGHTS_NINE] = {17, 26, 36, 45, 55, 67, 80, 98, 154},
    [WEIGHTS_TWELVE] = {15, 24, 34, 44, 57, 75, 97, 124, 180},
    [NINE_FLYING] = {12, 22, 31, 39, 49, 61, 75, 93, 149},
};

/* The most moves of any position. A turn places on one of at most 24 points, steps along one of
 * at most 40 links, or flies from one of three men to one of at most 21 points: 63. It takes one of
 * at most `men` men, or with remove=2 one of at most men * (men - 1) / 2 pairs. Three more are the
 * slack that writing four at a time needs. */
void morris_plain_open(Game *game)
{
    const MorrisRules *r = morris_rules(game);
    uint32_t choices = r->remove == 2 ? r->men * (r->men - 1u) / 2 : r->men;
    game->moves = plain_moves;
#ifndef CONCENTRIC_LOOKUP_ONLY
    game->pick = plain_pick;
#endif
    game->evaluate = morris_plain_evaluate;
    game->rate = morris_plain_rate;
    game->noisy = morris_plain_noisy;
    game->noisy_moves = plain_noisy_moves;
#ifndef CONCENTRIC_LOOKUP_ONLY /* the page fits no weights */
    game->features = morris_plain_features(r);
#endif
    game->levels =
        plain_levels[r->flying && r->weights == WEIGHTS_NINE ? NINE_FLYING : (int)r->weights];
    game->learnable = r->weights == WEIGHTS_NINE && r->men == 9 ? &morris_learnable : NULL;
    game->quiesce = 4;
    game->futility_margin = 35;
    game->futility_at_full = true;
    game->apply = r->no_remill ? remill_apply : plain_apply;
    game->ops = &morris_plain_ops;
    game->moves_max = MORRIS_PLAIN_STEPS * choices + 3;
    assert(game->moves_max <= MORRIS_PLAIN_MOVES_MAX);
    game->solvable = r->no_remill ? NULL : &morris_solvable;
    game->unnumbered = UNNUMBERED_MEMORY; /* of no-remill */
}
