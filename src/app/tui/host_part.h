/* SPDX-License-Identifier: MIT */
/* What the files of host.h share among themselves. */
#ifndef CONCENTRIC_APP_TUI_HOST_PART_H
#define CONCENTRIC_APP_TUI_HOST_PART_H

#include "app/tui/host.h"

/* host.c: the oracle of the game that is open; the game that waits is given up. */
void host_consult(Host *host);
void host_drop_aside(Host *host);

/* host_aside.c: puts a board in the place of the game, which waits with its clock stopped; and the
 * game back in the place of the board, which is closed. */
void host_put_aside(Host *host, const Play *board);
void host_take_back(Host *host);
/* A board in the place of another one, which is the caller's. */
void host_change(Host *host, const Play *board);
void host_analyse(Host *host);
void host_leave_analysis(Host *host);
void host_play_from_here(Host *host);

/* host_task.c */
void host_lesson(Host *host, const char *rest);
void host_puzzle(Host *host, const char *rest);
void host_task_next(Host *host);
void host_task_again(Host *host);
void host_task_leave(Host *host);

/* host_stats.c: a game or a task that has just ended is counted, once. */
void host_note(Host *host);
/* The steps of a game's lesson that are done, a bit each. */
uint32_t host_steps_done(const char *game);

#endif
