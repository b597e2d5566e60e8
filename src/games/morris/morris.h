/* SPDX-License-Identifier: MIT */
/* What the files of the Morris family share: the rule values of a variant and its board tables.
 *
 * Points are bits 0 to 23 in the order of the point list: square by square from the outside, each
 * clockwise from its top left corner, so corners have even and middles odd numbers:
 *
 *    0-----------1-----------2        a7----------d7----------g7
 *    |   8-------9------10   |        |   b6------d6------f6  |
 *    |   |  16--17--18   |   |        |   |   c5--d5--e5  |   |
 *    7--15--23      19--11---3        a4--b4--c4      e4--f4--g4
 *    |   |  22--21--20   |   |        |   |   c3--d3--e3  |   |
 *    |  14------13------12   |        |   b2------d2------f2  |
 *    6-----------5-----------4        a1----------d1----------g1
 *
 * Six men's morris has the two inner squares, numbered 0 to 15 in the same way. */
#ifndef CONCENTRIC_GAMES_MORRIS_H
#define CONCENTRIC_GAMES_MORRIS_H

#include "core/game.h"

enum {
    MORRIS_POINTS = 24,
    MORRIS_LINES = 20,       /* 12 sides, 4 spokes, 4 diagonals */
    MORRIS_POINT_LINES = 3,  /* the most lines through one point */
    MORRIS_STEPS = 64,       /* bits of a word of steps; the last one is unused */
    MORRIS_MEN_LEAST = 3,    /* fewer have lost */
    MORRIS_MEN_MAX = 12,     /* of a side; move lists on the stack are sized for it */
    MORRIS_PLAIN_STEPS = 63, /* ways to a point: see morris_plain_open */
    MORRIS_PLAIN_MOVES_MAX = MORRIS_PLAIN_STEPS * (MORRIS_MEN_MAX * (MORRIS_MEN_MAX - 1) / 2) + 3,
    STACKING_MEN_MAX = 9, /* RESOLUTIONS_MAX is proved for it */
};

/* Weights of the evaluation: they are fitted to a board and its number of men, so every row of the
 * family's table names the ones that it plays by. */
typedef enum MorrisWeights {
    WEIGHTS_UNSET,
    WEIGHTS_SIX,
    WEIGHTS_NINE,
    WEIGHTS_TWELVE,
    WEIGHTS_STACKING
} MorrisWeights;

#define MORRIS_EVEN 0x555555u
#define MORRIS_ODD  0xaaaaaau

/* Stands in a table of lines where there is none: a bit that no man is on. */
#define MORRIS_NO_LINE (1u << 31)

typedef struct MorrisRules {
    uint32_t board;                 /* all points */
    uint32_t cross;                 /* points whose line across the squares is a line of the game */
    uint32_t joined[MORRIS_POINTS]; /* neighbours */
    uint32_t partners[MORRIS_POINTS][MORRIS_POINT_LINES]; /* lines through p, without p */
    uint32_t line[MORRIS_LINES];
    uint32_t inward, outward; /* points with a neighbour on the next square inside, outside */
    /* from | to of a step: [p] onward (clockwise), [24 + p] back; [p] inward, [24 + p] outward */
    Move round_word[MORRIS_STEPS], across_word[MORRIS_STEPS];
    uint8_t line_count, squares, points, men;
    uint8_t remove; /* men taken for two or more mills */
    uint8_t weights;
    bool flying, diagonal_moves, diagonal_mills, no_remill, stacking;
} MorrisRules;

static inline const MorrisRules *morris_rules(const Game *game)
{
    return game->rules;
}

/* Bit i of the result is bit i - n of x, cyclically within each square. */
static inline uint32_t morris_turn1(uint32_t x)
{
    return (x << 1 & 0xfefefeu) | (x >> 7 & 0x010101u);
}
static inline uint32_t morris_turn2(uint32_t x)
{
    return (x << 2 & 0xfcfcfcu) | (x >> 6 & 0x030303u);
}
static inline uint32_t morris_back1(uint32_t x)
{
    return (x >> 1 & 0x7f7f7fu) | (x << 7 & 0x808080u);
}
static inline uint32_t morris_back2(uint32_t x)
{
    return (x >> 2 & 0x3f3f3fu) | (x << 6 & 0xc0c0c0u);
}

/* All points, occupied or not, that would complete a line with two points of x: both partners of
 * the point are in x. So x & morris_closers(x) are the points of x that are in lines. */
static inline uint32_t morris_closers(const MorrisRules *r, uint32_t x)
{
    uint32_t before = morris_turn1(x), after = morris_back1(x);
    uint32_t sides = (MORRIS_ODD & before & after) |
                     (MORRIS_EVEN & ((before & morris_turn2(x)) | (after & morris_back2(x))));
    uint32_t across = (x >> 8 | x << 16) & (x >> 16 | x << 8) & r->cross;
    return (sides | across) & r->board;
}

