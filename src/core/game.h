/* SPDX-License-Identifier: MIT */
/* The contract of a game. A family of games (Morris, Morelli, MUR) is one const Family; a variant
 * ("nine,flying") is one Game made from it by game_open, immutable from then on and shared freely
 * between threads. Search, solver, front ends and tests use games through this header alone and
 * never name one.
 *
 * Laws, tested over every variant (tests/unit/test_laws.c):
 *  - moves() gives none if and only if the game is over, and never more than moves_max;
 *  - moves are distinct, in their words, their texts and their paths;
 *  - apply() is pure and its key equals key() of the new position;
 *  - symmetries of the shape commute with apply();
 *  - two positions have one text if and only if they have one game_text_key();
 *  - what a game comes to was possible() in each of its positions;
 *  - no start and no start of a next game is a finished game;
 *  - reading what was written gives the same value; all else is refused with a reason. */
#ifndef CONCENTRIC_CORE_GAME_H
#define CONCENTRIC_CORE_GAME_H

#include "base/str.h"
#include "core/event.h"
#include "core/learnt.h"
#include "core/prelim.h"
#include "core/refuse.h"
#include "core/shape.h"
#include "core/solvable.h"
#include "core/types.h"

enum { OPTIONS_MAX = 8, OPTION_VALUES_MAX = 8, PIECES_MAX = 8 };

typedef struct Game Game;
typedef struct SeriesRules SeriesRules;

/* One option of a family. A flag has no values and is off unless named; a choice has the values.
 * Titles are what a player would call it, the names and values what a variant text has. */
typedef struct Option {
    const char *name;
    const char *values[OPTION_VALUES_MAX]; /* none: a flag, with value 0 (off) or 1 (on) */
    Text title, value_title[OPTION_VALUES_MAX];
    Text value_help[OPTION_VALUES_MAX]; /* one sentence each */
    uint8_t fallback;                   /* the default: an index into values */
    struct {                            /* another default where option `option` has `value` */
        bool used;
        uint8_t option, value, fallback;
    } except;
    uint32_t rows; /* bit r: row r of the family has this option */
    Text help;     /* one sentence */
} Option;

/* One game of a family: a row of a table, its rule values in the family's own table. */
typedef struct GameRow {
    const char *id;
    Text title, summary;
} GameRow;

typedef struct Family {
    const char *id;
    Text title;
    const GameRow *rows;
    uint8_t row_count, option_count;
    const Option *options;
    const SeriesRules *series; /* its official match (core/series.h); NULL for the usual one */
    uint8_t short_plies;       /* a game of fewer plies is too short to be rated */
    size_t rules_size;         /* bytes that game_open sets aside, zeroed, for game->rules */
    /* Fills shape, rules, functions and limits of a game whose row and options are set. False with
     * a reason in why, in the language, if the options do not go together. */
    bool (*open)(Game *game, Lang, char *why);
} Family;

typedef enum PieceForm { FORM_MAN, FORM_STACK, FORM_KING, FORM_MONSTER } PieceForm;

enum { NEUTRAL = 2 };

typedef enum Shade { SHADE_WHITE, SHADE_BLACK, SHADE_NEUTRAL } Shade;

typedef struct Piece {
    char letter;   /* in the position text */
    uint8_t owner; /* 0, 1 or NEUTRAL */
    Shade shade;   /* as it is drawn; what lies under a stack has the other one */
    PieceForm form;
    Text name;
} Piece;

/* Playing levels. What they mean is told in ai/level.h. */
enum { LEVEL_NONE = 0, LEVEL_MAX = 10 };

/* An evaluation that is a weighted sum, as `concentric tune` needs it: score = sum of weight[i] *
 * out[i] for the side to move. */
enum { FEATURES_MAX = 112 };
typedef struct Features {
    int count, row; /* at most FEATURES_MAX; weights per row of the table, one row for each phase */
    const int16_t *weight;
    void (*take)(const Game *, const Pos *, int16_t *out);
} Features;

