/* SPDX-License-Identifier: MIT */
/* Which move is best? Iterative deepening over a principal variation search that knows no game
 * (docs/adr/0030). The search keeps its own stack instead of recursing, so it can be paused after
 * any node and resumed: however it is cut into slices, it visits the same nodes. With a limit on
 * nodes or depth and a cleared transposition table the same call gives the same answer on every
 * machine.
 *
 *     search_begin(search, &memory, history, &limits);
 *     while (search_go_on(search, 20))
 *         ...show search->best, score, line[0]...
 *
 * Several threads may think about one position (Lazy SMP): each has a Search and a SearchMemory of
 * its own, which share one transposition table; the one whose limits say helper 0 decides, the
 * others go on until their stop is set. think/ and web/worker.js do that.
 *
 * No threads, no files, no malloc here. All memory is the caller's. */
#ifndef CONCENTRIC_AI_SEARCH_H
#define CONCENTRIC_AI_SEARCH_H

#include "ai/level.h"
#include "ai/tt.h"
#include "core/history.h"
#include "core/known.h"

enum {
    SEARCH_PLIES_MAX = 64,
    SEARCH_HISTORY_MAX = 1000,         /* plies of the game that are looked at for repetition */
    SEARCH_WIN = 30000,                /* won now; a win in n plies is SEARCH_WIN - n */
    SEARCH_PROVED = SEARCH_WIN - 2000, /* scores from here on are such wins, also an oracle's */
    SEARCH_KNOWN_WON = SEARCH_PROVED - 1000, /* won by an oracle that has no distances */
    SEARCH_SEEN = 2048,                      /* slots of the set of positions on the path */
    SEARCH_MOVE_BITS = 12,
    SEARCH_MOVE_BUCKETS = 1 << SEARCH_MOVE_BITS, /* of history scores, by hash of the move */
    SEARCH_LINES_MAX = 16,                       /* of MultiPV */
    /* What front ends use by default; node counts can be compared only if it is equal. */
    SEARCH_TT_SLOTS = 1 << 20,
    SEARCH_ROOM = 1 << 18, /* moves, beside moves_max of the game */
};

typedef struct SearchMemory {
    TransTable tt;       /* its entries are used; clear it for a new game or a fresh start */
    Move *moves;         /* `room` of them; */
    int32_t *order;      /* as many */
    size_t room;         /* at least moves_max; deepening stops where it is too small */
    double (*now)(void); /* milliseconds; NULL: no clock, so no limits of time */
    Oracle oracle;       /* solved positions; ask is NULL if there are none */
    Oracle book;         /* openings, asked at the root alone and if one line is wanted */
    const void *net; /* tables of the game's learnt evaluation (net.h); NULL: it judges itself */
} SearchMemory;

/* 0 means: no limit. */
typedef struct SearchLimits {
    int depth;
    uint64_t nodes;
    double time_ms;   /* spent inside search_go_on: never more */
    double soft_ms;   /* no further iteration begins after this */
    int mate;         /* ends when a win in so many plies is found */
    int lines;        /* best lines wanted, at most SEARCH_LINES_MAX; 0 is 1 */
    int level;        /* 1 to 10, see level.h; 0 plays its best */
    uint64_t seed;    /* for the choices of levels 1 to 9, and for: */
    bool vary;        /* of moves that an oracle says are equally good, any */
    bool unaided;     /* without the oracle and without helpers, as levels */
    int helper;       /* 0, or the number of a helper thread, which only `stop` ends */
    const Move *only; /* if not NULL: only_count moves of the root, and no others are looked at; */
    int only_count;   /* they need to stay only until search_begin is done */
} SearchLimits;

typedef struct SearchLine {
    int score; /* for the side to move at the root */
    int depth; /* of the iteration that found it, 0: of none yet */
    int length;
    Move move[SEARCH_PLIES_MAX]; /* best play */
} SearchLine;

