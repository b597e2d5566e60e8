/* SPDX-License-Identifier: MIT */
/* Open addressing, at most two thirds full, see seen.h. */
#include "proof/seen.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_LEAST = 1024 };

static size_t place_of(const Seen *seen, const Pos *pos)
{
    size_t at = (size_t)(pos->key * 0x9e3779b97f4a7c15u >> 20) & (seen->room - 1);
    while (seen->state[at] != SEEN_NEVER && memcmp(&seen->pos[at], pos, sizeof *pos) != 0)
        at = (at + 1) & (seen->room - 1);
    return at;
}

static bool grow(Seen *seen)
{
    size_t room = seen->room ? 2 * seen->room : ROOM_LEAST;
    Seen larger = {malloc(room * sizeof *larger.pos), calloc(room, 1), room, seen->count};
    if (!larger.pos || !larger.state) {
        seen_free(&larger);
        return false;
    }
    for (size_t i = 0; i < seen->room; i++)
        if (seen->state[i] != SEEN_NEVER) {
            size_t at = place_of(&larger, &seen->pos[i]);
            larger.pos[at] = seen->pos[i];
            larger.state[at] = seen->state[i];
        }
    seen_free(seen);
    *seen = larger;
    return true;
}

SeenState seen_add(Seen *seen, const Pos *pos)
{
    if (seen->count >= seen->room / 3 * 2 && !grow(seen))
        return SEEN_NO_MEMORY;
    size_t at = place_of(seen, pos);
    SeenState before = (SeenState)seen->state[at];
    if (before == SEEN_NEVER) {
        seen->pos[at] = *pos;
        seen->state[at] = SEEN_OPEN;
        seen->count++;
    }
    return before;
}

void seen_close(Seen *seen, const Pos *pos)
{
    seen->state[place_of(seen, pos)] = SEEN_DONE;
}

void seen_free(Seen *seen)
{
    free(seen->pos);
    free(seen->state);
    *seen = (Seen){0};
}
