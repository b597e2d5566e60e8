/* SPDX-License-Identifier: MIT */
/* Is it a proof? The walk of tree.h over numbers that anybody may have written. What it goes by is
 * the game's own moves, apply, outcome and possible; a number is only ever the choice of a legal
 * move, or says of a position what is then checked. */
#include "proof/tree.h"

#include <stdlib.h>

typedef struct Checker {
    const Game *game;
    Claim claim;
    ProofForm form;
    uint64_t plain;
    const uint8_t *at, *end;
    ProofLists lists;
    Seen seen, tried; /* tried: all games from there end as claimed */
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

static bool read_number(Checker *c, const Pos *pos, uint64_t *out)
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
    *out = number;
    return true;
}

/* What the claim's side does: a move of the list, or nothing since the claim is foregone. */
typedef struct Chosen {
    int move; /* -1: foregone here */
    bool then_foregone;
} Chosen;

static bool read_choice(Checker *c, const Pos *pos, int count, Chosen *out)
{
    uint64_t number = 0;
    if (!read_number(c, pos, &number))
        return false;
    *out = (Chosen){.move = -1};
    c->size->choices++;
    if (c->form == PROOF_FORM_FOREGONE) {
        if (!number)
            return true;
        out->then_foregone = --number & 1;
        number >>= 1;
    }
    char what[WHY_MAX];
    if (number >= (uint64_t)count) {
        refuse(what, "move number %llu, but there are only %d moves", (unsigned long long)number,
               count);
        return refuse_at(c, pos, what);
    }
    out->move = (int)number;
    return true;
}

static bool check_foregone(Checker *c, const Pos *pos)
{
    c->size->foregone++;
    if (!c->plain) {
        ProofAnswer known = claim_foregone(c->claim, c->game, pos);
        return known == PROOF_YES ||
               refuse_at(c, pos,
                         known == PROOF_NO
                             ? "the claim is not foregone but lost"
                             : "the claim is not known to be foregone (trying all games may tell)");
    }
    PlainAnswer answer = proof_plain(c->game, c->claim, pos, c->plain, &c->tried);
    c->size->tried = c->tried.count;
    if (answer == PLAIN_NO_MEMORY)
        return refuse(c->why, "out of memory");
    if (answer == PLAIN_TOO_MANY)
        return refuse_at(c, pos, "more positions are to be tried than memory is allowed for");
    return answer == PLAIN_YES || refuse_at(c, pos, "not all games from here end as claimed");
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

static bool check_choice(Checker *c, int ply, const Pos *pos, size_t top, int count)
{
    Chosen chosen;
    Pos next;
    if (!read_choice(c, pos, count, &chosen))
        return false;
    if (chosen.move < 0)
        return check_foregone(c, pos);
    c->game->apply(c->game, pos, c->lists.move[top + (size_t)chosen.move], &next);
    return chosen.then_foregone ? check_foregone(c, &next)
                                : check_from(c, ply + 1, &next, top + (size_t)count);
}

static bool check_moves(Checker *c, int ply, const Pos *pos, size_t top)
{
    int count = proof_lists_fill(&c->lists, pos, top);
    if (count < 0)
        return refuse(c->why, "out of memory");
    if (count == 0)
        return check_end(c, pos);
    if (pos->turn == c->claim.side)
        return check_choice(c, ply, pos, top, count);
    for (int i = 0; i < count; i++) {
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

bool proof_check(const ProofTask *task, const Pos *pos, const uint8_t *bytes, size_t count,
                 ProofSize *size, char *why)
{
    Checker c = {.game = task->game,
                 .claim = task->claim,
                 .form = task->form,
                 .plain = task->plain,
                 .at = bytes,
                 .size = size,
                 .why = why};
    *size = (ProofSize){0};
    c.end = bytes + count;
    bool good = claim_fits(task->game, why) &&
                (proof_lists_open(&c.lists, task->game) || refuse(why, "out of memory"));
    good = good && check_from(&c, 0, pos, 0);
    if (good && c.at != c.end)
        good = refuse(why, "the proof is whole after %zu of %zu bytes", (size_t)(c.at - bytes),
                      count);
    proof_lists_close(&c.lists);
    seen_free(&c.seen);
    seen_free(&c.tried);
    return good;
}
