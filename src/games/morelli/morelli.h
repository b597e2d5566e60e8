/* SPDX-License-Identifier: MIT */
/* What the files of Morelli share: cells, the rule values of a variant, its tables.
 *
 * Inside the game every size is the 13 x 13 board: a smaller one is its middle, so that bands,
 * rays, frames and the throne are the same for all. A cell is a bit of 192: file x, rank y (both
 * from 0) is bit 14 x + y. Rank 14 of every file stays empty, so a step never runs over into the
 * next file and eight steps are eight constant shifts:
 *
 *        -13  +1 +15        bits of a file: y = 0 .. 12 and one that is never set
 *        -14   .  +14       word of a cell: cell >> 6, bit in it: cell & 63
 *        -15  -1 +13
 *
 * A point is the contract's number of a cell: the place in the variant's own point list. */
#ifndef CONCENTRIC_GAMES_MORELLI_H
#define CONCENTRIC_GAMES_MORELLI_H

#include "base/bits.h"
#include "core/game.h"

#include <string.h>

enum {
    MORELLI_SIDE = 13,
    MORELLI_STRIDE = MORELLI_SIDE + 1,
    MORELLI_CELLS = MORELLI_SIDE * MORELLI_STRIDE,
    MORELLI_MIDDLE = MORELLI_SIDE / 2,
    MORELLI_THRONE = MORELLI_MIDDLE * MORELLI_STRIDE + MORELLI_MIDDLE,
    MORELLI_REACH = MORELLI_SIDE - 2, /* the longest move, in steps */
    SMALL_REACH = 5,                  /* the same on 7 x 7 */
    MORELLI_DIRECTIONS = 8,
    MORELLI_MEN_MAX = 48,
    MORELLI_STEPS_MAX = 960, /* moves as from and to, see morelli_play_open */
    MORELLI_FRAMES = 42,     /* cells of a quarter of the board, the throne apart */
    MORELLI_KINDS = 27,      /* cells of an eighth, those on its sides included */
};

typedef enum Edition { EDITION_REVISED, EDITION_MINDSPORTS, EDITION_NESTOR } Edition;

typedef enum Setup {
    SETUP_RANDOM,
    SETUP_PAIRS,
    SETUP_PAIRS1,
    SETUP_FACING,
    SETUP_ADJACENT,
    SETUP_FREE,
    SETUP_BLOCKS,
    SETUP_SCATTER
} Setup;

enum { PHASE_PLAY, PHASE_PLACE };

/* Who sits on the throne, in extra[0] of a position: 0 nobody, else the player + 1. */
#define MORELLI_KING(pos) ((pos)->extra[0])

/* The parts of the evaluation. Each has a weight at the start and one at the end of a game. */
enum {
    WEIGHT_KIND,                                /* a man, by kind of cell */
    WEIGHT_FRAME = WEIGHT_KIND + MORELLI_KINDS, /* frames: 1-0, 2-0, 3-0, 4-0, 2-1, 3-1 men */
    WEIGHT_REACH = WEIGHT_FRAME + 6,            /* a cell within reach */
    WEIGHT_ABLE,                                /* a man who can move */
    WEIGHT_RESERVE,                /* a band that a man has before it, while the throne is vacant */
    WEIGHT_RESERVE_HELD,           /* and when it is not */
    WEIGHT_KING,                   /* the throne */
    WEIGHT_KING_FIRST,             /* and the move */
    WEIGHT_TURN,                   /* the move */
    WEIGHT_TAKE,                   /* one, two, three men to turn with the move */
    WEIGHT_LOSE = WEIGHT_TAKE + 3, /* and that the other side could turn */
    WEIGHT_VICTIMS = WEIGHT_LOSE + 3, /* men that could be turned by the side to move */
    WEIGHT_EXPOSED,                   /* and of it */
    WEIGHT_CROWN,                     /* a frame in one move for the vacant throne */
    WEIGHT_EVICT,                     /* and for one that the enemy holds */
    WEIGHT_CROWN_LATER,               /* the same for the side that is not to move */
    WEIGHT_EVICT_LATER,
    WEIGHT_HOPE, /* two moves from a frame, for a side that does not hold the throne */
    WEIGHTS
};

