/* SPDX-License-Identifier: MIT */
/* An answer without a search: where an oracle knows every move of a position, the best one is
 * chosen by core/perfect.h, and the lines are best play to the end. The fastest win, the longest
 * loss, among draws the one that sets most traps.
 *
 * Solved positions know nothing of the past, but a game is drawn when a position stands for the
 * third time. Who plays the fastest win never meets a position again, for its plies fall with every
 * move; but positions may have stood twice before. So a move that makes the third occurrence, or
 * lets the enemy make it, is judged as the draw that it is. */
#ifndef CONCENTRIC_THINK_ROOT_PROBE_H
#define CONCENTRIC_THINK_ROOT_PROBE_H

#include "ai/search.h"

/* The keys of the positions of a match that have stood twice, the latest of them; none if the match
 * is drawn already. */
typedef struct Past {
    uint64_t key[SEARCH_HISTORY_MAX];
    int count;
} Past;
void past_of(const Match *match, Past *out);

/* Ends a search that has just begun, if all is known: a win or a loss with its plies, or a draw.
 * False if not, or if `stop` or the time of the search came first; then the search is to go on, and
 * the time is counted. */
bool root_probe(Search *search, const Past *past, const atomic_bool *stop);

#endif
