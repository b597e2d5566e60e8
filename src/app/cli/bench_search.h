/* SPDX-License-Identifier: MIT */
/* `concentric bench --search`: how fast and how deep the search is in every game. */
#ifndef CONCENTRIC_APP_CLI_BENCH_SEARCH_H
#define CONCENTRIC_APP_CLI_BENCH_SEARCH_H

#include <stdbool.h>

/* Searches every position for so long, on one thread and on `threads`, and to a fixed depth; prints
 * a table or JSON. Returns the exit status. */
int bench_search(double ms, int threads, bool json);

#endif
