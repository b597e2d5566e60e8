/* SPDX-License-Identifier: MIT */
/* Can this processor run what this build was compiled for? */
#ifndef CONCENTRIC_BASE_CPU_H
#define CONCENTRIC_BASE_CPU_H

/* The name of something that the build uses and the processor lacks, or NULL. */
const char *cpu_lacks(void);

#endif
