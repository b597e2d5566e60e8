/* SPDX-License-Identifier: MIT */
/* A game as it is played: every position and move so far, undo and redo, the draw by third
 * occurrence (core/past.h), agreement and resignation. */
#ifndef CONCENTRIC_CORE_MATCH_H
#define CONCENTRIC_CORE_MATCH_H

#include "core/past.h"

enum { MATCH_PLIES_MAX = 20000 };

/* After `ply` moves. */
typedef struct MatchEntry {
    Pos pos;
    Move move;         /* the move that led here; 0 at ply 0 */
    uint64_t text_key; /* of what the position text shows */
    uint32_t seen;     /* how often this text has stood so far, this time included */
    uint32_t before;   /* an earlier ply in the same bucket; UINT32_MAX if none */
    bool again;        /* some text has stood twice or more so far */
} MatchEntry;

typedef struct Match {
    const Game *game;
    MatchEntry *entry;  /* [0 .. last] */
    uint32_t *bucket;   /* [capacity], by text key: the last ply in it; UINT32_MAX if none */
    uint32_t ply, last; /* where we are; the end of what redo can reach */
    uint32_t capacity;
    Outcome ended;      /* by agreement or resignation; winner NONE while it is not */
    uint32_t drawn_ply; /* first ply at which repetition drew; UINT32_MAX if none */
} Match;

/* Begins at `start`. False if there is no memory; then nothing needs freeing. */
bool match_begin(Match *match, const Game *game, const Pos *start);
void match_free(Match *match);

const Pos *match_pos(const Match *match);

typedef enum MatchError { MATCH_OK, MATCH_TOO_LONG, MATCH_NO_MEMORY } MatchError;

/* What to tell of an error, in English. */
const Text *match_error(MatchError error);

/* Plays a legal move; what could be redone is gone. Play may go on after a third occurrence. */
MatchError match_play(Match *match, Move move);

/* What has stood up to where we are; nothing if no next move could draw by it, also because the
 * match is drawn by repetition already. It asks the match, which must stay as it is meanwhile. */
Past match_past(const Match *match);

/* One ply back or forth; false if there is none. Both take back an agreement or resignation. */
bool match_undo(Match *match);
bool match_redo(Match *match);

/* The players' own acts. False, and nothing changed, if the game is over already. */
bool match_agree(Match *match);
bool match_resign(Match *match, int player);

/* The rules' result, or the third occurrence from the ply on at which it stood, or the players'
 * own acts. */
Outcome match_outcome(const Match *match);

#endif
