/* SPDX-License-Identifier: MIT */
/* Which move is best? Iterative deepening over a principal variation search that knows no game
 * (docs/adr/0030). It is a machine with a stack of its own, so that it can be stopped after any
 * node and taken up again: however it is cut into slices, it visits the same nodes. With a limit on
 * nodes or depth and a cleared table the same call gives the same answer on every machine.
 *
 *     search_begin(search, &memory, match, &limits);
 *     while (search_go_on(search, 20))
 *         ...show search->best, score, line[0]...
 *
 * Several threads may think about one position (Lazy SMP): each has a Search and a SearchMemory of
 * its own, which share one table; the one whose limits say helper 0 decides, the others go on until
 * their stop is set. think/ and web/worker.js do that.
 *
 * No threads, no files, no malloc here. All memory is the caller's. */
#ifndef CONCENTRIC_AI_SEARCH_H
#define CONCENTRIC_AI_SEARCH_H

#include "ai/level.h"
#include "ai/table.h"
#include "core/known.h"
#include "core/match.h"

enum {
    SEARCH_PLIES_MAX = 64,
    SEARCH_HISTORY_MAX = 1000,         /* plies of the match that are looked at for repetition */
    SEARCH_WIN = 30000,                /* won now; a win in n plies is SEARCH_WIN - n */
    SEARCH_PROVED = SEARCH_WIN - 2000, /* scores from here on are such wins, also an oracle's */
    SEARCH_KNOWN_WON = SEARCH_PROVED - 1000, /* won, but nobody knows in how many plies */
    SEARCH_SEEN = 2048,                      /* slots of the set of positions on the way here */
    SEARCH_PRINT_BITS = 12,
    SEARCH_PRINTS = 1 << SEARCH_PRINT_BITS, /* moves that history scores tell apart */
    SEARCH_LINES_MAX = 16,                  /* of MultiPV */
    /* What front ends hand in unless told otherwise; node counts compare only if it is equal. */
    SEARCH_TABLE_SLOTS = 1 << 20,
    SEARCH_ROOM = 1 << 18, /* moves, beside moves_max of the game */
};

typedef struct SearchMemory {
    Table table;         /* what is in it is used; clear it for a new game or a fresh start */
    Move *moves;         /* `room` of them; */
    int32_t *order;      /* as many */
    size_t room;         /* at least moves_max; deepening stops where it is too small */
    double (*now)(void); /* milliseconds; NULL: no clock, so no limits of time */
    Oracle oracle;       /* solved positions; ask is NULL if there are none */
} SearchMemory;

/* 0 means: no limit. */
typedef struct SearchLimits {
    int depth;
    uint64_t nodes;
    double time_ms; /* spent inside search_go_on: never more */
    double soft_ms; /* no further iteration begins after this */
    int mate;       /* ends when a win in so many plies is found */
    int lines;      /* best lines wanted, at most SEARCH_LINES_MAX; 0 is 1 */
    int level;      /* 1 to 10, see level.h; 0 plays its best */
    uint64_t seed;  /* for the choices of levels 1 to 9 */
    int helper;     /* 0, or the number of a helping thread, for which only `stop` counts */
} SearchLimits;

typedef struct SearchLine {
    int score; /* for the side to move at the root */
    int length;
    Move move[SEARCH_PLIES_MAX]; /* best play */
} SearchLine;

/* A node on the way from the root. Scores are for its side to move. */
typedef struct SearchFrame {
    Pos pos;
    Move *moves;
    int32_t *order; /* of the moves not tried yet: higher is sooner */
    int count, next;
    int depth;                    /* plies left below here; 0 or less: only gains are looked at */
    int alpha, beta, floor, best; /* floor: alpha at first */
    Move best_move, killer[2];    /* killers belong to the ply, not to the node */
    uint64_t seen_key;
    uint32_t table_print, seen_at;
    bool stood;     /* on the way here too, but a duty keeps it from being a draw */
    int reduced;    /* plies by which the move under way is searched less deeply */
    int calm_score; /* the most that quiet moves are thought to bring, if it is hopeless: */
    bool hopeless;  /* they are not looked at */
    bool forced;    /* there is only one legal move */
    bool scout;     /* it is searched with a null window */
    bool again;     /* and must be searched once more, deeper or with the full window */
    bool sorted;    /* the rest of the list needs no choosing */
} SearchFrame;

typedef struct Search {
    /* The answer so far. best is 0 only if the game is over at the root. */
    Move best;
    int score; /* of the best move, for the side to move */
    int depth; /* of the last iteration that was finished */
    int seldepth;
    int line_count;                    /* fewer than wanted where there are fewer moves */
    SearchLine line[SEARCH_LINES_MAX]; /* the first begins with the best move */
    uint64_t nodes, oracle_hits;
    double spent_ms;
    bool done;
    bool known; /* an oracle knows the value of the root and of all lines: search_told is sure */

    /* Set it from another thread or a signal handler, and the search ends. */
    atomic_bool stop;

    /* The rest is the search's own. */
    const Game *game;
    SearchMemory memory;
    SearchLimits limits;
    Level level;
    int iteration, ply;
    int line_now, line_goal; /* which of the best lines is being searched, and how many */
    int shift;               /* places by which a helper's root moves are turned; 0: not yet */
    int window;              /* half the width of the aspiration window */
    bool full_width;         /* no reductions, no quiescence: what is found is the shortest */
    bool short_of_room;
    bool kept;      /* the root is known: only its best moves stayed, which all have this */
    int root_score; /* score, */
    int root_value; /* which says: 1 won, 0 drawn, -1 lost */
    bool vague;     /* but no plies: only a search tells the moves apart, for which positions of */
                    /* the same value are open */
    unsigned generation;
    uint64_t salt;     /* mixed into the table's keys: levels do not share what they overlooked */
    double began;      /* of this slice */
    uint64_t work;     /* nodes and moves made, in rough units of time */
    uint64_t check_at; /* work at which to look at the clock */
    SearchFrame frame[SEARCH_PLIES_MAX + 1];
    Move lines[SEARCH_PLIES_MAX + 1][SEARCH_PLIES_MAX + 1];
    uint8_t line_lengths[SEARCH_PLIES_MAX + 2];
    int32_t history[2][SEARCH_PRINTS];
    Move counter[SEARCH_PRINTS]; /* what refuted a move last time */
    uint64_t seen[SEARCH_SEEN];
} Search;

/* Begins with the position that the match is at; the positions before it count as draws where they
 * come again. The match may change afterwards; the game and the memory must stay. */
void search_begin(Search *search, const SearchMemory *memory, const Match *match,
                  const SearchLimits *limits);

/* Searches for about `ms` milliseconds (0, or no clock: to the end). True while there is more to
 * do; false when it is done. */
bool search_go_on(Search *search, double ms);

/* Was it ended by time or a stop, in the middle of things, with one line and nothing proved? Then
 * what another search has found at a greater depth may be put in its place. */
bool search_is_open(const Search *search);
void search_adopt(Search *search, int depth, const SearchLine *line);

/* The score of a line as it is to be told: where the root is known, what is known. */
int search_told(const Search *search, int score);

/* The score of a solved position for its side to move, `ply` plies from the root. */
int search_known_score(const Known *known, int ply);

/* Plies until the game is won (positive) or lost (negative) by the side to move, 0 if neither is
 * proved. */
int search_mate(const Search *search);

#endif
