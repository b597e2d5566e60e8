/* SPDX-License-Identifier: MIT */
/* Matchings of a graph that need not be bipartite: can everybody be paired, if these two are? By
 * Edmonds' blossoms. The matching is kept while edges and vertices are taken out of the graph, so
 * that a question costs one search for a path. */
#ifndef CONCENTRIC_CLUB_MATCHING_H
#define CONCENTRIC_CLUB_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Matching Matching;

/* `count` vertices without edges. NULL without memory. */
Matching *matching_new(int count);
void matching_free(Matching *matching);
void matching_join(Matching *matching, int a, int b);
bool matching_has(const Matching *matching, int a, int b);

/* Pairs as many as can be. True if nobody is left over. */
bool matching_fill(Matching *matching);
/* Takes a and b, who are joined, out as a pair, if all others can then be paired; else nothing
 * changes. The matching before was complete. */
bool matching_settle(Matching *matching, int a, int b);

#endif
