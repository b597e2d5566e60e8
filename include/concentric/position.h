/* SPDX-License-Identifier: MIT */
/* The position that a match is at, as data and as pictures. Include concentric/concentric.h. */
#ifndef CONCENTRIC_POSITION_H
#define CONCENTRIC_POSITION_H

#include "concentric/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of piece on every point (game.h), 0 for none: into out[concentric_point_count]. */
CONCENTRIC_API void concentric_board(const concentric_match *match, uint8_t *out);

/* Numbers beside the board, such as men in hand: how many there are; what number i is called in
 * programs ("hand") and in words; whose it is; its value. */
CONCENTRIC_API size_t concentric_counter_count(const concentric_match *match);
CONCENTRIC_API const char *concentric_counter_id(const concentric_match *match, size_t i);
CONCENTRIC_API const char *concentric_counter_name(const concentric_match *match, size_t i);
CONCENTRIC_API int concentric_counter_player(const concentric_match *match, size_t i);
CONCENTRIC_API int concentric_counter_value(const concentric_match *match, size_t i);

/* A hash of what the position text shows: the same in every process of one version. */
CONCENTRIC_API uint64_t concentric_hash(const concentric_match *match);
/* Of the position texts of all images under the symmetries of the board the least by bytes; valid
 * until the next call. And a hash of it (42 bits), which docs/formats.md describes: positions that
 * are images of each other have one. */
CONCENTRIC_API const char *concentric_canonical(concentric_match *match);
CONCENTRIC_API uint64_t concentric_canonical_hash(const concentric_match *match);
/* The position text under a symmetry; NULL if there is no such symmetry. Valid until the next call.
 */
CONCENTRIC_API const char *concentric_transformed(concentric_match *match, size_t symmetry);

/* How good the position is for the player to move, in hundredths of a man, by the evaluation that
 * the search uses, without a search. False if the rules have ended the game. */
CONCENTRIC_API bool concentric_evaluate(const concentric_match *match, int *out);

/* Pictures, with the last move marked: SVG, and lines of characters. Valid until the next call;
 * NULL without memory. */
CONCENTRIC_API const char *concentric_svg(concentric_match *match);
CONCENTRIC_API const char *concentric_picture(concentric_match *match);

#ifdef __cplusplus
}
#endif

#endif
