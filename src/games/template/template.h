/* SPDX-License-Identifier: MIT */
/* The template game: not offered to players, always built and put through the laws by the tests. */
#ifndef CONCENTRIC_GAMES_TEMPLATE_H
#define CONCENTRIC_GAMES_TEMPLATE_H

#include "core/game.h"

extern const Family template_family;

#endif
