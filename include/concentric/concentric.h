/* SPDX-License-Identifier: MIT */
/* libconcentric: Morris, Morelli and MUR for your own program: rules, records, pictures, search,
 * solved positions. docs/library.md tells of all of it, examples/ shows it.
 *
 * Everything goes in and out as text: variant text ("nine,flying"), position text and move text as
 * docs/formats.md describes them. There are no globals: what two handles share is locked or never
 * changes, so that different threads may use different handles.
 *
 *     char why[CONCENTRIC_WHY_MAX];
 *     concentric_match *match = concentric_new("nine", NULL, why);
 *     concentric_play(match, "d2", why);
 *     puts(concentric_position(match));
 *     concentric_free(match);
 */
#ifndef CONCENTRIC_H
#define CONCENTRIC_H

#include "concentric/types.h"

#include "concentric/game.h"

#include "concentric/match.h"

#include "concentric/batch.h"
#include "concentric/clock.h"
#include "concentric/database.h"
#include "concentric/position.h"
#include "concentric/record.h"
#include "concentric/search.h"
#include "concentric/tree.h"

#endif