/* What the evaluation adds up for a man on a cell: two weights in one word, and where it is. */
typedef struct MorelliMan {
    int64_t weight;
    uint8_t ahead, quarter, frame;
} MorelliMan;

typedef struct MorelliRules {
    uint8_t size, men; /* men of each side */
    Edition edition;
    Setup setup;
    /* Cells that a man may stop on after n + 1 steps in direction d, and the throne if it may go on
     * from there. */
    PointSet run[MORELLI_DIRECTIONS][MORELLI_REACH];
    uint64_t fan[2][MORELLI_REACH][3][4]; /* the same by lanes, see field.h: up, down */
    uint64_t small_run[MORELLI_DIRECTIONS][SMALL_REACH]; /* the runs as small boards, see small.h */
    PointSet frame[MORELLI_CELLS];                       /* the frame through a cell */
    PointSet frame_cells[MORELLI_FRAMES];                /* the same by frame_number */
    uint64_t guard[MORELLI_CELLS]; /* neighbours that can be captured, see morelli_captures */
    uint64_t man_key[2][MORELLI_CELLS], turned_key[MORELLI_CELLS];
    uint64_t king_key[3], turn_key, place_key;
    PointSet outer; /* cells of the outermost band */
    uint8_t cell[POINTS_MAX];
    Point point[MORELLI_CELLS];          /* POINT_NONE off the board */
    uint8_t frame_number[MORELLI_CELLS]; /* index into morelli_frame_names */
    uint8_t ahead[MORELLI_CELLS];        /* bands between a cell and the throne */
    int reserve;                         /* bands before all men at the start */
    uint8_t quarter[MORELLI_CELLS];      /* of the board: 0 to 3, clockwise from the left side */
    uint8_t kind[MORELLI_CELLS];         /* equal for cells that a symmetry exchanges */
    int64_t weight[WEIGHTS];             /* of the evaluation, two in a word: see evaluate.c */
    MorelliMan man[MORELLI_CELLS];       /* what it wants to know of a man */
} MorelliRules;

static inline const MorelliRules *morelli_rules(const Game *game)
{
    return game->rules;
}

static inline int morelli_cell(int x, int y)
{
    return x * MORELLI_STRIDE + y;
}

/* The cell next to another one in direction d, 0 to 7; the order is that of the point list. */
static inline int morelli_step(int d)
{
    static const int8_t steps[MORELLI_DIRECTIONS] = {-15, -14, -13, -1, 1, 13, 14, 15};
    return steps[d];
}

/* Distance from the edge of the 13 x 13 board: 0 is red, 6 the throne. */
static inline int morelli_band(int cell)
{
    int x = cell / MORELLI_STRIDE, y = cell % MORELLI_STRIDE;
    int dx = x < MORELLI_MIDDLE ? x : MORELLI_SIDE - 1 - x;
    int dy = y < MORELLI_MIDDLE ? y : MORELLI_SIDE - 1 - y;
    return dx < dy ? dx : dy;
}

static inline bool morelli_has(const uint64_t *words, int cell)
{
    return words[cell >> 6] >> (cell & 63) & 1;
}

static inline void morelli_flip(uint64_t *words, int cell)
{
    words[cell >> 6] ^= UINT64_C(1) << (cell & 63);
}

static inline int morelli_men(const Pos *pos, int player)
{
    const uint64_t *men = pos->stones[player];
    return bits_count(men[0]) + bits_count(men[1]) + bits_count(men[2]);
}

/* What a man may pass: no man, and not the throne if a king is on it. */
static inline PointSet morelli_empty(const Pos *pos)
{
    PointSet set;
    for (int w = 0; w < 3; w++)
        set.word[w] = ~(pos->stones[0][w] | pos->stones[1][w]);
    set.word[MORELLI_THRONE >> 6] &= ~((uint64_t)(MORELLI_KING(pos) != 0) << (MORELLI_THRONE & 63));
    return set;
}

static inline PointSet morelli_men_of(const Pos *pos, int player)
{
    PointSet set;
    memcpy(set.word, pos->stones[player], sizeof set.word);
    return set;
}

/* --- Reach ---------------------------------------------------------------------------------------
 * All men of one side step at once, direction by direction: a front of men goes one step on, what
 * is occupied or too far for a man drops out of it, and what is left are the moves of that length.
 * In a front at most one man is on the throne, in passing. */

