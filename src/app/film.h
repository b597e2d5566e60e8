/* SPDX-License-Identifier: MIT */
/* A game record as an animated SVG (view/animate.h), for `replay --animate` and the page. */
#ifndef CONCENTRIC_APP_FILM_H
#define CONCENTRIC_APP_FILM_H

#include "play/record.h"
#include "view/animate.h"

/* The game's moves up to its end, without variations. False with a reason. */
bool film_write(const Record *record, uint32_t pace_ms, Lang lang, Str *out, char *why);

#endif
