/* SPDX-License-Identifier: MIT */
/* Is it a proof? The walk of tree.h over numbers that anybody may have written. What it goes by is
 * the game's own moves, apply and outcome; a number is only ever the choice of a legal move. */
#include "proof/tree.h"

#include <stdlib.h>

typedef struct Checker {
    const Game *game;
    Claim claim;
    const uint8_t *at, *end;
    ProofLists lists;
    Seen seen;
    ProofSize *size;
    char *why;
} Checker;

static bool refuse_at(const Checker *c, const Pos *pos, const char *what)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    c->game->ops->write_pos(c->game, pos, &s);
    return refuse(c->why, "choice %llu, at '%.300s': %s", (unsigned long long)c->size->choices,
                  text, what);
}

static bool read_number(Checker *c, const Pos *pos, int count, int *out)
{
    uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
        if (c->at == c->end)
            return refuse_at(c, pos, "the proof ends before it is whole");
        uint8_t byte = *c->at++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128 && !(byte == 0 && shift))
            break;
        if (byte < 128 || shift >= 28)
            return refuse_at(c, pos, "a number that is not written as it should be");
    }
    char what[WHY_MAX];
    if (number >= (uint64_t)count) {
        refuse(what, "move number %llu, but there are only %d moves", (unsigned long long)number,
               count);
        return refuse_at(c, pos, what);
    }
    *out = (int)number;
    return true;
}

static bool check_end(Checker *c, const Pos *pos)
{
    static const char *const names[] = {"not at its end", "won by player 1", "won by player 2",
                                        "a draw"};
    Winner winner = c->game->ops->outcome(c->game, pos).winner;
    c->size->ends++;
    if (winner != WINNER_NONE && claim_is_met(c->claim, winner))
        return true;
    char what[WHY_MAX];
    refuse(what, "the game is %s, which is not %s", names[winner], claim_name(c->claim));
    return refuse_at(c, pos, what);
}

static bool check_from(Checker *c, int ply, const Pos *pos, size_t top);

static bool check_moves(Checker *c, int ply, const Pos *pos, size_t top)
{
    int count = proof_lists_fill(&c->lists, pos, top), first = 0, end = count;
    if (count < 0)
        return refuse(c->why, "out of memory");
    if (count == 0)
        return check_end(c, pos);
    if (pos->turn == c->claim.side) {
        if (!read_number(c, pos, count, &first))
            return false;
        end = first + 1;
        c->size->choices++;
    }
    for (int i = first; i < end; i++) {
        Pos next;
        c->game->apply(c->game, pos, c->lists.move[top + (size_t)i], &next);
        if (!check_from(c, ply + 1, &next, top + (size_t)count))
            return false;
    }
    return true;
}

static bool check_from(Checker *c, int ply, const Pos *pos, size_t top)
{
    bool ours = pos->turn == c->claim.side;
    if (ply > PROOF_PLIES_MAX)
        return refuse_at(c, pos, "a line of more than 512 plies");
    c->size->positions++;
    c->size->plies = ply > c->size->plies ? ply : c->size->plies;
    SeenState state = ours ? seen_add(&c->seen, pos) : SEEN_NEVER;
    if (state == SEEN_NO_MEMORY)
        return refuse(c->why, "out of memory");
    if (state == SEEN_OPEN)
        return refuse_at(c, pos, "the proof goes in a circle");
    if (state == SEEN_DONE)
        return true;
    bool good = check_moves(c, ply, pos, top);
    if (ours)
        seen_close(&c->seen, pos);
    return good;
}

bool proof_check(const Game *game, Claim claim, const Pos *pos, const uint8_t *bytes, size_t count,
                 ProofSize *size, char *why)
{
    Checker c = {.game = game, .claim = claim, .at = bytes, .size = size, .why = why};
    *size = (ProofSize){0};
    c.end = bytes + count;
    bool good = claim_fits(game, why) &&
                (proof_lists_open(&c.lists, game) || refuse(why, "out of memory"));
    good = good && check_from(&c, 0, pos, 0);
    if (good && c.at != c.end)
        good = refuse(why, "the proof is whole after %zu of %zu bytes", (size_t)(c.at - bytes),
                      count);
    proof_lists_close(&c.lists);
    seen_free(&c.seen);
    return good;
}
