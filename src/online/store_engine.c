/* SPDX-License-Identifier: MIT */
/* What engines share, see store_engine.h. */
#include "online/store_engine.h"

#include <stdarg.h>
#include <stdio.h>

bool engine_fail(Engine *engine, Trouble trouble, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(engine->why, sizeof engine->why, format, list);
    va_end(list);
    engine->trouble = trouble;
    return false;
}

bool engine_run_all(Engine *engine, Order *orders, int count)
{
    if (engine->ops->run_all)
        return engine->ops->run_all(engine, orders, count);
    for (int i = 0; i < count; i++)
        if (!engine->ops->run(engine, orders[i].statement, orders[i].values, NULL, NULL,
                              &orders[i].changed))
            return false;
    return true;
}
