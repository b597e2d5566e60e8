/* SPDX-License-Identifier: MIT */
/* Which results are still possible, on 7 x 7. The throne changes hands by a frame alone, so a side
 * that can complete none any more never takes it. What a side can do at most is found by letting
 * everybody move as often as they like over cells that are, or may become, empty, and remembering
 * where they may have been: sets that only grow. docs/adr/0110 has the lemma and its proof. */
#include "games/morelli/small.h"

enum { FRAMES = 6 };

/* The frames of the middle and of the inner band; nobody comes to the outer one. */
static const uint64_t frames[FRAMES] = {
    SMALL_FILES(0, 0x22, 0, 0, 0, 0x22, 0),    SMALL_FILES(0, 0x10, 0x02, 0, 0x20, 0x04, 0),
    SMALL_FILES(0, 0x08, 0, 0x22, 0, 0x08, 0), SMALL_FILES(0, 0x04, 0x20, 0, 0x02, 0x10, 0),
    SMALL_FILES(0, 0, 0x14, 0, 0x14, 0, 0),    SMALL_FILES(0, 0, 0x08, 0x14, 0x08, 0, 0),
};

/* What may come to pass, by player. */
typedef struct Hope {
    uint64_t men[2];
    uint64_t maybe[2]; /* cells on which the player may have a man at some time */
    uint64_t land[2];  /* on which one may stop */
    uint64_t turn[2];  /* on which the player may turn an enemy over */
    uint64_t free;     /* cells that are or may become empty, the vacant throne among them */
} Hope;

static inline uint64_t beside(uint64_t set)
{
    uint64_t files = set | set << 1 | set >> 1;
    return files | files << 8 | files >> 8;
}

/* Where lines from `men` lead over free cells, up to seven steps both ways along one axis: the set
 * of cells that are free for 1, 2, 4 steps on end doubles each time. */
static inline uint64_t lines(uint64_t men, uint64_t free, int step)
{
    uint64_t up = men, down = men, above = free, below = free;
    up |= above & up << step;
    down |= below & down >> step;
    above &= above << step;
    below &= below >> step;
    up |= above & up << 2 * step;
    down |= below & down >> 2 * step;
    above &= above << 2 * step;
    below &= below >> 2 * step;
    up |= above & up << 4 * step;
    down |= below & down >> 4 * step;
    return up | down;
}

/* Cells of `free` that men from outside it come to. */
static inline uint64_t reach(uint64_t men, uint64_t free)
{
    return (lines(men, free, 1) | lines(men, free, 7) | lines(men, free, 8) | lines(men, free, 9)) &
           free & ~SMALL_THRONE;
}

/* Cells with a cell of `land` on one side and one of `men` on the other. */
static inline uint64_t between(uint64_t land, uint64_t men)
{
    uint64_t set = (land << 1 & men >> 1) | (land >> 1 & men << 1);
    set |= (land << 7 & men >> 7) | (land >> 7 & men << 7);
    set |= (land << 8 & men >> 8) | (land >> 8 & men << 8);
    return set | (land << 9 & men >> 9) | (land >> 9 & men << 9);
}

/* Men on the inner band never move; on the middle one they do if an inner cell next to them is
 * empty, now or never. Outer men reach both bands, and are neither captured nor followed. */
static Hope hope_from(const Pos *pos)
{
    Hope h = {.men = {small_of(pos->stones[0]), small_of(pos->stones[1])}};
    uint64_t all = h.men[0] | h.men[1], able = SMALL_MIDDLE & beside(SMALL_INNER & ~all);
    h.free = (SMALL_MIDDLE | SMALL_INNER) & (~all | able);
    h.free |= MORELLI_KING(pos) ? 0 : SMALL_THRONE;
    for (int c = 0; c < 2; c++) {
        h.land[c] = reach(h.men[c] & SMALL_OUTER, h.free);
        h.maybe[c] = h.men[c] | h.land[c];
    }
    return h;
}

/* One round for a player; false if there is no new cell in `maybe`, from which all else follows. */
static bool hope_grow(Hope *h, int us)
{
    uint64_t maybe = h->maybe[us];
    h->land[us] |= reach(maybe & SMALL_MIDDLE, h->free & (SMALL_INNER | SMALL_THRONE));
    h->maybe[us] |= h->land[us];
    h->turn[us] |= between(h->land[us], h->maybe[us]) & h->maybe[!us] &
                   (SMALL_MIDDLE | SMALL_INNER);
    h->maybe[us] |= h->turn[us];
    return h->maybe[us] != maybe;
}

/* Of a frame that stands now a man has to leave or be turned over, and another to come. */
static bool hope_of_frame(const Hope *h, int us)
{
    uint64_t left = h->free | h->maybe[!us], again = h->land[us] | h->turn[us];
    for (int f = 0; f < FRAMES; f++)
        if (!(frames[f] & ~h->maybe[us]) && (frames[f] & (~h->men[us] | (left & again))))
            return true;
    return false;
}

static bool can_frame(const Pos *pos, int us)
{
    Hope h = hope_from(pos);
    bool more = true;
    while (!hope_of_frame(&h, us)) {
        if (!more)
            return false;
        more = hope_grow(&h, us);
        more |= hope_grow(&h, !us);
    }
    return true;
}

bool morelli_possible(const Game *game, const Pos *pos, unsigned results)
{
    (void)game;
    int king = MORELLI_KING(pos);
    unsigned now = 1u << (king ? king : WINNER_DRAW);
    if (pos->phase == PHASE_PLACE || (results & now))
        return true;
    return ((results & 1u << WINNER_P1) && can_frame(pos, 0)) ||
           ((results & 1u << WINNER_P2) && can_frame(pos, 1));
}
