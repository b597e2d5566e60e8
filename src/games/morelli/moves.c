/* SPDX-License-Identifier: MIT */
/* Morelli as the revised and MindSports editions play it: captures and enthroning always happen, so
 * a move is its two cells and apply() finds out the rest. And what both kinds of edition share:
 * placing, keys, what a move does.
 *
 * Words of a position: stones[c] men of c by cell, phase, extra[0] the king (see MORELLI_KING). */
#include "games/morelli/small.h"

#include <assert.h>

/* --- Placing
 * ------------------------------------------------------------------------------------*/

int morelli_place_moves(const MorelliRules *r, const Pos *pos, Move *out)
{
    int n = 0;
    for (int w = 0; w < 3; w++)
        for (uint64_t rest = r->outer.word[w] & ~(pos->stones[0][w] | pos->stones[1][w]); rest;)
            out[n++] = MORELLI_PLACE | (Move)(64 * w + bits_pop(&rest)) << 8;
    return n;
}

void morelli_place_apply(const MorelliRules *r, const Pos *pos, Move move, Pos *next)
{
    int us = pos->turn, cell = morelli_to(move), opposite = 2 * MORELLI_THRONE - cell;
    *next = *pos;
    morelli_flip(next->stones[us], cell);
    next->key ^= r->man_key[us][cell];
    if (r->setup != SETUP_FREE) {
        morelli_flip(next->stones[!us], opposite);
        next->key ^= r->man_key[!us][opposite];
    }
    int men = morelli_men(next, 0) + morelli_men(next, 1);
    bool full = men == 2 * r->men;
    next->turn = full ? 0 : (uint8_t)morelli_placer(r, men);
    next->phase = full ? PHASE_PLAY : PHASE_PLACE;
    next->key ^= (next->turn != us ? r->turn_key : 0) ^ (full ? r->place_key : 0);
}

/* --- Moves
 * --------------------------------------------------------------------------------------*/

/* Adds the moves that end on the cells of `front` after `way`, the steps times the direction:
 * from | to << 8 with from = to - way. */
static inline int add_front(PointSet front, int way, Move *out)
{
    int n = 0;
    for (int w = 0; w < 3; w++)
        for (uint64_t ends = front.word[w]; ends;)
            out[n++] = 257 * (Move)(64 * w + bits_pop(&ends)) - (Move)way;
    return n;
}

int morelli_list_steps(const MorelliRules *r, const Pos *pos, Move *out)
{
    PointSet empty = morelli_empty(pos), men = morelli_men_of(pos, pos->turn);
    int n = 0;
    UNROLL
    for (int d = 0; d < MORELLI_DIRECTIONS; d++) {
        PointSet front = men;
        for (int i = 0; i < MORELLI_REACH && morelli_any(front); i++) {
            front = morelli_advance(r, front, empty, d, i);
            n += add_front(morelli_without_throne(front), (i + 1) * morelli_step(d), out + n);
        }
    }
    return n;
}

static int play_moves(const Game *game, const Pos *pos, Move *out)
{
    const MorelliRules *r = morelli_rules(game);
    return pos->phase == PHASE_PLACE ? morelli_place_moves(r, pos, out)
                                     : morelli_list_steps(r, pos, out);
}

#ifndef CONCENTRIC_LOOKUP_ONLY /* 6 kB, packed 0.8, that the page does without */
/* The same list on 7 x 7, where a front is one word. */
static int list_small(const MorelliRules *r, const Pos *pos, Move *out)
{
    uint64_t men = small_of(pos->stones[pos->turn]), other = small_of(pos->stones[!pos->turn]);
    uint64_t empty = ~(men | other | (MORELLI_KING(pos) ? SMALL_THRONE : 0));
    int n = 0;
    UNROLL
    for (int d = 0; d < MORELLI_DIRECTIONS; d++) {
        uint64_t front = men;
        for (int i = 0; i < SMALL_REACH; i++) {
            front = small_shift(front, d) & empty & r->small_run[d][i];
            if (!front)
                break;
            for (uint64_t ends = front & ~SMALL_THRONE; ends;)
                out[n++] = 257 * (Move)small_cell(bits_pop(&ends)) -
                           (Move)((i + 1) * morelli_step(d));
        }
    }
    return n;
}