/* The men of x that may be taken: those outside mills, or all if every one is in a mill. */
static inline uint32_t morris_takeable(const MorrisRules *r, uint32_t x)
{
    uint32_t outside = x & ~morris_closers(r, x);
    return outside ? outside : x;
}

/* How many lines through p have their other two points in x. */
static inline int morris_lines_closed(const MorrisRules *r, uint32_t x, int p)
{
    int n = 0;
    for (int i = 0; i < MORRIS_POINT_LINES; i++)
        n += (x & r->partners[p][i]) == r->partners[p][i];
    return n;
}

/* Does x hold a whole line? */
static inline bool morris_has_line(const MorrisRules *r, uint32_t x)
{
    return (x & morris_closers(r, x)) != 0;
}

/* Has player c men enough to play on? (Not for stacking, where nobody loses by number.) */
static inline bool morris_has_men(const Pos *pos, int c)
{
    return __builtin_popcountll(pos->stones[c][0]) + pos->hand[c] >= MORRIS_MEN_LEAST;
}

/* May player c fly? */
static inline bool morris_flies(const MorrisRules *r, const Pos *pos, int c)
{
    return r->flying && !pos->hand[c] &&
           __builtin_popcountll(pos->stones[c][0]) == MORRIS_MEN_LEAST;
}

/* The steps of `own` to the points `targets` as bits: round the squares, and across them. */
typedef struct MorrisSteps {
    uint64_t round, across;
} MorrisSteps;

static inline MorrisSteps morris_steps(const MorrisRules *r, uint32_t own, uint32_t targets)
{
    uint64_t onward = own & morris_back1(targets), back = own & morris_turn1(targets);
    uint64_t inward = own & targets >> 8 & r->inward, outward = own & targets << 8 & r->outward;
    return (MorrisSteps){onward | back << MORRIS_POINTS, inward | outward << MORRIS_POINTS};
}

/* Of the men next to `to`, those that complete no line there: each is itself in every line through
 * `to` whose other two points are held. */
static inline uint32_t morris_idle_men(const MorrisRules *r, uint32_t own, int to)
{
    uint32_t idle = r->joined[to] & own;
    for (int i = 0; i < MORRIS_POINT_LINES; i++)
        if ((own & r->partners[to][i]) == r->partners[to][i])
            idle &= r->partners[to][i];
    return idle;
}

/* board.c: fills the tables of *r (its flags and squares are set) and the shape. */
void morris_make_board(MorrisRules *r, Shape *shape);

extern const Family morris_family;
extern const GameOps morris_plain_ops, morris_stacking_ops;
extern const Reason morris_blocked, morris_few_men, morris_full_board, morris_stack_line;

/* plain.c: nine, six and twelve. Bits of a move:
 *   0..23 the mover's points that change   24..47 enemy men taken   48 a man comes from the hand */
#define MORRIS_TAKEN_SHIFT 24
#define MORRIS_PLACE       (UINT64_C(1) << 48)

/* The last move of a player that opened a mill, for no-remill, in stones[player][1]: from, to + 1
 * in the next byte; 0 for none. */
static inline uint64_t morris_memory(int from, int to)
{
    return (uint64_t)from | (uint64_t)(to + 1) << 8;
}

/* Would completing lines through `to` with the men x break the no-remill rule? */
bool morris_is_remill(const MorrisRules *r, uint64_t memory, uint32_t x, int to);
void morris_plain_open(Game *game);
/* plain_ops.c: is there a move that the no-remill rule lets pass? What it takes does not matter. */
bool morris_has_free_move(const MorrisRules *r, const Pos *pos, uint32_t own, uint32_t empty);
Outcome morris_plain_outcome(const Game *game, const Pos *pos);
/* plain_evaluate.c, plain_rate.c */
int morris_plain_evaluate(const Game *game, const Pos *pos);
const Features *morris_plain_features(const MorrisRules *r);
bool morris_plain_noisy(const Game *game, const Pos *pos);
void morris_plain_rate(const Game *game, const Pos *pos, const Move *moves, int count,
                       int32_t *out);
uint64_t morris_plain_key(const Game *game, const Pos *pos);
/* plain_learnt.c: nine */
extern const Learnable morris_learnable;

/* stacking.c. Bits of a move: eight fields of six bits, each a point or MORRIS_NO_POINT:
 *   0 turned over before  1 fetched before  2 put under before  3 from  4 to
 *   5 turned over after   6 fetched after   7 put under after
 * and bit 48: there was a mill to resolve before (the '/' of the text). */
