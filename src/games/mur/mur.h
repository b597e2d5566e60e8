/* SPDX-License-Identifier: MIT */
/* What the files of MUR share: the board as bits, the rule values and tables of a variant, the
 * words of a position and of a move.
 *
 * Points are bits in the order of the point list: the centre is bit 0, ring r (1 to 3) of spoke s
 * (a is 0, clockwise) is bit 3 s + r. One step clockwise is a rotation by three bits, one step
 * outwards a shift by one:
 *
 *                 a3 3                                spoke  a   b   c       h
 *        h3 24    a2 2    b3 6                        ring 1 1   4   7  ...  22
 *            23   a1 1   5                            ring 2 2   5   8       23
 *               22     4                              ring 3 3   6   9       24
 *     g  21 20 19   0   7  8  9  c
 *               16     10
 *            17   13    11
 *        f3 18    14      12 d3
 *                 15 e3
 *
 * Words of a position: stones[c][0] ships of c, extra[0] the kraken's point, phase
 * MUR_REPEATED if the board is that of two or four plies ago and the side to move has a ship. The
 * boards of the last three plies are in stones[0][1], stones[0][2], stones[1][1], newest first (the
 * fourth is needed only for the flag), and the marked ships of chain=both in stones[1][2]. */
#ifndef CONCENTRIC_GAMES_MUR_H
#define CONCENTRIC_GAMES_MUR_H

#include "core/game.h"

enum {
    MUR_POINTS = 25,
    MUR_SPOKES = 8,
    MUR_RINGS = 3,
    MUR_SHIPS_MAX = 7, /* so ranks are 1 to 7 */
    MUR_KRAKEN_RANK = 4,
    MUR_WAYS_MAX = 8,    /* directions in which a ship can leave: the centre has eight */
    MUR_WALKS = 96,      /* see board.c */
    MUR_SCORE_MAX = 255, /* in a position text; a game is over long before */
    MUR_MOVES_MAX = 64,  /* see turn.c */
    MUR_REPEATED = 1,
};

#define MUR_BOARD 0x1ffffffu
#define MUR_ROUND 0x1fffffeu /* all but the centre */
#define MUR_RING1 0x0492492u
#define MUR_RING3 0x1249248u

typedef struct MurRules {
    uint8_t ships, traps;
    bool kraken_any, chain_both;
    uint8_t way_count[MUR_SHIPS_MAX + 1][MUR_POINTS];
    uint8_t arrival[MUR_SHIPS_MAX + 1][MUR_POINTS][MUR_WAYS_MAX]; /* [rank][from]: walks at their
                                                                     last point */
    uint32_t reach[MUR_SHIPS_MAX + 1][MUR_POINTS];                /* [rank][from]: those points */
    uint32_t twins[MUR_SHIPS_MAX + 1]; /* points with two ways to one point */
    uint32_t joined[MUR_POINTS];       /* neighbours; to trap a kraken here they must be ships */
    uint32_t line[MUR_WALKS];          /* the points of a walk's ring or diameter */
    /* [w][gathered empty points of its line]: the first one that the walk comes to */
    uint8_t landing[MUR_WALKS][1 << MUR_SPOKES];
    uint8_t walk_point[MUR_WALKS];                              /* where it is */
    uint8_t walk_to[MUR_SHIPS_MAX + 1][MUR_POINTS][MUR_POINTS]; /* [rank][from][to], of twins one */
} MurRules;

static inline const MurRules *mur_rules(const Game *game)
{
    return game->rules;
}

/* All neighbours of points of x. */
static inline uint32_t mur_neighbours(uint32_t x)
{
    uint32_t y = x & MUR_ROUND;
    uint32_t round = (y << 3 | y >> 21 | y >> 3 | y << 21) & MUR_ROUND;
    uint32_t across = (y & ~MUR_RING3) << 1 | (y & ~MUR_RING1) >> 1;
    uint32_t centre = ((y & MUR_RING1) != 0) | (-(x & 1) & MUR_RING1);
    return round | across | centre;
}

/* The points of the rings whose neighbours are all in x, the ships of one side. The centre never
 * counts: its eight neighbours are more than a fleet. */
static inline uint32_t mur_enclosed(uint32_t x)
{
    uint32_t y = x & MUR_ROUND;
    uint32_t round = (y << 3 | y >> 21) & (y >> 3 | y << 21);
    uint32_t outside = y >> 1 | MUR_RING3;
    uint32_t inside = (y << 1 & ~MUR_RING1) | (-(x & 1) & MUR_RING1);
    return round & outside & inside & MUR_ROUND;
}

/* Ships by rank, both colours, the kraken included. */
typedef struct MurRanks {
    uint32_t of[MUR_SHIPS_MAX + 1];
} MurRanks;

