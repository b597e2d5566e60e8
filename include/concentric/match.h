/* SPDX-License-Identifier: MIT */
/* A match: one game being played, with what stands on the board and what may be done. Variations
 * are in tree.h, records in record.h. One thread at a time may use a match; different threads may
 * use different ones. Include concentric/concentric.h.
 *
 * A text that a function returns belongs to the match. Unless it says otherwise it is valid until
 * the next call of the same function with this match. */
#ifndef CONCENTRIC_MATCH_H
#define CONCENTRIC_MATCH_H

#include "concentric/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A match of the variant from the position text, or from the variant's start if it is NULL.
 * NULL with a reason if a text is refused. */
CONCENTRIC_API concentric_match *concentric_new(const char *variant, const char *position,
                                                char *why);
/* A match from the variant's start with another random set-up (Morelli); seed 1 is the usual one.
 */
CONCENTRIC_API concentric_match *concentric_new_seeded(const char *variant, uint64_t seed,
                                                       char *why);
/* The same of a variant that is open already. The seed matters only if position is NULL. */
CONCENTRIC_API concentric_match *concentric_new_of(const concentric_game *game,
                                                   const char *position, uint64_t seed, char *why);
/* With its history, variations and ending. NULL without memory. */
CONCENTRIC_API concentric_match *concentric_copy(const concentric_match *match);
CONCENTRIC_API void concentric_free(concentric_match *match);

/* Its game, which it keeps: valid as long as the match. */
CONCENTRIC_API const concentric_game *concentric_game_of(const concentric_match *match);
/* The canonical variant text; valid as long as the match. */
CONCENTRIC_API const char *concentric_variant(const concentric_match *match);
/* The language of reasons and sentences; English at first. */
CONCENTRIC_API void concentric_set_language(concentric_match *match, concentric_lang lang);

/* The canonical position text; valid until the match changes. */
CONCENTRIC_API const char *concentric_position(const concentric_match *match);
/* The player to move: 1 or 2. */
CONCENTRIC_API int concentric_player(const concentric_match *match);
/* How many moves have led here from the start. */
CONCENTRIC_API size_t concentric_ply(const concentric_match *match);
/* The text of move number `ply`, from 0 on, and the position before it (0 is the start; behind the
 * last move: the position now). NULL if there is none. */
CONCENTRIC_API const char *concentric_move_at(concentric_match *match, size_t ply);
CONCENTRIC_API const char *concentric_position_at(concentric_match *match, size_t ply);

/* How many legal moves there are, and the text of number i, NULL if there is no number i. None if
 * the rules have ended the game. */
CONCENTRIC_API size_t concentric_move_count(concentric_match *match);
CONCENTRIC_API const char *concentric_move(concentric_match *match, size_t i);
/* All of them in one text, a space between two. NULL without memory. */
CONCENTRIC_API const char *concentric_moves(concentric_match *match);

/* Plays a move: by its text, or by its number in the list of legal moves. False with the reason if
 * it is not legal, or if the game was ended by concentric_end. */
CONCENTRIC_API bool concentric_play(concentric_match *match, const char *move, char *why);
CONCENTRIC_API bool concentric_play_number(concentric_match *match, size_t i, char *why);
/* Is the move legal here? If not, the reason is the rule that is against it. Plays nothing. */
CONCENTRIC_API bool concentric_check(const concentric_match *match, const char *move, char *why);
/* What the move does, in words, such as "White places a man on d2". NULL if it is not legal. */
CONCENTRIC_API const char *concentric_describe(concentric_match *match, const char *move);
/* Why the player to move has no free choice and what they must do; "" where they are free. */
CONCENTRIC_API const char *concentric_duty(concentric_match *match);

/* Takes the last move back, and all that was played after it; false if there is none. */
CONCENTRIC_API bool concentric_undo(concentric_match *match);

/* The result, the draw by third occurrence included, and its reason (NULL while the game goes on;
 * reason may be NULL). After a third occurrence the rules still allow moves. */
CONCENTRIC_API concentric_result concentric_outcome(const concentric_match *match,
                                                    const char **reason);
/* How it ended, and that as a sentence: "White wins: the opponent resigned"; "" if it did not. */
CONCENTRIC_API concentric_ending concentric_ending_of(const concentric_match *match);
CONCENTRIC_API const char *concentric_ending_text(concentric_match *match);
/* Ends the game here otherwise than by the rules: by agreement, abortion (`player` is ignored),
 * resignation, time or forfeit of `player`, or by an arbiter for `player` (0: a draw). Its line
 * becomes the main line. False with a reason if it has ended already. */
CONCENTRIC_API bool concentric_end(concentric_match *match, concentric_ending how, int player,
                                   char *why);

#ifdef __cplusplus
}
#endif

#endif
