/* SPDX-License-Identifier: MIT */
/* Pictures of a position: characters for a terminal, SVG for everything else. Both draw the shape
 * and the pieces that the contract gives as data; neither knows a game. Pure: bytes into a Str. */
#ifndef CONCENTRIC_VIEW_PICTURE_H
#define CONCENTRIC_VIEW_PICTURE_H

#include "core/game.h"

enum { PICTURE_BYTES_MAX = 1 << 18 }; /* enough for every picture of every game */

/* The colours of a board's bands: the rainbow, or seven that stay apart for colour-blind eyes. */
typedef enum BandColours { BANDS_RAINBOW, BANDS_SAFE, BANDS_COUNT } BandColours;

/* The position, what the contract marks in it, and the move that led to it (its path, to be
 * marked); `path_count` 0 for none. Eyes and trapped pieces are always shown, ranks where asked
 * for. */
typedef struct Picture {
    const Game *game;
    const Pos *pos;
    Step path[PATH_MAX];
    int path_count;
    PointSet dots; /* points to be marked with a dot, such as the reach of a man */
    BandColours bands;
    Mark marks[MARKS_MAX];
    int mark_count;
    bool ranks;
} Picture;

/* PALETTE_ASCII has no colours either, and nothing but ASCII characters. */
typedef enum Palette { PALETTE_NONE, PALETTE_256, PALETTE_ASCII } Palette;

/* The shade of a player's pieces. */
Shade picture_shade(const Game *game, int player);

/* The picture of `pos`, and of the `move` from `before` that led to it, unless before is NULL. */
Picture picture_of(const Game *game, const Pos *pos, const Pos *before, Move move);

/* Lines of UTF-8, each ending with a newline; with colours as escape sequences if asked for. */
void picture_text(const Picture *picture, Palette palette, Str *out);

void picture_svg(const Picture *picture, Str *out);

/* One band's colour: for SVG, and the nearest of a terminal's 256. */
typedef struct BandColour {
    const char *hex;
    uint8_t ansi;
} BandColour;

/* One of the BANDS_MAX colours of a set, the outermost of the largest board first. */
BandColour band_colour(BandColours set, int index);

/* Colours are counted from the centre: a smaller board misses the outer ones. */
BandColour picture_band(const Picture *picture, int band);

#endif
