/* SPDX-License-Identifier: MIT */
/* Pictures that were drawn, by what they show: at most so many bytes, those that nobody has asked
 * for the longest go first. Pure. */
#ifndef CONCENTRIC_APP_SERVER_KEEP_PICTURES_H
#define CONCENTRIC_APP_SERVER_KEEP_PICTURES_H

#include "online/ids.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One picture of a table: what happened there until then, how far back, how large. */
typedef struct PictureName {
    char id[ID_CHARS + 1];
    int64_t seq;
    int32_t ply;  /* -1: where the game stands */
    int32_t size; /* pixels; 0: SVG */
} PictureName;

typedef struct KeptPictures KeptPictures;

/* NULL if there is no memory. */
KeptPictures *kept_pictures_new(size_t bytes_max);
void kept_pictures_free(KeptPictures *kept);

/* The bytes of a picture, good until the next put; NULL if it is not there. */
const char *kept_pictures_get(KeptPictures *kept, const PictureName *name, size_t *length);
/* Keeps a copy, unless it is larger than a quarter of all, or memory is short. */
void kept_pictures_put(KeptPictures *kept, const PictureName *name, const char *bytes,
                       size_t length);
/* What is kept now, counted with what keeping costs. */
size_t kept_pictures_bytes(const KeptPictures *kept);

#endif
