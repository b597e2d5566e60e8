/* SPDX-License-Identifier: MIT */
/* What the files of the search share: search.c drives iterations, node.c visits nodes, order.c
 * orders moves. */
#ifndef CONCENTRIC_AI_INNER_H
#define CONCENTRIC_AI_INNER_H

#include "ai/search.h"

enum {
    INFINITE = SEARCH_WIN + 1,
    ORDER_TT = INT32_MAX,      /* the move of the transposition table */
    ORDER_NOISY = 1 << 29,     /* and above: noisy moves */
    ORDER_KILLER = 1 << 28,    /* killers and the counter-move */
    ORDER_LOSING = -(1 << 29), /* and below: moves that lose something */
    HISTORY_MAX = 1 << 20,
};

/* 0 marks a free slot. */
static inline uint64_t seen_key(uint64_t key)
{
    return key ? key : 1;
}

/* The positions on the path to the node, by what their texts show: a set with open addressing. Keys
 * are removed in the reverse order of insertion, so clearing a slot never breaks the probe chain of
 * another key. */
static inline uint32_t seen_slot(const Search *s, uint64_t key)
{
    uint32_t at = key & (SEARCH_SEEN - 1);
    while (s->seen[at] && s->seen[at] != key)
        at = (at + 1) & (SEARCH_SEEN - 1);
    return at;
}

/* The search cannot look into a move, so history scores are indexed by a hash of it. */
static inline uint32_t history_index(uint32_t hash)
{
    return hash >> (32 - SEARCH_MOVE_BITS);
}

/* order.c: gives every move of a frame its ordering score and drops those that the level overlooks.
 * `before` is the move that led here, 0 at the root. */
void order_moves(const Search *s, SearchFrame *f, int ply, Move before);
/* For quiescence: keeps noisy moves only. */
void order_noisy(const Search *s, SearchFrame *f);
/* For futility pruning: keeps the transposition table's move and noisy moves of a list that has its
 * ordering scores; returns how many. */
int order_keep_noisy(SearchFrame *f);
/* Moves the best remaining move to place `at`, behind those that were picked; false if there is
 * none left. */
bool order_pick(SearchFrame *f, int at);
/* The move at f->next caused a beta cutoff, those before it did not: updates killers, counter-move
 * and history. */
void order_cutoff(Search *s, SearchFrame *f, Move before);

/* node.c */
int outcome_score(const Pos *pos, Winner winner, int ply);
/* Begins the move loop of a frame whose moves are generated and ordered. */
void node_open(SearchFrame *f);
/* One step of the search: the top frame's next move, or back to its parent. False if the root has
 * no move left to search. */
bool node_step(Search *s);

/* search.c: the root's current move has the best score so far. */
void search_new_best(Search *s, int value);

#endif