enum {
    FIELD_TURN_BEFORE,
    FIELD_FETCH_BEFORE,
    FIELD_UNDER_BEFORE,
    FIELD_FROM,
    FIELD_TO,
    FIELD_TURN_AFTER,
    FIELD_FETCH_AFTER,
    FIELD_UNDER_AFTER,
    FIELD_COUNT,
    MORRIS_NO_POINT = 63,
};
#define MORRIS_BEFORE (UINT64_C(1) << 48)

static inline int stacking_field(Move move, int field)
{
    return (int)(move >> (6 * field) & 63);
}

/* The move with one field set; a move begins as STACKING_BLANK. */
#define STACKING_BLANK ((UINT64_C(1) << 48) - 1)
static inline Move stacking_with(Move move, int field, int point)
{
    return (move & ~(UINT64_C(63) << (6 * field))) | (uint64_t)point << (6 * field);
}

/* A stacking position taken apart. low(c) are c's lowest men: c's singles and the enemy's stacks.
 */
typedef struct Stacks {
    uint32_t top[2]; /* points whose upper (or only) man is the player's */
    uint32_t two;    /* points with a stack */
} Stacks;

static inline Stacks stacking_of(const Pos *pos)
{
    return (Stacks){{(uint32_t)pos->stones[0][0], (uint32_t)pos->stones[1][0]},
                    (uint32_t)pos->stones[0][1]};
}
static inline uint32_t stacking_low(const Stacks *s, int player)
{
    return (s->top[player] & ~s->two) | (s->top[!player] & s->two);
}
static inline uint32_t stacking_singles(const Stacks *s, int player)
{
    return s->top[player] & ~s->two;
}
static inline uint32_t stacking_own(const Stacks *s, int player)
{
    return s->top[player] & s->two;
}

/* One way to resolve a mill; fields are MORRIS_NO_POINT where that part is left out. */
typedef struct Resolution {
    uint8_t turn, fetch, under;
    bool won;
    Stacks after;
} Resolution;

enum { RESOLUTIONS_MAX = 243 }; /* see morris_stacking_open */

/* All ways to resolve one of the player's mills that are among `lines` (bit i: line i). */
int stacking_resolve(const MorrisRules *r, const Stacks *s, int player, uint32_t lines,
                     Resolution *out);
/* The player's mills, bit i for line i: all, or those through `through` (POINT_NONE: all). */
uint32_t stacking_mills(const MorrisRules *r, const Stacks *s, int player, Point through);
/* After the player's placing (from MORRIS_NO_POINT) or moving to `to`. */
Stacks stacking_step(const Stacks *s, int player, int from, int to);
/* Can the player place (if there are men to place) or move? */
bool stacking_can_step(const MorrisRules *r, const Stacks *s, int player, bool places);
/* Is the move legal? Without a list. */
bool stacking_is_legal(const Game *game, const Pos *pos, Move move);
/* The board after a legal move. */
Stacks stacking_after(const Stacks *before, int player, Move move);
uint64_t stacking_key(const Game *game, const Pos *pos);
void morris_stacking_open(Game *game);
/* stacking_evaluate.c */
int stacking_evaluate(const Game *game, const Pos *pos);
extern const Features stacking_features;
bool stacking_noisy(const Game *game, const Pos *pos);
void stacking_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out);

/* text.c, family.c: shared by both. */
void morris_start(const Game *game, uint64_t seed, Pos *out);
uint64_t morris_map(uint64_t points, const Point *to);
Outcome morris_agreed(const Game *game, const Pos *pos);
void morris_write_pos(const Game *game, const Pos *pos, Str *out);
bool morris_read_pos(const Game *game, const char *text, Lang lang, Pos *out, char *why);
void morris_write_point(const Game *game, int point, Str *out);
void morris_write_points(const Game *game, uint32_t points, Str *out);

/* say.c: what is wrong with a man's way from `from` (MORRIS_NO_POINT: the hand) to `to`, or NULL.
 */
extern const Text morris_fault_over;
const Text *morris_judge_step(const MorrisRules *r, uint32_t own, uint32_t enemy, bool places,
                              bool flies, int from, int to);
/* Writes the fault into why, with points {from, to, the one in question} and points of an example
 * on this board; returns false. */
bool morris_say_fault(const Game *game, const Pos *pos, const char *text, const Text *fault,
                      const int *points, Lang lang, char *why);

/* plain_say.c, stacking_say.c: reading moves. */
bool morris_plain_read_move(const Game *, const Pos *, const char *, Lang, Move *, char *);
bool morris_stacking_read_move(const Game *, const Pos *, const char *, Lang, Move *, char *);

#endif
