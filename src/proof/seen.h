/* SPDX-License-Identifier: MIT */
/* A set of positions, kept whole, so that nothing rests on their keys. A position is open while
 * what follows from it is being looked at. */
#ifndef CONCENTRIC_PROOF_SEEN_H
#define CONCENTRIC_PROOF_SEEN_H

#include "core/types.h"

typedef enum SeenState { SEEN_NEVER, SEEN_OPEN, SEEN_DONE, SEEN_NO_MEMORY } SeenState;

/* Zeroed it is empty. */
typedef struct Seen {
    Pos *pos;
    uint8_t *state;
    size_t room, count; /* room: a power of two, or 0 */
} Seen;

/* What the position was before; if it is new it is open from now on. */
SeenState seen_add(Seen *seen, const Pos *pos);
/* One that is in the set is done. */
void seen_close(Seen *seen, const Pos *pos);
void seen_free(Seen *seen);

#endif
