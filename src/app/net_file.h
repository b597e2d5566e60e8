/* SPDX-License-Identifier: MIT */
/* Learnt evaluations for the program: those inside it (web/nets, the page has the same files), or a
 * file. */
#ifndef CONCENTRIC_APP_NET_FILE_H
#define CONCENTRIC_APP_NET_FILE_H

#include "core/game.h"

/* Tables for SearchMemory.net, to be freed. A path of NULL or "" is the file of this variant inside
 * the program, if there is one; "none" is none; else a file. False with a reason if that cannot be
 * used; *tables may be NULL without one: then the hand-made evaluation judges. */
bool net_file_choose(const char *path, const Game *game, void **tables, char *why);

#endif
