/* SPDX-License-Identifier: MIT */
/* What the files of the review share. */
#ifndef CONCENTRIC_REVIEW_INNER_H
#define CONCENTRIC_REVIEW_INNER_H

#include "review/review.h"

/* What a player would mention of a move, as verbs without a subject; false if there is nothing. */
bool review_clause(const Game *game, const Pos *pos, Move move, Lang lang, Str *out);
/* The greatest thing that a move gains for its side; CHANCE_NONE if nothing. */
ChanceKind review_gain(const Game *game, const Pos *pos, Move move);

#endif
