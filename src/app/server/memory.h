/* SPDX-License-Identifier: MIT */
/* Memory for libraries that abort without it (libuv) or cannot say that they had none (cJSON): a
 * reserve is given up, and asked for again later, before they are told that there is no more. */
#ifndef CONCENTRIC_APP_SERVER_MEMORY_H
#define CONCENTRIC_APP_SERVER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Before the first call of either library. False without memory, or if libuv is at work already. */
bool memory_begin(void);
/* For free(); the reserve is given up for it. NULL if there is none even then. */
void *memory_take(size_t bytes);
/* Was there no memory in spite of the reserve, since this was asked last? From the thread that
 * wants to know about its own call of a library. */
bool memory_was_short(void);

#endif
