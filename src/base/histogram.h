/* SPDX-License-Identifier: MIT */
/* How long things took: counts in fixed classes from a quarter of a millisecond to ten seconds. */
#ifndef CONCENTRIC_BASE_HISTOGRAM_H
#define CONCENTRIC_BASE_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_CLASSES = 15 };

/* Upper ends of the classes in microseconds; what is longer is in the class behind the last. */
extern const uint32_t histogram_ends[HISTOGRAM_CLASSES];

typedef struct Histogram {
    uint64_t count[HISTOGRAM_CLASSES + 1];
    uint64_t sum; /* microseconds */
} Histogram;

void histogram_add(Histogram *histogram, uint64_t microseconds);

#endif
