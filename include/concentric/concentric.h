/* SPDX-License-Identifier: MIT */
/* libconcentric: the rules of Morris, Morelli and MUR for your own program.
 *
 * A match is one game being played. Everything goes in and out as text: variant text
 * ("nine,flying"), position text and move text as docs/formats.md describes them. Matches share
 * nothing, so different threads may use different matches.
 *
 *     char why[CONCENTRIC_WHY_MAX];
 *     concentric_match *match = concentric_new("nine", NULL, why);
 *     concentric_play(match, "d2", why);
 *     puts(concentric_position(match));
 *     concentric_free(match);
 */
#ifndef CONCENTRIC_H
#define CONCENTRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CONCENTRIC_API __attribute__((visibility("default")))
#else
#define CONCENTRIC_API
#endif

#define CONCENTRIC_WHY_MAX 320

typedef struct concentric_match concentric_match;

typedef enum concentric_result {
    CONCENTRIC_GOING_ON,
    CONCENTRIC_PLAYER_1, /* White in Morris, Black in Morelli and MUR */
    CONCENTRIC_PLAYER_2,
    CONCENTRIC_DRAW
} concentric_result;

/* A match of the variant from the position text, or from the variant's start if it is NULL.
 * Returns NULL with a reason in why (CONCENTRIC_WHY_MAX bytes) if a text is refused. Here and below
 * why may be NULL: then there is no reason. */
CONCENTRIC_API concentric_match *concentric_new(const char *variant, const char *position,
                                                char *why);
/* A match from the variant's start with another random set-up (Morelli); seed 1 is the usual one.
 */
CONCENTRIC_API concentric_match *concentric_new_seeded(const char *variant, uint64_t seed,
                                                       char *why);
CONCENTRIC_API void concentric_free(concentric_match *match);

/* The canonical variant text; valid as long as the match. */
CONCENTRIC_API const char *concentric_variant(const concentric_match *match);

/* The canonical position text; valid until the match changes. */
CONCENTRIC_API const char *concentric_position(const concentric_match *match);

/* The player to move: 1 or 2. */
CONCENTRIC_API int concentric_player(const concentric_match *match);

/* How many legal moves there are, and the text of number i (valid until the next call with this
 * match; NULL if there is no number i). None if the rules have ended the game. */
CONCENTRIC_API size_t concentric_move_count(concentric_match *match);
CONCENTRIC_API const char *concentric_move(concentric_match *match, size_t i);

/* Plays a move. False, with the reason in why and nothing changed, if it is not legal. */
CONCENTRIC_API bool concentric_play(concentric_match *match, const char *move, char *why);

/* Takes the last move back; false if there is none. */
CONCENTRIC_API bool concentric_undo(concentric_match *match);

/* The result, the draw by third occurrence included, and its reason in English (NULL while the
 * game goes on). After a third occurrence the rules still allow moves. */
CONCENTRIC_API concentric_result concentric_outcome(const concentric_match *match,
                                                    const char **reason);

/* Version of the library, such as "0.1.0". */
CONCENTRIC_API const char *concentric_version(void);

#ifdef __cplusplus
}
#endif

#endif
