/* SPDX-License-Identifier: MIT */
/* The configuration file of `concentric serve`: lines `name = value`, `#` begins a line that is a
 * comment. Names are those of the command's flags without their dashes, and `limit-NAME` for
 * limits; a flag without a value takes yes or no. Pure. */
#ifndef CONCENTRIC_APP_SERVER_CONFIG_H
#define CONCENTRIC_APP_SERVER_CONFIG_H

#include "app/cli/commands.h"
#include "app/server/limits.h"

enum { CONFIG_BYTES_MAX = 64 * 1024 };

/* Reads `text` (length bytes and a NUL behind them), which it cuts into pieces: values in `args`
 * point into it. What args has from the command line stays. Limits are set in `limits`: those of
 * the command line come later and win. False with the line and a reason in why[WHY_MAX]; args and
 * limits are then half filled and of no use. */
bool config_read(char *text, size_t length, Args *args, Limits *limits, char *why);

#endif