/* A node on the path from the root. Scores are for its side to move. */
typedef struct SearchFrame {
    Pos pos;
    Pos ahead; /* after ahead_move, the one after the next; 0: not made yet */
    Move ahead_move;
    Move *moves;
    int32_t *order; /* of the moves not tried yet: higher is sooner */
    int count, next;
    int picked; /* moves in the front that are in their order */
    int depth;  /* remaining plies; 0 or less: quiescence, only noisy moves are searched */
    int alpha, beta, alpha_start, best; /* alpha_start: alpha when the node was entered */
    Move best_move, killer[2];          /* killers belong to the ply, not to the node */
    uint32_t tt_move_hash, seen_at;
    int reduction;      /* late move reduction of the move being searched, in plies */
    int futility_score; /* evaluation + margin: the most that quiet moves are expected to reach */
    bool futile;        /* that is below alpha, so quiet moves are skipped */
    bool single_reply;  /* there is only one legal move */
    bool scout;         /* the move is being searched with a null window */
    bool research;      /* it failed high and must be searched again, deeper or full window */
    bool sorted;        /* the rest of the list is taken as it stands */
    bool stood;         /* it is on the path already, but a duty keeps it from being a draw */
} SearchFrame;

typedef struct Search {
    /* The answer so far. best is 0 only if the game is over at the root. */
    Move best;
    int score; /* of the best move, for the side to move */
    int depth; /* of the last iteration that was finished */
    int seldepth;
    int line_count; /* fewer than wanted where there are fewer moves, or within the first iteration
                     */
    /* In order: the first begins with the best move, none has a higher score than the one before.
     * Several lines are those of the last iteration that was finished; one line alone may be of
     * the iteration that is under way, when this has found it. */
    SearchLine line[SEARCH_LINES_MAX];
    uint64_t nodes, oracle_hits;
    double spent_ms;
    bool done;
    bool by_book; /* the book chose the moves of the root that are searched */
    bool known;   /* an oracle knows the root and all lines: search_reported_score is certain */

    /* Set it from another thread or a signal handler, and the search ends. */
    atomic_bool stop;

    /* The rest is the search's own. */
    const Game *game;
    SearchMemory memory;
    SearchLimits limits;
    Level level;
    int quiesce; /* plies of quiescence search: the game's, or fewer by the level */
    int iteration, ply;
    int pv_index, multi_pv; /* which of the best lines is being searched, and how many there are */
    int found_count;        /* lines of the iteration under way, and older ones behind them */
    SearchLine found[SEARCH_LINES_MAX];
    int rotation;    /* places by which a helper's root moves are rotated; 0: not yet */
    int window;      /* half the width of the aspiration window */
    bool full_width; /* no reductions, pruning, quiescence: the shortest win is found */
    bool short_of_room;
    /* Where an oracle knows all root moves, only the best ones stay in the list. They all have
     * root_score, which means root_wdl: 1 won, 0 drawn, -1 lost. Without distances (wdl_only) only
     * a search can tell these moves apart, so it does not stop at positions of the same value. */
    bool root_filtered;
    int root_score, root_wdl;
    bool wdl_only;
    unsigned generation;
    uint64_t salt;     /* xored into keys of the transposition table: levels share no entries */
    double began;      /* of this slice */
    uint64_t work;     /* nodes and generated moves, a rough measure of time */
    uint64_t check_at; /* work at which to look at the clock */
    SearchFrame frame[SEARCH_PLIES_MAX + 1];
    Move pv[SEARCH_PLIES_MAX + 1][SEARCH_PLIES_MAX + 1]; /* by ply: the line from there on */
    uint8_t pv_length[SEARCH_PLIES_MAX + 2];
    int32_t history[2][SEARCH_MOVE_BUCKETS];
    Move counter[SEARCH_MOVE_BUCKETS]; /* counter-moves: what refuted a move last time */
    uint64_t seen[SEARCH_SEEN];
} Search;

/* Begins with the last position of a history; its earlier ones count as draws where they occur
 * again. The history may change afterwards; the game and the memory must stay. */
void search_begin(Search *search, const SearchMemory *memory, const History *history,
                  const SearchLimits *limits);

/* Searches for about `ms` milliseconds (0, or no clock: to the end). True while there is more to
 * do; false when it is done. */
bool search_go_on(Search *search, double ms);

/* Was it ended early, by time or a stop, with one line and nothing proved? Then the result of
 * another search that reached a greater depth may replace its own: search_adopt. */
bool search_may_adopt(const Search *search);
void search_adopt(Search *search, int depth, const SearchLine *line);

/* The score to report for a line: where an oracle knows the root, the oracle's. */
int search_reported_score(const Search *search, int score);

/* The score of a solved position for its side to move, `ply` plies from the root. */
int search_known_score(const Known *known, int ply);

/* Plies until the game is won (positive) or lost (negative) by the side to move, 0 if neither is
 * proved. */
int search_mate(const Search *search);

#endif
