/* SPDX-License-Identifier: MIT */
/* What backends share, see store_backend.h. */
#include "online/store_backend.h"

#include <stdarg.h>
#include <stdio.h>

bool backend_fail(Backend *backend, Trouble trouble, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(backend->why, sizeof backend->why, format, list);
    va_end(list);
    backend->trouble = trouble;
    return false;
}

bool backend_run_all(Backend *backend, Order *orders, int count)
{
    if (backend->ops->run_all)
        return backend->ops->run_all(backend, orders, count);
    for (int i = 0; i < count; i++)
        if (!backend->ops->run(backend, orders[i].statement, orders[i].values, NULL, NULL,
                               &orders[i].changed))
            return false;
    return true;
}
