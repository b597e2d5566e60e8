/* SPDX-License-Identifier: MIT */
/* Files of learnt evaluations (docs/adr/0090): NET_HEAD_BYTES, then the values, one signed byte
 * each. Numbers are little-endian.
 *
 *    0  8  "concnet" and 0x1a
 *    8  4  layout: what the values mean to the game (core/learnt.h)
 *   12  4  checksum of all that follows
 *   16 48  the variant, filled up with zeros
 *   64     values */
#ifndef CONCENTRIC_AI_NET_H
#define CONCENTRIC_AI_NET_H

#include "core/game.h"

enum { NET_HEAD_BYTES = 64, NET_VARIANT_AT = 16, NET_VARIANT_MAX = 48 };

/* Do these bytes begin like such a file? */
bool net_begins(const uint8_t *bytes, size_t count);
/* Is it a whole and undamaged file for this game? Else why not. */
bool net_check(const Game *game, const uint8_t *bytes, size_t count, char *why);
/* The tables of a file that net_check likes, for SearchMemory.net; `tables` has room for
 * game->learnable->bytes. */
void net_unpack(const Game *game, const uint8_t *bytes, void *tables);
/* Fills in the head of a file; the values stand behind it already. */
void net_seal(const Game *game, uint8_t *bytes);

#endif
