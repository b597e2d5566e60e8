/* SPDX-License-Identifier: MIT */
/* Claims and their names, see claim.h. */
#include "proof/claim.h"

#include <string.h>

static const char *const names[CLAIM_COUNT] = {"p1-wins", "p2-wins", "p1-holds", "p2-holds"};

Claim claim_by_number(int number)
{
    return (Claim){.side = number & 1, .wins = number < 2};
}

int claim_number(Claim claim)
{
    return claim.side + (claim.wins ? 0 : 2);
}

const char *claim_name(Claim claim)
{
    return names[claim_number(claim)];
}

bool claim_read(const char *name, Claim *out, char *why)
{
    for (int i = 0; i < CLAIM_COUNT; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = claim_by_number(i);
            return true;
        }
    Str s = str_over(why, WHY_MAX);
    str_quote(&s, name);
    str_add(&s, " is no claim: p1-wins, p2-wins, p1-holds, p2-holds");
    return false;
}

Claim claim_against(Claim claim)
{
    return (Claim){.side = !claim.side, .wins = !claim.wins};
}

bool claim_is_met(Claim claim, Winner winner)
{
    if (winner == WINNER_DRAW)
        return !claim.wins;
    return winner == (claim.side ? WINNER_P2 : WINNER_P1);
}

ProofAnswer claim_foregone(Claim claim, const Game *game, const Pos *pos)
{
    if (!game->possible)
        return PROOF_OPEN;
    unsigned met = 0, all = 1u << WINNER_P1 | 1u << WINNER_P2 | 1u << WINNER_DRAW;
    for (int w = WINNER_P1; w <= WINNER_DRAW; w++)
        met |= (unsigned)claim_is_met(claim, (Winner)w) << w;
    if (!game->possible(game, pos, met))
        return PROOF_NO;
    return game->possible(game, pos, all & ~met) ? PROOF_OPEN : PROOF_YES;
}

bool claim_fits(const Game *game, char *why)
{
    if (!game->repeats && !game->remembers)
        return true;
    return refuse(why,
                  "positions of %s can come again; proofs are for games that never return to a "
                  "position",
                  game->id);
}
