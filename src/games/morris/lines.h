/* SPDX-License-Identifier: MIT */
/* Lines of nine, six and twelve men's morris as sets: what evaluation and rating ask of all points
 * at once, by shifts instead of one point after the other.
 *
 * A Both is two sets of points, one in each half of the word, so that both players are served by
 * the same instructions. A line through a point lies behind it (anticlockwise, to a corner), ahead
 * of it, beside it (on both sides of a middle), or across the squares. */
#ifndef CONCENTRIC_GAMES_MORRIS_LINES_H
#define CONCENTRIC_GAMES_MORRIS_LINES_H

#include "games/morris/morris.h"

typedef uint64_t Both;

#define BOTH(x) ((Both)(x) << 32 | (x))

/* The same set in either half. */
static inline Both both_of(uint32_t x)
{
    return BOTH(x);
}

/* morris_turn1 and so on, in both halves; what a shift brings from the other half is masked out. */
static inline Both both_turn1(Both x)
{
    return (x << 1 & BOTH(0xfefefeu)) | (x >> 7 & BOTH(0x010101u));
}
static inline Both both_turn2(Both x)
{
    return (x << 2 & BOTH(0xfcfcfcu)) | (x >> 6 & BOTH(0x030303u));
}
static inline Both both_back1(Both x)
{
    return (x >> 1 & BOTH(0x7f7f7fu)) | (x << 7 & BOTH(0x808080u));
}
static inline Both both_back2(Both x)
{
    return (x >> 2 & BOTH(0x3f3f3fu)) | (x << 6 & BOTH(0xc0c0c0u));
}
/* From square to square, cyclically: the others of a line across. */
static inline Both both_across1(Both x)
{
    return (x >> 8 & BOTH(0x00ffffu)) | (x << 16 & BOTH(0xff0000u));
}
static inline Both both_across2(Both x)
{
    return (x >> 16 & BOTH(0x0000ffu)) | (x << 8 & BOTH(0xffff00u));
}

/* Sets of points, by where a line through them lies. */
typedef struct LineSets {
    Both behind, ahead, beside, across;
} LineSets;

static inline Both lines_any(LineSets s)
{
    return s.behind | s.ahead | s.beside | s.across;
}

/* Points that would complete a line with two of x: morris_closers. */
static inline LineSets lines_closed(const MorrisRules *r, Both x)
{
    Both before = both_turn1(x), after = both_back1(x);
    return (LineSets){BOTH(MORRIS_EVEN) & before & both_turn2(x),
                      BOTH(MORRIS_EVEN) & after & both_back2(x), BOTH(MORRIS_ODD) & before & after,
                      both_of(r->cross) & both_across1(x) & both_across2(x)};
}

/* Of the points whose lines are given, those with a neighbour among `men` outside such a line: a
 * step from there completes it. */
static inline Both lines_reached(const MorrisRules *r, LineSets s, Both men)
{
    Both before = both_turn1(men), after = both_back1(men);
    Both across = (men & both_of(r->inward)) << 8 | (men & both_of(r->outward)) >> 8;
    return (s.behind & (after | across)) | (s.ahead & (before | across)) | (s.beside & across) |
           (s.across & (before | after));
}

/* The other two points of the given lines through the points of `to`. */
static inline Both lines_partners(LineSets s, Both to)
{
    Both behind = s.behind & to, ahead = s.ahead & to, beside = s.beside & to;
    Both across = s.across & to;
    return both_back1(behind | beside) | both_back2(behind) | both_turn1(ahead | beside) |
           both_turn2(ahead) | both_across1(across) | both_across2(across);
}

/* Points whose line has one other point in the lower half of x and the last one in the upper. */
static inline LineSets lines_mixed(const MorrisRules *r, Both x)
{
    Both swapped = x >> 32 | x << 32;
    Both before = both_turn1(x), after = both_back1(x);
    LineSets s = {BOTH(MORRIS_EVEN) & before & both_turn2(swapped),
                  BOTH(MORRIS_EVEN) & after & both_back2(swapped),
                  BOTH(MORRIS_ODD) & before & both_back1(swapped),
                  both_of(r->cross) & both_across1(x) & both_across2(swapped)};
    return (LineSets){s.behind | s.behind >> 32, s.ahead | s.ahead >> 32, s.beside | s.beside >> 32,
                      s.across | s.across >> 32};
}

/* Can the men of player c come to every empty point, from the hand or through the air? */
static inline bool morris_comes_anywhere(const MorrisRules *r, const Pos *pos, int c)
{
    return pos->hand[c] || morris_flies(r, pos, c);
}

#endif
