/* SPDX-License-Identifier: MIT */
/* What is foregone, by trying everything: both sides make every move, to the ends of the games. */
#include "proof/tree.h"

#include <stdlib.h>

static PlainAnswer try_from(const Game *game, Claim claim, int ply, const Pos *pos, uint64_t most,
                            Seen *seen)
{
    if (ply > PROOF_PLIES_MAX)
        return PLAIN_NO;
    SeenState state = seen_add(seen, pos);
    if (state == SEEN_NO_MEMORY)
        return PLAIN_NO_MEMORY;
    if (state != SEEN_NEVER)
        return PLAIN_YES; /* done, or the whole is not yet: a bad end below is found there */
    if (seen->count > most)
        return PLAIN_TOO_MANY;
    Move *list = malloc(game->moves_max * sizeof *list);
    if (!list)
        return PLAIN_NO_MEMORY;
    PlainAnswer answer = PLAIN_YES;
    int count = game->moves(game, pos, list);
    if (!count && !claim_is_met(claim, game->ops->outcome(game, pos).winner))
        answer = PLAIN_NO;
    for (int i = 0; i < count && answer == PLAIN_YES; i++) {
        Pos next;
        game->apply(game, pos, list[i], &next);
        answer = try_from(game, claim, ply + 1, &next, most, seen);
    }
    free(list);
    return answer;
}

PlainAnswer proof_plain(const Game *game, Claim claim, const Pos *pos, uint64_t most, Seen *seen)
{
    return try_from(game, claim, 0, pos, most, seen);
}
