/* SPDX-License-Identifier: MIT */
/* Probing the database at the root: where an oracle knows every move of a position, no search is
 * needed. The best move is chosen by core/perfect.h, and the lines are best play to the end: the
 * fastest win, the longest loss, among draws the one that sets most traps. The history
 * counts: a move into a third occurrence is a draw (core/perfect.h). */
#ifndef CONCENTRIC_THINK_ROOT_PROBE_H
#define CONCENTRIC_THINK_ROOT_PROBE_H

#include "ai/search.h"

/* The text keys of the positions of a history that have stood twice or more, the latest of them;
 * none if the game is drawn already. A copy, because the history may change during the search. */
typedef struct Twice {
    uint64_t text_key[SEARCH_HISTORY_MAX];
    int count;
} Twice;
void twice_of(const History *history, Twice *out);

/* Ends a search that has just begun, if all is known: a win or a loss with its plies, or a draw.
 * False if not, or if `stop` or the time of the search came first; then the search is to go on, and
 * the time is counted. */
bool root_probe(Search *search, const Twice *twice, const atomic_bool *stop);

#endif
