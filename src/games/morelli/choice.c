/* SPDX-License-Identifier: MIT */
/* Morelli as the nestorgames edition plays it: of the captures that a move makes possible the mover
 * takes any part, none included; then they may take the centre if the move, with these captures,
 * completed a frame. A move therefore carries its captures (a bit per direction, in the order of
 * the point list) and whether it takes the centre. */
#include "games/morelli/morelli.h"

/* Frames that the man on `to` or a captured one may complete: the captures that each needs, as bits
 * by direction. */
typedef struct Needs {
    uint8_t list[MORELLI_DIRECTIONS + 1];
    int count;
} Needs;

/* Adds what the frame through `cell` needs; `men` are the mover's without any capture. */
static void add_need(const MorelliRules *r, const uint64_t *men, int cell, int to,
                     unsigned captured, Needs *out)
{
    unsigned need = 0;
    for (int w = 0; w < 3; w++) {
        for (uint64_t missing = r->frame[cell].word[w] & ~men[w]; missing;) {
            int lacks = 64 * w + bits_pop(&missing), d = 0;
            while (d < MORELLI_DIRECTIONS && !(captured >> d & 1 && to + morelli_step(d) == lacks))
                d++;
            if (d == MORELLI_DIRECTIONS)
                return;
            need |= 1u << d;
        }
    }
    out->list[out->count++] = (uint8_t)need;
}

static Needs needs_of(const MorelliRules *r, const Pos *pos, int from, int to, unsigned captured)
{
    Needs needs = {.count = 0};
    uint64_t men[3];
    if (MORELLI_KING(pos) == pos->turn + 1)
        return needs; /* their king is there already: nothing to take */
    memcpy(men, pos->stones[pos->turn], sizeof men);
    morelli_flip(men, from);
    morelli_flip(men, to);
    add_need(r, men, to, to, captured, &needs);
    for (unsigned rest = captured; rest; rest &= rest - 1)
        add_need(r, men, to + morelli_step(__builtin_ctz(rest)), to, captured, &needs);
    return needs;
}

static bool completes(const Needs *needs, unsigned turned)
{
    for (int i = 0; i < needs->count; i++)
        if (!(needs->list[i] & ~turned))
            return true;
    return false;
}

/* Adds every way to make the move from `from` to `to`. */
static int add_choices(const MorelliRules *r, const Pos *pos, int from, int to, Move *out)
{
    unsigned captured = morelli_capture_set(r, pos, to), turned = 0;
    Needs needs = needs_of(r, pos, from, to, captured);
    Move base = (Move)from | (Move)to << 8;
    int n = 0;
    do {
        out[n++] = base | (Move)turned << MORELLI_TURNED_SHIFT;
        if (completes(&needs, turned)) {
            out[n] = out[n - 1] | MORELLI_CROWN;
            n++;
        }
        turned = (turned - captured) & captured; /* the next part of the captures */
    } while (turned);
    return n;
}

static int choice_moves(const Game *game, const Pos *pos, Move *out)
{
    const MorelliRules *r = morelli_rules(game);
    if (pos->phase == PHASE_PLACE)
        return morelli_place_moves(r, pos, out);
    Move steps[MORELLI_STEPS_MAX];
    int count = morelli_list_steps(r, pos, steps), n = 0;
    for (int i = 0; i < count; i++)
        n += add_choices(r, pos, morelli_from(steps[i]), morelli_to(steps[i]), out + n);
    return n;
}

static void choice_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    const MorelliRules *r = morelli_rules(game);
    if (pos->phase == PHASE_PLACE) {
        morelli_place_apply(r, pos, move, next);
        return;
    }
    int us = pos->turn, from = morelli_from(move), to = morelli_to(move);
    *next = *pos;
    morelli_flip(next->stones[us], from);
    morelli_flip(next->stones[us], to);
    next->key ^= r->man_key[us][from] ^ r->man_key[us][to] ^ r->turn_key;
    next->turn = (uint8_t)!us;
    for (uint64_t rest = move >> MORELLI_TURNED_SHIFT & 0xff; rest;) {
        int cell = to + morelli_step(bits_pop(&rest));
        morelli_flip(next->stones[us], cell);
        morelli_flip(next->stones[!us], cell);
        next->key ^= r->turned_key[cell];
    }
    if (move & MORELLI_CROWN) {
        next->key ^= r->king_key[MORELLI_KING(pos)] ^ r->king_key[us + 1];
        MORELLI_KING(next) = (uint8_t)(us + 1);
    }
}

/* The most moves of any position. Take a cell with c capturable neighbours. A capturable neighbour
 * blocks its own direction, so at most 8 - c men reach the cell, each with 2^c parts of the
 * captures, each with or without taking the centre: (8 - c) 2^(c+1) moves, which is at most
 * 16 + 40 c for every c from 0 to 8 (equal for 0 and 6). Summed over the cells where a move may
 * end, neither on the outer band nor on the throne, that is 16 per cell and 40 per capturable
 * neighbour. An enemy man is the capturable neighbour of at most 8 cells, and a man of the mover is
 * the anvil behind it for at most 8; so there are at most 8 min(enemy men, own men), and that is at
 * most 8 times half of all men, captured men being still on the board. Placing has fewer moves. */
static uint32_t moves_max(const MorelliRules *r)
{
    uint32_t inner = r->size - 2u;
    return 16 * (inner * inner - 1) + 40 * 8 * r->men;
}

void morelli_choice_open(Game *game)
{
    game->moves = choice_moves;
    game->apply = choice_apply;
    game->moves_max = moves_max(morelli_rules(game));
}
