/* SPDX-License-Identifier: MIT */
/* Files of learnt evaluations, see net.h. What comes from a file is only ever added up, so that a
 * checksum is enough: a wrong value is a bad judgement and nothing worse. */
#include "ai/net.h"

#include <string.h>

enum { LAYOUT_AT = 8, CHECKSUM_AT = 12, NET_MAGIC_BYTES = 8 };
static const char net_magic[NET_MAGIC_BYTES] = "concnet\x1a";

static uint32_t number_at(const uint8_t *bytes)
{
    uint32_t x;
    memcpy(&x, bytes, sizeof x); /* little-endian, as core/types.h asserts */
    return x;
}

/* FNV-1a of what follows the checksum: every changed byte changes it. */
static uint32_t checksum(const uint8_t *bytes, size_t count)
{
    uint32_t sum = 0x811c9dc5;
    for (size_t i = NET_VARIANT_AT; i < count; i++)
        sum = (sum ^ bytes[i]) * 0x01000193;
    return sum;
}

bool net_begins(const uint8_t *bytes, size_t count)
{
    return count > NET_HEAD_BYTES && memcmp(bytes, net_magic, NET_MAGIC_BYTES) == 0;
}

bool net_check(const Game *game, const uint8_t *bytes, size_t count, char *why)
{
    const Learnable *learnable = game->learnable;
    if (!learnable || count != NET_HEAD_BYTES + (size_t)learnable->values ||
        !net_begins(bytes, count) || number_at(bytes + LAYOUT_AT) != learnable->layout ||
        number_at(bytes + CHECKSUM_AT) != checksum(bytes, count) ||
        strncmp((const char *)bytes + NET_VARIANT_AT, game->id, NET_VARIANT_MAX) != 0)
        return refuse(why, "it is damaged or not of this game");
    return true;
}

void net_unpack(const Game *game, const uint8_t *bytes, void *tables)
{
    game->learnable->unpack((const int8_t *)bytes + NET_HEAD_BYTES, tables);
}

void net_seal(const Game *game, uint8_t *bytes)
{
    const Learnable *learnable = game->learnable;
    memset(bytes, 0, NET_HEAD_BYTES);
    memcpy(bytes, net_magic, NET_MAGIC_BYTES);
    memcpy(bytes + LAYOUT_AT, &learnable->layout, sizeof learnable->layout);
    memcpy(bytes + NET_VARIANT_AT, game->id, NET_VARIANT_MAX - 1); /* zeros follow an id */
    uint32_t sum = checksum(bytes, NET_HEAD_BYTES + (size_t)learnable->values);
    memcpy(bytes + CHECKSUM_AT, &sum, sizeof sum);
}