static inline uint32_t mur_ships(const Pos *pos, int c)
{
    return (uint32_t)pos->stones[c][0];
}
static inline uint32_t mur_kraken(const Pos *pos)
{
    return 1u << pos->extra[0];
}
static inline uint32_t mur_empty(const Pos *pos)
{
    return MUR_BOARD & ~(mur_ships(pos, 0) | mur_ships(pos, 1) | mur_kraken(pos));
}
static inline uint32_t mur_marked(const Pos *pos)
{
    return (uint32_t)pos->stones[1][2];
}
/* Ships of c that are trapped. */
static inline uint32_t mur_trapped(const Pos *pos, int c)
{
    return mur_ships(pos, c) & mur_enclosed(mur_ships(pos, !c));
}
/* Eyes of c. */
static inline uint32_t mur_eyes(const Pos *pos, int c)
{
    return mur_empty(pos) & mur_enclosed(mur_ships(pos, c));
}
/* Is the kraken trapped? */
static inline bool mur_caged(const MurRules *r, const Pos *pos)
{
    uint32_t cage = r->joined[pos->extra[0]], black = mur_ships(pos, 0), white = mur_ships(pos, 1);
    return r->kraken_any ? !(cage & ~(black | white)) : !(cage & ~black) || !(cage & ~white);
}
/* What the side to move must withdraw by duty 1: trapped ships, and marked ones. */
static inline uint32_t mur_due(const Pos *pos)
{
    return mur_trapped(pos, pos->turn) | (mur_marked(pos) & mur_ships(pos, pos->turn));
}

/* Bits of a move. A withdrawal goes to MUR_NOWHERE.
 *   0..24 the mover's points that change   25..49 the enemy's   50..54 the kraken's point after it
 *   55..59 where the placed or moved ship stands after it */
enum { MUR_ENEMY_SHIFT = 25, MUR_KRAKEN_SHIFT = 50, MUR_TO_SHIFT = 55, MUR_NOWHERE = 31 };

typedef enum MurKind { MUR_PLACE, MUR_MOVE, MUR_WITHDRAW } MurKind;

/* A move taken apart; points that it does not have are POINT_NONE. */
typedef struct MurPlay {
    MurKind kind;
    Point from, to, land;
    uint32_t withdrawn;
} MurPlay;

MurPlay mur_play(const Pos *pos, Move move);
/* Where a piece lands that is knocked by a ship from `from` arriving on `walk`. */
int mur_landing(const MurRules *r, uint32_t empty, int from, int walk);
/* May a ship of the mover's knock one of the enemy's, but for what eyes forbid? */
bool mur_strikes(const MurRules *r, const Pos *pos);

/* board.c: fills the tables of *r and the shape. */
void mur_make_board(MurRules *r, Shape *shape);

/* turn.c: the hot functions. */
void mur_open(Game *game);
uint64_t mur_key(const Game *game, const Pos *pos);
/* Has the game ended? */
bool mur_is_over(const MurRules *r, const Pos *pos);
MurRanks mur_ranks(const Pos *pos);
int mur_rank_at(const MurRanks *ranks, int point);
/* Does a play that leaves the enemy ships where they are, and the mover with the ships `own`, trap
 * an enemy ship anew? */
bool mur_chain_traps(const Pos *pos, uint32_t own);

/* numbering.c: NULL if the positions cannot be numbered. */
const Solvable *mur_solvable(const MurRules *rules);
Unnumbered mur_unnumbered(const MurRules *rules);

/* unmove.c: see core/unmove.h. */
int mur_exits(const Game *game, const Pos *pos, Move *out, bool *inside);
int mur_unmoves(const Game *game, const Pos *pos, Pos *out);

/* evaluate.c */
int mur_evaluate(const Game *game, const Pos *pos);
extern const Features mur_features;
bool mur_noisy(const Game *game, const Pos *pos);
void mur_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out);

/* ops.c, text.c, events.c, say.c: everything else of the contract. */
extern const GameOps mur_ops;
extern const Family mur_family;
extern const Text mur_rank_names[MUR_SHIPS_MAX + 1];
enum { MUR_PIECE_BLACK = 1, MUR_PIECE_WHITE, MUR_PIECE_KRAKEN, MUR_PIECE_END };

Outcome mur_outcome(const Game *, const Pos *);
void mur_next_start(const Game *, const Pos *last, int starter, Pos *out);
void mur_write_pos(const Game *, const Pos *, Str *);
bool mur_read_pos(const Game *, const char *, Lang, Pos *, char *);
void mur_write_move(const Game *, const Pos *, Move, Str *);
void mur_write_points(const Game *, uint32_t points, Str *);
bool mur_read_move(const Game *, const Pos *, const char *, Lang, Move *, char *);
int mur_events(const Game *, const Pos *, Move, Event *);
void mur_duty(const Game *, const Pos *, Lang, Str *);
int mur_marks(const Game *, const Pos *, Point, Mark *);

#endif
