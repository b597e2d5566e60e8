/* SPDX-License-Identifier: MIT */
/* Memory for libraries that abort without it (libuv) or cannot say that they had none (cJSON): a
 * reserve is given up, and asked for again later, before they are told that there is no more. */
#ifndef CONCENTRIC_APP_SERVER_MEMORY_H
#define CONCENTRIC_APP_SERVER_MEMORY_H

#include <stdbool.h>

/* Before the first call of either library. False without memory, or if libuv is at work already. */
bool memory_begin(void);
/* Was there no memory in spite of the reserve, since this was asked last? From the thread that
 * wants to know about its own call of a library. */
bool memory_was_short(void);

#endif