static int small_moves(const Game *game, const Pos *pos, Move *out)
{
    const MorelliRules *r = morelli_rules(game);
    return pos->phase == PHASE_PLACE ? morelli_place_moves(r, pos, out) : list_small(r, pos, out);
}
#endif

bool morelli_can_move(const MorelliRules *r, const Pos *pos)
{
    if (pos->phase == PHASE_PLACE)
        return true;
    PointSet empty = morelli_empty(pos), men = morelli_men_of(pos, pos->turn);
    for (int d = 0; d < MORELLI_DIRECTIONS; d++) {
        PointSet front = morelli_advance(r, men, empty, d, 0);
        PointSet behind = morelli_advance(r, front, empty, d, 1); /* past the throne */
        if (morelli_any(morelli_without_throne(front)) || morelli_any(behind))
            return true;
    }
    return false;
}

/* --- Picking
 * ------------------------------------------------------------------------------------*/

#ifndef CONCENTRIC_LOOKUP_ONLY /* the page plays no random games */
/* How many moves there are in direction d. */
static inline int count_moves(const MorelliRules *r, PointSet men, PointSet empty, int d)
{
    int n = 0;
    uint64_t passed = 0;
    PointSet front = men;
    for (int i = 0; i < MORELLI_REACH; i++) {
        front = morelli_advance(r, front, empty, d, i);
        if (!morelli_any(front))
            break;
        n += set_count(&front);
        passed |= front.word[MORELLI_THRONE >> 6];
    }
    return n - (int)(passed >> (MORELLI_THRONE & 63) & 1);
}

/* Move number n of direction d. */
static Move find_move(const MorelliRules *r, PointSet men, PointSet empty, int d, int n)
{
    PointSet front = men;
    for (int i = 0;; i++) {
        front = morelli_advance(r, front, empty, d, i);
        PointSet ends = morelli_without_throne(front);
        for (int w = 0; w < 3; w++) {
            int count = bits_count(ends.word[w]);
            if (n < count) {
                int to = 64 * w + bits_nth(ends.word[w], n);
                return (Move)(to - (i + 1) * morelli_step(d)) | (Move)to << 8;
            }
            n -= count;
        }
    }
}

/* How many moves there are in direction d of 7 x 7: without a branch, which is what counting gains
 * over listing. */
static inline int count_small(const MorelliRules *r, uint64_t men, uint64_t empty, int d)
{
    int n = 0;
    uint64_t front = men;
    UNROLL
    for (int i = 0; i < SMALL_REACH; i++) {
        front = small_shift(front, d) & empty & r->small_run[d][i];
        n += bits_count(front & ~SMALL_THRONE);
    }
    return n;
}

static int count_small_moves(const MorelliRules *r, const Pos *pos, int total[MORELLI_DIRECTIONS])
{
    uint64_t men = small_of(pos->stones[pos->turn]), other = small_of(pos->stones[!pos->turn]);
    uint64_t empty = ~(men | other | (MORELLI_KING(pos) ? SMALL_THRONE : 0));
    int count = 0;
    UNROLL
    for (int d = 0; d < MORELLI_DIRECTIONS; d++)
        count += total[d] = count_small(r, men, empty, d);
    return count;
}

static int count_all_moves(const MorelliRules *r, PointSet men, PointSet empty,
                           int total[MORELLI_DIRECTIONS])
{
    int count = 0;
    for (int d = 0; d < MORELLI_DIRECTIONS; d++)
        count += total[d] = count_moves(r, men, empty, d);
    return count;
}

/* play_moves without writing the moves down: they are counted by direction, and the one picked is
 * found by going through its direction again. */
