/* SPDX-License-Identifier: MIT */
/* Histograms, see histogram.h. */
#include "base/histogram.h"

const uint32_t histogram_ends[HISTOGRAM_CLASSES] = {
    250,    500,    1000,   2500,    5000,    10000,   25000,    50000,
    100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000,
};

void histogram_add(Histogram *histogram, uint64_t microseconds)
{
    int at = 0;
    while (at < HISTOGRAM_CLASSES && microseconds > histogram_ends[at])
        at++;
    histogram->count[at]++;
    histogram->sum += microseconds;
}
