/* SPDX-License-Identifier: MIT */
/* The computer at the board: a Thinker of the game that is played, one task at a time, in the
 * background. It wakes the loop (signals.h) when there is news; the loop takes it from here. */
#ifndef CONCENTRIC_APP_TUI_BRAIN_H
#define CONCENTRIC_APP_TUI_BRAIN_H

#include "app/tui/play.h"

typedef enum BrainTask { BRAIN_IDLE, BRAIN_MOVE, BRAIN_HINT, BRAIN_EVALUATE } BrainTask;

typedef struct Brain Brain;

/* NULL if there is no memory. */
Brain *brain_open(int threads);
void brain_close(Brain *brain);

/* Begins a task for the position on the board; an earlier one is forgotten. False, with a message,
 * if there is no memory. */
bool brain_start(Brain *brain, Play *play, BrainTask task);
/* Forgets the task under way. Before the game is closed, brain_leave. */
void brain_stop(Brain *brain);
void brain_leave(Brain *brain);
/* Lets it end at once with what it has. */
void brain_hurry(Brain *brain);
BrainTask brain_task(const Brain *brain);

/* News: true if there is something new in *out; *done if the task is done (then it is idle). */
bool brain_news(Brain *brain, Thought *out, bool *done);

#endif
