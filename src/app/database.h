/* SPDX-License-Identifier: MIT */
/* Databases for the program: a directory of files as `solve` writes them, one packed file, or the
 * one inside the program. */
#ifndef CONCENTRIC_APP_DATABASE_H
#define CONCENTRIC_APP_DATABASE_H

#include "core/game.h"
#include "core/known.h"

typedef struct Database Database;

/* Opens the database of a game in a packed file or a directory, or in the directory inside that
 * which is named like the variant; NULL with a reason. The game must outlive it. */
Database *database_open(const char *path, const Game *game, char *why);
/* The database of this variant inside the program; NULL if there is none. */
Database *database_builtin(const Game *game);
/* What users ask for: NULL or "" is the one inside the program, if there is one; "none" is none;
 * else a path. False with a reason if that cannot be opened; *out may be NULL without one. */
bool database_choose(const char *path, const Game *game, Database **out, char *why);
/* Does who asks for this path want the book of openings too? All but "none" do. */
bool database_wants_book(const char *path);
/* Are there whole files of other variants in the directory, or in a directory inside it? Then it
 * may be of use when another game is opened. */
bool database_serves_others(const char *path, const Game *game);
void database_close(Database *database);

/* Tells of every variant that can be opened there or is inside the program, in the order of their
 * names, each once. `path` may be NULL. */
void database_list(const char *path, void (*tell)(void *context, const char *variant),
                   void *context);

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