/* The functions that are not hot. None allocates, none keeps state. */
typedef struct GameOps {
    void (*start)(const Game *, uint64_t seed, Pos *out);
    uint64_t (*key)(const Game *, const Pos *); /* from scratch */
    Outcome (*outcome)(const Game *, const Pos *);
    /* How a game that the players agree to end here ends. */
    Outcome (*agreed)(const Game *, const Pos *);
    /* Optional: how the next game of a series begins, `starter` to move. `last` is the end of the
     * game before it, NULL if the board is set up afresh. */
    void (*next_start)(const Game *, const Pos *last, int starter, Pos *out);

    /* Writing never fails: POSITION_TEXT_MAX and MOVE_TEXT_MAX bytes are enough for every game. */
    void (*write_pos)(const Game *, const Pos *, Str *out);
    void (*write_move)(const Game *, const Pos *, Move, Str *out);
    /* A position from its text. If it is none, `why` (WHY_MAX bytes) says in one sentence of the
     * language what is wrong. */
    bool (*read_pos)(const Game *, const char *text, Lang, Pos *out, char *why);
    /* A legal move from its text, full or short. If it is none, `why` says which rule is against
     * it. */
    bool (*read_move)(const Game *, const Pos *, const char *text, Lang, Move *out, char *why);

    /* The points that a person clicks to make this move: at most PATH_MAX; returns how many. */
    int (*path)(const Game *, const Pos *, Move, Step *out);
    /* What this move does, in order: at most EVENTS_MAX; returns how many. */
    int (*events)(const Game *, const Pos *, Move, Event *out);
    /* Sets of points worth showing: for the whole position, or for a point. At most MARKS_MAX. */
    int (*marks)(const Game *, const Pos *, Point or_none, Mark *out);
    /* Numbers beside the board (men in hand, scores). At most COUNTERS_MAX. */
    int (*counters)(const Game *, const Pos *, Counter *out);
    /* Optional: a handicap between unequal players, by steps from 1 on: the start made easier for
     * side `weaker`. What it is, with its number for {0}; NULL if there is no such step. */
    const Text *(*odds)(const Game *, int weaker, int step, Pos *start, int *number);
    /* Optional: why the side to move has no free choice, and what it must do, as one sentence
     * without a full stop; nothing where it is free. */
    void (*duty)(const Game *, const Pos *, Lang, Str *out);
    /* Optional: what else a player should read beside the board, such as who holds the throne. */
    const Text *(*remark)(const Game *, const Pos *);
    /* The piece on every point: 0 for none, else an index into game->pieces. */
    void (*board)(const Game *, const Pos *, uint8_t *out);
    /* The position with every point p moved to to[p], a symmetry of the shape. */
    void (*transform)(const Game *, const Pos *, const Point *to, Pos *out);
} GameOps;

