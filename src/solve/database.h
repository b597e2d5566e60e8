/* SPDX-License-Identifier: MIT */
/* A database of one game, whatever it lies in: a directory of files as `solve` writes them, one
 * packed file, a small database, or bytes in memory. */
#ifndef CONCENTRIC_SOLVE_DATABASE_H
#define CONCENTRIC_SOLVE_DATABASE_H

#include "core/game.h"
#include "core/known.h"

typedef struct Database Database;

/* Opens the database of a game in a packed file or a directory, or in the directory inside that
 * which is named like the variant; NULL with a reason. The game must outlive it. */
Database *database_open(const char *path, const Game *game, char *why);
/* Over the bytes of a packed or small one, which must outlive it too. */
Database *database_over(const uint8_t *bytes, size_t size, const Game *game, char *why);
void database_close(Database *database);

/* May be asked from many threads at once. */
Oracle database_oracle(const Database *database);
/* What is missing where a position is not known: the position's own sector, or that of a move. The
 * words are for people, in their language. */
void database_tell_gap(const Database *database, const Game *game, const Pos *pos, Lang lang,
                       char *why);
/* How many of the game's sectors it has: all of them if *there == *all. */
void database_count(const Database *database, uint32_t *there, uint32_t *all);
/* Was there something that it should have known and could not read? Then `why` names the first file
 * and the reason. A NULL database has no damage. */
bool database_damage(const Database *database, char *why);

#endif
