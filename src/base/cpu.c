/* SPDX-License-Identifier: MIT */
/* Compiled for the plain x86-64 baseline whatever the rest is compiled for (see CMakeLists.txt), so
 * that it can run, and speak, on any machine. */
#include "base/cpu.h"

#include <stddef.h>

const char *cpu_lacks(void)
{
#if defined(CONCENTRIC_NEEDS_V3) && defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2"))
        return "AVX2";
    if (!__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("bmi"))
        return "BMI1 and BMI2";
    if (!__builtin_cpu_supports("popcnt"))
        return "POPCNT";
#endif
    return NULL;
}
