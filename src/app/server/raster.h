/* SPDX-License-Identifier: MIT */
/* SVG to PNG by librsvg, which is loaded when the first picture is asked for: it brings forty more
 * libraries, and a program that is started to list moves should not wait for them (as with libpq,
 * online/store_libpq.h). One thread at a time. */
#ifndef CONCENTRIC_APP_SERVER_RASTER_H
#define CONCENTRIC_APP_SERVER_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Raster Raster;

/* NULL if this machine has no librsvg. */
Raster *raster_load(void);
void raster_free(Raster *raster);

/* A picture of width x height pixels, in malloc's memory; NULL if it is no SVG, or no memory is
 * left. Only our own pictures are given to it, and nothing outside of them is read. */
uint8_t *raster_png(const Raster *raster, const char *svg, size_t length, int width, int height,
                    size_t *size);

#endif
