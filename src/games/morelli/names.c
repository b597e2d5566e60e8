/* SPDX-License-Identifier: MIT */
/* Names of bands and frames. Players name a frame by its band's colour and the number of its cells,
 * counted clockwise from each corner, the corner being 1. All four cells have the same number, for
 * a quarter turn takes corners to corners. */
#include "games/morelli/morelli.h"

const Text morelli_band_names[BANDS_MAX] = {
    {{"red", "赤"}},  {{"orange", "橙"}}, {{"yellow", "黄"}}, {{"green", "緑"}},
    {{"blue", "青"}}, {{"indigo", "藍"}}, {{"violet", "紫"}},
};

#define NAME(en, ja, n)                                                                            \
    {                                                                                              \
        {                                                                                          \
            en " " #n, ja #n                                                                       \
        }                                                                                          \
    }
#define NAMES_2(en, ja)  NAME(en, ja, 1), NAME(en, ja, 2)
#define NAMES_4(en, ja)  NAMES_2(en, ja), NAME(en, ja, 3), NAME(en, ja, 4)
#define NAMES_6(en, ja)  NAMES_4(en, ja), NAME(en, ja, 5), NAME(en, ja, 6)
#define NAMES_8(en, ja)  NAMES_6(en, ja), NAME(en, ja, 7), NAME(en, ja, 8)
#define NAMES_10(en, ja) NAMES_8(en, ja), NAME(en, ja, 9), NAME(en, ja, 10)
#define NAMES_12(en, ja) NAMES_10(en, ja), NAME(en, ja, 11), NAME(en, ja, 12)

const Text morelli_frame_names[MORELLI_FRAMES] = {
    NAMES_12("Red", "赤"),  NAMES_10("Orange", "橙"), NAMES_8("Yellow", "黄"),
    NAMES_6("Green", "緑"), NAMES_4("Blue", "青"),    NAMES_2("Indigo", "藍"),
};

/* Cells from the corner of the band, clockwise, to this one: up the left side, along the top to the
 * right, down the right side, along the bottom to the left. */
static int from_corner(int x, int y, int low, int high)
{
    if (x == low && y < high)
        return y - low;
    if (y == high && x < high)
        return x - low;
    if (x == high && y > low)
        return high - y;
    return high - x;
}

int morelli_frame_number(int cell)
{
    int band = morelli_band(cell), first = 0;
    for (int b = 0; b < band; b++)
        first += MORELLI_SIDE - 1 - 2 * b;
    return first +
           from_corner(cell / MORELLI_STRIDE, cell % MORELLI_STRIDE, band, MORELLI_SIDE - 1 - band);
}

int morelli_quarter(int cell)
{
    int band = morelli_band(cell), low = band, high = MORELLI_SIDE - 1 - band;
    int x = cell / MORELLI_STRIDE, y = cell % MORELLI_STRIDE;
    return x == low && y < high ? 0 : y == high && x < high ? 1 : x == high && y > low ? 2 : 3;
}

/* From the throne outwards, in each band from the corner to the middle of a side. */
int morelli_kind(int cell)
{
    int band = morelli_band(cell), last = MORELLI_SIDE - 1 - 2 * band, first = 0;
    for (int b = MORELLI_MIDDLE - 1; b > band; b--)
        first += (MORELLI_SIDE - 1 - 2 * b) / 2 + 1;
    int along = from_corner(cell / MORELLI_STRIDE, cell % MORELLI_STRIDE, band,
                            MORELLI_SIDE - 1 - band);
    return first + (along <= last / 2 ? along : last - along);
}
