/* SPDX-License-Identifier: MIT */
/* For LD_PRELOAD: the calendar's clock is ahead by as many seconds as the file LATER says, which
 * may change while the program runs. Clocks that only measure go on as they do. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long ahead(void)
{
    static const char *path;
    long seconds = 0;
    if (!path)
        path = getenv("LATER");
    FILE *file = path ? fopen(path, "re") : NULL;
    if (file) {
        if (fscanf(file, "%ld", &seconds) != 1)
            seconds = 0;
        fclose(file);
    }
    return seconds;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *out)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, out);
    if (clock == CLOCK_REALTIME && result == 0)
        out->tv_sec += ahead();
    return result;
}