static inline PointSet morelli_shift(PointSet set, int step)
{
    const uint64_t *w = set.word;
    int k = step & 63, l = -step & 63;
    if (step > 0)
        return (PointSet){{w[0] << k, w[1] << k | w[0] >> l, w[2] << k | w[1] >> l}};
    return (PointSet){{w[0] >> l | w[1] << k, w[1] >> l | w[2] << k, w[2] >> l}};
}

static inline PointSet morelli_advance(const MorelliRules *r, PointSet front, PointSet empty, int d,
                                       int n)
{
    PointSet next = morelli_shift(front, morelli_step(d));
    for (int w = 0; w < 3; w++)
        next.word[w] &= empty.word[w] & r->run[d][n].word[w];
    return next;
}

static inline bool morelli_any(PointSet set)
{
    return set.word[0] | set.word[1] | set.word[2];
}

static inline PointSet morelli_without_throne(PointSet set)
{
    set.word[MORELLI_THRONE >> 6] &= ~(UINT64_C(1) << (MORELLI_THRONE & 63));
    return set;
}

/* --- The window about a cell ---------------------------------------------------------------------
 * The 5 x 5 cells about a cell lie within 61 bits, from 30 below it to 30 above: one word, in which
 * the cell itself is bit 30. Cells off the left and right edge show bits of other fields of the
 * position there; the guard masks them. */
enum { WINDOW_MIDDLE = 30 };

static inline uint64_t morelli_window(const Pos *pos, int player, int cell)
{
    /* In words of the position: 0 the key, 1 to 3 Black's men, 4 to 6 White's. */
    int from = cell - WINDOW_MIDDLE + 64 + 192 * player;
    const char *at = (const char *)pos + 8 * (from >> 6);
    uint64_t low, high;
    memcpy(&low, at, 8);
    memcpy(&high, at + 8, 8);
    return low >> (from & 63) | high << 1 << (~from & 63);
}

/* Enemy men that a man of `player` captures by stopping on `cell`, in window bits: those next to it
 * whose far neighbour is the player's. Where the mover came from does not matter: if it stood on a
 * far neighbour it would have had to jump. */
static inline uint64_t morelli_captures(const MorelliRules *r, const Pos *pos, int player, int cell)
{
    uint64_t own = morelli_window(pos, player, cell), enemy = morelli_window(pos, !player, cell);
    const uint64_t m = UINT64_C(1) << WINDOW_MIDDLE;
#ifdef __BMI2__ /* 14 % more leaves of perft than the shifts, docs/adr/0010 */
    const uint64_t next = m >> 15 | m >> 14 | m >> 13 | m >> 1 | m << 1 | m << 13 | m << 14 |
                          m << 15;
    const uint64_t far = m >> 30 | m >> 28 | m >> 26 | m >> 2 | m << 2 | m << 26 | m << 28 |
                         m << 30;
    uint64_t backed = _pdep_u64(_pext_u64(own, far), next);
#else /* the rest costs more than a branch, docs/adr/0024 */
    if (!(enemy & r->guard[cell]))
        return 0;
    uint64_t backed = (own >> 1 & m << 1) | (own << 1 & m >> 1);
    backed |= (own >> 13 & m << 13) | (own << 13 & m >> 13);
    backed |= (own >> 14 & m << 14) | (own << 14 & m >> 14);
    backed |= (own >> 15 & m << 15) | (own << 15 & m >> 15);
#endif
    return backed & enemy & r->guard[cell];
}

/* The same captures for the player to move as bits by direction. */
static inline unsigned morelli_capture_set(const MorelliRules *r, const Pos *pos, int cell)
{
    uint64_t window = morelli_captures(r, pos, pos->turn, cell);
    unsigned set = 0;
    for (int d = 0; window && d < MORELLI_DIRECTIONS; d++)
        set |= (unsigned)(window >> (WINDOW_MIDDLE + morelli_step(d)) & 1) << d;
    return set;
}

/* Are all four cells of a frame among `men`? */
static inline bool morelli_framed_by(const PointSet *cells, const uint64_t *men)
{
    const uint64_t *frame = cells->word;
    return !((frame[0] & ~men[0]) | (frame[1] & ~men[1]) | (frame[2] & ~men[2]));
}

