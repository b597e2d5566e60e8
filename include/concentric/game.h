/* SPDX-License-Identifier: MIT */
/* The games that there are, and one variant of one of them, opened: its board, pieces, symmetries.
 * Include concentric/concentric.h. */
#ifndef CONCENTRIC_GAME_H
#define CONCENTRIC_GAME_H

#include "concentric/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- The catalogue: games 0 to concentric_game_count() - 1, each with options from 0 on. Functions
 * answer NULL or 0 for what is not there. All texts are constant. */

CONCENTRIC_API size_t concentric_game_count(void);
/* What a variant text begins with: "nine". And its family: "morris". */
CONCENTRIC_API const char *concentric_game_id(size_t game);
CONCENTRIC_API const char *concentric_game_family(size_t game);
CONCENTRIC_API const char *concentric_game_title(size_t game, concentric_lang lang);
/* One sentence. */
CONCENTRIC_API const char *concentric_game_summary(size_t game, concentric_lang lang);

CONCENTRIC_API size_t concentric_option_count(size_t game);
CONCENTRIC_API const char *concentric_option_name(size_t game, size_t option);
CONCENTRIC_API const char *concentric_option_title(size_t game, size_t option,
                                                   concentric_lang lang);
CONCENTRIC_API const char *concentric_option_help(size_t game, size_t option, concentric_lang lang);
/* A flag has no values: "nine,flying". An option with values is written "morelli,size=9". */
CONCENTRIC_API size_t concentric_value_count(size_t game, size_t option);
CONCENTRIC_API const char *concentric_value(size_t game, size_t option, size_t value);
CONCENTRIC_API const char *concentric_value_title(size_t game, size_t option, size_t value,
                                                  concentric_lang lang);
/* Which value it has if the variant text does not say; another option may change that. */
CONCENTRIC_API size_t concentric_value_default(size_t game, size_t option);

/* Calls visit with the canonical text of every variant there is, until it answers false; returns
 * how many there were. */
CONCENTRIC_API size_t concentric_variants(bool (*visit)(void *context, const char *variant),
                                          void *context);

/* The levels of play, 1 to concentric_level_count(): names and one sentence each. */
CONCENTRIC_API int concentric_level_count(void);
CONCENTRIC_API const char *concentric_level_name(int level, concentric_lang lang);
CONCENTRIC_API const char *concentric_level_help(int level, concentric_lang lang);

/* -- One variant, opened. It never changes, so any number of threads may use it at once. Matches,
 * batches, searches and databases keep it, so it may be closed before them. */

/* NULL with a reason, in the language, if the text is no variant. Searches, databases, batches and
 * series of the game give their reasons in this language, too. */
CONCENTRIC_API concentric_game *concentric_game_open(const char *variant, concentric_lang lang,
                                                     char *why);
CONCENTRIC_API void concentric_game_close(concentric_game *game);

/* The canonical variant text. */
CONCENTRIC_API const char *concentric_game_variant(const concentric_game *game);
/* What player 1 or 2 is called, such as "White". */
CONCENTRIC_API const char *concentric_game_player(const concentric_game *game, int player,
                                                  concentric_lang lang);
/* No position has more legal moves. */
CONCENTRIC_API size_t concentric_game_moves_max(const concentric_game *game);
/* Can positions recur, so that the third occurrence is a draw? */
CONCENTRIC_API bool concentric_game_repeats(const concentric_game *game);

/* Points are numbered from 0. Their names are in moves; x grows to the right, y downwards, 100
 * units are the distance of neighbours; band 0 is the outermost ring. */
CONCENTRIC_API size_t concentric_point_count(const concentric_game *game);
CONCENTRIC_API const char *concentric_point_name(const concentric_game *game, size_t point);
CONCENTRIC_API int concentric_point_x(const concentric_game *game, size_t point);
CONCENTRIC_API int concentric_point_y(const concentric_game *game, size_t point);
CONCENTRIC_API int concentric_point_band(const concentric_game *game, size_t point);
/* The point with this name, in either case, or -1. */
CONCENTRIC_API int concentric_point_find(const concentric_game *game, const char *name);

/* Lines between neighbouring points; none on boards of squares. */
CONCENTRIC_API size_t concentric_link_count(const concentric_game *game);
CONCENTRIC_API bool concentric_link(const concentric_game *game, size_t link, size_t *a, size_t *b);

/* Kinds of pieces, from 1 on; 0 is an empty point. The owner is player 1, 2 or 0 for nobody, the
 * letter is that of position texts. */
CONCENTRIC_API size_t concentric_piece_count(const concentric_game *game);
CONCENTRIC_API char concentric_piece_letter(const concentric_game *game, size_t piece);
CONCENTRIC_API int concentric_piece_owner(const concentric_game *game, size_t piece);
CONCENTRIC_API const char *concentric_piece_name(const concentric_game *game, size_t piece,
                                                 concentric_lang lang);

/* Symmetries of the board; number 0 leaves all where it is. Symmetry s moves point p to
 * concentric_symmetry(game, s)[p]. */
CONCENTRIC_API size_t concentric_symmetry_count(const concentric_game *game);
CONCENTRIC_API const uint8_t *concentric_symmetry(const concentric_game *game, size_t symmetry);

#ifdef __cplusplus
}
#endif

#endif