static int play_pick(const Game *game, const Pos *pos, uint32_t random, Move *scratch, Move *out)
{
    const MorelliRules *r = morelli_rules(game);
    if (pos->phase == PHASE_PLACE) {
        int count = morelli_place_moves(r, pos, scratch);
        *out = scratch[game_pick_index(random, count)];
        return count;
    }
    PointSet empty = morelli_empty(pos), men = morelli_men_of(pos, pos->turn);
    int total[MORELLI_DIRECTIONS], d = 0;
    int count = r->size == 7 ? count_small_moves(r, pos, total)
                             : count_all_moves(r, men, empty, total);
    if (!count)
        return 0;
    int n = game_pick_index(random, count);
    while (n >= total[d])
        n -= total[d++];
    *out = find_move(r, men, empty, d, n);
    return count;
}
#endif

/* --- Applying
 * -----------------------------------------------------------------------------------*/

uint64_t morelli_key(const Game *game, const Pos *pos)
{
    const MorelliRules *r = morelli_rules(game);
    uint64_t key = r->king_key[MORELLI_KING(pos)] ^ (pos->turn ? r->turn_key : 0) ^
                   (pos->phase == PHASE_PLACE ? r->place_key : 0);
    for (int c = 0; c < 2; c++)
        for (int w = 0; w < 3; w++)
            for (uint64_t men = pos->stones[c][w]; men;)
                key ^= r->man_key[c][64 * w + bits_pop(&men)];
    return key;
}

/* Turns the men of `captured` (window bits about `to`) over; true if one of them or the man on `to`
 * is then in a frame. A frame that stood before has none of them in it. */
static bool turn_over(const MorelliRules *r, Pos *next, int us, int to, uint64_t captured)
{
    bool framed = false;
    for (uint64_t rest = captured; rest;) {
        int cell = bits_pop(&rest) + to - WINDOW_MIDDLE;
        morelli_flip(next->stones[us], cell);
        morelli_flip(next->stones[!us], cell);
        next->key ^= r->turned_key[cell];
    }
    for (uint64_t rest = captured; rest && !framed;)
        framed = morelli_framed(r, next->stones[us], bits_pop(&rest) + to - WINDOW_MIDDLE);
    return framed || morelli_framed(r, next->stones[us], to);
}

static void play_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    const MorelliRules *r = morelli_rules(game);
    if (pos->phase == PHASE_PLACE) {
        morelli_place_apply(r, pos, move, next);
        return;
    }
    int us = pos->turn, from = morelli_from(move), to = morelli_to(move);
    uint64_t captured = morelli_captures(r, pos, us, to);
    *next = *pos;
    morelli_flip(next->stones[us], from);
    morelli_flip(next->stones[us], to);
    next->key ^= r->man_key[us][from] ^ r->man_key[us][to] ^ r->turn_key;
    next->turn = (uint8_t)!us;
    bool framed = captured ? turn_over(r, next, us, to, captured)
                           : morelli_framed(r, next->stones[us], to);
    if (framed) {
        next->key ^= r->king_key[MORELLI_KING(pos)] ^ r->king_key[us + 1];
        MORELLI_KING(next) = (uint8_t)(us + 1);
    }
}

/* At most one man reaches a cell from each direction, so a cell is the end of at most eight moves;
 * and moves end on neither the outer band nor the throne. A placement has at most one move per
 * outer cell, which are fewer. */
void morelli_play_open(Game *game)
{
    const MorelliRules *r = morelli_rules(game);
    uint32_t inner = r->size - 2u;
    assert(8 * (inner * inner - 1) <= MORELLI_STEPS_MAX);
    game->moves = play_moves;
#ifndef CONCENTRIC_LOOKUP_ONLY
    if (r->size == 7)
        game->moves = small_moves;
    game->pick = play_pick;
#endif
    game->apply = play_apply;
    game->moves_max = 8 * (inner * inner - 1);
}
