/* SPDX-License-Identifier: MIT */
/* Large files of the page as files in memory, so that the kernel can send them without copying
 * them: that halves the processor time of a megabyte. Made when they are first asked for. */
#ifndef CONCENTRIC_APP_SERVER_DEPOT_H
#define CONCENTRIC_APP_SERVER_DEPOT_H

#include <stddef.h>

enum { DEPOT_BYTES_MIN = 64 * 1024, DEPOT_FILES_MAX = 16 };

/* Zeroed it is empty. */
typedef struct Depot {
    struct {
        const void *bytes;
        int fd; /* -1 if none could be made */
    } files[DEPOT_FILES_MAX];
    int count;
} Depot;

/* A descriptor with these bytes, which stay where they are; -1 if there is none. */
int depot_file(Depot *depot, const void *bytes, size_t size);
void depot_close(Depot *depot);

#endif
