/* SPDX-License-Identifier: MIT */
/* Which move is best? A search has its memory and its threads; it searches one match at a time, and
 * what it found out serves the next position. Include concentric/concentric.h.
 *
 *     concentric_limits limits = {.time_ms = 1000, .lines = 3};
 *     concentric_search *search = concentric_search_new(concentric_game_of(match), 0, 1, why);
 *     if (concentric_search_run(search, match, &limits, why))
 *         puts(concentric_search_best(search));
 */
#ifndef CONCENTRIC_SEARCH_H
#define CONCENTRIC_SEARCH_H

#include "concentric/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct concentric_search concentric_search;

/* 0 means: no limit. Zero what you do not set. With one thread, a limit of nodes or depth and a
 * cleared search the same call gives the same answer on every machine. */
typedef struct concentric_limits {
    double time_ms;
    uint64_t nodes;
    int32_t depth;
    int32_t mate;     /* ends when a win in so many plies is found */
    int32_t lines;    /* best lines wanted, at most CONCENTRIC_LINES_MAX; 0 is 1 */
    int32_t level;    /* 1 to concentric_level_count(): how strong it plays; 0: its best */
    uint64_t seed;    /* for the choices of levels */
    const char *only; /* moves with spaces between them: no others are looked at; NULL: all */
    /* Called after iterations, on a thread of the search, while concentric_search_run waits: the
     * answers so far can be asked for. False ends the search. NULL: not called. */
    bool (*progress)(void *context, concentric_search *search);
    void *context;
    uint64_t reserved[8]; /* 0 */
} concentric_limits;

#define CONCENTRIC_LINES_MAX 16

/* hash_mb: memory for what it finds out, 0 is 64; threads: 0 is 1, at most 64. */
CONCENTRIC_API concentric_search *concentric_search_new(const concentric_game *game, size_t hash_mb,
                                                        int threads, char *why);
CONCENTRIC_API void concentric_search_free(concentric_search *search);
/* Asks a database of its game from now on, none if that is NULL; the database must outlive the
 * search. A file with a learnt evaluation (docs/engine.md): the same, "" is none. Neither while it
 * runs. False with a reason. */
CONCENTRIC_API bool concentric_search_set_database(concentric_search *search,
                                                   const concentric_database *database, char *why);
CONCENTRIC_API bool concentric_search_set_net(concentric_search *search, const char *path,
                                              char *why);
/* Forgets what it found out, and a stop: for a new game, or for the same answer again. */
CONCENTRIC_API void concentric_search_clear(concentric_search *search);

/* Searches the position of a match of its game, its history included, and returns when it is done.
 * With no limit at all it ends only by a stop or a proof. False with a reason: the game is over
 * here, `only` has no legal move or an illegal one, another variant, no memory. */
CONCENTRIC_API bool concentric_search_run(concentric_search *search, const concentric_match *match,
                                          const concentric_limits *limits, char *why);
/* Ends the run that is under way, or if there is none the next one, as soon as it has a move. From
 * any thread, and from a signal handler. A run forgets the stop when it returns. */
CONCENTRIC_API void concentric_search_stop(concentric_search *search);

/* -- The answer: after a run, and within progress. Texts are valid until the next call. */

/* NULL before the first run. */
CONCENTRIC_API const char *concentric_search_best(concentric_search *search);
/* Lines of best play, the best first: their moves with spaces between them; their scores for the
 * player to move, in hundredths of a man. */
CONCENTRIC_API size_t concentric_search_line_count(const concentric_search *search);
CONCENTRIC_API const char *concentric_search_line(concentric_search *search, size_t line);
CONCENTRIC_API int concentric_search_score(const concentric_search *search, size_t line);
/* The depth of the iteration that found a line, in plies. Several lines are always of one
 * iteration; a single one may be a ply deeper than concentric_search_depth, which counts finished
 * ones. */
CONCENTRIC_API int concentric_search_line_depth(const concentric_search *search, size_t line);
/* Plies until the player to move has won (negative: lost) by a line; 0 if nothing is proved. */
CONCENTRIC_API int concentric_search_mate(const concentric_search *search, size_t line);
/* Chances to win, draw and lose by a line, in thousandths. */
CONCENTRIC_API void concentric_search_chances(const concentric_search *search, size_t line,
                                              int out[3]);
CONCENTRIC_API int concentric_search_depth(const concentric_search *search);
CONCENTRIC_API uint64_t concentric_search_nodes(const concentric_search *search);
CONCENTRIC_API double concentric_search_time_ms(const concentric_search *search);
/* Is the score certain, from a database? */
CONCENTRIC_API bool concentric_search_is_known(const concentric_search *search);

#ifdef __cplusplus
}
#endif

#endif
