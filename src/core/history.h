/* SPDX-License-Identifier: MIT */
/* How a position came about, as the search and self-play need it: the position, and of every
 * earlier one the key of its text, so that repetitions are found (core/past.h). A move can be added
 * and nothing taken back. A game that people play is play/table.h, its moves play/tree.h, which
 * writes such a history of any of its nodes. */
#ifndef CONCENTRIC_CORE_HISTORY_H
#define CONCENTRIC_CORE_HISTORY_H

#include "core/past.h"

enum { HISTORY_PLIES_MAX = 20000 };

/* After so many moves as its place in the list. */
typedef struct HistoryEntry {
    uint64_t text_key; /* of what the position text shows */
    uint32_t seen;     /* how often this text has stood so far, this time included */
    uint32_t before;   /* an earlier entry in the same bucket; UINT32_MAX if none */
} HistoryEntry;

typedef struct History {
    const Game *game;
    Pos pos;
    uint32_t ply;        /* moves so far */
    HistoryEntry *entry; /* [0 .. ply] */
    uint32_t *bucket;    /* [capacity], by text key: the last entry in it; UINT32_MAX if none */
    uint32_t capacity;
    uint32_t drawn_ply; /* from which on it is drawn by repetition; UINT32_MAX if none */
    bool again;         /* some text has stood twice or more */
} History;

/* Begins at `start`. False if there is no memory; then nothing needs freeing. */
bool history_begin(History *history, const Game *game, const Pos *start);
void history_free(History *history);

/* Begins anew, in the memory that it has. */
void history_restart(History *history, const Pos *start);

/* Room for one more move: then the next one cannot fail. False as for: */
bool history_make_room(History *history);
/* Plays a legal move, also after a third occurrence. False, and nothing changed, if there is no
 * memory or the game has HISTORY_PLIES_MAX moves. */
bool history_play(History *history, Move move);
/* The same, where the next position and its game_text_key are known. */
bool history_add(History *history, const Pos *next, uint64_t text_key);

/* What has stood so far; nothing if no next move could draw by it, also because the game is drawn
 * by repetition already. It asks the history, which must stay as it is meanwhile. */
Past history_past(const History *history);

/* By the rules, or a draw from the third occurrence on. */
Winner history_winner(const History *history);

#endif
