/* SPDX-License-Identifier: MIT */
/* How long and how well the computer thinks about a job: its level or its time a move, and on a
 * clock what ai/time.h makes of it. */
#ifndef CONCENTRIC_APP_TUI_BRAIN_LIMITS_H
#define CONCENTRIC_APP_TUI_BRAIN_LIMITS_H

#include "ai/search.h"
#include "app/tui/brain.h"

SearchLimits brain_limits(const BrainJob *job);

#endif
