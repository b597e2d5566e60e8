/* SPDX-License-Identifier: MIT */
/* How a tournament stands: what its games came to, counted. Engine A is 0, B is 1. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_STANDING_H
#define CONCENTRIC_APP_TOURNAMENT_STANDING_H

#include "app/tournament/stats.h"
#include "base/str.h"
#include "core/types.h"

typedef enum Verdict {
    VERDICT_RULES,
    VERDICT_REPETITION,
    VERDICT_LENGTH,  /* too many moves: a draw */
    VERDICT_RESIGNS, /* adjudicated by the scores */
    VERDICT_DRAWN,   /* adjudicated by the scores */
    VERDICT_CRASH,   /* from here on the fault of one side, which loses */
    VERDICT_ILLEGAL,
    VERDICT_TIME,
    VERDICT_SILENCE, /* no answer at all, `stop` included */
    VERDICT_COUNT
} Verdict;

/* What is kept of one game. */
typedef struct Result {
    uint32_t game;  /* number in the schedule, from 0 */
    uint8_t halves; /* half points of engine A: 0, 1, 2 */
    Verdict verdict;
    uint32_t plies;
    int32_t over_ms[2]; /* by engine: its latest answer, measured from its limit; never negative */
} Result;

typedef struct Standing {
    uint32_t games;  /* in the schedule */
    uint8_t *halves; /* by game: half points of A + 1, 0 if it is not played */
    uint32_t played;
    uint32_t by_halves[3];    /* A's losses, draws, wins */
    uint32_t as_player[2][3]; /* the same, by the player that A was */
    uint32_t verdicts[VERDICT_COUNT];
    uint32_t faults[2][VERDICT_COUNT];
    uint64_t plies;
    int32_t over_ms[2];
    Pentanomial pairs;
} Standing;

/* False if there is no memory. */
bool standing_begin(Standing *standing, uint32_t games);
void standing_free(Standing *standing);
bool standing_has(const Standing *standing, uint32_t game);
/* Counts a game of the schedule that has not been counted. */
void standing_add(Standing *standing, const Result *result);

bool verdict_is_fault(Verdict verdict);
/* Its word in the journal. */
const char *verdict_name(Verdict verdict);
bool verdict_find(const char *name, Verdict *out);

/* How many games an engine lost by its own fault. */
uint32_t standing_faults(const Standing *standing, int engine);
/* Elo of A over B with its interval, from whole pairs. */
void standing_write_elo(const Standing *standing, Str *out);

/* One line: the running score. sprt may be NULL. */
void standing_write_line(const Standing *standing, const char *const name[2], const Sprt *sprt,
                         Str *out);
/* The whole report, several lines. */
void standing_write(const Standing *standing, const char *const name[2], const Sprt *sprt,
                    Str *out);

#endif
