/* SPDX-License-Identifier: MIT */
/* The computer at the board: a Thinker of the game that is played, one job at a time, in the
 * background. It wakes the loop (signals.h) when there is news; the loop takes it from here. */
#ifndef CONCENTRIC_APP_TUI_BRAIN_H
#define CONCENTRIC_APP_TUI_BRAIN_H

#include "ai/teacher.h"
#include "app/tui/thought.h"
#include "core/history.h"
#include "core/known.h"
#include "play/clock.h"
#include "play/seat.h"

typedef enum BrainTask {
    BRAIN_IDLE,
    BRAIN_MOVE,
    BRAIN_HINT,
    BRAIN_EVALUATE,
    BRAIN_ANSWER /* does it agree to end the game? */
} BrainTask;

typedef struct BrainJob {
    BrainTask task;
    History *history; /* the position to think about and how it came about: the brain frees it */
    Lesson lesson;    /* of the game so far, where a teacher is to move */
    Oracle oracle;
    Seat seat;          /* whose move it is */
    const Clock *clock; /* with whose time, at `now` */
    int64_t now;
    uint64_t seed;
    int lines; /* best ones that an evaluation looks for; 0 is 1 */
} BrainJob;

typedef struct Brain Brain;

/* NULL if there is no memory. */
Brain *brain_open(int threads);
void brain_close(Brain *brain);

/* Begins a job; an earlier one is forgotten. False if there is no memory; the history is the
 * brain's in any case. */
bool brain_start(Brain *brain, const BrainJob *job);
/* Forgets the job under way. brain_leave also forgets game and oracle: before those are closed. */
void brain_stop(Brain *brain);
void brain_leave(Brain *brain);
/* Lets it end at once with what it has. */
void brain_hurry(Brain *brain);
BrainTask brain_task(const Brain *brain);

/* News: true if there is something new in *out; *done if the job is done (then it is idle). */
bool brain_news(Brain *brain, Thought *out, bool *done);

#endif
