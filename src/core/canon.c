/* SPDX-License-Identifier: MIT */
/* Names of positions up to symmetry, see canon.h. */
#include "core/canon.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static uint64_t hash(const char *text)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return (h ^ h >> CANON_BITS) & ((UINT64_C(1) << CANON_BITS) - 1);
}

uint64_t canon_key(const Game *game, const Pos *pos)
{
    char text[2][POSITION_TEXT_MAX];
    int least = 0;
    for (int s = 0; s < game->shape.symmetry_count; s++) {
        Pos turned;
        game->ops->transform(game, pos, game->shape.symmetry[s], &turned);
        Str out = str_over(text[s ? !least : 0], POSITION_TEXT_MAX);
        game->ops->write_pos(game, &turned, &out);
        if (s && strcmp(text[!least], text[least]) < 0)
            least = !least;
    }
    return hash(text[least]);
}

void canon_write(uint64_t key, char *out)
{
    for (int i = CANON_TEXT - 1; i >= 0; i--, key >>= 6)
        out[i] = digits[key & 63];
    out[CANON_TEXT] = '\0';
}

bool canon_read(const char *text, uint64_t *key)
{
    *key = 0;
    for (int i = 0; i < CANON_TEXT; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        *key = *key << 6 | (uint64_t)(digit - digits);
    }
    return true;
}
