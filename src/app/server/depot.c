/* SPDX-License-Identifier: MIT */
/* Files in memory, see depot.h. */
#define _GNU_SOURCE /* memfd_create */
#include "app/server/depot.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int make_file(const uint8_t *bytes, size_t size)
{
    int fd = memfd_create("page", MFD_CLOEXEC);
    for (size_t done = 0; fd >= 0 && done < size;) {
        ssize_t n = write(fd, bytes + done, size - done);
        if (n <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)n;
    }
    return fd;
}

int depot_file(Depot *depot, const void *bytes, size_t size)
{
    if (size < DEPOT_BYTES_MIN)
        return -1;
    for (int i = 0; i < depot->count; i++)
        if (depot->files[i].bytes == bytes)
            return depot->files[i].fd;
    if (depot->count == DEPOT_FILES_MAX)
        return -1;
    depot->files[depot->count].bytes = bytes;
    depot->files[depot->count].fd = make_file(bytes, size);
    return depot->files[depot->count++].fd;
}

void depot_close(Depot *depot)
{
    for (int i = 0; i < depot->count; i++)
        if (depot->files[i].fd >= 0)
            close(depot->files[i].fd);
    depot->count = 0;
}
