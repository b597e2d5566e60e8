/* SPDX-License-Identifier: MIT */
/* Solved positions: values from the files that `concentric solve` writes. Include
 * concentric/concentric.h. */
#ifndef CONCENTRIC_DATABASE_H
#define CONCENTRIC_DATABASE_H

#include "concentric/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What best play leads to, for the player to move. */
typedef struct concentric_known {
    int value; /* 1 won, 0 drawn, -1 lost */
    int plies; /* until the game is over; -1 if it is drawn or the database does not know */
} concentric_known;

/* The database of a game: a directory of files, the directory inside it that is named like the
 * variant, a packed file (such as share/concentric/six.pack, which is installed), or a small one. A
 * game of NULL: that of the files. NULL with a reason. Many threads may ask it at once. */
CONCENTRIC_API concentric_database *concentric_database_open(const concentric_game *game,
                                                             const char *path, char *why);
CONCENTRIC_API void concentric_database_close(concentric_database *database);
CONCENTRIC_API const char *concentric_database_variant(const concentric_database *database);

/* What the position of a match is worth, draws by repetition in its history included. False if that
 * is not known, or the match is of another variant. */
CONCENTRIC_API bool concentric_database_value(const concentric_database *database,
                                              concentric_match *match, concentric_known *out);
/* What each legal move is worth for the player who makes it, in the order of concentric_move; plies
 * count the move. `out` has room for concentric_move_count. False if one of them is not known. */
CONCENTRIC_API bool concentric_database_moves(const concentric_database *database,
                                              concentric_match *match, concentric_known *out);
/* Is a file damaged that was needed so far? Then the reason names it. */
CONCENTRIC_API bool concentric_database_damage(const concentric_database *database, char *why);

#ifdef __cplusplus
}
#endif

#endif
