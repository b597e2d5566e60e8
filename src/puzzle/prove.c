/* SPDX-License-Identifier: MIT */
/* Plain AND/OR search, without bounds or evaluation. Positions are remembered whole, so that
 * nothing rests on their keys. The move that decided a position of the same depth last time is
 * tried first: most moves fail against the same answer. */
#include "puzzle/prove.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MEMO_BITS = 19 };

/* What was found out about a position for one question. */
struct Proof {
    Pos pos;
    uint32_t serial;
    uint8_t plies;
    bool forced;
};

bool prover_open(Prover *p)
{
    *p = (Prover){.memo = calloc((size_t)1 << MEMO_BITS, sizeof *p->memo)};
    return p->memo != NULL;
}

void prover_close(Prover *p)
{
    free(p->memo);
    free(p->moves);
    *p = (Prover){0};
}

void prover_ask(Prover *p, const Game *game, const Goal *goal, const Pos *pos)
{
    size_t room = (PROVER_PLIES_MAX + 1) * (size_t)game->moves_max;
    if (room > p->room) {
        free(p->moves);
        p->room = room;
        p->moves = malloc(room * sizeof *p->moves);
        if (!p->moves)
            abort();
    }
    p->game = game;
    p->goal = goal;
    p->who = pos->turn;
    p->made = 0;
    p->spent = false;
    p->serial++;
    memset(p->killer, 0, sizeof p->killer);
}

static Proof *proof_at(const Prover *p, const Pos *pos, int plies)
{
    return &p->memo[(pos->key * 31 + (uint64_t)plies) * 0x9e3779b97f4a7c15u >> (64 - MEMO_BITS)];
}

bool prover_keeps(Prover *p, const Pos *pos, Move move, int plies)
{
    Pos next;
    if (goal_is_met(p->goal, p->game, pos, move, p->who))
        return plies > 0;
    p->game->apply(p->game, pos, move, &next);
    p->spent |= ++p->made == p->most;
    return prover_forced(p, &next, plies - 1);
}

static void put_first(Move *moves, int count, Move move)
{
    for (int i = 1; i < count; i++)
        if (moves[i] == move) {
            moves[i] = moves[0];
            moves[0] = move;
            return;
        }
}

/* One good move is enough for the one who wants it; their opponent must have none that avoids it.
 */
static bool try_moves(Prover *p, const Pos *pos, int plies)
{
    Move *moves = p->moves + (size_t)plies * p->game->moves_max;
    int count = p->game->moves(p->game, pos, moves);
    bool wants = pos->turn == p->who, forced = !wants;
    put_first(moves, count, p->killer[plies]);
    for (int i = 0; i < count && forced != wants && !p->spent; i++) {
        forced = prover_keeps(p, pos, moves[i], plies);
        if (forced == wants)
            p->killer[plies] = moves[i];
    }
    return forced;
}

bool prover_forced(Prover *p, const Pos *pos, int plies)
{
    assert(plies <= PROVER_PLIES_MAX);
    Winner winner = p->game->ops->outcome(p->game, pos).winner;
    if (winner != WINNER_NONE || plies <= 0)
        return winner == (p->who ? WINNER_P2 : WINNER_P1);
    Proof *known = proof_at(p, pos, plies);
    if (known->serial == p->serial && known->plies == plies &&
        memcmp(&known->pos, pos, sizeof *pos) == 0)
        return known->forced;
    bool forced = try_moves(p, pos, plies);
    *known = (Proof){*pos, p->serial, (uint8_t)plies, forced};
    return forced;
}