/* The same of the frame through `cell`. */
static inline bool morelli_framed(const MorelliRules *r, const uint64_t *men, int cell)
{
    return morelli_framed_by(&r->frame[cell], men);
}

/* --- Bits of a move ------------------------------------------------------------------------------
 *   0..7 from   8..15 to   16..23 nestor: enemy men turned, by direction   24 nestor: the throne is
 *   taken   25 a placement (on `to`) */
#define MORELLI_TURNED_SHIFT 16
#define MORELLI_CROWN        (UINT64_C(1) << 24)
#define MORELLI_PLACE        (UINT64_C(1) << 25)

static inline int morelli_from(Move move)
{
    return (int)(move & 0xff);
}

static inline int morelli_to(Move move)
{
    return (int)(move >> 8 & 0xff);
}

/* What a move of play does, whatever the edition. */
typedef struct MorelliEffect {
    int from, to;
    int turned[MORELLI_DIRECTIONS], turned_count;   /* cells, in the order of the point list */
    int frame[MORELLI_DIRECTIONS + 1], frame_count; /* a cell of each frame that it completes */
    bool crowned;                                   /* the mover's king takes the throne */
} MorelliEffect;

/* moves.c */
void morelli_play_open(Game *game);
void morelli_place_apply(const MorelliRules *r, const Pos *pos, Move move, Pos *next);
int morelli_place_moves(const MorelliRules *r, const Pos *pos, Move *out);
/* All moves of play as from and to alone, at most MORELLI_STEPS_MAX. */
int morelli_list_steps(const MorelliRules *r, const Pos *pos, Move *out);
bool morelli_can_move(const MorelliRules *r, const Pos *pos);
uint64_t morelli_key(const Game *game, const Pos *pos);

/* choice.c: nestor, where captures and the throne are the mover's choice. */
void morelli_choice_open(Game *game);

/* names.c: which quarter of its band a cell is in, and which kind of cell it is. */
int morelli_quarter(int cell);
int morelli_kind(int cell);

/* weights.c */
extern const int16_t morelli_weights[2][WEIGHTS][2]; /* small boards, large ones */

/* evaluate.c: puts weights into use. */
void morelli_set_weights(MorelliRules *r, const int16_t (*weights)[2]);

/* rate.c */
bool morelli_noisy(const Game *game, const Pos *pos);
void morelli_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out);
void morelli_rate_choices(const Game *, const Pos *, const Move *, int count, int32_t *out);

/* possible.c: for size 7. */
bool morelli_possible(const Game *game, const Pos *pos, unsigned results);

/* evaluate.c */
int morelli_evaluate(const Game *game, const Pos *pos);

/* effect.c */
MorelliEffect morelli_effect(const MorelliRules *r, const Pos *pos, Move move);
void morelli_write_move(const Game *game, const Pos *pos, Move move, Str *out);
int morelli_path(const Game *game, const Pos *pos, Move move, Step *out);
int morelli_events(const Game *game, const Pos *pos, Move move, Event *out);

/* board.c: fills tables and shape; size is set. */
void morelli_make_board(MorelliRules *r, Shape *shape);

/* setup.c */
void morelli_start(const Game *game, uint64_t seed, Pos *out);
bool morelli_has_placing(const MorelliRules *r);
/* Who places when n men stand. */
int morelli_placer(const MorelliRules *r, int men);

/* names.c: by frame_number, and the bands from the outside of 13 x 13. */
extern const Text morelli_frame_names[MORELLI_FRAMES];
extern const Text morelli_band_names[BANDS_MAX];
/* The number of the frame through a cell that is not the throne. */
int morelli_frame_number(int cell);

/* ops.c: a set of cells as a set of points. */
PointSet morelli_points(const MorelliRules *r, const PointSet *cells);

/* text.c, say.c */
void morelli_write_pos(const Game *game, const Pos *pos, Str *out);
bool morelli_read_pos(const Game *game, const char *text, Lang lang, Pos *out, char *why);
bool morelli_read_move(const Game *, const Pos *, const char *, Lang, Move *, char *);

extern const Family morelli_family;
extern const GameOps morelli_ops;

/* Numbers in game->pieces. */
enum { PIECE_BLACK = 1, PIECE_WHITE, PIECE_BLACK_KING, PIECE_WHITE_KING, PIECE_END };

#endif
