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
