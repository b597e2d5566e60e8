/* SPDX-License-Identifier: MIT */
/* Databases for the program: what solve/database.h opens, or the one inside the program. */
#ifndef CONCENTRIC_APP_DATABASE_H
#define CONCENTRIC_APP_DATABASE_H

#include "solve/database.h"

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

/* Tells of every variant that can be opened there or is inside the program, in the order of their
 * names, each once. `path` may be NULL. */
void database_list(const char *path, void (*tell)(void *context, const char *variant),
                   void *context);

#endif
