/* SPDX-License-Identifier: MIT */
/* Many games of one variant at once, for self-play and data sets: flat arrays in and out, no texts.
 * Slots are numbered from 0; each holds one game with its history, so that the draw by third
 * occurrence is found. One thread at a time may use a batch. Include concentric/concentric.h.
 *
 * Moves are 64-bit words, never 0, whose bits are the game's own: take them from the list. */
#ifndef CONCENTRIC_BATCH_H
#define CONCENTRIC_BATCH_H

#include "concentric/database.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct concentric_batch concentric_batch;

/* All slots at the start of the game; their set-ups (Morelli) have the seeds seed, seed + 1, ...
 * NULL with a reason. */
CONCENTRIC_API concentric_batch *concentric_batch_new(const concentric_game *game, size_t slots,
                                                      uint64_t seed, char *why);
CONCENTRIC_API void concentric_batch_free(concentric_batch *batch);
CONCENTRIC_API size_t concentric_batch_slots(const concentric_batch *batch);

/* A slot from a position text, or from the start with this seed if the text is NULL; without its
 * past. False with a reason. And its position text, valid until the next call; NULL if there is no
 * such slot. */
CONCENTRIC_API bool concentric_batch_set(concentric_batch *batch, size_t slot, const char *position,
                                         uint64_t seed, char *why);
CONCENTRIC_API const char *concentric_batch_position(concentric_batch *batch, size_t slot);
/* The text of a move that is legal in a slot, valid until the next call; NULL if it is not. */
CONCENTRIC_API const char *concentric_batch_move_text(concentric_batch *batch, size_t slot,
                                                      uint64_t move);
/* The move of a text, 0 with a reason if it is not legal. */
CONCENTRIC_API uint64_t concentric_batch_read_move(concentric_batch *batch, size_t slot,
                                                   const char *text, char *why);

/* Lists the legal moves of all slots. Those of slot s are number first[s] to first[s + 1] - 1 of
 * the list; first has room for slots + 1. A slot whose game is over, by repetition too, has none.
 * The list belongs to the batch and is valid until the batch changes. NULL without memory. */
CONCENTRIC_API const uint64_t *concentric_batch_moves(concentric_batch *batch, uint32_t *first);
/* Plays in every slot: a move that is legal there, or number `index` of its own list from 0 on. 0
 * and UINT32_MAX leave the slot as it is. Nothing is played, with a reason that names the slot, if
 * one is not legal. */
CONCENTRIC_API bool concentric_batch_play(concentric_batch *batch, const uint64_t *moves,
                                          char *why);
CONCENTRIC_API bool concentric_batch_play_index(concentric_batch *batch, const uint32_t *index,
                                                char *why);
/* Up to `plies` random moves in each slot; finished games begin anew if `restart`. The random
 * numbers go on from *state, which is any number at first. `chosen` has room for slots: the last
 * move in each, 0 for none; may be NULL. Returns how many moves were played. */
CONCENTRIC_API uint64_t concentric_batch_random(concentric_batch *batch, uint32_t plies,
                                                bool restart, uint64_t *state, uint64_t *chosen);
/* Begins anew where the game is over; returns how many. `seed` as for concentric_batch_new. */
CONCENTRIC_API size_t concentric_batch_restart(concentric_batch *batch, uint64_t seed);

/* One number for each slot: the result so far (concentric_result), the player to move, the moves
 * since its start, the hash of what the position text shows, the evaluation (0 where it is over).
 */
CONCENTRIC_API void concentric_batch_outcomes(const concentric_batch *batch, uint8_t *out);
CONCENTRIC_API void concentric_batch_players(const concentric_batch *batch, uint8_t *out);
CONCENTRIC_API void concentric_batch_plies(const concentric_batch *batch, uint32_t *out);
CONCENTRIC_API void concentric_batch_hashes(const concentric_batch *batch, uint64_t *out);
CONCENTRIC_API void concentric_batch_evaluations(const concentric_batch *batch, int16_t *out);
/* What a database knows: 1, 0 or -1 for the player to move, -128 where it knows nothing, and plies,
 * -1 where there are none; `plies` may be NULL. False if the database is of another variant. */
CONCENTRIC_API bool concentric_batch_values(const concentric_batch *batch,
                                            const concentric_database *database, int8_t *values,
                                            int16_t *plies);
/* The pieces on the points: out[slot][point], as concentric_board. */
CONCENTRIC_API void concentric_batch_boards(const concentric_batch *batch, uint8_t *out);

/* Features as planes: out[slot][plane][point], bytes. One plane for each kind of piece, 1 where it
 * stands; one that is 1 everywhere if player 2 is to move; one for each counter of the game
 * (position.h) that is its value everywhere, at most 255. */
CONCENTRIC_API size_t concentric_plane_count(const concentric_game *game);
/* What a plane is: "piece w", "turn", "hand 1". NULL if there is no such plane; constant. */
CONCENTRIC_API const char *concentric_plane_name(const concentric_game *game, size_t plane);
CONCENTRIC_API void concentric_batch_planes(const concentric_batch *batch, uint8_t *out);

#ifdef __cplusplus
}
#endif

#endif
