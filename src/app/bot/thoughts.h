/* SPDX-License-Identifier: MIT */
/* The thinking of all bots of a process: a few threads, each with a search of its own or an engine
 * of its own, and a queue. Whoever has the least time left is served first. */
#ifndef CONCENTRIC_APP_BOT_THOUGHTS_H
#define CONCENTRIC_APP_BOT_THOUGHTS_H

#include "play/variants.h"

typedef struct Thoughts Thoughts;

typedef struct ThoughtsSetup {
    int threads;        /* at least 1 */
    const char *engine; /* as for a tournament (tournament/spec.h); NULL: our levels */
    double most_ms;     /* for a move, however much time there is */
    Variants *variants; /* the caller's */
    void (*wake)(void); /* an answer is there; from another thread */
} ThoughtsSetup;

/* NULL with a reason. */
Thoughts *thoughts_open(const ThoughtsSetup *setup, char *why);
void thoughts_close(Thoughts *thoughts);

/* A position to think about. */
typedef struct ThoughtAsk {
    uint64_t game, number; /* whose and which: they come back with the answer */
    const char *variant, *start;
    const char (*moves)[MOVE_TEXT_MAX];
    int move_count;
    int level; /* 1 to LEVEL_MAX; not with an engine */
    uint64_t seed;
    double left_ms, more_ms; /* of the clock, and what a move earns; left < 0: no clock */
    double other_ms;
} ThoughtAsk;

typedef struct ThoughtAnswer {
    uint64_t game, number;
    char move[MOVE_TEXT_MAX]; /* "": none was found */
    bool has_score;
    int score;         /* hundredths of a man, for the side to move */
    char why[WHY_MAX]; /* without a move */
} ThoughtAnswer;

/* Copies the question. False without memory. */
bool thoughts_ask(Thoughts *thoughts, const ThoughtAsk *ask);
bool thoughts_take(Thoughts *thoughts, ThoughtAnswer *out);

#endif
