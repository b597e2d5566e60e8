/* SPDX-License-Identifier: MIT */
/* A game as one SVG that plays itself: in any browser, as a picture of a page too, without a
 * script. The elements that another look replaces have ids: `ground`, `p1` and so on (the pieces,
 * by their index, about 0 0), `last` (round the point that was played last) and `caption` (below
 * the board). */
#ifndef CONCENTRIC_VIEW_ANIMATE_H
#define CONCENTRIC_VIEW_ANIMATE_H

#include "view/picture.h"

enum {
    ANIMATION_PLIES_MAX = 2000,
    ANIMATION_BYTES_MAX = 4 << 20,
    ANIMATION_PACE_MS = 1000, /* of a move */
    ANIMATION_PACE_MIN = 100,
    ANIMATION_PACE_MAX = 20000,
};

typedef struct Animation {
    const Game *game;
    const Pos *pos;   /* plies + 1: the start, then after every move */
    const Move *move; /* plies */
    uint32_t plies;
    uint32_t pace_ms;
    BandColours bands;
    const char *end; /* said below the board when the last move has been shown; "" for nothing */
} Animation;

/* False if it does not fit into *out (ANIMATION_BYTES_MAX is enough for what most people play). */
bool animation_svg(const Animation *animation, Str *out);

#endif
