/* SPDX-License-Identifier: MIT */
/* The page's files inside the program: a table that tools/embed.c writes at build time. */
#ifndef CONCENTRIC_APP_SERVER_FILES_H
#define CONCENTRIC_APP_SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PageFile {
    const char *name; /* such as "index.html" or "a/HASH/app.js"; the table is sorted by it */
    const char *type; /* Content-Type */
    const char *hash; /* 16 hexadecimal digits of the content */
    const uint8_t *bytes, *gzip;
    size_t size, gzip_size; /* gzip is NULL where it would not be smaller */
    bool lasting;           /* lies in the folder of its build: what has this name never changes */
} PageFile;

extern const PageFile page_files[];
extern const size_t page_file_count;

#endif
