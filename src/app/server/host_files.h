/* SPDX-License-Identifier: MIT */
/* What well-known hosts of static files want to be told, so that the page has there the headers
 * that our own server sends (docs/adr/0022: without two of them it has no threads). */
#ifndef CONCENTRIC_APP_SERVER_HOST_FILES_H
#define CONCENTRIC_APP_SERVER_HOST_FILES_H

#include <stddef.h>

enum { HOST_FILES = 3, HOST_FILE_MAX = 4096 };

typedef struct HostFile {
    const char *name;
    char text[HOST_FILE_MAX];
    size_t length;
} HostFile;

/* Writes all of them. */
void host_files_make(HostFile out[HOST_FILES]);

#endif