struct Game {
    /* Hot: once per node. `out` has room for moves_max; returns how many. */
    int (*moves)(const Game *, const Pos *, Move *out);
    /* Hot: *next becomes the position after a legal move; next must not be pos. */
    void (*apply)(const Game *, const Pos *, Move, Pos *next);
    /* Hot in random games, optional: the move at game_pick_index(random, count) in the list of
     * moves(), without making the list where the game can; returns count, and sets *out only if it
     * is not 0. Call it through game_pick. */
    int (*pick)(const Game *, const Pos *, uint32_t random, Move *scratch, Move *out);
    /* Hot in search, optional: how good the position is for the side to move, in hundredths of a
     * man, within +-20000. Called only while the game goes on. */
    int (*evaluate)(const Game *, const Pos *);
    /* Hot in search, optional: what every move of the list seems to gain at once, in hundredths of
     * a man (captures, mills, frames, traps); 0 for a quiet one, less for one that loses something.
     * It orders the search and decides nothing else. */
    void (*rate)(const Game *, const Pos *, const Move *moves, int count, int32_t *out);
    /* Hot in search, optional: may there be a noisy move, one that gains half a man or more at
     * once? Cheap; false only if no move is rated so. */
    bool (*noisy)(const Game *, const Pos *);
    /* Hot in search, optional: of the list of moves(), in its order, all noisy ones and perhaps
     * some others. */
    int (*noisy_moves)(const Game *, const Pos *, Move *out);
    /* Hot in search, optional, where `key` covers more than the position text shows: a hash of
     * exactly that, which is the key where game_draws_here. Call it through game_text_key. */
    uint64_t (*text_key)(const Game *, const Pos *);
    /* Hot in search, optional: is the side to move under a duty that keeps this position from being
     * drawn, however often it occurs? Ask game_draws_here. */
    bool (*no_draw)(const Game *, const Pos *);
    /* Hot in proofs, optional: may the game still come to one of these results (bits 1 << Winner),
     * by whatever moves of either side? True may be too much, false never is. */
    bool (*possible)(const Game *, const Pos *, unsigned results);
    const void *rules;
    uint32_t moves_max;
    const Features *features;   /* what evaluate adds up, NULL if it is no sum */
    const Learnable *learnable; /* how it is judged by learnt tables; NULL: not at all */
    const uint8_t *levels;      /* strengths of levels 1 to LEVEL_MAX - 1; NULL: the usual ones */
    uint8_t quiesce;            /* plies of quiescence search; 0: none */
    uint16_t
        futility_margin; /* per ply: quiet moves hardly change the evaluation by more; 0: unknown */
    bool futility_at_full; /* not by levels 1 to 9, whose strength was found without it */
    bool repeats;   /* positions can recur: the third occurrence is a draw (game_draws_here) */
    bool remembers; /* positions with equal keys may differ in what they carry of the past */

    const Solvable *solvable; /* its positions by number; NULL if they cannot be solved... */
    Unnumbered unnumbered;    /* ...and why */
    const GameOps *ops;
    const Family *family;
    const GameRow *row;
    uint8_t option[OPTIONS_MAX]; /* by the family's option table */
    char id[VARIANT_TEXT_MAX];   /* canonical variant text */
    const Text *player;          /* two names, by turn */
    const Text *man;             /* what a piece is called without its colour; NULL: piece */
    const Piece *pieces;         /* [0] is unused: no piece */
    uint8_t piece_count;
    const Prelim *prelims; /* choices before the first move */
    uint8_t prelim_count;
    Shape shape;
};

/* Makes the game of a variant text from the families given, or returns NULL with a reason in why,
 * in the language. The caller closes it. */
Game *game_open_from(const Family *const *families, size_t count, const char *variant, Lang lang,
                     char *why);
void game_close(Game *game);

/* Which of `count` moves a random number means: each with equal chance, but for count / 2^32. */
static inline int game_pick_index(uint32_t random, int count)
{
    return (int)((uint64_t)random * (uint64_t)count >> 32);
}

/* A legal move at random; returns how many there are, 0 if none. `scratch` has room for moves_max.
 * The same move whether the game has a pick function of its own or not. */
static inline int game_pick(const Game *game, const Pos *pos, uint32_t random, Move *scratch,
                            Move *out)
{
    if (game->pick)
        return game->pick(game, pos, random, scratch, out);
    int count = game->moves(game, pos, scratch);
    if (count)
        *out = scratch[game_pick_index(random, count)];
    return count;
}

/* A hash of exactly what the position text shows: equal for two positions if and only if their
 * texts are, but for collisions of 64 bits. Repetition counts by it. */
static inline uint64_t game_text_key(const Game *game, const Pos *pos)
{
    return game->text_key ? game->text_key(game, pos) : pos->key;
}

/* The one place that says where repetition draws: would the third or any later occurrence of this
 * position be a draw? Occurrences of a position for which the answer is no count all the same. */
static inline bool game_draws_here(const Game *game, const Pos *pos)
{
    return game->repeats && !(game->no_draw && game->no_draw(game, pos));
}

/* A legal move by its word? Uses `scratch` with room for moves_max. */
bool game_is_legal(const Game *game, const Pos *pos, Move move, Move *scratch);

#endif
