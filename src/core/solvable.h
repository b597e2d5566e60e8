/* SPDX-License-Identifier: MIT */
/* What a game offers so that all its positions can be solved (src/solve): an index of positions.
 * They come in sectors (such as the men on the board and in hand of each side); within a sector
 * every index below `entries` is a position. Positions that differ by a symmetry of the board or by
 * the exchange of the colours share an index. Sides must move in turn.
 *
 * Sectors have stages: a move leads into the same stage or into a lower one. Stages are numbered
 * from 0 without gaps and solved in this order. */
#ifndef CONCENTRIC_CORE_SOLVABLE_H
#define CONCENTRIC_CORE_SOLVABLE_H

#include "core/types.h"

struct Game;

enum { SECTOR_NAME_MAX = 24, SECTORS_MAX = 4096, SECTOR_SUCCESSORS_MAX = 64 };

/* Why a game has none of this. A game whose family says nothing has no numbering written for it. */
typedef enum Unnumbered {
    UNNUMBERED_UNWRITTEN, /* nobody wrote one */
    UNNUMBERED_MEMORY,    /* what may be done depends on earlier moves, which numbers cannot hold */
    UNNUMBERED_TOO_MANY,  /* more positions than a disk holds */
} Unnumbered;

typedef struct Sector {
    char name[SECTOR_NAME_MAX]; /* lower case letters, digits, '-': also the name of its file */
    uint64_t entries;
    uint32_t stage;
} Sector;

typedef struct SectorIndex {
    uint32_t sector;
    uint64_t index;
} SectorIndex;

/* A value with its distance, as one number: 0 for a draw (while solving: not decided), else 1 + 2 *
 * plies + won, where plies are those until the game is over with best play, and the side to move
 * wins or loses. */
typedef uint16_t Worth;
enum { WORTH_DRAW = 0, WORTH_PLIES_MAX = 32766 };

static inline Worth worth_of(int plies, int won)
{
    return (Worth)(1 + 2 * plies + won);
}
static inline int worth_plies(Worth worth)
{
    return (worth - 1) >> 1;
}
static inline bool worth_is_won(Worth worth)
{
    return worth && (worth - 1) & 1;
}
static inline bool worth_is_lost(Worth worth)
{
    return worth && !((worth - 1) & 1);
}

/* Batches for the fast solver, see core/flow.h, and for the verifier, see core/forward.h; moves
 * taken back, see core/unmove.h; small databases, see core/thin.h. */
struct Flow;
struct Forward;
struct Unmove;
struct Thin;

typedef struct Solvable {
    const Text *leaves_out; /* which rules the database ignores; NULL if none */
    /* The tables of the index, to be closed; NULL if there is no memory. Immutable. */
    void *(*open)(const struct Game *game);
    void (*close)(void *tables);
    uint32_t (*sectors)(const void *tables);
    void (*sector)(const void *tables, uint32_t sector, Sector *out);
    /* The sectors of lower stages that moves of this one can lead to; returns how many. */
    int (*successors)(const void *tables, uint32_t sector, uint32_t out[SECTOR_SUCCESSORS_MAX]);
    /* The index of a position; false if it has none (such as a finished game). */
    bool (*rank)(const void *tables, const Pos *pos, SectorIndex *out);
    /* All men of a position, in hand and on the board: no move makes them more. Cheap, so that who
     * knows only positions with few men need not rank others. NULL: nobody asks. */
    uint32_t (*men)(const Pos *pos);
    /* The position at this index, player 1 to move. */
    void (*unrank)(const void *tables, SectorIndex place, Pos *out);
    /* For `count` indices from `first` on, all of its sector: how many positions with the same side
     * to move each stands for; 0 if they are counted at another index of the sector already (then
     * both have the same value). */
    void (*orbits)(const void *tables, SectorIndex first, uint32_t count, uint8_t *out);
    const struct Flow *flow;       /* the first of these two that is there solves; if both are */
    const struct Unmove *unmove;   /* NULL: a stored graph of moves */
    const struct Forward *forward; /* NULL: verified entry by entry */
    const struct Thin *thin;       /* NULL: there are no small databases of this game */
} Solvable;

#endif
