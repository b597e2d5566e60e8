/* SPDX-License-Identifier: MIT */
/* Signals and other threads wake the loop through one pipe; what happened is asked for there. */
#ifndef CONCENTRIC_APP_TUI_SIGNALS_H
#define CONCENTRIC_APP_TUI_SIGNALS_H

#include <stdbool.h>

typedef enum SignalBit {
    SIGNAL_LEAVE = 1, /* Ctrl-C, a killed terminal, a polite kill */
    SIGNAL_RESIZE = 2,
    SIGNAL_SUSPEND = 4, /* Ctrl-Z */
    SIGNAL_CONTINUE = 8,
} SignalBit;

/* Takes over the signals; false if there is no pipe to be had. */
bool signals_open(void);
void signals_close(void);
/* From any thread and any signal handler. */
void signals_wake(void);
/* The bits since the last time; empties the pipe. */
unsigned signals_take(void);
/* Has leaving been asked for? Stays true. */
bool signals_leaving(void);

typedef enum WaitResult { WAIT_TIMEOUT, WAIT_INPUT, WAIT_WOKEN, WAIT_CLOSED } WaitResult;
/* Waits for input on fd, for a wake, or for ms milliseconds (negative: for ever). */
WaitResult signals_wait(int fd, int ms);

/* Stops this process as Ctrl-Z would, and returns when it goes on. */
void signals_suspend(void);

#endif
