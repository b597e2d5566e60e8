/* SPDX-License-Identifier: MIT */
/* What the files of the search share: search.c drives iterations, node.c visits nodes, order.c
 * decides which move comes first. */
#ifndef CONCENTRIC_AI_INNER_H
#define CONCENTRIC_AI_INNER_H

#include "ai/search.h"

enum {
    INFINITE = SEARCH_WIN + 1,
    ORDER_TABLE = INT32_MAX, /* the table's move */
    ORDER_GAIN = 1 << 29,    /* and what is above: gains */
    ORDER_KILLER = 1 << 28,  /* killers and the counter-move */
    ORDER_LOSS = -(1 << 29), /* and what is below: losses */
    HISTORY_TOP = 1 << 20,
};

/* 0 marks a free slot. */
static inline uint64_t seen_key(uint64_t text_key)
{
    return text_key ? text_key : 1;
}

/* The positions on the way to the node, by what their texts show: a set by open addressing. What
 * was put in last is taken out first, so clearing the slot never cuts the chain of another key. */
static inline uint32_t seen_slot(const Search *s, uint64_t key)
{
    uint32_t at = key & (SEARCH_SEEN - 1);
    while (s->seen[at] && s->seen[at] != key)
        at = (at + 1) & (SEARCH_SEEN - 1);
    return at;
}

/* Moves are words of which nothing is known, so history scores are kept by their prints. */
static inline uint32_t print_bucket(uint32_t print)
{
    return print >> (32 - SEARCH_PRINT_BITS);
}

/* order.c: rates the moves of a frame, forgets those that its level overlooks, and says which comes
 * first. `before` is the move that led here, 0 at the root. */
void order_moves(const Search *s, SearchFrame *f, int ply, Move before);
/* Keeps the gains only. */
void order_gains(const Search *s, SearchFrame *f);
/* Keeps the table's move and gains of a list that is ordered; returns how many. */
int order_keep_gains(SearchFrame *f);
/* Brings the move to search next to f->next; false if there is none left. */
bool order_choose(SearchFrame *f);
/* The move at f->next refutes the position; those before it did not. */
void order_reward(Search *s, SearchFrame *f, Move before);

/* node.c */
int outcome_score(const Pos *pos, Winner winner, int ply);
/* Opens the list of a frame whose moves are made and ordered. */
void node_open(SearchFrame *f);
/* One step of the machine: the top frame's next move, or back to the frame below. False if the
 * root has no move left to search. */
bool node_step(Search *s);

/* search.c: a root move has the best score so far. */
void search_take_root(Search *s, int value, Move move);

#endif
