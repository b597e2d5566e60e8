/* SPDX-License-Identifier: MIT */
/* Nine, six and twelve men's morris: what moves gain, for the order of the search. */
#include "games/morris/lines.h"

#include "base/bits.h"

bool morris_plain_noisy(const Game *game, const Pos *pos)
{
    uint32_t own = (uint32_t)pos->stones[pos->turn][0];
    uint32_t men = (uint32_t)(pos->stones[0][0] | pos->stones[1][0]);
    return morris_closers(morris_rules(game), own) & ~men;
}

enum { TAKE = 100, TAKE_THREAT = 30, STOP = 30, MAKE = 12, LET = -30 };

/* What rating needs to know of a position, for the side to move. */
typedef struct Rating {
    const MorrisRules *rules;
    uint32_t own;
    uint32_t threats;    /* points that the enemy fills next, if they are or become free */
    uint32_t in_threats; /* enemy men whose capture ends a threat */
    uint32_t open;       /* points where a new threat can be */
    LineSets pairs;      /* where a man makes one with another, by the line; lower half */
    bool noisy;
} Rating;

static Rating rating_of(const MorrisRules *r, const Pos *pos)
{
    int us = pos->turn;
    uint32_t own = (uint32_t)pos->stones[us][0], enemy = (uint32_t)pos->stones[!us][0];
    uint32_t empty = r->board & ~(own | enemy);
    LineSets lines = lines_closed(r, enemy | (Both)own << 32);
    Both closers = lines_any(lines);
    uint32_t open = empty & (uint32_t)(~closers >> 32), threats = (uint32_t)closers & ~enemy;
    if (!morris_comes_anywhere(r, pos, !us))
        threats &= (uint32_t)lines_reached(r, lines, enemy);
    return (Rating){.rules = r,
                    .own = own,
                    .threats = threats,
                    .in_threats = (uint32_t)lines_partners(lines, threats & empty),
                    .open = open,
                    .pairs = lines_mixed(r, own | (Both)open << 32),
                    .noisy = empty & closers >> 32};
}

/* A man that steps along a line makes no pair in it: its own place there is not taken by another
 * man and not open. No branches, so that compilers can take several moves at a time. */
static void rate_steps(const Rating *a, bool places, const Move *moves, int count, int32_t *out)
{
    const LineSets *p = &a->pairs;
    uint32_t threats = a->threats, own = a->own, any = places ? (uint32_t)lines_any(*p) : 0;
    uint32_t clockwise = (uint32_t)(p->ahead | p->across) | any;
    uint32_t back = (uint32_t)(p->behind | p->across) | any;
    uint32_t across = (uint32_t)(p->behind | p->ahead | p->beside);
    for (int i = 0; i < count; i++) {
        uint32_t changed = (uint32_t)moves[i] & 0xffffff, from = changed & own;
        uint32_t to = changed & ~own;
        uint32_t makers = morris_turn1(from) & to ? clockwise : back;
        makers = changed & changed >> 8 ? across : makers;
        out[i] = (to & threats ? STOP : 0) + (from & threats ? LET : 0) + (to & makers ? MAKE : 0);
    }
}

static void rate_flights(const Rating *a, const Move *moves, int count, int32_t *out)
{
    for (int i = 0; i < count; i++) {
        uint32_t changed = (uint32_t)moves[i] & 0xffffff, from = changed & a->own;
        uint32_t to = changed & ~a->own, rest = a->own & ~from;
        const uint32_t *line = a->rules->partners[bits_first(to)];
        bool makes = false;
        for (int k = 0; k < MORRIS_POINT_LINES; k++)
            makes |= (line[k] & rest) && (line[k] & a->open);
        out[i] = (to & a->threats ? STOP : 0) + (from & a->threats ? LET : 0) + (makes ? MAKE : 0);
    }
}

static void rate_captures(const Rating *a, const Move *moves, int count, int32_t *out)
{
    for (int i = 0; i < count; i++) {
        uint32_t taken = moves[i] >> MORRIS_TAKEN_SHIFT & 0xffffff;
        if (taken)
            out[i] += TAKE * bits_count(taken) + (taken & a->in_threats ? TAKE_THREAT : 0);
    }
}

/* Taking is the gain; stopping a threat, giving way to one and making one are told apart below it,
 * so that the search does not follow them beyond its horizon. */
void morris_plain_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out)
{
    Rating a = rating_of(morris_rules(game), pos);
    if (morris_flies(a.rules, pos, pos->turn))
        rate_flights(&a, moves, count, out);
    else
        rate_steps(&a, pos->hand[pos->turn], moves, count, out);
    if (a.noisy)
        rate_captures(&a, moves, count, out);
}
