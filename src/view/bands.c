/* SPDX-License-Identifier: MIT */
/* Colours of the bands of a board, from the outside of the largest one to the centre. The rainbow's
 * are of middling lightness, so that black and white pieces both stand out on every one; those of
 * the safe set differ in lightness as well as in hue. */
#include "view/picture.h"

#include <assert.h>

static const BandColour colours[BANDS_COUNT][BANDS_MAX] = {
    [BANDS_RAINBOW] = {{"#e0524a", 167},
                       {"#f08c2e", 208},
                       {"#f2cf3b", 220},
                       {"#5fae57", 71},
                       {"#4aa3df", 74},
                       {"#4f5fc4", 62},
                       {"#9a5fc0", 97}},
    [BANDS_SAFE] = {{"#fa8d7a", 209},
                    {"#9a6312", 94},
                    {"#e6d94f", 185},
                    {"#53814b", 65},
                    {"#56c7ff", 81},
                    {"#296ad3", 26},
                    {"#d999c8", 176}},
};

BandColour band_colour(BandColours set, int index)
{
    assert(index >= 0 && index < BANDS_MAX);
    return colours[set][index];
}

BandColour picture_band(const Picture *picture, int band)
{
    return band_colour(picture->bands, BANDS_MAX - picture->game->shape.band_count + band);
}
