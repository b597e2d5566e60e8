/* SPDX-License-Identifier: MIT */
/* Parts of a picture in SVG, for pictures and animations. */
#ifndef CONCENTRIC_VIEW_PICTURE_PART_H
#define CONCENTRIC_VIEW_PICTURE_PART_H

#include "view/picture.h"

/* Strokes or cells, and the coordinates. */
void picture_add_ground(const Picture *picture, Str *out);
void picture_add_piece(const ShapePoint *at, const Piece *piece, Str *out);

#endif
